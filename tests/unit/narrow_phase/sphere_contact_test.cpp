// Contacts of spheres: geometry by hand and by brute force, and motion against closed forms.
#include "narrow_phase/sphere_contact.h"
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

OrientedBox sphereAt(Vec3 center, float r) { return {center, {}, {r, r, r}, ColliderShape::sphere}; }
OrientedBox boxAt(Vec3 center, Vec3f half, Quat q = {}) { return {center, toFloat(toMatrix(q)), half, ColliderShape::box}; }

BodyDescription sphereBody(double radius, Vec3 position, double mass = 1, double friction = 0.5, double restitution = 0) {
  BodyDescription d;
  Shape shape;
  shape.type = ShapeType::sphere;
  shape.radius = radius;
  shape.friction = friction;
  shape.restitution = restitution;
  d.shapes.push_back(shape);
  d.mass = mass;
  d.position = position;
  return d;
}

}  // namespace

TEST_CASE("two spheres: normal along the centres, gap, point midway") {
  const Manifold m = collideSphere(sphereAt({10, 0, 0}, 1), sphereAt({10, 2, 1.5}, 1.4f), 0.2f, {});
  REQUIRE(m.count == 1);
  CHECK(distance(toDouble(m.normal), {0, 0.8, 0.6}) < 1e-7);
  CHECK(m.points[0].separation == doctest::Approx(0.1).epsilon(1e-5));
  CHECK(distance(toDouble(m.points[0].position), Vec3{0, 0.8, 0.6} * 1.05) < 1e-6);
  CHECK(collideSphere(sphereAt({}, 1), sphereAt({0, 3, 0}, 1), 0.5f, {}).count == 0);
  CHECK(collideSphere(sphereAt({}, 1), sphereAt({}, 1), 0.5f, {}).points[0].separation == -2);
}

TEST_CASE("sphere and box: against the nearest of many points on the box, whichever comes first") {
  std::uint64_t state = 5;
  const auto random = [&](double low, double high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state >> 11) / 9007199254740992.0);
  };
  for (int run = 0; run < 300; ++run) {
    const Quat q = normalized(Quat{random(-1, 1), random(-1, 1), random(-1, 1), random(0.1, 1)});
    const Vec3f half{0.5f, 0.3f, 0.8f};
    const OrientedBox box = boxAt({3, 1, 2}, half, q);
    const Vec3 local{random(-1.2, 1.2), random(-1.2, 1.2), random(-1.2, 1.2)};
    const OrientedBox sphere = sphereAt(Vec3{3, 1, 2} + rotate(q, local), 0.4f);
    // Distance to the surface by a search over the six faces.
    double nearest = 1e9;
    bool inside = true;
    for (int i = 0; i < 3; ++i) inside = inside && std::fabs(local[i]) < static_cast<double>(half[i]);
    for (int face = 0; face < 6; ++face) {
      for (int u = 0; u <= 60; ++u) {
        for (int v = 0; v <= 60; ++v) {
          Vec3 p;
          const int axis = face / 2, next = (axis + 1) % 3, after = (axis + 2) % 3;
          p[axis] = static_cast<double>(half[axis]) * (face % 2 ? 1 : -1);
          p[next] = static_cast<double>(half[next]) * (u / 30.0 - 1);
          p[after] = static_cast<double>(half[after]) * (v / 30.0 - 1);
          nearest = std::fmin(nearest, distance(p, local));
        }
      }
    }
    const double expected = (inside ? -nearest : nearest) - 0.4;
    const Manifold m = collideSphere(box, sphere, 5, {}), back = collideSphere(sphere, box, 5, {});
    CHECK(std::fabs(static_cast<double>(m.points[0].separation) - expected) < 0.01);
    CHECK(std::fabs(m.points[0].separation - back.points[0].separation) < 1e-6f);
    CHECK(distance(toDouble(m.normal), toDouble(-back.normal)) < 1e-6);
    CHECK(distance(toDouble(m.points[0].position) + box.center, toDouble(back.points[0].position) + sphere.center) < 1e-6);
    // The midpoint is half the gap from the sphere, along the normal.
    const Vec3 point = box.center + toDouble(m.points[0].position);
    CHECK(distance(point, sphere.center - toDouble(m.normal) * (0.4 + 0.5 * static_cast<double>(m.points[0].separation))) < 1e-5);
  }
}

