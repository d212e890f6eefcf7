// Springs and drag on bodies that touch something: closed forms and conservation laws, in both presets.
#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "tuning.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World onIce(Quality quality, int stepsPerSecond = 60) {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.quality = quality;
  world.settings.stepsPerSecond = stepsPerSecond;
  addGround(world, 0);
  return world;
}

BodyDescription slab(double x, double mass) {
  BodyDescription d = boxBody({1, 0.4, 1}, {x, 0.2, 0}, mass);
  d.shapes[0].friction = 0;
  return d;
}

Force springOn(BodyId body, Vec3 anchor, double stiffness, double restLength = 0) {
  Spring spring;
  spring.anchor = anchor;
  spring.stiffness = stiffness, spring.restLength = restLength;
  return forceOn(body, spring);
}

Force between(BodyId a, BodyId b, double stiffness, double restLength, double damping = 0) {
  Force f = springOn(a, {}, stiffness, restLength);
  Spring& spring = std::get<Spring>(f.model);
  spring.other = b, spring.damping = damping;
  return f;
}

/// Eight balls of 1 kg at the corners of a cube of 1 m, all joined to each other.
void addSoftCube(World& world, double stiffness, double height) {
  BodyId balls[8];
  for (int i = 0; i < 8; ++i) {
    BodyDescription d;
    Shape ball;
    ball.type = ShapeType::sphere;
    ball.radius = 0.1;
    ball.friction = 0.5;
    d.shapes.push_back(ball);
    d.mass = 1;
    d.position = {i & 1 ? 0.5 : -0.5, height + (i & 2 ? 1 : 0), i & 4 ? 0.5 : -0.5};
    balls[i] = addBody(world, d);
  }
  for (int i = 0; i < 8; ++i) {
    for (int k = i + 1; k < 8; ++k) {
      world.forces.push_back(between(balls[i], balls[k], stiffness, distance(bodyAt(world, balls[i]).x, bodyAt(world, balls[k]).x)));
    }
  }
}

constexpr Quality kPresets[] = {Quality::standard, Quality::precise};

/// Four by four balls of 0.1 kg, 0.5 m apart, each on springs to its neighbours.
List<BodyId> addNet(World& world, double stiffness, double friction) {
  List<BodyId> knots;
  for (int i = 0; i < 16; ++i) {
    BodyDescription d;
    Shape ball;
    ball.type = ShapeType::sphere;
    ball.radius = 0.08;
    ball.friction = friction;
    d.shapes.push_back(ball);
    d.mass = 0.1;
    d.position = {0.5 * (i / 4) - 0.75, 2, 0.5 * (i % 4) - 0.75};
    knots.push_back(addBody(world, d));
  }
  for (std::size_t i = 0; i < 16; ++i) {
    if (i % 4 < 3) world.forces.push_back(between(knots[i], knots[i + 1], stiffness, 0.5));
    if (i < 12) world.forces.push_back(between(knots[i], knots[i + 4], stiffness, 0.5));
  }
  return knots;
}

/// Springs from the corners of such a net to the world, drawn out by 0.1 m: 56 kJ at 1e7 N/m.
void hangUp(World& world, const List<BodyId>& knots, double stiffness) {
  for (const std::size_t corner : {0, 3, 12, 15}) {
    const Vec3 at = bodyAt(world, knots[corner]).x;
    world.forces.push_back(springOn(knots[corner], {1.2 * at.x, 2.3, 1.2 * at.z}, stiffness, 0.3));
  }
}

}  // namespace

TEST_CASE("a block on ice swings on its spring as x0 cos(w t) for 20 s") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {1.0, 30.0, 400.0, 1000.0}) {  // N/m, on 1 kg
      World world = onIce(quality);
      const BodyId id = addBody(world, slab(0.3, 1));
      world.forces.push_back(springOn(id, {0, 0.2, 0}, stiffness));
      const double start = energy(world), scale = 0.5 * stiffness * 0.09, rate = std::sqrt(stiffness);
      double worst = 0, rise = 0;
      for (int i = 1; i <= 1200; ++i) {
        step(world);
        worst = std::fmax(worst, std::fabs(bodyAt(world, id).x.x - 0.3 * std::cos(rate * i / 60)));
        rise = std::fmax(rise, energy(world) - start);
      }
      CAPTURE(stiffness);
      CHECK(std::isfinite(worst));
      CHECK(worst < 0.3 * (1e-3 + (quality == Quality::precise ? 5e-5 : stiffness < 500 ? 1e-4 : 1e-3) * rate * 20));
      CHECK(rise < 0.002 * scale);
    }
  }
}

