// Impact events against mechanics: approach speed, moment, impulse and point of each impact, and none where nothing meets.
#include <algorithm>
#include <cmath>
#include <vector>

#include "contacts/impacts/impact_events.h"
#include "replay/state_hash.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;  // m/s^2

World fallingWorld(Quality quality = Quality::automatic) {
  World world = emptyWorld({0, -kGravity, 0});
  world.settings.quality = quality;
  world.contactSolver.impacts.enabled = true;
  return world;
}

struct TimedImpact {
  ImpactEvent event;
  double time;  // s since the start
};

std::vector<TimedImpact> impactsOf(World& world, int steps) {
  std::vector<TimedImpact> found;
  for (int i = 0; i < steps; ++i) {
    const double start = static_cast<double>(world.stepCount) / world.settings.stepsPerSecond;
    step(world);
    CHECK(world.contactSolver.impacts.count == world.contactSolver.impacts.events.size());
    for (const ImpactEvent& event : world.contactSolver.impacts.events) found.push_back({event, start + event.time});
  }
  return found;
}

/// The impulse that the body got, N s.
Vec3 impulseOn(const ImpactEvent& event, BodyId id) { return event.b.index == bodyIndex(id) ? event.impulse : -event.impulse; }

}  // namespace

TEST_CASE("a ball and a cube dropped flat: approach speed sqrt(2 g h), at its moment, with the impulse m v (1 + e)") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    for (const double restitution : {0.0, 0.4, 1.0}) {
      for (const double height : {0.2, 0.5, 1.0, 2.0, 3.3}) {
        for (const bool isBall : {true, false}) {
          CAPTURE(static_cast<int>(quality));
          CAPTURE(restitution);
          CAPTURE(height);
          CAPTURE(isBall);
          World world = fallingWorld(quality);
          addGround(world, 0.5, restitution);
          BodyDescription d = isBall ? ballBody(0.5, {0.3, 0.5 + height, 0}, 2) : cubeBody({0.3, 0.5 + height, 0}, 2);
          d.shapes[0].restitution = restitution;
          const BodyId id = addBody(world, d);
          const double speed = std::sqrt(2 * kGravity * height), moment = std::sqrt(2 * height / kGravity);
          const auto impacts = impactsOf(world, static_cast<int>(60 * moment) + 3);
          REQUIRE(impacts.size() == 1);
          const ImpactEvent& event = impacts[0].event;
          CHECK(event.approachSpeed == doctest::Approx(speed).epsilon(2e-3));
          CHECK(std::fabs(impacts[0].time - moment) < 2e-4);
          CHECK(event.restitution == doctest::Approx(restitution));
          CHECK(event.pointCount == (isBall ? 1 : 4));
          CHECK(impulseOn(event, id).y == doctest::Approx(2 * speed * (1 + restitution)).epsilon(2e-3));
          CHECK(distance(event.point, {0.3, 0, 0}) < 2e-3);
          const ImpactEventBody& body = event.a.index == bodyIndex(id) ? event.a : event.b;
          CHECK(body.v.y == doctest::Approx(-speed).epsilon(2e-3));
          CHECK(body.x.y == doctest::Approx(0.5).epsilon(4e-3));
          CHECK(length(body.angularImpulse) < 0.02);
        }
      }
    }
  }
}

TEST_CASE("an oblique impact: friction sticks or slips as Coulomb says, and turns the ball") {
  for (const double along : {0.5, 2.0, 20.0}) {  // m/s
    CAPTURE(along);
    World world = fallingWorld();
    addGround(world, 0.3);
    BodyDescription d = ballBody(0.5, {0, 1.5, 0}, 2);
    d.shapes[0].friction = 0.3;
    d.velocity = {along, 0, 0};
    const BodyId id = addBody(world, d);
    const auto impacts = impactsOf(world, 40);
    REQUIRE(impacts.size() == 1);
    const double speed = std::sqrt(2 * kGravity), normal = 2 * speed;
    // A ball that sticks rolls on at 5/7 of its speed.
    const double stick = 2 * along * 2 / 7, slip = 0.3 * normal, friction = stick < slip ? stick : slip;
    const ImpactEvent& event = impacts[0].event;
    const Vec3 impulse = impulseOn(event, id);
    CHECK(impulse.y == doctest::Approx(normal).epsilon(3e-3));
    CHECK(-impulse.x == doctest::Approx(friction).epsilon(1e-2));
    const ImpactEventBody& ball = event.a.index == bodyIndex(id) ? event.a : event.b;
    CHECK(ball.angularImpulse.z == doctest::Approx(-0.5 * friction).epsilon(1e-2));
    CHECK(event.point.x == doctest::Approx(along * impacts[0].time).epsilon(3e-3));
  }
}

