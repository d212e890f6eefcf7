// Every solid against an independent road: bodies of revolution by integrals over their discs (polynomials, so Gauss-Legendre
// quadrature has no error), polyhedra by exact fractions worked out by hand, compounds by both.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "math/trigonometry.h"
#include "shapes/bounds.h"
#include "shapes/convex_hull.h"
#include "shapes/mass_properties.h"
#include "shapes/solids.h"
#include "support/worst.h"

using namespace tumble;
using tumble::test::worseOf;

namespace {

double distance(Vec3 a, Vec3 b) { return length(a - b); }

struct Revolution {
  double mass = 0, first = 0, along = 0, across = 0;  // across: about the origin
};

/// Adds the integral over y in [low, high] of a body of revolution about y: squares of the radii are polynomials there.
void addDiscs(Revolution& sum, double density, double low, double high, const std::function<double(double)>& squareRadius) {
  const double node[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717};
  const double weight[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806, 0.0666713443086881};
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  for (int i = 0; i < 5; ++i) {
    for (const double side : {-1.0, 1.0}) {
      const double y = middle + side * half * node[i], r2 = squareRadius(y), w = weight[i] * half * density * kPi;
      sum.mass += w * r2;
      sum.first += w * r2 * y;
      sum.along += w * 0.5 * r2 * r2;
      sum.across += w * (0.25 * r2 * r2 + r2 * y * y);
    }
  }
}

void checkRevolution(const Solid& solid, const Revolution& r) {
  const double center = r.first / r.mass, across = r.across - r.mass * center * center;
  CHECK(std::fabs(solid.mass / r.mass - 1) < 1e-12);
  CHECK(distance(solid.center, {0, center, 0}) < 1e-12);
  CHECK(std::fabs(solid.inertia.cy.y / r.along - 1) < 1e-12);
  CHECK(std::fabs(solid.inertia.cx.x / across - 1) < 1e-12);
  CHECK(std::fabs(solid.inertia.cz.z / across - 1) < 1e-12);
  CHECK(solid.inertia.cx.y == 0);
}

double largestDifference(const Mat3& a, const Mat3& b) {
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) most = worseOf(most, std::fabs(a.column(i)[j] - b.column(i)[j]));
  }
  return most;
}

Shape shapeOf(ShapeType type) {
  Shape shape;
  shape.type = type;
  shape.density = 1;
  return shape;
}

Shape hullOf(List<Vec3> vertices) {
  Shape shape = shapeOf(ShapeType::hull);
  shape.triangles = convexHull(vertices);
  shape.vertices = std::move(vertices);
  return shape;
}

const List<Vec3> kCorner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

struct Random {
  std::uint64_t state = 99;
  double operator()(double low, double high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state >> 11) / 9007199254740992.0);
  }
};

}  // namespace

TEST_CASE("sphere, cylinder, capsule and cone against integrals over their discs") {
  for (const double r : {0.3, 2.0}) {
    for (const double h : {0.2, 1.7}) {
      Revolution sphere, cylinder, capsule, cone;
      addDiscs(sphere, 700, -r, r, [&](double y) { return r * r - y * y; });
      addDiscs(cylinder, 700, -h / 2, h / 2, [&](double) { return r * r; });
      addDiscs(capsule, 700, -h / 2, h / 2, [&](double) { return r * r; });
      addDiscs(capsule, 700, h / 2, h / 2 + r, [&](double y) { return r * r - (y - h / 2) * (y - h / 2); });
      addDiscs(capsule, 700, -h / 2 - r, -h / 2, [&](double y) { return r * r - (y + h / 2) * (y + h / 2); });
      addDiscs(cone, 700, -h / 2, h / 2, [&](double y) { return r * r * (0.5 - y / h) * (0.5 - y / h); });
      checkRevolution(sphereSolid(700, r), sphere);
      checkRevolution(cylinderSolid(700, r, h), cylinder);
      checkRevolution(capsuleSolid(700, r, h), capsule);
      checkRevolution(coneSolid(700, r, h), cone);
      Revolution ellipsoid;
      addDiscs(ellipsoid, 700, -h, h, [&](double y) { return r * r * (1 - y * y / (h * h)); });
      checkRevolution(ellipsoidSolid(700, {r, h, r}), ellipsoid);
    }
  }
}

