// The law of impact against formulas worked out here, with nothing of the engine's but its vectors.
#include "contacts/impacts/impact_law.h"
#include "math/trigonometry.h"
#include "support/random.h"
#include "support/slow_build.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Quat turnOf(Random& r) {
  const Vec3 axis = r.direction();
  return fromAxisAngle(axis, r.number(0, 6));
}

ImpactBody randomBody(Random& r) {
  FlightState s;
  s.q = turnOf(r);
  s.v = r.vector(3);
  s.omega = r.vector(4);
  s.inverseMass = 1 / r.number(0.2, 5);
  s.inverseInertia = {r.number(0.3, 6), r.number(0.3, 6), r.number(0.3, 6)};
  return impactBodyOf(s);
}

/// Hecker's j for one point without friction (Hecker 1997, part 4), with n from A to B.
double heckerImpulse(const ImpactBody& a, const ImpactBody& b, Vec3 n, Vec3 rA, Vec3 rB, double e) {
  const double vn = dot(n, b.v + cross(b.omega, rB) - a.v - cross(a.omega, rA));
  const Vec3 turnA = cross(a.inverseInertia * cross(rA, n), rA), turnB = cross(b.inverseInertia * cross(rB, n), rB);
  return -(1 + e) * vn / (a.inverseMass + b.inverseMass + dot(n, turnA + turnB));
}

/// Of two bodies that meet by one contact.
void solveImpact(ImpactBody& a, ImpactBody& b, Vec3 n, std::span<const ImpactPoint> points, double restitution, double friction,
                 double threshold) {
  ImpactBody bodies[2] = {a, b};
  ImpactContact contact{0, 1, n, points, restitution, friction, threshold, {}, {}, {}};
  tumble::solveImpact(bodies, {&contact, 1});
  a = bodies[0], b = bodies[1];
}

double kineticEnergy(const ImpactBody& b) {
  return 0.5 * dot(b.v, b.v) / b.inverseMass + 0.5 * dot(b.omega, inverse(b.inverseInertia) * b.omega);
}

}  // namespace

TEST_CASE("one point without friction: Hecker's j, for any two bodies") {
  Random r(11);
  int closing = 0;
  for (int i = 0; i < 1000; ++i) {
    ImpactBody a = randomBody(r), b = randomBody(r);
    if (i % 5 == 0) b = ImpactBody{};  // a wall
    const Vec3 n = r.direction(), rA = r.vector(1), rB = r.vector(1);
    const double e = r.number(0, 1);
    const double approach = dot(n, b.v + cross(b.omega, rB) - a.v - cross(a.omega, rA));
    const double j = heckerImpulse(a, b, n, rA, rB, e);
    const Vec3 vA = a.v - n * (j * a.inverseMass), wB = b.omega + b.inverseInertia * cross(rB, n * j);
    const ImpactPoint point{rA, rB, approach};
    const ImpactBody before = a;
    solveImpact(a, b, n, {&point, 1}, e, 0, 1e-9);
    if (approach >= 0) {
      CHECK(distance(a.v, before.v) == 0);  // bodies that part are left alone
      continue;
    }
    ++closing;
    CHECK(distance(a.impulse, n * -j) < 1e-6);
    CHECK(distance(b.impulse, n * j) < 1e-6);
    CHECK(distance(a.v, vA) < 1e-6);
    CHECK(distance(b.omega, wB) < 1e-6);
  }
  CHECK(closing > 300);
}

TEST_CASE("four corners at once leave no spin") {
  ImpactBody cube{{0, -3, 0}, {}, 1, diagonal(Vec3{6, 6, 6}), {}, {}}, wall;
  ImpactPoint points[4];
  for (int i = 0; i < 4; ++i) points[i] = {{i & 1 ? 0.5 : -0.5, -0.5, i & 2 ? 0.5 : -0.5}, {}, -3};
  solveImpact(cube, wall, {0, -1, 0}, {points, 4}, 0.5, 0, 1e-3);
  // A is the cube and B the wall: closing along n = -y, the cube is sent back up.
  CHECK(distance(cube.v, {0, 1.5, 0}) < 1e-10);
  CHECK(length(cube.omega) < 1e-10);
}

