// Boxes that lie flush side by side are one solid: their seams are not felt, and its real edges are.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Floor {
  double tile = 1, gap = 0, friction = 0, restitution = 0;
  bool compound = false;
  Quat turn = {};
};

Shape boxShape(Vec3 size, Vec3 position, double friction, double restitution = 0) {
  Shape shape;
  shape.halfExtents = size * 0.5;
  shape.position = position;
  shape.friction = friction;
  shape.restitution = restitution;
  return shape;
}

void addStill(World& world, Vec3 size, Vec3 position, double friction = 0, double restitution = 0, Quat turn = {}) {
  BodyDescription d;
  d.type = BodyType::fixed;
  d.shapes.push_back(boxShape(size, {}, friction, restitution));
  d.position = position;
  d.orientation = turn;
  addBody(world, d);
}

/// A row of tiles from x = -3 to 25 in its own axes; its top at y = 0.
void addTiles(World& world, const Floor& floor) {
  BodyDescription all;
  all.type = BodyType::fixed;
  all.orientation = floor.turn;
  for (double x = -3; x < 25; x += floor.tile + floor.gap) {
    const Vec3 at{x + floor.tile / 2, -0.3, 0}, size{floor.tile, 0.6, 4};
    if (floor.compound) all.shapes.push_back(boxShape(size, at, floor.friction, floor.restitution));
    else addStill(world, size, rotate(floor.turn, at), floor.friction, floor.restitution, floor.turn);
  }
  if (floor.compound) addBody(world, all);
}

BodyDescription ball(double radius, double friction, double restitution = 0) {
  BodyDescription d;
  Shape shape;
  shape.type = ShapeType::sphere;
  shape.radius = radius;
  shape.halfExtents = {radius, radius, radius};
  shape.friction = friction;
  shape.restitution = restitution;
  d.shapes.push_back(shape);
  d.mass = 1;
  return d;
}

}  // namespace

TEST_CASE("over flush tiles bodies slide and roll as over one floor: x = v t, v^2 / 2 mu g, and none leaves its height") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 240}) {
      for (const Floor& floor : {Floor{.tile = 1}, Floor{.tile = 0.35, .gap = 1e-4, .turn = fromAxisAngle({0, 1, 0}, 0.5236)},
                                 Floor{.tile = 0.8, .compound = true}}) {
        for (const double speed : {3.0, 25.0}) {
          for (const int kind : {0, 1, 2, 3}) {  // a cube, a rod, a ball that slides, a ball that rolls
            const double height = kind == 0 ? 0.5 : kind == 1 ? 0.03 : 0.1;
            World world = emptyWorld(quality, rate);
            Floor own = floor;
            own.friction = kind == 3 ? 0.4 : 0;
            addTiles(world, own);
            BodyDescription d = kind == 0 ? cubeBody() : kind == 1 ? boxBody({1.2, 0.06, 0.06}) : ball(height, own.friction);
            d.shapes[0].friction = own.friction;
            d.position = rotate(floor.turn, Vec3{0, height, 0});
            d.orientation = floor.turn;
            d.velocity = rotate(floor.turn, Vec3{speed, 0, 0});
            if (kind == 3) d.angularVelocity = rotate(floor.turn, Vec3{0, 0, -speed / height});
            const BodyId id = addBody(world, d);
            const double time = speed < 10 ? 2 : 0.8;
            double off = 0;
            for (int i = 0; i < time * rate; ++i) {
              step(world);
              off = std::max(off, std::abs(bodyAt(world, id).x.y - height));
            }
            const Vec3 x = rotate(conjugate(floor.turn), bodyAt(world, id).x);
            CHECK_MESSAGE(std::abs(x.x - speed * time) < 1e-3 * speed * time, "kind ", kind, ", tile ", floor.tile, ", ", speed,
                          " m/s: ", x.x);
            CHECK_MESSAGE(off < 1e-3, "kind ", kind, ", tile ", floor.tile, ", ", speed, " m/s: ", off);
          }
        }
      }
      World world = emptyWorld(quality, rate);
      addTiles(world, {.tile = 1, .friction = 0.3});
      BodyDescription d = boxBody({0.7, 0.7, 0.7}, {0, 0.35, 0});
      d.shapes[0].friction = 0.3;
      d.velocity = {6, 0, 0};
      const BodyId id = addBody(world, d);
      run(world, 3 * rate);
      CHECK(bodyAt(world, id).x.x == doctest::Approx(36 / (2 * 0.3 * 9.81)).epsilon(quality == Quality::precise ? 0.001 : 0.005));
    }
  }
}

