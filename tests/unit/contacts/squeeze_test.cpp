// Contacts that cannot all be met: cubes in gaps too narrow for them, and presses that nothing can stop. Energy never rises above what
// was put in, and nothing is shot away.
#include "math/trigonometry.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Shape boxAt(Vec3 size, Vec3 position) {
  Shape shape;
  shape.halfExtents = size * 0.5;
  shape.position = position;
  return shape;
}

double fastest(const World& world) {
  Worst speed;
  for (const Body& body : world.bodies.bodies) speed.add(body.type == BodyType::dynamic ? length(body.v) : 0);
  return speed;
}

/// J, how far above the start the energy ever was in `seconds`.
double highestRise(World& world, double seconds) {
  const double start = energy(world);
  Worst rise;
  for (int i = 0; i < seconds * world.settings.stepsPerSecond; ++i) {
    step(world);
    rise.add(worseOf(energy(world) - start, 0));
  }
  return rise;
}

/// In [0, 1), by a linear congruential generator.
struct Sequence {
  std::uint64_t state;
  double operator()() { return static_cast<double>(state = (state * 1103515245 + 12345) % 2147483648u) / 2147483648.0; }
};

}  // namespace

TEST_CASE("a cube thrown into a gap too narrow for it is no spring: energy never rises" * leftToFastBuilds()) {
  const double gaps[] = {0.8, 0.7, 0.89}, heights[] = {2.5, 1.2, 1.8}, speeds[] = {11.7, 6, 3};
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {30, 60, 240}) {
      for (const bool isLoose : {false, true}) {
        for (int i = 0; i < 12; ++i) {
          CAPTURE(rate);
          CAPTURE(isLoose);
          CAPTURE(i);
          const double gap = gaps[i % 3], height = heights[i % 3];
          World world = emptyWorld(quality, rate);
          addGround(world, 0.6);
          BodyDescription channel;
          channel.shapes = {boxAt({0.5, height, 0.7}, {-gap / 2 - 0.25, height / 2, 0}),
                            boxAt({0.5, height, 0.7}, {gap / 2 + 0.25, height / 2, 0}), boxAt({gap + 1, 0.5, 0.7}, {0, -0.25, 0})};
          channel.type = isLoose ? BodyType::dynamic : BodyType::fixed;
          channel.mass = isLoose ? 800 : 0;
          channel.position = {0, 0.5, 0};
          addBody(world, channel);
          BodyDescription cube = boxBody({0.9, 0.9, 0.9}, {0.03 * (i % 5 - 2), height + 2, 0.02 * (i % 3 - 1)}, 700);
          cube.velocity = {0.2 * (i % 4 - 1), -speeds[i / 4], 0};
          cube.orientation = fromAxisAngle(normalized(Vec3{1, 0.3 * i, 0.5}), 0.07 * i);
          cube.shapes[0].restitution = i % 2 == 0 ? 0 : 0.1;
          addBody(world, cube);
          const double scale = energy(world);
          CHECK(highestRise(world, 4) < 0.005 * scale);
        }
      }
    }
  }
}

TEST_CASE("a press that crushes a cube against a wall shoots nothing away" * leftToFastBuilds()) {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 240}) {
      for (const double speed : {0.05, 0.2, 0.5}) {
        CAPTURE(rate);
        CAPTURE(speed);
        World world = emptyWorld(quality, rate);
        addGround(world);
        BodyDescription wall = boxBody({1, 4, 4}, {2, 2, 0}, 0);
        wall.type = BodyType::fixed;
        addBody(world, wall);
        BodyDescription press = boxBody({1, 2, 2}, {-0.3, 1, 0}, 0);
        press.type = BodyType::kinematic;
        press.velocity = {speed, 0, 0};
        addBody(world, press);
        addBody(world, cubeBody({0.9, 0.5, 0}));
        Worst most;
        for (int i = 0; i < 12 * rate; ++i) {
          step(world);
          most.add(fastest(world));
        }
        // Out of the press it may fall by its own height.
        CHECK(most < 5);
      }
    }
  }
}