TEST_CASE("two to four points: none closes any more, no impulse pulls, e = 0 and e = 1 keep their energy rules") {
  Random r(11);
  for (int i = 0; i < 300; ++i) {
    ImpactBody a = randomBody(r), b = randomBody(r);
    const Vec3 n = r.direction();
    const double e = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.5 : 1;
    ImpactPoint points[4];
    const int count = 2 + i % 3;
    double approachMost = 0;
    bool allClose = true;
    for (int k = 0; k < count; ++k) {
      const Vec3 rA = r.vector(0.5), rB = r.vector(0.5);
      points[k] = {rA, rB, dot(n, b.v + cross(b.omega, rB) - a.v - cross(a.omega, rA))};
      approachMost = std::fmin(approachMost, points[k].approach);
      allClose &= points[k].approach < -1e-9;
    }
    const double before = kineticEnergy(a) + kineticEnergy(b);
    const Vec3 momentum = a.v * (1 / a.inverseMass) + b.v * (1 / b.inverseMass);
    solveImpact(a, b, n, {points, static_cast<std::size_t>(count)}, e, 0, 1e-9);
    // Where all close in, each leaves as Newton says. Points that part must not close afterwards, which leaves less to the others.
    for (int k = 0; k < count; ++k) {
      const double after = dot(n, b.v + cross(b.omega, points[k].leverB) - a.v - cross(a.omega, points[k].leverA));
      CHECK(after > (allClose ? -e * points[k].approach : 0) - 1e-3 * (1 - approachMost));
    }
    CHECK(dot(b.impulse, n) >= 0);
    CHECK(length(cross(b.impulse, n)) < 1e-12 * (1 + length(b.impulse)));
    CHECK(kineticEnergy(a) + kineticEnergy(b) <= before * (1 + 1e-9));
    CHECK(distance(a.v * (1 / a.inverseMass) + b.v * (1 / b.inverseMass), momentum) < 1e-11);
  }
}

TEST_CASE("100,000 impacts with friction, of slim and thick boxes: no energy comes from nothing, nothing closes, nothing leaves the cone" *
          leftToFastBuilds()) {
  Random r(11);
  const auto randomBox = [&](Vec3 half) {
    FlightState s;
    s.q = turnOf(r);
    s.v = r.vector(3);
    s.omega = r.vector(10);
    s.inverseMass = std::pow(10, r.number(-1, 1));
    const Vec3 square = scaled(half, half);
    s.inverseInertia = Vec3{3 / (square.y + square.z), 3 / (square.z + square.x), 3 / (square.x + square.y)} * s.inverseMass;
    return s;
  };
  const auto randomHalf = [&] { return Vec3{std::pow(10, r.number(-2, 0)), std::pow(10, r.number(-2, 0)), std::pow(10, r.number(-2, 0))}; };
  const auto energyOf = [](const ImpactBody& body) { return body.inverseMass > 0 ? kineticEnergy(body) : 0; };
  int closing = 0;
  double worstGain = -1, worstClosing = -1, worstCone = -1, worstMomentum = 0;
  for (int i = 0; i < 100000; ++i) {
    // Sides from 1 : 1 to 1 : 100. A corner, an edge, three or four corners of a face of A meet B somewhere.
    const Vec3 half = randomHalf();
    const FlightState stateA = randomBox(half);
    ImpactBody a = impactBodyOf(stateA), b = impactBodyOf(randomBox(randomHalf()));
    if (i % 3 == 0) {
      b = ImpactBody{};  // a wall
      b.inverseInertia = diagonal(Vec3{});
    }
    const int count = 1 + i / 3 % 4;
    const Vec3 local = count == 1   ? r.direction()
                       : count == 2 ? normalized(Vec3{0, r.number(-1, 1), r.number(-1, 1)}, {0, 1, 0})
                                    : Vec3{0, 0, 1};
    const Vec3 n = rotate(stateA.q, local), fromB = r.vector(1);
    const double e = i % 4 == 0 ? 1 : i % 4 == 1 ? 0 : r.number(0, 1), mu = i % 5 == 0 ? 0 : r.number(0, 2.5);
    ImpactPoint points[4];
    double fastest = 0;
    for (int k = 0; k < count; ++k) {
      points[k].leverA = rotate(stateA.q, {k & 1 ? -half.x : half.x, k & 2 ? -half.y : half.y, half.z});
      points[k].leverB = points[k].leverA + fromB;
      points[k].approach = dot(n, b.v + cross(b.omega, points[k].leverB) - a.v - cross(a.omega, points[k].leverA));
      fastest = std::fmin(fastest, points[k].approach);
    }
    if (fastest >= 0) continue;
    ++closing;
    const double before = energyOf(a) + energyOf(b);
    solveImpact(a, b, n, {points, static_cast<std::size_t>(count)}, e, mu, 1e-3);
    worstGain = std::max(worstGain, (energyOf(a) + energyOf(b)) / before - 1);
    for (int k = 0; k < count; ++k) {
      const double after = dot(n, b.v + cross(b.omega, points[k].leverB) - a.v - cross(a.omega, points[k].leverA));
      worstClosing = std::max(worstClosing, after / fastest);
    }
    // The impulses of several points in the same cone add up to one in it.
    const double normal = dot(b.impulse, n), tangential = length(b.impulse - n * normal);
    worstCone = std::max(worstCone, (tangential - mu * normal) / (normal + tangential));
    worstMomentum = std::max(worstMomentum, length(a.impulse + b.impulse) / length(b.impulse));
    if (!std::isfinite(worstGain + worstClosing + worstCone + worstMomentum + length(a.omega) + length(b.omega))) {
      FAIL("not a number");
      return;
    };
  }
  CHECK(closing > 60000);
  MESSAGE("energy gained ", worstGain, ", still closing ", worstClosing, ", beyond the cone ", worstCone);
  CHECK(worstGain < 1e-10);
  CHECK(worstClosing < 1e-6);
  CHECK(worstCone < 1e-10);
  CHECK(worstMomentum < 1e-12);
}