TEST_CASE("the amplitude of a stiff spring on ice stays") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {1e3, 3e3, 1e4, 3e4}) {
      World world = onIce(quality);
      const BodyId id = addBody(world, slab(0.3, 1));
      world.forces.push_back(springOn(id, {0, 0.2, 0}, stiffness));
      const double start = energy(world), scale = 0.5 * stiffness * 0.09;
      run(world, 1200);
      CAPTURE(stiffness);
      CHECK(std::fabs(energy(world) - start) < 0.005 * scale);
    }
  }
}

TEST_CASE("the error of a spring in contact falls with the square of the step") {
  const auto errorAt = [](int stepsPerSecond) {
    World world = onIce(Quality::precise, stepsPerSecond);
    BodyDescription d = boxBody({1, 0.4, 1}, {0.3, 0.2, 0}, 1);
    d.shapes[0].friction = 0;
    d.angularVelocity = {0, 1, 0};
    const BodyId id = addBody(world, d);
    Force f = springOn(id, {0, 0.2, 0.5}, 60, 0.3);
    std::get<Spring>(f.model).point = {0.4, 0, 0.1};
    world.forces.push_back(f);
    run(world, stepsPerSecond);
    return bodyAt(world, id).x;
  };
  // (Longer steps are taken in parts of 1/240 s.)
  const Vec3 exact = errorAt(3840);
  const double coarse = distance(errorAt(240), exact), fine = distance(errorAt(480), exact);
  MESSAGE("a block on ice that a spring turns: ", coarse, " m off at 240 steps a second, ", fine, " at 480");
  CHECK(std::log2(coarse / fine) > 1.7);
}

TEST_CASE("two blocks and a spring on ice: momentum to 1e-9, and to 1e-8 of what goes to and fro, whatever the spring") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {10.0, 1e3, 1e4, 1e6, 1e8}) {
      World world = onIce(quality);
      const BodyId a = addBody(world, slab(-1.1, 1)), b = addBody(world, slab(1.1, 2));
      bodyAt(world, b).v = {0.3, 0, 0.1};
      world.forces.push_back(between(a, b, stiffness, 2));
      const Vec3 before = measure(world).momentum;
      const double start = energy(world);
      double worst = 0, rise = 0;
      for (int i = 0; i < 600; ++i) {
        step(world);
        const Vec3 change = measure(world).momentum - before;
        worst = std::fmax(worst, std::fabs(change.x) + std::fabs(change.z));
        rise = std::fmax(rise, energy(world) - start);
      }
      CAPTURE(stiffness);
      CHECK(worst < 1e-9 + 1e-8 * (stiffness > 5e3 ? 0.2 * std::sqrt(stiffness * 2 / 3) : 0));
      CHECK(rise < 0.003 * (0.5 * stiffness * 0.04 + 0.2));
    }
  }
}

TEST_CASE("one of two coupled bodies slides on ice, the other flies: no momentum from nothing") {
  for (const double stiffness : {50.0, 5e3, 5e5}) {
    World world = onIce(Quality::precise);
    const BodyId slides = addBody(world, slab(0, 1)), flies = addBody(world, cubeBody({2, 3, 0}, 0.5));
    bodyAt(world, flies).v = {0, 2, 0.4};
    Force f = between(slides, flies, stiffness, 3.4);
    std::get<Spring>(f.model).point = {0.3, 0.2, 0};
    world.forces.push_back(f);
    const Vec3 before = measure(world).momentum;
    double worst = 0;
    for (int i = 0; i < 60; ++i) {
      step(world);
      const Vec3 change = measure(world).momentum - before;
      worst = std::fmax(worst, std::fabs(change.x) + std::fabs(change.z));
    }
    CAPTURE(stiffness);
    CHECK(worst < 1e-6);  // contacts are of single precision, and turn about two corners
  }
}

TEST_CASE("a spring of any stiffness presses with k (l - l0): a clamp of 200 N holds 60 N at a friction of 0.5") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {1e4, 1e5, 1e6, 1e7}) {
      World world = emptyWorld({0, -9.81, 0});
      world.settings.quality = quality;
      addGround(world, 0.5);
      BodyDescription d = cubeBody({0, 0.5, 0});
      d.shapes[0].friction = 0.5;
      const BodyId id = addBody(world, d);
      world.forces.push_back(springOn(id, {0, 1.5 - 200 / stiffness, 0}, stiffness, 1));
      ConstantForce push;
      push.force = {60, 0, 0};
      world.forces.push_back(forceOn(id, push));
      run(world, 600);
      CAPTURE(stiffness);
      CHECK(std::fabs(bodyAt(world, id).x.x) < 1e-3);
      const double slid = bodyAt(world, id).x.x;
      push.force = {30, 0, 0};  // 90 N are still less than 0.5 (200 + 9.81)
      world.forces.push_back(forceOn(id, push));
      run(world, 60);
      CHECK(std::fabs(bodyAt(world, id).x.x - slid) < 1e-3);
      world.forces.push_back(forceOn(id, push));  // 120 N are more
      run(world, 10);
      CHECK(bodyAt(world, id).x.x - slid > 0.05);
    }
  }
}