TEST_CASE("a drum at 15 rad/s keeps its cubes" * leftToFastBuilds()) {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {30, 60, 240}) {
      CAPTURE(rate);
      World world = emptyWorld(quality, rate);
      BodyDescription drum;
      for (int i = 0; i < 12; ++i) {
        const double angle = i * kPi / 6;
        Shape stave = boxAt({0.3, 1.9, 2}, {3 * std::cos(angle), 3 * std::sin(angle), 0});
        stave.orientation = fromAxisAngle({0, 0, 1}, angle);
        drum.shapes.push_back(stave);
      }
      drum.type = BodyType::kinematic;
      drum.mass = 0;
      drum.angularVelocity = {0, 0, 15};
      addBody(world, drum);
      // In a plane: the drum has no lids.
      for (int i = 0; i < 20; ++i) {
        BodyDescription cube = boxBody({0.4, 0.4, 0.4}, {0.7 * (i % 5 - 2), 0.7 * (i / 5) - 1, 0});
        cube.planar = true;
        addBody(world, cube);
      }
      run(world, 6 * rate);
      Worst farthest;
      for (std::size_t i = 1; i < world.bodies.bodies.size(); ++i) farthest.add(length(world.bodies.bodies[i].x));
      CHECK(farthest < 3);
    }
  }
}

TEST_CASE("a brick that rides on the wall of a drum goes in a circle, at its angular velocity") {
  constexpr double kWall = 1, kHalf = 0.1;
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 240}) {
      for (const double restitution : {0.0, 0.1}) {
        for (const double turning : {2.0, 10.0}) {
          CAPTURE(rate);
          CAPTURE(restitution);
          CAPTURE(turning);
          World world = emptyWorld();
          world.settings.quality = quality;
          world.settings.stepsPerSecond = rate;
          BodyDescription drum;
          for (int i = 0; i < 6; ++i) {
            Shape stave = boxAt({0.4, 1.2, 2}, Vec3{std::cos(i * kPi / 3), std::sin(i * kPi / 3), 0} * (kWall + 0.2));
            stave.orientation = fromAxisAngle({0, 0, 1}, i * kPi / 3);
            stave.restitution = restitution;
            drum.shapes.push_back(stave);
          }
          drum.type = BodyType::kinematic;
          drum.angularVelocity = {0, 0, turning};
          addBody(world, drum);
          BodyDescription brick = boxBody({2 * kHalf, 0.3, 0.2}, {kWall - kHalf, 0, 0}, 3);
          brick.velocity = {0, turning * (kWall - kHalf), 0};
          brick.angularVelocity = {0, 0, turning};
          brick.shapes[0].restitution = restitution;
          const BodyId id = addBody(world, brick);
          Worst outward, slow, spin;
          for (int i = 0; i < 3 * rate; ++i) {
            step(world);
            const Body& body = bodyAt(world, id);
            outward.add(std::fabs(length(body.x) - (kWall - kHalf)));
            slow.add(length(body.v - cross({0, 0, turning}, body.x)) / (turning * kWall));
            spin.add(std::fabs(angularVelocity(body).z / turning - 1));
          }
          // At 60 Hz and 10 rad/s the drum turns by 0.17 rad in a step. What bounces hops, for
          // nothing falls here, and each bounce takes its time.
          CHECK(outward < (restitution > 0 ? 5e-4 : 3e-4));  // up to 0.26 m after 3 s with restitution, and rising
          CHECK(slow < (restitution > 0 ? 0.03 : 2e-3));     // 0.01, half a step behind
          CHECK(spin < (restitution > 0 ? 0.05 : 0.01));
        }
      }
    }
  }
}