TEST_CASE("ellipsoid: a ball stretched along each axis, so sum of x_i^2 is m a_i^2 / 5") {
  const Solid s = ellipsoidSolid(3, {0.5, 2, 1.5});
  CHECK(s.mass == doctest::Approx(6 * kPi).epsilon(1e-14));
  CHECK(largestDifference(s.inertia, diagonal(Vec3{4 + 2.25, 2.25 + 0.25, 0.25 + 4} * (s.mass / 5))) < 1e-13);
}

TEST_CASE("tetrahedron at a corner: m = 1/6, centre 1/4, I_xx = 1/80, I_xy = 1/480") {
  const Shape shape = hullOf(kCorner);
  CHECK(shape.triangles.size() == 12);
  const Solid s = solidOf(shape);
  CHECK(std::fabs(s.mass - 1.0 / 6) < 1e-16);
  CHECK(distance(s.center, {0.25, 0.25, 0.25}) < 1e-15);
  const double a = 1.0 / 80, b = 1.0 / 480;
  CHECK(largestDifference(s.inertia, {{a, b, b}, {b, a, b}, {b, b, a}}) < 1e-16);
}

TEST_CASE("octahedron of corners +-1: m = 4/3, I = 4/15; far from its origin as well") {
  List<Vec3> corners;
  for (int i = 0; i < 3; ++i) {
    for (const double side : {-1.0, 1.0}) {
      Vec3 v;
      v[i] = side;
      corners.push_back(v);
    }
  }
  Solid s = solidOf(hullOf(corners));
  const double moment = 4.0 / 15;
  CHECK(std::fabs(s.mass - 4.0 / 3) < 1e-15);
  CHECK(largestDifference(s.inertia, diagonal(Vec3{moment, moment, moment})) < 1e-15);
  for (Vec3& v : corners) v += Vec3{500, -300, 800};
  s = solidOf(hullOf(corners));
  CHECK(std::fabs(s.mass * 0.75 - 1) < 1e-12);
  CHECK(distance(s.center, {500, -300, 800}) < 1e-12);
  CHECK(largestDifference(s.inertia, diagonal(Vec3{moment, moment, moment})) < 1e-12 * moment);
}

