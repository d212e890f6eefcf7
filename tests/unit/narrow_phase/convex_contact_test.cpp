// Contacts of capsules, cylinders and cones: distances by brute force over directions, rest, and rolling in closed form.
#include "narrow_phase/convex_contact.h"
#include "colliders/convex_distance.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr ColliderShape kShapes[] = {ColliderShape::box,  ColliderShape::sphere, ColliderShape::capsule,  ColliderShape::cylinder,
                                     ColliderShape::cone, ColliderShape::hull,   ColliderShape::ellipsoid};

std::uint32_t seed = 1;
double random(double low, double high) {
  seed = seed * 1664525u + 1013904223u;
  return low + (high - low) * (seed >> 8) / 16777216.0;
}
Vec3 randomVector() { return {random(-1, 1), random(-1, 1), random(-1, 1)}; }

/// Some hull; they live as long as the program.
const Hull& randomHull() {
  static Hull hulls[1024];
  static int count = 0;
  List<Vec3> points;
  for (int i = 0; i < 10; ++i) points.push_back(randomVector() * 0.5);
  return hulls[count++] = makeHull(points, convexHull(points));
}

OrientedBox randomShape(ColliderShape shape, Vec3 center) {
  const auto r = static_cast<float>(random(0.2, 0.6)), h = static_cast<float>(random(0.2, 0.8));
  const Quat q = normalized(Quat{random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1)});
  Vec3f half{r, h, r};
  if (shape == ColliderShape::box || shape == ColliderShape::ellipsoid) half.z = 0.4f;
  if (shape == ColliderShape::sphere) half = {r, r, r};
  if (shape == ColliderShape::capsule) half.y = r + h;
  const Hull* const hull = shape == ColliderShape::hull ? &randomHull() : nullptr;
  if (hull) half = toFloat(hull->halfExtents);
  return {center, shape == ColliderShape::sphere ? Mat3f{} : toFloat(toMatrix(q)), half, shape, hull};
}

double along(const OrientedBox& a, const OrientedBox& b, Vec3 n) {
  return dot(n, b.center - a.center + supportPoint(b, -n) - supportPoint(a, n));
}

/// Greatest separation by a search over directions that narrows round the best.
double bruteDistance(const OrientedBox& a, const OrientedBox& b) {
  double best = -1e300;
  Vec3 at{0, 1, 0};
  for (int round = 0; round < 40; ++round) {
    const double width = round < 2 ? 4 : 3.0 / (1 << (round / 2));
    const Vec3 around = at;
    for (int i = 0; i < 300; ++i) {
      const Vec3 n = normalized(around + randomVector() * width, {0, 1, 0});
      const double s = along(a, b, n);
      if (s > best) best = s, at = n;
    }
  }
  return best;
}

BodyDescription bodyOf(ShapeType type, double radius, double height, Vec3 position, Quat q, double friction) {
  BodyDescription d;
  Shape shape;
  shape.type = type;
  shape.radius = radius;
  shape.height = height;
  shape.friction = friction;
  d.shapes.push_back(shape);
  d.mass = 1;
  d.position = position;
  d.orientation = q;
  return d;
}

}  // namespace

