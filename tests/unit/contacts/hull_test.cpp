// Convex hulls in contact: their faces, rest, stacks, sliding, and the rimless wheel in closed form.
#include "colliders/hull.h"
#include "math/trigonometry.h"
#include "narrow_phase/convex_contact.h"
#include "shapes/convex_hull.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

List<Vec3> cube(Vec3 half) {
  List<Vec3> vertices;
  for (int i = 0; i < 8; ++i) vertices.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  return vertices;
}

/// About z, a corner at angle 0.
List<Vec3> prism(int corners, double radius, double halfWidth, double turn = 0) {
  List<Vec3> vertices;
  for (int i = 0; i < corners; ++i) {
    const Vec3 p = rotate(fromAxisAngle(Vec3{0, 0, 1}, turn + 2 * kPi * i / corners), Vec3{radius, 0, 0});
    for (const double z : {-halfWidth, halfWidth}) vertices.push_back({p.x, p.y, z});
  }
  return vertices;
}

Shape hullShape(const List<Vec3>& vertices, double friction = 0.5) {
  Shape shape;
  shape.type = ShapeType::hull;
  shape.vertices = vertices;
  shape.triangles = convexHull(vertices);
  shape.friction = friction;
  return shape;
}

BodyDescription hullBody(const List<Vec3>& vertices, Vec3 position, double friction = 0.5) {
  BodyDescription d;
  d.shapes.push_back(hullShape(vertices, friction));
  d.position = position;
  return d;
}

}  // namespace

TEST_CASE("the faces of a hull: coplanar triangles are one, corners counter-clockwise as seen from outside") {
  const struct {
    List<Vec3> vertices;
    std::size_t faces, corners;
  } cases[] = {{cube({0.5, 0.3, 0.2}), 6, 24}, {prism(12, 0.5, 0.2), 14, 72}, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 4, 12}};
  for (const auto& c : cases) {
    const Hull hull = makeHull(c.vertices, convexHull(c.vertices));
    CHECK(hull.faces.size() == c.faces);
    CHECK(hull.corners.size() == c.corners);
    for (const HullFace& face : hull.faces) {
      for (std::uint32_t i = 0; i < face.count; ++i) {
        const auto corner = [&](std::uint32_t k) { return hull.vertices[hull.corners[face.first + k % face.count]]; };
        CHECK(dot(face.normal, cross(corner(i + 1) - corner(i), corner(i + 2) - corner(i + 1))) > 0);
        for (const Vec3 p : hull.vertices) CHECK(dot(face.normal, p - corner(i)) < 1e-12);
      }
    }
  }
}

TEST_CASE("a hull rests on the ground on any of its faces") {
  const double r = 0.5, tetrahedron = r * std::sqrt(3.0);
  const struct {
    List<Vec3> vertices;
    Vec3 position;
    double height;  // of the centre of mass
  } cases[] = {
      {cube({0.5, 0.3, 0.2}), {0, 0.3, 0}, 0.3},
      {prism(12, r, 0.2, kPi / 12), {0, r * 0.96592582628906829, 0}, r * 0.96592582628906829},
      {prism(6, r, 0.2), {0, r * 0.86602540378443865, 0}, r * 0.86602540378443865},
      {{{r, 0, 0}, {-0.5 * r, 0, 0.5 * tetrahedron}, {-0.5 * r, 0, -0.5 * tetrahedron}, {0, 0.8, 0}}, {0, 0, 0}, 0.2},
  };
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const auto& c : cases) {
      World world = emptyWorld({0, -9.81, 0});
      addGround(world);
      world.settings.quality = quality;
      world.settings.sleeping = false;
      const BodyId id = addBody(world, hullBody(c.vertices, c.position));
      const Vec3 before = bodyAt(world, id).x;
      CHECK(before.y == doctest::Approx(c.height).epsilon(1e-12));
      run(world, 300);
      CAPTURE(c.vertices.size());
      CHECK(distance(bodyAt(world, id).x, before) < 2e-4);
      CHECK(length(bodyAt(world, id).v) < 1e-4);
      CHECK(length(angularVelocity(bodyAt(world, id))) < 1e-3);
    }
  }
}

TEST_CASE("a pushed hull slides v^2 / (2 mu g) and stays upright; on an incline it sticks below tan a = mu and slides above") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0.4);
  BodyDescription d = hullBody(cube({0.5, 0.2, 0.5}), {0, 0.2, 0}, 0.4);
  d.velocity = {3, 0, 0};
  const BodyId id = addBody(world, d);
  run(world, 120);
  CHECK(relativeError(bodyAt(world, id).x.x, 9 / (2 * 0.4 * 9.81)) < 3e-3);
  CHECK(std::abs(bodyAt(world, id).x.y - 0.2) < 1e-3);
  for (const double slope : {0.38, 0.42}) {
    World incline = emptyWorld(Vec3{slope, -1, 0} * (9.81 / std::sqrt(1 + slope * slope)));
    addGround(incline, 0.4);
    const BodyId block = addBody(incline, hullBody(cube({0.5, 0.2, 0.5}), {0, 0.2, 0}, 0.4));
    run(incline, 120);
    const double cosine = 1 / std::sqrt(1 + slope * slope), expected = slope > 0.4 ? 2 * 9.81 * (slope - 0.4) * cosine : 0;
    CHECK(bodyAt(incline, block).v.x == doctest::Approx(expected).epsilon(2e-3));
  }
}