TEST_CASE("an impact on an edge has the lever in its impulse: j = v / (1/m + r^2/I)") {
  World world = fallingWorld();
  addGround(world, 0);
  const double angle = 0.5;
  BodyDescription d = cubeBody({0, 2, 0}, 2);
  d.shapes[0].friction = 0;
  d.orientation = {0, 0, std::sin(angle / 2), std::cos(angle / 2)};
  const BodyId id = addBody(world, d);
  const double lowest = 0.5 * (std::cos(angle) + std::sin(angle)), lever = 0.5 * (std::cos(angle) - std::sin(angle));
  const double speed = std::sqrt(2 * kGravity * (2 - lowest)), inertia = 2.0 / 6;
  const auto impacts = impactsOf(world, 60);
  REQUIRE(!impacts.empty());
  const ImpactEvent& event = impacts[0].event;
  CHECK(event.pointCount == 2);
  CHECK(event.approachSpeed == doctest::Approx(speed).epsilon(3e-3));
  CHECK(impulseOn(event, id).y == doctest::Approx(speed / (0.5 + lever * lever / inertia)).epsilon(1e-2));
  const ImpactEventBody& cube = event.a.index == bodyIndex(id) ? event.a : event.b;
  CHECK(std::fabs(cube.angularImpulse.z) == doctest::Approx(lever * length(event.impulse)).epsilon(1e-2));
  // The side that comes down next is an impact of the same contact.
  CHECK(impacts.size() > 1);
}

TEST_CASE("two bodies that meet in flight: J = (1 + e) v m_A m_B / (m_A + m_B)") {
  for (const double restitution : {0.0, 0.5}) {
    World world = emptyWorld();
    world.contactSolver.impacts.enabled = true;
    const auto cube = [&](double x, double v, double mass) {
      BodyDescription d = cubeBody({x, 0, 0}, mass);
      d.velocity = {v, 0, 0};
      d.shapes[0].restitution = restitution;
      return addBody(world, d);
    };
    const BodyId a = cube(-1, 2, 2), b = cube(1, -1, 3);  // they meet after 1/3 s
    const auto impacts = impactsOf(world, 60);
    REQUIRE(impacts.size() == 1);
    CHECK(impacts[0].event.a.index == bodyIndex(a));
    CHECK(impacts[0].event.b.index == bodyIndex(b));
    CHECK(impacts[0].time == doctest::Approx(1.0 / 3).epsilon(1e-4));
    CHECK(impacts[0].event.approachSpeed == doctest::Approx(3).epsilon(1e-4));
    CHECK(impacts[0].event.impulse.x == doctest::Approx((1 + restitution) * 3 * 1.2).epsilon(1e-4));
    CHECK(distance(impacts[0].event.normal, {1, 0, 0}) < 1e-6);
    CHECK(distance(impacts[0].event.point, {-1 + 0.5 + 2.0 / 3, 0, 0}) < 1e-3);
  }
}

TEST_CASE("what is pressed makes no impact, however strong the force") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    World world = fallingWorld(quality);
    addGround(world);
    const BodyId id = addBody(world, cubeBody({0, 0.5, 0}));
    run(world, 30);
    world.forces.push_back(forceOn(id, ConstantForce{{0, -1000, 0}, {}}));  // gives 4 m/s in a substep of 1/240 s
    CHECK(impactsOf(world, 60).empty());
  }
}

TEST_CASE("what rests, slides, rolls or crosses a seam makes no impact") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    World world = fallingWorld(quality);
    for (int tile = 0; tile < 12; ++tile) {
      BodyDescription d = boxBody({2, 1, 6}, {2.0 * tile, -0.5, 0});
      d.type = BodyType::fixed;
      d.mass = 0;
      addBody(world, d);
    }
    addBody(world, cubeBody({0, 0.5, -2}));
    BodyDescription sliding = cubeBody({0, 0.5, 0});
    sliding.velocity = {6, 0, 0};
    addBody(world, sliding);
    BodyDescription rolling = ballBody(0.5, {0, 0.5, 2});
    rolling.velocity = {3, 0, 0};
    rolling.angularVelocity = {0, 0, -6};
    addBody(world, rolling);
    CHECK(impactsOf(world, 240).empty());
  }
}

TEST_CASE("a stack that is dropped makes impacts until it has settled, and none from then on") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    World world = fallingWorld(quality);
    addGround(world);
    for (int i = 0; i < 6; ++i) addBody(world, cubeBody({0, 0.7 + 1.1 * i, 0}));
    CHECK(impactsOf(world, 120).size() >= 6);
    CHECK(impactsOf(world, 300).empty());
  }
}

TEST_CASE("impact events are capped, their number is told, and they leave the motion as it is") {
  const auto rain = [](bool recorded) {
    World world = fallingWorld();
    world.contactSolver.impacts.enabled = recorded;
    addGround(world);
    for (int i = 0; i < 400; ++i) addBody(world, cubeBody({2.0 * (i % 20), 1, 2.0 * (i / 20)}));
    return world;
  };
  World recorded = rain(true), plain = rain(false);
  std::uint32_t most = 0;
  for (int i = 0; i < 30; ++i) {
    step(recorded);
    step(plain);
    CHECK(stateHash(recorded) == stateHash(plain));
    CHECK(plain.contactSolver.impacts.count == 0);
    const ImpactEvents& impacts = recorded.contactSolver.impacts;
    CHECK(impacts.events.size() == std::min<std::size_t>(impacts.count, kMostImpactEvents));
    most = std::max(most, impacts.count);
  }
  CHECK(most == 400);
}