TEST_CASE("one point sticks where that stays in the cone, and slips against its velocity on the cone where not") {
  Random r(11);
  int sticking = 0, slipping = 0;
  for (int i = 0; i < 5000; ++i) {
    ImpactBody a = randomBody(r), b = randomBody(r);
    const Vec3 n = r.direction(), rA = r.vector(1), rB = r.vector(1);
    const double mu = r.number(0, 2);
    const auto relative = [&] { return b.v + cross(b.omega, rB) - a.v - cross(a.omega, rA); };
    const ImpactPoint point{rA, rB, dot(n, relative())};
    if (point.approach > -0.01) continue;
    solveImpact(a, b, n, {&point, 1}, 0, mu, 1e-3);
    const Vec3 after = relative(), slip = after - n * dot(n, after);
    const double normal = dot(b.impulse, n);
    const Vec3 friction = b.impulse - n * normal;
    CHECK(std::fabs(dot(n, after)) < 1e-8);
    if (length(slip) < 1e-7) {
      ++sticking;
      CHECK(length(friction) <= mu * normal * (1 + 1e-6));
    } else {
      ++slipping;
      CHECK(length(friction) == doctest::Approx(mu * normal).epsilon(1e-6));
      CHECK(dot(normalized(friction), normalized(slip)) < -1 + 1e-6);
    }
  }
  CHECK(sticking > 500);
  CHECK(slipping > 500);
}

TEST_CASE("friction lies in the plane of contact, against the slip, within the cone") {
  for (const double mu : {0.1, 10.0}) {
    ImpactBody ball{{2, -3, 0}, {}, 1, {}, {}, {}}, wall;
    ball.inverseInertia = diagonal(Vec3{});  // does not turn: the slip is the speed
    const ImpactPoint point{{}, {}, -3};
    solveImpact(ball, wall, {0, -1, 0}, {&point, 1}, 0, mu, 1e-3);
    CHECK(ball.v.y == doctest::Approx(0));
    CHECK(ball.v.x == doctest::Approx(mu < 1 ? 2 - 0.1 * 3 : 0));
    CHECK(ball.v.z == 0);
  }
}

TEST_CASE("below the threshold nothing bounces") {
  for (const double threshold : {0.5, 1.5}) {
    ImpactBody ball{{0, -1, 0}, {}, 1, diagonal(Vec3{1, 1, 1}), {}, {}}, wall;
    const ImpactPoint point{{}, {}, -1};
    solveImpact(ball, wall, {0, -1, 0}, {&point, 1}, 1, 0, threshold);
    CHECK(ball.v.y == doctest::Approx(threshold < 1 ? 1 : 0));
  }
}

TEST_CASE("a whole world gives the same j: a cube's corner on a frictionless floor") {
  // Corner down on the space diagonal plus a tilt, so that j has a lever; measured at the first step after the blow.
  for (const double e : {1.0, 0.5}) {
    World world = emptyWorld();
    addGround(world, 0, e);
    BodyDescription d = cubeBody({0, 1.2, 0}, 2);
    d.shapes[0].friction = 0;
    d.shapes[0].restitution = e;
    d.orientation = normalized(Quat{0.45, 0.1, 0.2, 1});
    d.velocity = {0.3, -2, 0.1};
    const BodyId id = addBody(world, d);
    const Body start = bodyAt(world, id);
    for (int i = 0; i < 60 && bodyAt(world, id).v == start.v; ++i) step(world);
    const Body& after = bodyAt(world, id);
    // The lowest corner, whichever it is; gravity is off and the cube did not turn before.
    Vec3 lowest{0, 10, 0};
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner = rotate(start.q, {i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5});
      if (corner.y < lowest.y) lowest = corner;
    }
    const Vec3 n{0, 1, 0};
    const double inertia = 2.0 / 6;
    const double j = (1 + e) * 2 / (0.5 + dot(n, cross(cross(lowest, n) * (1 / inertia), lowest)));
    CHECK(distance(after.v, start.v + n * (j / 2)) < 1e-5);
    CHECK(distance(after.L, cross(lowest, n * j)) < 1e-5);
  }
}