TEST_CASE("a mesh that is not convex: an L of three cubes, by fractions") {
  // The outline (0,0) (2,0) (2,1) (1,1) (1,2) (0,2) in x and y, from z = 0 to 1. Centre (5/6, 5/6, 1/2).
  const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  Shape shape = shapeOf(ShapeType::mesh);
  for (const double z : {0.0, 1.0}) {
    for (const auto& p : outline) shape.vertices.push_back({p[0], p[1], z});
  }
  const std::uint32_t cap[4][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
  for (const auto& t : cap) {
    shape.triangles.append({t[0], t[2], t[1], t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t j = (i + 1) % 6;
    shape.triangles.append({i, j, j + 6, i, j + 6, i + 6});
  }
  CHECK(isClosedSurface(shape.triangles));
  const Solid s = solidOf(shape);
  CHECK(std::fabs(s.mass - 3) < 1e-15);
  CHECK(distance(s.center, {5.0 / 6, 5.0 / 6, 0.5}) < 1e-15);
  // Three unit cubes (m/6 each) at (1/2,1/2), (3/2,1/2), (1/2,3/2): I_xx = 1/2 + sum (y - 5/6)^2 = 1/2 + 2/3, I_xy = 1/3.
  CHECK(largestDifference(s.inertia, {{7.0 / 6, 1.0 / 3, 0}, {1.0 / 3, 7.0 / 6, 0}, {0, 0, 11.0 / 6}}) < 1e-14);
}

TEST_CASE("a box as a hull, with points in its faces, edges and inside, twice over") {
  List<Vec3> points;
  for (int twice = 0; twice < 2; ++twice) {
    for (int x = 0; x < 3; ++x) {
      for (int y = 0; y < 3; ++y) {
        for (int z = 0; z < 3; ++z) points.push_back({0.5 * (x - 1), 1.0 * (y - 1), 1.5 * (z - 1)});
      }
    }
  }
  const Shape hull = hullOf(points);
  CHECK(isClosedSurface(hull.triangles));
  const Solid s = solidOf(hull), box = boxSolid(1, {0.5, 1, 1.5});
  CHECK(std::fabs(s.mass - box.mass) < 1e-14);
  CHECK(length(s.center) < 1e-15);
  CHECK(largestDifference(s.inertia, box.inertia) < 1e-13);
}

TEST_CASE("hulls of random points are closed, convex, and hold every point") {
  Random random;
  for (const int count : {4, 5, 12, 60, 256}) {
    for (int run = 0; run < 10; ++run) {
      List<Vec3> points;
      for (int i = 0; i < count; ++i) {
        Vec3 p{random(-1, 1), random(-1, 1), random(-1, 1)};
        points.push_back(run % 2 ? normalized(p) : p);  // every other time all of them are corners
      }
      const List<std::uint32_t> triangles = convexHull(points);
      CHECK(isClosedSurface(triangles));
      CHECK(triangles.size() >= 12);
      double highest = -1;
      for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const Vec3 a = points[triangles[i]], n = normalized(cross(points[triangles[i + 1]] - a, points[triangles[i + 2]] - a));
        for (const Vec3& p : points) highest = worseOf(highest, dot(n, p - a));
      }
      CHECK(highest < 1e-9);
      // Euler: F = 2 V - 4 for triangles; with every point on the sphere a corner.
      if (run % 2) CHECK(triangles.size() / 3 == 2 * points.size() - 4);
    }
  }
  CHECK(convexHull(List<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.7, 0}}).empty());
  CHECK(convexHull(List<Vec3>{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}).empty());
}

TEST_CASE("open, doubled and one-sided surfaces are not closed") {
  List<std::uint32_t> surface = convexHull(kCorner);
  CHECK(isClosedSurface(surface));
  List<std::uint32_t> open = surface, turned = surface, doubled = surface;
  open.resize(open.size() - 3);
  std::swap(turned[0], turned[1]);
  doubled.append(surface);
  CHECK(!isClosedSurface(open));
  CHECK(!isClosedSurface(turned));
  CHECK(!isClosedSurface(doubled));
}

TEST_CASE("cavities: a hollow sphere has 2/5 m (R^5 - r^5)/(R^3 - r^3), an off-centre hole moves the centre") {
  Shape outer = shapeOf(ShapeType::sphere), inner = outer;
  outer.radius = 1, inner.radius = 0.6;
  inner.subtract = true;
  const Shape hollow[] = {outer, inner};
  const MassProperties p = massProperties(hollow);
  const double mass = 4.0 / 3 * kPi * (1 - 0.216), moment = 0.4 * mass * (1 - std::pow(0.6, 5)) / (1 - 0.216);
  CHECK(std::fabs(p.mass / mass - 1) < 1e-14);
  CHECK(largestDifference(p.inertia, diagonal(Vec3{moment, moment, moment})) < 1e-14);
  // A cube of side 2 with a cube of side 1 cut out of one corner: centre -(1/16) / (7/8)... by fractions: -1/14 each.
  Shape block = shapeOf(ShapeType::box), hole = block;
  block.halfExtents = {1, 1, 1};
  hole.position = {0.5, 0.5, 0.5};
  hole.subtract = true;
  const Shape cut[] = {block, hole};
  const MassProperties q = massProperties(cut);
  CHECK(std::fabs(q.mass - 7) < 1e-14);
  CHECK(distance(q.centerOfMass, Vec3{1, 1, 1} * (-1.0 / 14)) < 1e-15);
  // The same as seven cubes of side 1.
  std::vector<Shape> seven;
  for (int i = 0; i < 7; ++i) {
    Shape cube = shapeOf(ShapeType::box);
    cube.position = {i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5};
    seven.push_back(cube);
  }
  CHECK(largestDifference(massProperties(seven).inertia, q.inertia) < 1e-13);
}

