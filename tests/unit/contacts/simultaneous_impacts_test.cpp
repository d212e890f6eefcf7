// Impacts with restitution that meet one body at once, or one after the other within a part of a step.
#include "math/trigonometry.h"
#include "support/random.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

void setSurface(BodyDescription& d, double friction, double restitution) {
  for (Shape& shape : d.shapes) shape.friction = friction, shape.restitution = restitution;
}

Shape boxShape(Vec3 size, Vec3 position) {
  Shape shape;
  shape.halfExtents = size * 0.5;
  shape.position = position;
  return shape;
}

/// 1 x 0.7 x 1 m, on legs of 0.1 m.
BodyDescription table() {
  BodyDescription d = boxBody({1, 0.1, 1}, {}, 3);
  d.shapes[0].position = {0, 0.35, 0};
  for (int leg = 0; leg < 4; ++leg) d.shapes.push_back(boxShape({0.1, 0.6, 0.1}, {leg & 1 ? 0.4 : -0.4, 0, leg & 2 ? 0.4 : -0.4}));
  return d;
}

World worldWithGround(double friction, double restitution, int rate, Quality quality = Quality::standard) {
  World world = emptyWorld(quality, rate);
  BodyDescription ground = boxBody({40, 2, 40}, {0, -1, 0});
  ground.type = BodyType::fixed;
  ground.mass = 0;
  setSurface(ground, friction, restitution);
  addBody(world, ground);
  return world;
}

double speedOf(const Body& body) { return length(body.v) + length(angularVelocity(body)); }

}  // namespace

TEST_CASE("a table that falls flat bounces on its four legs without turning, as high as restitution says") {
  for (const int rate : {30, 60, 240}) {
    for (const double friction : {0.0, 0.6}) {
      for (const double restitution : {0.2, 0.7, 1.0}) {
        World world = worldWithGround(friction, restitution, rate);
        BodyDescription d = table();
        d.position = {0, 1.3, 0};
        setSurface(d, friction, restitution);
        addBody(world, d);
        const double floor = bodyAt(world, 1).x.y - 1.0;  // the legs are a metre above the ground
        Worst turning;
        double highest = 0;
        bool hasBounced = false;
        for (int i = 0; i < rate; ++i) {
          step(world);
          const Body& body = bodyAt(world, 1);
          turning.add(length(angularVelocity(body)) + std::fabs(body.v.x) + std::fabs(body.v.z));
          hasBounced |= body.v.y > 0;
          if (hasBounced) highest = std::fmax(highest, body.x.y - floor);
        }
        CAPTURE(rate);
        CAPTURE(friction);
        CAPTURE(restitution);
        CHECK(turning < 1e-5);
        CHECK(highest <= restitution * restitution + 1e-3);
        CHECK(highest > restitution * restitution * 0.95 - 1e-3);  // between two steps it may be higher
      }
    }
  }
}

TEST_CASE("a ball that hits two others at once: v - 2 J cos(30) / m, with J = (1 + e) v cos(30) m / 2.5") {
  for (const int first : {0, 1, 2}) {
    for (const double restitution : {0.1, 0.5, 1.0}) {
      World world = emptyWorld(Quality::standard, 60);
      world.settings.gravity = {};
      const double radius = 0.1, speed = 4, cosine = std::sqrt(0.75);
      const Vec3 places[3] = {{0, 0, -1 - 2 * radius * cosine}, {-radius - 1e-6, 0, 0}, {radius + 1e-6, 0, 0}};
      int cue = 0;
      for (int i = 0; i < 3; ++i) {
        const int k = (i + first) % 3;
        BodyDescription d = ballBody(radius, places[k]);
        setSurface(d, 0, restitution);
        if (k == 0) d.velocity = {0, 0, speed}, cue = i;
        addBody(world, d);
      }
      run(world, 30);
      const double impulse = (1 + restitution) * speed * cosine / 2.5;
      const Body &one = bodyAt(world, (cue + 1) % 3), &other = bodyAt(world, (cue + 2) % 3);
      CAPTURE(first);
      CAPTURE(restitution);
      CHECK(bodyAt(world, cue).v.z == doctest::Approx(speed - 2 * impulse * cosine).epsilon(1e-4));
      CHECK(std::fabs(bodyAt(world, cue).v.x) < 1e-9);
      CHECK(one.v.z == doctest::Approx(impulse * cosine).epsilon(1e-4));
      CHECK(std::fabs(one.v.x + other.v.x) < 1e-9);
      CHECK(std::fabs(one.v.x) == doctest::Approx(0.5 * impulse).epsilon(1e-4));
    }
  }
}