TEST_CASE("a weight hangs at m g / k, in the air and beside a wall, from any spring") {
  for (const double stiffness : {100.0, 1e4, 1e6, 1e8}) {
    for (const bool wall : {false, true}) {
      World world = emptyWorld({0, -9.81, 0});
      if (wall) {
        BodyDescription d = boxBody({1, 10, 10}, {1.01, 0, 0});
        d.type = BodyType::fixed;
        d.mass = 0;
        addBody(world, d);
      }
      const BodyId id = addBody(world, cubeBody({0, 0, 0}, 2));
      Force f = springOn(id, {0, 2, 0}, stiffness, 2);
      std::get<Spring>(f.model).damping = 0.4 * std::sqrt(stiffness * 2);
      world.forces.push_back(f);
      run(world, 1800);
      CAPTURE(stiffness);
      CHECK(bodyAt(world, id).x.y == doctest::Approx(-2 * 9.81 / stiffness).epsilon(1e-4));
    }
  }
}

TEST_CASE("a soft cube that lands never gains energy, and lies on the ground") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {1e3, 2e4, 1e6, 1e8}) {
      World world = emptyWorld({0, -9.81, 0});
      world.settings.quality = quality;
      addGround(world);
      addSoftCube(world, stiffness, 1);
      const double start = energy(world);
      double rise = 0, lowest = 1;
      for (int i = 0; i < 180; ++i) {
        step(world);
        rise = std::fmax(rise, energy(world) - start);
        for (const Body& body : world.bodies.bodies) {
          if (body.type == BodyType::dynamic) lowest = std::fmin(lowest, body.x.y);
        }
      }
      CAPTURE(stiffness);
      CHECK(std::isfinite(energy(world)));
      CHECK(rise < 1e-3 * start);
      // A ball that springs throw back within one step is seen late, by what pairs look ahead at most.
      CHECK(lowest > 0.1 - static_cast<double>(kSpeculativeMargin));
    }
  }
}

TEST_CASE("a net of light knots that begins under stress never has more energy than at the start, at any stiffness" * leftToFastBuilds()) {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {1e3, 1e5, 1e7}) {
      World world = emptyWorld({0, -9.81, 0});
      world.settings.quality = quality;
      hangUp(world, addNet(world, stiffness, 0.5), stiffness);
      const double start = energy(world);
      double top = start;
      for (int i = 0; i < 180; ++i) {
        step(world);
        top = energy(world) > top || std::isnan(energy(world)) ? energy(world) : top;
      }
      CAPTURE(stiffness);
      CHECK(top - start < 0.005 * std::fabs(start));
      for (const Body& body : world.bodies.bodies) CHECK(length(body.x - Vec3{0, 2, 0}) < 3);
    }
  }
}

TEST_CASE("what has rubbed a net of stiff springs does not make its knots spin faster, whether it hangs or floats" * leftToFastBuilds()) {
  // The springs pull at the centres of the knots: friction alone turns these, and takes energy from what moves.
  for (const Quality quality : kPresets) {
    for (const bool hangs : {true, false}) {
      for (const double stiffness : {1e5, 1e6}) {
        for (const int rate : {30, 60, 120, 240}) {
          World world = emptyWorld(hangs ? Vec3{0, -9.81, 0} : Vec3{});
          world.settings.quality = quality;
          world.settings.stepsPerSecond = rate;
          const List<BodyId> knots = addNet(world, stiffness, 2);
          if (hangs) hangUp(world, knots, stiffness);
          BodyDescription load;
          load.shapes.push_back({});
          load.shapes[0].type = ShapeType::sphere;
          load.shapes[0].radius = 0.24;
          load.shapes[0].friction = 2;
          load.mass = 5;
          load.position = {0.1, 2.6, 0.05};
          load.velocity = {1, -6, 0.5};
          load.angularVelocity = {0, 20, 0};
          addBody(world, load);
          const Measures before = measure(world);
          double lowest = energy(world), rise = 0;
          for (int i = 0; i < 2 * rate; ++i) {
            step(world);
            rise = worseOf(rise, energy(world) - lowest);
            lowest = std::min(lowest, energy(world));
          }
          CAPTURE(hangs);
          CAPTURE(stiffness);
          CAPTURE(rate);
          CHECK(rise < 0.02 * (before.energy.linear + before.energy.rotational + before.energy.potential));
          if (!hangs) CHECK(distance(measure(world).angularMomentum, before.angularMomentum) < 1e-8 * length(before.angularMomentum));
        }
      }
    }
  }
}

