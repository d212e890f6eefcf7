// Arrangements: how many copies, where, and the same bits everywhere.
#include <set>

#include "math/trigonometry.h"
#include "scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World arranged(const std::string& arrangement, const std::string& more = "'position': [10, 1, 0]") {
  return worldOf(cubeScene(more + ", 'name': 'brick', 'arrangement': " + arrangement));
}
std::string problem(const std::string& arrangement) { return cubeProblem("'arrangement': " + arrangement); }
Vec3 place(const World& world, int i) { return world.bodies.bodies[static_cast<std::size_t>(i)].x; }

}  // namespace

TEST_CASE("grid: the position is the middle of the bottom layer") {
  const World world = arranged("{'type': 'grid', 'count': [3, 2, 2], 'spacing': [2, 1.5, 4]}");
  CHECK(world.bodies.aliveCount == 12);
  CHECK(place(world, 0) == Vec3{8, 1, -2});
  CHECK(place(world, 1) == Vec3{10, 1, -2});
  CHECK(place(world, 3) == Vec3{8, 1, 2});
  CHECK(place(world, 6) == Vec3{8, 2.5, -2});
  CHECK(world.bodies.names[0] == "brick[0]");
  CHECK(world.bodies.names[11] == "brick[11]");
}

TEST_CASE("pyramid: one fewer in each row") {
  const World world = arranged("{'type': 'pyramid', 'rows': 3, 'spacing': [1.1, 1]}");
  CHECK(world.bodies.aliveCount == 6);
  CHECK(place(world, 0).x == doctest::Approx(8.9));
  CHECK(place(world, 3).x == doctest::Approx(9.45));
  CHECK(place(world, 5) == Vec3{10, 3, 0});
}

TEST_CASE("wall: running bond, every other row with one fewer") {
  const World world = arranged("{'type': 'wall', 'columns': 2, 'rows': 3, 'spacing': [1, 0.5]}");
  CHECK(world.bodies.aliveCount == 5);
  CHECK(place(world, 0) == Vec3{9.5, 1, 0});
  CHECK(place(world, 1) == Vec3{10.5, 1, 0});
  CHECK(place(world, 2) == Vec3{10, 1.5, 0});
  CHECK(place(world, 3) == Vec3{9.5, 2, 0});
}

TEST_CASE("stack: one above the other") {
  const World world = arranged("{'type': 'stack', 'count': 10, 'spacing': 1}");
  CHECK(world.bodies.aliveCount == 10);
  CHECK(place(world, 9) == Vec3{10, 10, 0});
}

TEST_CASE("spiral: equal distances along the path, each copy turned along it; pitch 0 is a ring") {
  const World ring = arranged("{'type': 'spiral', 'count': 12, 'spacing': 1, 'radius': 1.9098593171027440}");  // 2 pi r = 12
  for (int i = 0; i < 12; ++i) {
    const Vec3 arm = place(ring, i) - Vec3{10, 1, 0}, next = place(ring, (i + 1) % 12) - Vec3{10, 1, 0};
    CHECK(length(arm) == doctest::Approx(1.909859317102744).epsilon(1e-12));
    CHECK(std::abs(length(next - arm) - 2 * 1.909859317102744 * sineCosine(kPi / 12).sine) <= 1e-9);
    const Vec3 along = rotate(ring.bodies.bodies[static_cast<std::size_t>(i)].q, {1, 0, 0});
    CHECK(std::abs(dot(along, arm)) <= 1e-12);
    CHECK(dot(along, next - arm) > 0);
  }
  const World spiral = arranged("{'type': 'spiral', 'count': 100, 'spacing': 0.6, 'radius': 2, 'pitch': 1.5}");
  for (int i = 0; i < 99; ++i)
    CHECK(std::fabs(length(place(spiral, i + 1) - place(spiral, i)) - 0.6) < 0.015);  // chords, and a step farther out
  CHECK(length(place(spiral, 99) - Vec3{10, 1, 0}) > 5);
}