TEST_CASE("a ball that rolls on a turntable goes in circles at 2/7 of its angular velocity") {
  constexpr double kRadius = 0.2, kTurning = 2, kSpeed = 1;
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 240}) {
      CAPTURE(rate);
      World world = emptyWorld(quality, rate);
      BodyDescription table = boxBody({40, 1, 40}, {0, -0.5, 0}, 0);
      table.type = BodyType::kinematic;
      table.angularVelocity = {0, kTurning, 0};
      table.shapes[0].friction = 1;
      addBody(world, table);
      BodyDescription ball;
      Shape sphere;
      sphere.type = ShapeType::sphere;
      sphere.radius = kRadius;
      sphere.friction = 1;
      ball.shapes.push_back(sphere);
      ball.mass = 1;
      ball.position = {0, kRadius, 0};
      ball.velocity = {kSpeed, 0, 0};
      ball.angularVelocity = {0, 0, -kSpeed / kRadius};
      const BodyId id = addBody(world, ball);
      // v' = (2/7) Omega x v (S. Earnshaw, 1844; R. Weltner, "Stable circular orbits of freely moving balls on rotating discs", 1979).
      const double rateOfOrbit = 2.0 / 7 * kTurning, orbit = kSpeed / rateOfOrbit;
      Worst off, slow;
      for (int i = 1; i <= 11 * rate; ++i) {
        step(world);
        const double angle = rateOfOrbit * i / rate;
        const Body& body = bodyAt(world, id);
        off.add(length(body.x - Vec3{orbit * std::sin(angle), kRadius, -orbit * (1 - std::cos(angle))}) / orbit);
        slow.add(std::fabs(length(body.v) / kSpeed - 1));
      }
      CHECK(off < 0.01);
      CHECK(slow < 0.005);
      MESSAGE("turntable at ", rate, " Hz: ", off, " of the radius off after a round, speed ", slow);
    }
  }
}

TEST_CASE("small cubes under a heavy box that lands: nothing is thrown, for a blow is not given twice" * leftToFastBuilds()) {
  Sequence random{7};
  Worst gained;
  for (int scene = 0; scene < 24; ++scene) {
    World world = emptyWorld(Quality::precise, scene % 2 == 0 ? 60 : 240);
    addGround(world);
    const int count = 1 + static_cast<int>(6 * random());
    const double wide = 1 + 2 * random();
    for (int i = 0; i < count; ++i) {
      const double side = 0.02 + 0.06 * random(), density = 10 * std::pow(300, random());
      BodyDescription cube = boxBody({side, side, side}, {(random() - 0.5) * 0.8 * wide, side / 2, (random() - 0.5) * 0.8 * wide},
                                     density * side * side * side);
      cube.orientation = fromAxisAngle({0, 1, 0}, 1.5 * random());
      addBody(world, cube);
    }
    const double mass = 40 * std::pow(200, random()) * 0.6 * wide * wide * wide, height = 1 + 6 * random();
    addBody(world, boxBody({wide, 0.6 * wide, wide}, {0, 0.3 * wide + height, 0}, mass));
    gained.add(highestRise(world, 2) / (mass * 9.81 * height));
  }
  MESSAGE("energy gained, of what fell: ", gained);
  CHECK(gained < 1e-3);  // 3.5 with the impulses of the last substep as they were
}

TEST_CASE("a light plate between a heavy load and one thing that drives it lies on it as on the ground") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 240}) {
      for (const double load : {10.0, 1000.0, 20000.0}) {
        CAPTURE(rate);
        CAPTURE(load);
        World world = emptyWorld(quality, rate);
        BodyDescription lift = boxBody({4, 0.4, 4}, {0, 0, 0}, 0);
        lift.type = BodyType::kinematic;
        lift.velocity = {0, 1, 0};
        addBody(world, lift);
        BodyDescription light = boxBody({1, 0.05, 1}, {0, 0.225, 0}, 0.5);
        light.velocity = lift.velocity;
        const BodyId plate = addBody(world, light);
        BodyDescription box = boxBody({0.8, 0.8, 0.8}, {0, 0.65, 0}, load);
        box.velocity = lift.velocity;
        addBody(world, box);
        Worst sunk, slow;
        for (int i = 0; i < 2 * rate; ++i) {
          step(world);
          sunk.add(std::fabs(bodyAt(world, plate).x.y - 0.225 - world.bodies.bodies[0].x.y));
          if (i > rate) slow.add(std::fabs(bodyAt(world, plate).v.y - 1));
        }
        // Soft rows give way by what they carry.
        CHECK(sunk < (quality == Quality::standard ? 5e-3 : 1e-4));
        CHECK(slow < 1e-2);
      }
    }
  }
}