TEST_CASE("a cube and a ball fall along a wall of flush blocks as in the air: y = -g t^2 / 2") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const double push : {0.0, 0.3}) {
      World world = emptyWorld(quality, 60);
      for (int i = 0; i < 20; ++i) addStill(world, {1, 0.6, 6}, {0.5, -0.6 * i, 0});
      BodyDescription cube = boxBody({0.8, 0.8, 0.8}, {-0.4, 0, 1}), round = ball(0.2, 0);
      round.position = {-0.2, 0, -1};
      cube.shapes[0].friction = 0;
      cube.velocity = round.velocity = {push, 0, 0};
      const BodyId a = addBody(world, cube), b = addBody(world, round);
      run(world, 60);
      CHECK(bodyAt(world, a).x.y == doctest::Approx(-0.5 * 9.81).epsilon(1e-4));
      CHECK(bodyAt(world, b).x.y == doctest::Approx(-0.5 * 9.81).epsilon(1e-4));
    }
  }
}

TEST_CASE("a ball bounces along tiles as on one floor") {
  for (const double speed : {1.0, 6.0}) {
    World tiles = emptyWorld(Quality::precise, 60), one = tiles;
    addTiles(tiles, {.tile = 0.3, .friction = 0.4, .restitution = 0.8});
    addStill(one, {60, 0.6, 4}, {0, -0.3, 0}, 0.4, 0.8);
    BodyDescription d = ball(0.1, 0.4, 0.8);
    d.position = {0, 1, 0};
    d.velocity = {speed, 0, 0};
    const BodyId a = addBody(tiles, d), b = addBody(one, d);
    run(tiles, 120);
    run(one, 120);
    CHECK(distance(bodyAt(tiles, a).x, bodyAt(one, b).x) < 1e-3);
  }
}

TEST_CASE("a cube that falls flat on the corner of four tiles lies flat, with and without a bounce") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const double restitution : {0.0, 0.5}) {
      World world = emptyWorld(quality, 240);
      for (const double x : {-0.5, 0.5})
        for (const double z : {-0.5, 0.5}) addStill(world, {1, 0.5, 1}, {x, -0.25, z}, 0.5, restitution);
      const BodyId id = addBody(world, boxBody({0.6, 0.6, 0.6}, {0.05, 1.3, -0.03}));
      run(world, 960);
      const Body& body = bodyAt(world, id);
      CHECK(distance(body.x, {0.05, 0.3, -0.03}) < 1e-3);
      CHECK(length(angularVelocity(body)) < 1e-3);
    }
  }
}

TEST_CASE("what is no seam is felt: a step of a millimetre stops a cube, a ball falls off the last tile and into a gap") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    World world = emptyWorld(quality, 60);
    addStill(world, {10, 1, 4}, {-5, -0.5, 0});
    addStill(world, {10, 1, 4}, {5, -0.499, 0});
    BodyDescription d = boxBody({1, 1, 1}, {-1.2, 0.5, 0});
    d.shapes[0].friction = 0;
    d.velocity = {2, 0, 0};
    const BodyId cube = addBody(world, d);
    run(world, 60);
    CHECK(bodyAt(world, cube).x.x < 0);
    CHECK(bodyAt(world, cube).v.x < 0.76);  // turning about the edge takes it to 3/8 of 2 m/s, and does not carry it over

    World gap = emptyWorld(quality, 60);
    addStill(gap, {4, 1, 4}, {-2, -0.5, 0}, 0.5);
    addStill(gap, {4, 1, 4}, {2.3, -0.5, 0}, 0.5);
    BodyDescription round = ball(0.1, 0.5);
    round.position = {-0.5, 0.1, 0};
    round.velocity = {0.5, 0, 0};
    round.angularVelocity = {0, 0, -5};
    const BodyId a = addBody(gap, round);
    round.position = {3.8, 0.1, 0};
    const BodyId b = addBody(gap, round);
    run(gap, 150);
    CHECK(bodyAt(gap, a).x.y < -0.5);
    CHECK(bodyAt(gap, b).x.y < -0.5);
  }
}