TEST_CASE("a sphere rests on the ground") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  const BodyId id = addBody(world, sphereBody(0.5, {0, 0.5, 0}));
  run(world, 300);
  CHECK(std::fabs(bodyAt(world, id).x.y - 0.5) < 1e-4);
  CHECK(length(bodyAt(world, id).v) < 1e-4);
}

TEST_CASE("a sliding ball rolls in the end with 5/7 of its speed, after 2 v0 / (7 mu g)") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0.3);
  BodyDescription d = sphereBody(0.5, {0, 0.5, 0}, 2, 0.3);
  d.velocity = {5, 0, 0};
  const BodyId id = addBody(world, d);
  run(world, 15);
  CHECK(bodyAt(world, id).v.x == doctest::Approx(5 - 0.3 * 9.81 * 0.25).epsilon(1e-4));
  CHECK(angularVelocity(bodyAt(world, id)).z == doctest::Approx(-2.5 * 0.3 * 9.81 * 0.25 / 0.5).epsilon(1e-3));
  run(world, 285);
  const Body& body = bodyAt(world, id);
  CHECK(body.v.x == doctest::Approx(25.0 / 7).epsilon(1e-4));
  CHECK(angularVelocity(body).z == doctest::Approx(-25.0 / 3.5).epsilon(1e-4));
  const double slide = 2.0 * 5 / (7 * 0.3 * 9.81), path = 12.0 * 25 / (49 * 0.3 * 9.81) + 25.0 / 7 * (5 - slide);
  CHECK(body.x.x == doctest::Approx(path).epsilon(1e-3));
}

TEST_CASE("a ball rolls down a slope at 5/7 g sin, without slipping") {
  World world = emptyWorld({9.81 * std::sin(0.3), -9.81 * std::cos(0.3), 0});
  addGround(world, 0.8);
  const BodyId id = addBody(world, sphereBody(0.5, {0, 0.5, 0}, 1, 0.8));
  run(world, 120);
  const Body& body = bodyAt(world, id);
  CHECK(body.v.x == doctest::Approx(5.0 / 7 * 9.81 * std::sin(0.3) * 2).epsilon(1e-3));
  CHECK(body.v.x + angularVelocity(body).z * 0.5 == doctest::Approx(0).epsilon(1e-3));
}

TEST_CASE("elastic balls: velocities after a head-on hit, and an oblique one along the line of centres") {
  World world = emptyWorld();
  BodyDescription d = sphereBody(0.5, {-2, 0, 0}, 1, 0, 1);
  d.velocity = {3, 0, 0};
  const BodyId a = addBody(world, d), b = addBody(world, sphereBody(0.5, {0, 0, 0}, 2, 0, 1));
  run(world, 60);
  CHECK(distance(bodyAt(world, a).v, {-1, 0, 0}) < 1e-6);
  CHECK(distance(bodyAt(world, b).v, {2, 0, 0}) < 1e-6);
  CHECK(bodyAt(world, b).L == Vec3{});
  // Equal balls, offset 0.6 of a diameter: they part at a right angle.
  World oblique = emptyWorld();
  d.position = {-2, 0.6, 0};
  const BodyId c = addBody(oblique, d), e = addBody(oblique, sphereBody(0.5, {}, 1, 0, 1));
  run(oblique, 90);
  const Vec3 n{0.8, -0.6, 0};
  CHECK(distance(bodyAt(oblique, e).v, n * 2.4) < 1e-4);
  CHECK(distance(bodyAt(oblique, c).v, Vec3{3, 0, 0} - n * 2.4) < 1e-4);
}

TEST_CASE("an elastic ball keeps its height over ten bounces") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0, 1);
  const BodyId id = addBody(world, sphereBody(0.5, {0, 2.5, 0}, 1, 0, 1));
  double highest = 0;
  for (int i = 0; i < 780; ++i) {
    step(world);
    if (i > 720) highest = worseOf(highest, bodyAt(world, id).x.y);
  }
  CHECK(highest == doctest::Approx(2.5).epsilon(2e-3));
}
