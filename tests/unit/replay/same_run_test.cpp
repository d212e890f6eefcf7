// The same scene runs the same, whatever the world did before and whatever else runs beside it.
#include "replay/state_hash.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

const char* const kPile =
    "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [40,2,40], 'position': [0,-1,0]},"
    " {'size': [1,1,1], 'position': [0,2,0], 'arrangement': {'type': 'grid', 'count': [3,3,3], 'spacing': [1.5,1.5,1.5],"
    " 'jitter': 0.1, 'randomOrientation': true, 'seed': 4}}],"
    " 'commands': [{'type': 'impulse', 'step': 40, 'body': 3, 'impulse': [2000,1000,0]},"
    " {'type': 'removeBody', 'step': 50, 'body': 7}, {'type': 'addBody', 'step': 60, 'body': {'size': [1,1,2], 'position': [0,6,0]}}]}";
const char* const kOther =
    "{'tumble': 1, 'gravity': [1,-3,0], 'bodies': [{'type': 'static', 'size': [9,9,9], 'position': [0,-5,0]},"
    " {'size': [2,1,1], 'position': [0,1.5,0], 'arrangement': {'type': 'stack', 'count': 8, 'spacing': 1}}]}";

std::vector<std::uint64_t> hashes(World& world, int steps) {
  std::vector<std::uint64_t> all;
  for (int i = 0; i < steps; ++i) {
    step(world);
    all.push_back(stateHash(world));
  }
  return all;
}

void load(World& world, const char* scene) { CHECK(readScene(json(scene), world) == ""); }

}  // namespace

TEST_CASE("run twice: equal hashes after every step, and never the same hash twice") {
  World a = worldOf(kPile), b = worldOf(kPile);
  std::vector<std::uint64_t> first = hashes(a, 90);
  CHECK(first == hashes(b, 90));
  std::sort(first.begin(), first.end());
  CHECK(std::adjacent_find(first.begin(), first.end()) == first.end());
}

TEST_CASE("a world that ran something else before loading runs the same") {
  World fresh = worldOf(kPile), used = worldOf(kOther);
  run(used, 50);
  load(used, kPile);
  CHECK(hashes(used, 90) == hashes(fresh, 90));
}

TEST_CASE("two worlds side by side do not feel each other") {
  World alone = worldOf(kPile), beside = worldOf(kPile), other = worldOf(kOther);
  const std::vector<std::uint64_t> expected = hashes(alone, 60);
  for (const std::uint64_t hash : expected) {
    step(other);
    step(beside);
    CHECK(stateHash(beside) == hash);
  }
}

TEST_CASE("a copy of a world taken in the middle goes on as the world does") {
  World world = worldOf(kPile);
  run(world, 45);
  World copy = world;
  CHECK(hashes(copy, 40) == hashes(world, 40));
}

TEST_CASE("a push of one unit in the last place is another run") {
  World a = worldOf(kPile), b = worldOf(kPile);
  b.bodies.bodies[3].v.x = 1e-300;
  step(a), step(b);
  CHECK(stateHash(a) != stateHash(b));
}