TEST_CASE("a cube that lies half beside its row of tiles slides on to a wider one") {
  World world = emptyWorld(Quality::precise, 60);
  addStill(world, {6, 1, 0.6}, {-3, -0.5, 0});
  addStill(world, {20, 1, 6}, {10, -0.5, 0});
  BodyDescription d = boxBody({1, 1, 1}, {-2, 0.5, 0});
  d.shapes[0].friction = 0;
  d.velocity = {2, 0, 0};
  const BodyId id = addBody(world, d);
  run(world, 120);
  CHECK(bodyAt(world, id).x.x == doctest::Approx(2).epsilon(1e-3));
}

TEST_CASE("nothing gets through tiles that would not get through one floor: rods, bricks and balls, fast and turning") {
  for (int shot = 0; shot < 48; ++shot) {
    World world = emptyWorld(shot % 4 < 2 ? Quality::standard : Quality::precise, shot % 2 == 0 ? 60 : 240);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k) addStill(world, {0.7, 0.1, 0.7}, {0.7 * (i - 3.5), -0.05, 0.7 * (k - 3.5)}, 0.5);
    BodyDescription d = shot % 3 == 0 ? ball(0.1, 0.5) : shot % 3 == 1 ? boxBody({1, 0.05, 0.05}) : boxBody({0.3, 0.5, 0.2});
    const double turn = 0.37 * shot;
    d.position = {0.01 * shot - 0.2, 1.2, 0.3};
    d.orientation = fromAxisAngle(normalized(Vec3{1, 0.3 * shot, 2}), turn);
    d.velocity = {2, -3.0 - 5 * (shot % 7), 1};
    d.angularVelocity = {1.0 * (shot % 5), 7, -4};
    const BodyId id = addBody(world, d);
    for (int i = 0; i < world.settings.stepsPerSecond / 2; ++i) {
      step(world);
      const Vec3 x = bodyAt(world, id).x;
      if (std::abs(x.x) < 2.6 && std::abs(x.z) < 2.6) CHECK_MESSAGE(x.y > -0.02, "shot ", shot);
    }
  }
}

TEST_CASE("kinematic tiles that move as one are one floor, and those that stand are one with what is static") {
  struct Course {
    const char* name;
    Vec3 velocity;
    bool mixed;  // every other tile is static
  };
  const Course courses[] = {
      {"at rest", {}, false}, {"among static ones", {}, true}, {"on a lift", {0, 0.5, 0}, false}, {"on a belt", {-1, 0, 0}, false}};
  for (const Course& course : courses) {
    for (const bool rolls : {false, true}) {
      for (const int rate : {60, 240}) {
        CAPTURE(course.name);
        CAPTURE(rolls);
        CAPTURE(rate);
        World world = emptyWorld({0, -9.81, 0});
        world.settings.stepsPerSecond = rate;
        for (int i = -3; i < 25; ++i) {
          BodyDescription d;
          d.type = course.mixed && i % 2 == 0 ? BodyType::fixed : BodyType::kinematic;
          d.shapes.push_back(boxShape({1, 0.6, 4}, {}, 0));
          d.position = {i + 0.5, -0.3, 0};
          d.velocity = course.velocity;
          addBody(world, d);
        }
        BodyDescription slider = rolls ? ball(0.2, 0) : BodyDescription{};
        if (!rolls) slider.shapes.push_back(boxShape({0.4, 0.4, 0.4}, {}, 0)), slider.mass = 1;
        slider.position = {0, 0.2, 0};
        slider.velocity = course.velocity + Vec3{3, 0, 0};
        const BodyId id = addBody(world, slider);
        run(world, 4 * rate);
        const Body& body = bodyAt(world, id);
        CHECK(std::fabs(body.v.x - course.velocity.x - 3) < 1e-4);
        CHECK(std::fabs(body.x.x - 4 * (course.velocity.x + 3)) < 1e-3);
        CHECK(std::fabs(body.x.y - 0.2 - 4 * course.velocity.y) < 1e-3);
        CHECK(length(angularVelocity(body)) < 1e-3);
      }
    }
  }
}