TEST_CASE("point masses: the dumbbell, and eight corners that stand for a box") {
  Shape dumbbell = shapeOf(ShapeType::points);
  dumbbell.vertices = {{-1, 0, 0}, {2, 0, 0}};
  dumbbell.masses = {2, 1};
  const Solid d = solidOf(dumbbell);
  CHECK(d.mass == 3);
  CHECK(length(d.center) < 1e-15);
  CHECK(largestDifference(d.inertia, diagonal(Vec3{0, 6, 6})) < 1e-14);  // reduced mass 2/3 times 3^2
  Shape corners = shapeOf(ShapeType::points);
  for (int i = 0; i < 8; ++i)
    corners.vertices.push_back(Vec3{i & 1 ? 0.5 : -0.5, i & 2 ? 1.0 : -1.0, i & 4 ? 1.5 : -1.5} * (1 / std::sqrt(3.0)));
  corners.masses.assign(8, 0.75);
  CHECK(largestDifference(solidOf(corners).inertia, boxInertia(6, {0.5, 1, 1.5})) < 1e-13);
}

TEST_CASE("turned and moved parts: a compound of every shape is the sum of its parts about one point") {
  // L of the compound turning at omega about its centre is the sum of L of its parts: spin and orbit of each.
  Random random;
  std::vector<Shape> parts;
  for (const ShapeType type :
       {ShapeType::box, ShapeType::sphere, ShapeType::cylinder, ShapeType::capsule, ShapeType::cone, ShapeType::hull, ShapeType::points}) {
    Shape shape = type == ShapeType::hull ? hullOf(kCorner) : shapeOf(type);
    if (type == ShapeType::points) shape.vertices = kCorner, shape.masses = {1, 2, 3, 4};
    shape.radius = 0.4, shape.height = 0.9;
    shape.density = random(1, 3);
    shape.position = {random(-2, 2), random(-2, 2), random(-2, 2)};
    shape.orientation = normalized(Quat{random(-1, 1), random(-1, 1), random(-1, 1), random(0.1, 1)});
    parts.push_back(shape);
  }
  const MassProperties p = massProperties(parts);
  const Vec3 omega{0.3, -1.2, 0.8};
  Vec3 L, moment;
  double mass = 0;
  for (const Shape& part : parts) {
    const Solid solid = solidOf(part);
    const Vec3 r = part.position + rotate(part.orientation, solid.center) - p.centerOfMass;
    L += cross(r, cross(omega, r)) * solid.mass + rotate(part.orientation, solid.inertia * inverseRotate(part.orientation, omega));
    moment += r * solid.mass;
    mass += solid.mass;
  }
  CHECK(std::fabs(p.mass / mass - 1) < 1e-14);
  CHECK(length(moment) < 1e-13);
  CHECK(distance(p.inertia * omega, L) < 1e-12);
}

TEST_CASE("bounds of round shapes and hulls: turned by 30 degrees") {
  Shape shape = shapeOf(ShapeType::cylinder);
  shape.radius = 0.5, shape.height = 2;
  shape.orientation = fromAxisAngle({0, 0, 1}, kPi / 6);
  const Bounds b = boundsOf(shape, {10, 0, 0});
  const double c = std::sqrt(3.0) / 2;
  CHECK(b.high.x == doctest::Approx(10 + 0.5 + 0.5 * c));
  CHECK(b.high.y == doctest::Approx(c + 0.25));
  CHECK(b.high.z == doctest::Approx(0.5));
  shape.type = ShapeType::capsule;
  CHECK(boundsOf(shape).high.y == doctest::Approx(c + 0.5));
  shape.type = ShapeType::sphere;
  CHECK(boundsOf(shape).low.x == doctest::Approx(-0.5));
  const Bounds hull = boundsOf(hullOf(kCorner), {1, 1, 1});
  CHECK(distance(hull.low, {1, 1, 1}) < 1e-15);
  CHECK(distance(hull.high, {2, 2, 2}) < 1e-15);
}