TEST_CASE("jaws that a stiff spring draws to a block stay where they are, though all of it bounces") {
  for (const Quality quality : kPresets) {
    for (const int rate : {30, 60, 240}) {
      for (const double restitution : {0.1, 0.8}) {
        World world = emptyWorld({0, -9.81, 0});
        world.settings.quality = quality;
        world.settings.stepsPerSecond = rate;
        addGround(world, 0.5);
        BodyId jaws[2];
        for (int i = 0; i < 3; ++i) {
          BodyDescription d =
              i < 2 ? boxBody({0.2, 0.6, 0.6}, {i == 0 ? -0.35 : 0.35, 0.3, 0}, 1) : boxBody({0.5, 0.5, 0.5}, {0, 0.25, 0}, 2);
          d.shapes[0].friction = 0.5;
          d.shapes[0].restitution = restitution;
          const BodyId id = addBody(world, d);
          if (i < 2) jaws[i] = id;
        }
        world.forces.push_back(between(jaws[0], jaws[1], 50000, 0.696));
        const double start = energy(world);
        double top = start;
        for (int i = 0; i < 5 * rate; ++i) {
          step(world);
          top = energy(world) > top || std::isnan(energy(world)) ? energy(world) : top;
        }
        CAPTURE(rate);
        CAPTURE(restitution);
        CHECK(top - start < 1e-3 * start);
        CHECK(std::fabs(bodyAt(world, jaws[0]).x.x + 0.35) < 1e-3);
        CHECK(std::fabs(bodyAt(world, jaws[1]).x.x - 0.35) < 1e-3);
      }
    }
  }
}

TEST_CASE("a world with springs in contact goes on from a snapshot to the same bits") {
  for (const Quality quality : kPresets) {
    for (const double stiffness : {2e3, 1e6}) {
      World world = emptyWorld({0, -9.81, 0}), other;
      world.settings.quality = quality;
      addGround(world);
      addSoftCube(world, stiffness, 0.6);
      run(world, 35);
      CHECK(restore(other, snapshot(world)) == "");
      run(world, 60);
      run(other, 60);
      CAPTURE(stiffness);
      CHECK(stateHash(world) == stateHash(other));
    }
  }
}

TEST_CASE("stiff springs in flight neither gain nor lose energy") {
  for (const double product : {0.5, 1.0, 3.0, 10.0}) {  // sqrt(k / m) dt
    World world = emptyWorld();
    world.settings.collisions = false;
    addSoftCube(world, product * product * 3600, 1);
    for (Body& body : world.bodies.bodies) body.v = {0.3 * body.x.y, 0.2 * body.x.x, -0.1 * body.x.x};
    const double start = energy(world);
    const Measures before = measure(world);
    double worst = 0;
    for (int i = 0; i < 600; ++i) {
      step(world);
      worst = std::fmax(worst, std::fabs(energy(world) / start - 1));
    }
    CAPTURE(product);
    CHECK(worst < 1e-3);
    CHECK(distance(measure(world).momentum, before.momentum) < 1e-9);
  }
}

TEST_CASE("terminal velocity is m g / c at any c / m, in the air and on a slope of ice") {
  for (const double rate : {1.0, 50.0, 500.0, 5000.0, 1e6}) {
    World air = emptyWorld({0, -9.81, 0});
    Force drag = forceOn(addBody(air, cubeBody({}, 2)), Drag{2 * rate});
    air.forces.push_back(drag);
    run(air, 1200);
    CAPTURE(rate);
    CHECK(bodyAt(air, drag.body).v.y == doctest::Approx(-9.81 / rate).epsilon(1e-6));
    World ice = emptyWorld({3, -9.81, 0});
    addGround(ice, 0);
    BodyDescription d = cubeBody({0, 0.5, 0}, 2);
    d.shapes[0].friction = 0;
    drag.body = addBody(ice, d);
    ice.forces.push_back(drag);
    run(ice, 1200);
    CHECK(bodyAt(ice, drag.body).v.x == doctest::Approx(3 / rate).epsilon(1e-4));
  }
}

TEST_CASE("drag does not carry: what stands in it presses with its whole weight") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0.5);
  BodyDescription d = cubeBody({0, 0.5, 0});
  d.shapes[0].friction = 0.5;
  const BodyId id = addBody(world, d);
  world.forces.push_back(forceOn(id, Drag{2000}));
  world.forces.push_back(forceOn(id, ConstantForce{{4.8, 0, 0}, {}}));  // below 0.5 m g = 4.905 N
  run(world, 300);
  CHECK(std::fabs(bodyAt(world, id).x.x) < 1e-4);
}