TEST_CASE("where lines touch: crossed capsules and cylinders, a cylinder across the edge of a box, logs side by side") {
  const double r = std::sqrt(0.5);
  const Quat alongX{0, 0, r, r}, alongZ{r, 0, 0, r}, turned = fromAxisAngle({1, 0, 0}, kPi / 4);
  const auto at = [](ColliderShape shape, Vec3 center, Vec3f half, Quat q) {
    return OrientedBox{center, toFloat(toMatrix(q)), half, shape};
  };
  for (const double gap : {0.01, -0.005}) {
    const auto check = [&](const OrientedBox& a, const OrientedBox& b, std::initializer_list<Vec3> expected) {
      const Manifold m = collideConvex(a, b, 0.02f, {});
      REQUIRE(m.count == static_cast<int>(expected.size()));
      for (const Vec3 p : expected) {
        double nearest = 1e9;
        for (int i = 0; i < m.count; ++i) nearest = std::min(nearest, length(toDouble(m.points[i].position) - p));
        CHECK(nearest < 1e-3);
      }
      for (int i = 0; i < m.count; ++i) CHECK(std::abs(static_cast<double>(m.points[i].separation) - gap) < 1e-4);
    };
    for (const ColliderShape shape : {ColliderShape::capsule, ColliderShape::cylinder}) {
      const Vec3f half{0.1f, 0.6f, 0.1f};
      check(at(shape, {}, half, alongX), at(shape, {0, 0.2 + gap, 0}, half, alongZ), {{0, 0.1 + 0.5 * gap, 0}});
      check(at(shape, {}, half, alongX), at(shape, {0.2, 0.2 + gap, 0.3}, half, alongZ), {{0.2, 0.1 + 0.5 * gap, 0}});
    }
    const Vec3f log{0.1f, 0.5f, 0.1f};
    check(at(ColliderShape::cylinder, {}, log, alongX), at(ColliderShape::cylinder, {0.6, 0.2 + gap, 0}, log, alongX),
          {{0.1, 0.1 + 0.5 * gap, 0}, {0.5, 0.1 + 0.5 * gap, 0}});
    const double edge = 0.1 * std::sqrt(2.0);
    check(at(ColliderShape::box, {}, {0.5f, 0.1f, 0.1f}, turned), at(ColliderShape::cylinder, {0, edge + 0.1 + gap, 0}, log, alongZ),
          {{0, edge + 0.5 * gap, 0}});
  }
}

TEST_CASE("convex distance: the greatest separation over all directions, apart and for slight overlaps") {
  for (const ColliderShape p : kShapes) {
    for (const ColliderShape q : kShapes) {
      Worst worst;
      for (int i = 0; i < 12; ++i) {
        const OrientedBox a = randomShape(p, randomVector());
        OrientedBox b = randomShape(q, a.center + normalized(randomVector(), {1, 0, 0}) * 3.0);
        const ConvexDistance far = convexDistance(a, b);
        // Of the spikes of a random hull 1 cm may have several ways out, and the search finds one of them.
        const double depth = p == ColliderShape::hull || q == ColliderShape::hull ? 0.003 : 0.01;
        if (i % 2 == 1) b.center -= far.normal * (far.distance + depth);
        const ConvexDistance d = convexDistance(a, b);
        CHECK(length(d.normal) == doctest::Approx(1).epsilon(1e-9));
        CHECK(along(a, b, d.normal) == doctest::Approx(d.distance).epsilon(1e-6));
        worst.add(bruteDistance(a, b) - d.distance);
      }
      CAPTURE(static_cast<int>(p));
      CAPTURE(static_cast<int>(q));
      CHECK(worst < 2e-3);
    }
  }
}

TEST_CASE("convex distance from the direction of a moment before: that of the whole search, for slight overlaps and gaps") {
  int others = 0, count = 0;
  for (const ColliderShape p : kShapes) {
    for (const ColliderShape q : kShapes) {
      if (p == ColliderShape::sphere && q == ColliderShape::sphere) continue;
      for (int i = 0; i < 20; ++i) {
        const OrientedBox a = randomShape(p, randomVector());
        OrientedBox b = randomShape(q, a.center + normalized(randomVector(), {1, 0, 0}) * 3.0);
        for (int round = 0; round < 4; ++round) {
          const ConvexDistance far = convexDistance(a, b);
          b.center -= far.normal * (far.distance + (i % 2 == 0 ? 1e-3 : -1e-3));
        }
        const Vec3 hint = toDouble(toFloat(convexDistance(a, b).normal));
        const double motion = i % 4 < 2 ? 1e-4 : 0.02;
        b.axes = toFloat(toMatrix(rotatedBy({}, randomVector() * motion)) * toDouble(b.axes));
        b.center += randomVector() * (0.1 * motion);
        const ConvexDistance found = convexDistance(a, b, hint), whole = convexDistance(a, b);
        CHECK(std::abs(along(a, b, found.normal) - found.distance) < 1e-6);
        // There may be two ways out that are nearly as short.
        others += std::abs(found.distance - whole.distance) > 1e-6;
        ++count;
        CAPTURE(static_cast<int>(p));
        CAPTURE(static_cast<int>(q));
        CHECK(std::abs(found.distance - whole.distance) < 5e-3);
      }
    }
  }
  CHECK(others * 100 <= 3 * count);
}

