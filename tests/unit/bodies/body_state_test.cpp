// The state of one body: poses with the centre of mass off the origin, L as the primary quantity, impulses at a point.
#include "math/trigonometry.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A hammer: a heavy head at one end of a handle, so that the centre of mass is far off the body's origin.
BodyDescription hammer() {
  BodyDescription d = boxBody({0.1, 1, 0.1});
  Shape head;
  head.halfExtents = {0.3, 0.1, 0.15};
  head.position = {0.1, 0.6, 0.05};
  head.density = 8000;
  d.shapes.push_back(head);
  d.mass = 0;
  return d;
}

}  // namespace

TEST_CASE("pose in, pose out, with the centre of mass off the origin and turned principal axes") {
  BodyDescription d = hammer();
  d.position = {3, -2, 7};
  d.orientation = normalized(Quat{0.3, -0.2, 0.6, 0.5});
  Body body = bodyFrom(d);
  CHECK(length(body.centerOfMass) > 0.4);
  CHECK(distance(bodyOrigin(body), d.position) < 1e-14);
  CHECK(angleBetween(bodyOrientation(body), d.orientation) < 1e-14);
  CHECK(distance(body.x, d.position + rotate(d.orientation, body.centerOfMass)) < 1e-14);

  const Quat turned = normalized(Quat{-0.7, 0.1, 0.2, 0.4});
  setBodyPose(body, {1, 1, 1}, turned);
  CHECK(distance(bodyOrigin(body), {1, 1, 1}) < 1e-14);
  CHECK(angleBetween(bodyOrientation(body), turned) < 1e-14);
}

TEST_CASE("a new pose keeps the angular velocity, not the angular momentum") {
  Body body = spinningBody({1, 2, 3}, {});
  setAngularVelocity(body, {0.5, -1, 2});
  setBodyPose(body, {}, fromAxisAngle({0, 0, 1}, kPi / 2));
  CHECK(distance(angularVelocity(body), {0.5, -1, 2}) < 1e-14);
  CHECK(distance(body.L, {2 * 0.5, 1 * -1, 3 * 2}) < 1e-14);  // axes x and y have changed places
}

TEST_CASE("L is primary: omega follows from it and need not be parallel") {
  Body body = spinningBody({1, 2, 4}, {1, 1, 1});
  CHECK(distance(body.L, {1, 2, 4}) < 1e-14);
  CHECK(distance(angularVelocity(body), {1, 1, 1}) < 1e-14);
  body.L = {4, 4, 4};
  CHECK(distance(angularVelocity(body), {4, 2, 1}) < 1e-14);
  CHECK(length(cross(body.L, angularVelocity(body))) > 1);
}

TEST_CASE("an impulse at a point: dv = J/m, dL = (p - x) x J, and not J x (p - x)") {
  // Error 2 of the texts: with the other sign a push to the right above the middle would tip the cube to the left.
  Body cube = bodyFrom(cubeBody({10, 0, 0}, 2));
  applyImpulse(cube, {4, 0, 0}, {10, 0.5, 0});
  CHECK(distance(cube.v, {2, 0, 0}) == 0);
  CHECK(distance(cube.L, {0, 0, -2}) == 0);
  CHECK(velocityAt(cube, {10, 0.5, 0}).x > 2);   // what is pushed gives way,
  CHECK(velocityAt(cube, {10, -0.5, 0}).x < 2);  // the far side stays behind
  // The power of the push on the motion it makes is positive. The wrong sign breaks this: F.v != tau.omega + F.v_cm.
  Body tall = bodyFrom(boxBody({0.1, 2, 0.1}, {}, 1));
  applyImpulse(tall, {1, 0, 0}, {0, 0.9, 0});
  const double energy = 0.5 * tall.mass * dot(tall.v, tall.v) + 0.5 * dot(tall.L, angularVelocity(tall));
  CHECK(energy == doctest::Approx(0.5 * dot(Vec3{1, 0, 0}, velocityAt(tall, {0, 0.9, 0}))).epsilon(1e-13));
}

TEST_CASE("the same push gives the same velocity wherever it acts; two opposite pushes turn only") {
  Body middle = bodyFrom(cubeBody()), corner = middle;
  applyImpulse(middle, {1, 2, 3}, middle.x);
  applyImpulse(corner, {1, 2, 3}, {0.5, 0.5, -0.5});
  CHECK(middle.v == corner.v);
  CHECK(length(middle.L) == 0);
  CHECK(length(corner.L) > 1);
  applyImpulse(corner, {-1, -2, -3}, {-0.5, -0.5, 0.5});
  CHECK(length(corner.v) == 0);
  CHECK(distance(corner.L, cross(Vec3{1, 1, -1}, Vec3{1, 2, 3})) < 1e-15);
}

TEST_CASE("an off-centre body turns about its centre of mass, not its origin") {
  Body body = bodyFrom(hammer());
  applyImpulse(body, {1, 0, 0}, body.x);
  CHECK(length(body.L) == 0);
  CHECK(distance(velocityAt(body, bodyOrigin(body)), body.v) == 0);
  applyImpulse(body, {1, 0, 0}, bodyOrigin(body));
  CHECK(length(body.L) > 0.1);
}

TEST_CASE("nothing pushes static and kinematic bodies") {
  BodyDescription d = cubeBody();
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    d.type = type;
    Body body = bodyFrom(d);
    applyImpulse(body, {1, 2, 3}, {0.5, 0, 0});
    CHECK(body.v == Vec3{});
    CHECK(body.L == Vec3{});
    CHECK(body.inverseMass == 0);
  }
}

TEST_CASE("finite means every number of the state") {
  const Body good = bodyFrom(cubeBody());
  CHECK(isFinite(good));
  for (int field = 0; field < 5; ++field) {
    for (const double bad : {kNaN, kInfinity, -kInfinity}) {
      Body body = good;
      (field == 0 ? body.x.y : field == 1 ? body.q.w : field == 2 ? body.v.x : field == 3 ? body.L.z : body.kinematicOmega.y) = bad;
      CHECK_FALSE(isFinite(body));
    }
  }
}