TEST_CASE("slim rods that spin about their length under blocks that fall: no energy comes from nothing, and no rod goes astray" *
          leftToFastBuilds()) {
  Sequence random{11};
  Worst gained;
  constexpr int kRates[] = {30, 60, 240};
  for (int scene = 0; scene < 42; ++scene) {
    World world = emptyWorld(scene % 2 == 0 ? Quality::standard : Quality::precise, kRates[scene % 3]);
    addGround(world, 0.5);
    for (int i = 0; i < 8; ++i) {
      const double size = 0.3 + 0.5 * random();
      BodyDescription block =
          boxBody({size, size, size}, {1.2 * random() - 0.6, 1 + 0.5 * i, 1.2 * random() - 0.6}, 1000 * size * size * size);
      block.orientation = fromAxisAngle(normalized(Vec3{random(), 1, random()}), 3 * random());
      block.velocity = {0, -4 * random(), 0};
      addBody(world, block);
      const double length = 0.5 + 0.5 * random(), thick = 0.005 + 0.007 * random();
      BodyDescription rod =
          boxBody({length, thick, thick}, {1.2 * random() - 0.6, 0.6 + 0.5 * i, 1.2 * random() - 0.6}, 1000 * length * thick * thick);
      rod.orientation = fromAxisAngle({0, 1, 0}, 3 * random());
      rod.angularVelocity = rotate(rod.orientation, Vec3{100 + 300 * random(), 0, 30 * random()});
      addBody(world, rod);
    }
    const double scale = energy(world);
    gained.add(highestRise(world, 2) / scale);
    for (const Body& body : world.bodies.bodies) CHECK(!body.frozen);
  }
  MESSAGE("energy gained: ", gained);
  CHECK(gained < 5e-3);
}

TEST_CASE("what fits between two walls slides along them within a twentieth as if they were not there") {
  const double friction = 0.1, g = 9.81, time = 0.5;
  for (const double width : {0.08, 0.13, 0.9}) {
    for (const double height : {0.3, 1.0}) {
      for (const double pull : {1.7, -1.3}) {  // over the weight times friction
        for (const int rate : {60, 240}) {
          for (const char* const quality : {"default", "precise"}) {
            CAPTURE(width);
            CAPTURE(height);
            CAPTURE(pull);
            CAPTURE(rate);
            CAPTURE(quality);
            const double h = height * width, force = pull * friction * g;
            const auto box = [&](double x, double y, double z, double px, double py, double pz, const char* rest) {
              return "{'size': " + vector(x, y, z) + ", 'position': " + vector(px, py, pz) + ", 'friction': " + number(friction) + rest +
                     "}";
            };
            World world =
                worldOf("{'tumble': 1, 'stepsPerSecond': " + number(rate) + ", 'quality': '" + quality + "', 'bodies': [" +
                        box(9, 0.2, 2, 0, -0.1, 0, ", 'type': 'static'") + ", " + box(width, h, width, 0, h / 2, 0, ", 'mass': 1") + ", " +
                        box(9, 2 * h, 0.1, 0, h, -0.05 - width / 2, ", 'type': 'static'") + ", " +
                        box(9, 2 * h, 0.1, 0, h, 0.05 + width / 2, ", 'type': 'static'") +
                        "], 'forces': [{'type': 'force', 'body': 1, 'force': " + vector(force, 0, 0) +
                        ", 'point': " + vector(0, -h / 2, 0) + "}]}");
            run(world, static_cast<int>(time * rate));
            const double acceleration = (std::fabs(force) - friction * g) * (pull > 0 ? 1 : -1);
            CHECK(relativeError(world.bodies.bodies[1].v.x, acceleration * time) <
                  0.05);  // 0.043; up to 0.38 without the smallest impulses
          }
        }
      }
    }
  }
}