TEST_CASE("stacks of hulls, and of hulls and boxes in turn, stand") {
  for (const bool mixed : {false, true}) {
    World world = emptyWorld({0, -9.81, 0});
    addGround(world);
    std::vector<BodyId> ids;
    for (int i = 0; i < 10; ++i) {
      const Vec3 at{0, 0.5 + i, 0};
      const BodyDescription box = boxBody({1, 1, 1}, at);
      ids.push_back(addBody(world, mixed && i % 2 == 1 ? box : hullBody(cube({0.5, 0.5, 0.5}), at)));
    }
    run(world, 600);
    for (int i = 0; i < 10; ++i) CHECK(distance(bodyAt(world, ids[static_cast<std::size_t>(i)]).x, {0, 0.5 + i, 0}) < 5e-3);
  }
}

TEST_CASE("rimless wheel: at each impact the rate falls by (I + m l^2 cos(2 pi / n)) / (I + m l^2), between them it is a pendulum") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int n : {6, 8, 12, 16}) {
      const double l = 0.5, alpha = 2 * kPi / n, slope = 0.08, g = 9.81;
      World world = emptyWorld(Vec3{std::sin(slope), -std::cos(slope), 0} * g);
      world.settings.quality = quality;
      addGround(world, 2);
      // The pivot is the corner below, at the origin: theta = 0.
      BodyDescription d = hullBody(prism(n, l, 0.2, -kPi / 2), {0, l, 0}, 2);
      const double rate = 3;
      d.velocity = {rate * l, 0, 0};
      d.angularVelocity = {0, 0, -rate};
      const BodyId id = addBody(world, d);
      const double m = bodyAt(world, id).mass, about = bodyAt(world, id).inertia.z + m * l * l;
      const double ratio = (bodyAt(world, id).inertia.z + m * l * l * std::cos(alpha)) / about;
      // Twice the energy about the pivot over its moment of inertia is constant while it turns by theta; at an impact theta jumps from alpha / 2 back.
      const auto level = [&](double theta) { return 2 * m * g * l / about * std::cos(theta + slope); };
      double expected = rate * rate + level(0), turned = 0;
      int stance = 0;
      Worst worst;
      for (int i = 0; i < 150; ++i) {
        step(world);
        const double omega = -angularVelocity(bodyAt(world, id)).z;
        turned += omega / 60;
        const Quat q = bodyAt(world, id).q;
        double theta = -2 * std::atan2(q.z, q.w);
        theta -= 2 * kPi * std::round((theta - turned) / (2 * kPi));
        const int now = static_cast<int>(std::round(theta / alpha));
        theta -= now * alpha;
        if (std::abs(theta) > alpha / 4) continue;
        for (; stance < now; ++stance) expected = (expected - level(alpha / 2)) * ratio * ratio + level(-alpha / 2);
        const double measured = omega * omega + level(theta), afterImpact = level(-alpha / 2);
        worst.add(std::sqrt(measured - afterImpact) / std::sqrt(expected - afterImpact) - 1);
        expected = measured;
      }
      CAPTURE(n);
      CHECK(stance >= (n == 6 ? 3 : 5));
      CHECK(worst < 2e-3);
    }
  }
}

TEST_CASE("hulls of all kinds fall into a heap, gain no energy and come to rest") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  const List<Vec3> kinds[] = {
      cube({0.3, 0.2, 0.25}), prism(5, 0.3, 0.2), prism(8, 0.3, 0.15), {{0.4, 0, 0}, {-0.3, 0, 0.3}, {-0.3, 0, -0.3}, {0, 0.5, 0}}};
  for (int i = 0; i < 24; ++i) {
    BodyDescription d = hullBody(kinds[i % 4], {0.4 * (i % 3), 0.6 + 0.8 * i, 0.3 * (i % 2)}, 0.6);
    d.orientation = fromAxisAngle(normalized(Vec3{1.0 + i, 2, 3.0 - i}), 0.7 * i);
    addBody(world, d);
  }
  double before = 1e9;
  for (int i = 0; i < 900; ++i) {
    step(world);
    const double now = energy(world);
    CHECK(now < before + 1e-3 * std::abs(before));
    before = now;
    for (const Body& body : world.bodies.bodies)
      if (body.type == BodyType::dynamic) CHECK(body.x.y > 0.05);
  }
  for (const Collider& collider : world.colliders.colliders)
    if (collider.hull) CHECK(length(world.bodies.bodies[collider.body].v) < 0.01);
}