TEST_CASE("cylinder, capsule and cone rest on the ground where they stand or lie") {
  const Quat side = fromAxisAngle(Vec3{0, 0, 1}, kPi / 2);
  const struct {
    ShapeType type;
    Quat q;
    double y;
  } cases[] = {
      {ShapeType::cylinder, {}, 0.3}, {ShapeType::cylinder, side, 0.4}, {ShapeType::capsule, side, 0.4}, {ShapeType::cone, {}, 0.3}};
  for (const auto& c : cases) {
    World world = emptyWorld({0, -9.81, 0});
    BodyDescription ground = boxBody({20, 1, 20}, {0, -0.5, 0});
    ground.type = BodyType::fixed;
    addBody(world, ground);
    const BodyId id = addBody(world, bodyOf(c.type, 0.4, 0.6, {0, c.y, 0}, c.q, 0.5));
    const Vec3 before = findBody(world.bodies, id)->x;
    for (int i = 0; i < 300; ++i) step(world);
    const Body& body = *findBody(world.bodies, id);
    CAPTURE(static_cast<int>(c.type));
    CHECK(distance(body.x, before) < 2e-4);
    CHECK(length(body.v) < 1e-4);
    CHECK(length(angularVelocity(body)) < 1e-3);
  }
}

TEST_CASE("a cylinder rolls down an incline at 2/3 g sin a, a capsule with its own moment of inertia") {
  for (const ShapeType type : {ShapeType::cylinder, ShapeType::capsule}) {
    World world = emptyWorld({-9.81 * std::sqrt(1 - 0.75), -9.81 * std::sqrt(0.75), 0});
    BodyDescription ground = boxBody({200, 1, 20}, {0, -0.5, 0});
    ground.type = BodyType::fixed;
    ground.shapes[0].friction = 1;
    addBody(world, ground);
    const BodyId id = addBody(world, bodyOf(type, 0.4, 0.6, {0, 0.4, 0}, fromAxisAngle(Vec3{1, 0, 0}, kPi / 2), 1));
    const Body& body = *findBody(world.bodies, id);
    const double moment = body.inertia.y;
    const double acceleration = 9.81 * 0.5 / (1 + moment / (0.4 * 0.4));
    for (int i = 0; i < 120; ++i) step(world);
    CHECK(relativeError(-findBody(world.bodies, id)->v.x, 2 * acceleration) < 3e-4);
    if (type == ShapeType::cylinder) CHECK(acceleration == doctest::Approx(9.81 / 3));
  }
}

TEST_CASE("a coin rolls round a circle, leaning by 25 degrees: steady precession keeps its lean and its height") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription ground = boxBody({200, 2, 200}, {0, -1, 0});
  ground.type = BodyType::fixed;
  ground.shapes[0].friction = 1;
  addBody(world, ground);
  BodyDescription coin =
      bodyOf(ShapeType::cylinder, 0.5, 0.06, {0, 0.465832441370546, 0}, {0, 0, 0.5372996083468239, 0.8433914458128857}, 1);
  coin.hasInertia = true;
  coin.inertia = diagonal(Vec3{0.0628, 0.125, 0.0628});
  coin.velocity = {0, 0, 1.5890249204715996};
  coin.angularVelocity = {3.4142730676676365, 0.007898321514222095, 0};
  const BodyId id = addBody(world, coin);
  for (int i = 0; i < 300; ++i) step(world);
  const Body& body = *findBody(world.bodies, id);
  // Once round in 2 pi / 1.6 s, on a circle of radius 0.9931405752947498 m about (0.9931405752947498, y, 0).
  CHECK(distance(body.x, {1.1376425625768416, 0.465832441370546, 0.9825718182241503}) < 0.01);
  CHECK(distance(rotate(bodyOrientation(body), Vec3{0, 1, 0}), {0.13186781365484213, 0.4226182617406993, 0.8966630830836974}) < 0.01);
}