TEST_CASE("jitter and random orientation: within bounds, by the seed, unit") {
  const std::string grid = "{'type': 'grid', 'count': [5, 5, 5], 'spacing': [2, 2, 2], 'jitter': 0.1, 'randomOrientation': true, 'seed': ";
  const World one = arranged(grid + "1}"), again = arranged(grid + "1}"), other = arranged(grid + "2}");
  const World still = arranged("{'type': 'grid', 'count': [5, 5, 5], 'spacing': [2, 2, 2]}");
  std::set<double> seen;
  for (int i = 0; i < 125; ++i) {
    const Body &a = one.bodies.bodies[static_cast<std::size_t>(i)], &b = again.bodies.bodies[static_cast<std::size_t>(i)];
    CHECK(a.x == b.x);
    CHECK(a.q == b.q);
    CHECK_FALSE(a.x == place(other, i));
    const Vec3 moved = a.x - place(still, i);
    for (int k = 0; k < 3; ++k) CHECK(std::abs(moved[k]) <= 0.1 + 1e-12);
    CHECK(dot(a.q, a.q) == doctest::Approx(1).epsilon(1e-15));
    seen.insert(a.q.x);
  }
  CHECK(seen.size() == 125);
}

TEST_CASE("the generator gives these bits on every platform") {
  const World world = arranged("{'type': 'stack', 'count': 2, 'spacing': 1, 'jitter': 0.5, 'randomOrientation': true, 'seed': 42}");
  CHECK(place(world, 0).x == 9.725463428767398);
  CHECK(bodyOrientation(world.bodies.bodies[1]).w == -0.30931319068646435);
}

TEST_CASE("arrangements that are refused") {
  CHECK(problem("{'type': 'grid', 'count': [28, 28, 28], 'spacing': [2, 2, 2]}") ==
        "bodies[0].arrangement: 21952 copies are more than 20000");
  CHECK(problem("{'type': 'grid', 'count': [20000, 20000, 20000], 'spacing': [2, 2, 2]}") ==
        "bodies[0].arrangement: 8000000000000 copies are more than 20000");
  CHECK(problem("{'type': 'grid', 'count': [1e9, 1, 1], 'spacing': [2, 2, 2]}") ==
        "bodies[0].arrangement.count[0]: 1000000000 is above 20000");
  CHECK(problem("{'type': 'grid', 'count': [0, 1, 1], 'spacing': [2, 2, 2]}") == "bodies[0].arrangement.count[0]: 0 is not above 0");
  CHECK(problem("{'type': 'grid', 'count': [1.5, 1, 1], 'spacing': [2, 2, 2]}") ==
        "bodies[0].arrangement.count[0]: 1.5 is not a whole number");
  CHECK(problem("{'type': 'grid', 'count': [1, 1], 'spacing': [2, 2, 2]}") == "bodies[0].arrangement.count: 2 entries are fewer than 3");
  CHECK(problem("{'type': 'grid', 'count': 7, 'spacing': [2, 2, 2]}") == "bodies[0].arrangement.count: 7 is not a list");
  CHECK(problem("{'type': 'grid', 'count': [2, 2, 2]}") == "bodies[0].arrangement.spacing: missing");
  CHECK(problem("{'type': 'pyramid', 'rows': 200, 'spacing': [1, 1]}") == "bodies[0].arrangement: 20100 copies are more than 20000");
  CHECK(problem("{'type': 'pyramid', 'rows': 2, 'spacing': [1, 1, 1]}") ==
        "bodies[0].arrangement.spacing: a list of 3 is not a list of 2 numbers");
  CHECK(problem("{'type': 'wall', 'columns': 1, 'rows': 2, 'spacing': [1, 1]}") == "bodies[0].arrangement.columns: 1 is below 2");
  CHECK(problem("{'type': 'wall', 'columns': 2, 'spacing': [1, 1]}") == "bodies[0].arrangement.rows: missing");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': -1}") == "bodies[0].arrangement.spacing: -1 is below 0");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': 9000}") == "bodies[0].arrangement: a copy would lie at 18000, above 10000");
  CHECK(problem("{'type': 'spiral', 'count': 3, 'spacing': 1}") == "bodies[0].arrangement.radius: missing");
  CHECK(problem("{'type': 'heap'}") == "bodies[0].arrangement.type: \"heap\" is not one of grid, pyramid, wall, stack, spiral");
  CHECK(problem("{'type': 'gird', 'count': [1, 1, 1]}") == "bodies[0].arrangement.type: \"gird\" is unknown, did you mean grid?");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': 1, 'seed': -1}") == "bodies[0].arrangement.seed: -1 is below 0");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': 1, 'jitter': 1e9}") == "bodies[0].arrangement.jitter: 1000000000 is above 1000");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': 1, 'randomOrientation': 1}") ==
        "bodies[0].arrangement.randomOrientation: 1 is not true or false");
  CHECK(problem("{'type': 'stack', 'count': 3, 'spacing': 1, 'rows': 2}").find("bodies[0].arrangement.rows: unknown key") == 0);
  CHECK(problem("[1]") == "bodies[0].arrangement: a list is not an object");
}