TEST_CASE("a board that lands on two balls stays level, and so do two balls that a third is hit by from both sides") {
  for (const int rate : {30, 60, 240}) {
    for (const double restitution : {0.3, 0.5, 0.9}) {
      World world = worldWithGround(0, restitution, rate);
      for (const double x : {-0.6, 0.6}) {
        BodyDescription ball = ballBody(0.3, {x, 0.3, 0});
        setSurface(ball, 0, restitution);
        addBody(world, ball);
      }
      BodyDescription board = boxBody({2, 0.3, 1}, {0, 1.25, 0}, 2);
      setSurface(board, 0, restitution);
      addBody(world, board);
      Worst turning, apart;
      for (int i = 0; i < 2 * rate / 5; ++i) {
        step(world);
        turning.add(length(angularVelocity(bodyAt(world, 3))));
        apart.add(std::fabs(bodyAt(world, 1).v.x + bodyAt(world, 2).v.x));
      }
      World row = emptyWorld(Quality::standard, rate);
      row.settings.gravity = {};
      for (const double x : {-1.6, 0.0, 1.6}) {
        BodyDescription ball = ballBody(0.3, {x, 0, 0});
        ball.velocity = {x < 0 ? 3.0 : x > 0 ? -3.0 : 0.0, 0, 0};
        setSurface(ball, 0, restitution);
        addBody(row, ball);
      }
      run(row, rate);
      CAPTURE(rate);
      CAPTURE(restitution);
      CHECK(turning < 1e-6);
      CHECK(apart < 1e-6);
      CHECK(std::fabs(bodyAt(row, 1).v.x) < 1e-9);
      CHECK(bodyAt(row, 0).v.x == doctest::Approx(-3 * restitution).epsilon(1e-6));
      CHECK(bodyAt(row, 2).v.x == doctest::Approx(3 * restitution).epsilon(1e-6));
    }
  }
}

TEST_CASE("the legs of a table that lands with a tilt strike in their order: 60 Hz agrees with 3,840 Hz") {
  Random r(5);
  int same = 0;
  constexpr int kLandings = 60;
  for (int i = 0; i < kLandings; ++i) {
    const double friction = i % 2 ? 0 : r.number(0, 0.8), restitution = r.number(0.2, 1), tilt = r.number(0, 0.15),
                 around = r.number(0, 6.28);
    const double height = 0.8 + r.number(0, 0.5);
    Vec3 v[2], omega[2];
    for (const int fine : {0, 1}) {
      const int rate = fine ? 3840 : 60;
      World world = worldWithGround(friction, restitution, rate);
      BodyDescription d = table();
      d.position = {0, height, 0};
      d.velocity = {0, -4, 0};
      d.orientation = fromAxisAngle({std::cos(around), 0, std::sin(around)}, tilt);
      setSurface(d, friction, restitution);
      addBody(world, d);
      run(world, rate / 5);
      v[fine] = bodyAt(world, 1).v, omega[fine] = angularVelocity(bodyAt(world, 1));
    }
    same += length(v[0] - v[1]) + 0.5 * length(omega[0] - omega[1]) < 0.01;
  }
  MESSAGE(same, " of ", kLandings);
  CHECK(same >= 0.85 * kLandings);
}

TEST_CASE("a ball without restitution that falls into a groove stays in its middle, wherever in a step it lands") {
  Worst aside;
  for (const double angle : {0.15, 0.3, 0.5}) {
    for (int i = 0; i < 60; ++i) {
      World world = emptyWorld(i & 1 ? Quality::precise : Quality::standard, i % 3 == 0 ? 120 : i % 3 == 1 ? 60 : 240);
      for (const double side : {-1.0, 1.0}) {
        const Quat tilt = fromAxisAngle({0, 0, 1}, side * angle);
        BodyDescription slab = boxBody({2, 0.2, 1}, rotate(tilt, Vec3{side, -0.1, 0}));
        slab.type = BodyType::fixed;
        slab.mass = 0;
        slab.orientation = tilt;
        setSurface(slab, 0.82, 0);
        addBody(world, slab);
      }
      BodyDescription ball = ballBody(0.18, {0, 0.4 + 0.0073 * i, 0});
      setSurface(ball, 0.82, 0);
      addBody(world, ball);
      run(world, world.settings.stepsPerSecond);
      aside.add(std::fabs(bodyAt(world, 2).x.x) + speedOf(bodyAt(world, 2)));
    }
  }
  MESSAGE(aside);
  CHECK(aside < 1e-4);
}
