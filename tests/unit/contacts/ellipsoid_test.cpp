// Ellipsoids roll on their curvature: rocking in closed form, the rattleback against its equations of rolling, the spinning egg by Jellett's constant.
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;

BodyDescription ellipsoidBody(Vec3 radii, Vec3 position, Quat q, double friction) {
  BodyDescription d;
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.halfExtents = radii;
  shape.friction = friction;
  d.shapes.push_back(shape);
  d.mass = 1;
  d.position = position;
  d.orientation = q;
  return d;
}

/// m, from the centre to the lowest point.
Vec3 lowest(Vec3 radii, Quat q) {
  const Vec3 stretched = scaled(radii, inverseRotate(q, Vec3{0, -1, 0}));
  return rotate(q, scaled(radii, stretched)) * (1 / length(stretched));
}

/// Rolling without slip, mass 1: with s from the point of contact to the centre, v = w x s, and
///     (I + s^2 1 - s s^T) w' = -w x I w - s x (w x s' + g).
struct Roller {
  Vec3 radii;
  Mat3 inertia;  // body axes
  Quat q;
  Vec3 omega;  // world axes

  Vec3 angularAcceleration(Quat at, Vec3 w) const {
    const Mat3 r = toMatrix(at);
    const auto times = [&](Vec3 v) { return r * (inertia * transposeTimes(r, v)); };
    constexpr double kShort = 1e-6;
    const Vec3 s = -lowest(radii, at), rate = (-lowest(radii, rotatedBy(at, w * kShort)) - s) * (1 / kShort);
    const Vec3 torque = -cross(w, times(w)) - cross(s, cross(w, rate) + Vec3{0, kGravity, 0});
    const auto column = [&](Vec3 e) { return times(e) + e * dot(s, s) - s * dot(s, e); };
    return inverse(Mat3{column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})}) * torque;
  }
  void advance(double h) {  // the midpoint rule
    const Vec3 half = omega + angularAcceleration(q, omega) * (0.5 * h);
    const Vec3 middle = angularAcceleration(rotatedBy(q, omega * (0.5 * h)), half);
    q = normalized(rotatedBy(q, half * h));
    omega += middle * h;
  }
};

}  // namespace

TEST_CASE("an ellipsoid rocks on the ground with w^2 = g (a^2 / b - b) / (k^2 + b^2), a^2 / b its radius of curvature") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const double a : {0.4, 0.6}) {
      const double b = 0.25, k2 = (a * a + b * b) / 5, period = 2 * kPi / std::sqrt(kGravity * (a * a / b - b) / (k2 + b * b));
      World world = emptyWorld(quality, 60);
      addGround(world, 2);
      const Quat q = fromAxisAngle(Vec3{0, 0, 1}, 0.02);
      const Vec3 radii{a, b, 0.3};
      const BodyId id = addBody(world, ellipsoidBody(radii, {0, -lowest(radii, q).y, 0}, q, 2));
      // Every second crossing is one period.
      double before = 0.02, first = -1, last = -1;
      int crossings = 0;
      for (int i = 1; i <= 900; ++i) {
        step(world);
        const Quat now = bodyOrientation(bodyAt(world, id));
        const double angle = 2 * std::atan2(now.z, now.w);
        if (before > 0 && angle <= 0) {
          last = (i - angle / (angle - before)) / 60;
          if (crossings++ == 0) first = last;
        }
        before = angle;
      }
      CAPTURE(a);
      REQUIRE(crossings > 5);
      CHECK(relativeError((last - first) / (crossings - 1), period) < 2e-3);
    }
  }
}

TEST_CASE("a rattleback turns round when spun one way and not the other, as its equations say") {
  const Vec3 radii{0.8, 0.16, 0.24};
  const Quat turned = fromAxisAngle(Vec3{0, 1, 0}, 0.15);
  const Mat3 r = toMatrix(turned);
  const Mat3 inertia = r * diagonal(Vec3{0.2 * (0.0256 + 0.0576), 0.2 * (0.64 + 0.0576), 0.2 * (0.64 + 0.0256)}) * transpose(r);
  for (const double spin : {-1.5, 1.5}) {
    World world = emptyWorld({0, -kGravity, 0});
    addGround(world, 3);
    const Quat q = fromAxisAngle(Vec3{0, 0, 1}, 0.01);
    BodyDescription d = ellipsoidBody(radii, {0, -lowest(radii, q).y, 0}, q, 3);
    d.hasInertia = true;
    d.inertia = inertia;
    d.angularVelocity = {0, spin, 0};
    d.velocity = cross(d.angularVelocity, -lowest(radii, q));
    const BodyId id = addBody(world, d);
    Roller roller{radii, inertia, q, d.angularVelocity};
    const double start = energy(world);
    bool reversed = false;
    Worst worst;
    for (int i = 1; i <= 900; ++i) {
      step(world);
      for (int k = 0; k < 50; ++k) roller.advance(1.0 / 3000);
      worst.add(angularVelocity(bodyAt(world, id)).y - roller.omega.y);
      reversed = reversed || (i <= 300 && roller.omega.y * spin < -1.4);
    }
    CHECK(reversed == (spin < 0));
    CHECK(worst < 0.02);                  // rad/s, in 15 s
    CHECK(energy(world) < start + 5e-4);  // 0.3 % of the energy of the spin
  }
}

TEST_CASE("a spinning egg rises onto its end, and L.r, r to the point of contact, stays what it is (Jellett)") {
  const Vec3 radii{0.2, 0.3, 0.2};
  World world = emptyWorld({0, -kGravity, 0});
  addGround(world, 0.3);
  const Quat q = fromAxisAngle(Vec3{0, 0, 1}, kPi / 2 - 0.2);
  BodyDescription d = ellipsoidBody(radii, {0, -lowest(radii, q).y, 0}, q, 0.3);
  d.angularVelocity = {0, 35, 0};
  const BodyId id = addBody(world, d);
  const auto jellett = [&] { return dot(bodyAt(world, id).L, lowest(radii, bodyOrientation(bodyAt(world, id)))); };
  const double start = jellett(), energyAtStart = energy(world);
  Worst worst;
  for (int i = 1; i <= 600; ++i) {
    step(world);
    worst.add(jellett() / start - 1);
  }
  CHECK(energy(world) < energyAtStart);
  CHECK(std::abs(rotate(bodyOrientation(bodyAt(world, id)), Vec3{0, 1, 0}).y) > 0.85);  // 0.2 at the start; then it rolls
  CHECK(bodyAt(world, id).x.y > 0.275);
  CHECK(worst < 0.03);
}
