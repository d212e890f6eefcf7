// Snapshots of the scenes of the gallery at steps that nobody chose: what is restored goes on to the bit, with either preset.
#include <random>

#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/gallery.h"
#include "support/slow_build.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A restored world and the step until which it is watched.
struct Follower {
  World world;
  int until = 0;
};

/// Steps at which a snapshot of a run of `steps` is taken: one in the second half at least, where things have come to rest.
std::vector<int> someSteps(std::mt19937& random, int steps, int count) {
  std::vector<int> chosen;
  for (int i = 0; i < count; ++i) chosen.push_back(static_cast<int>(random() % static_cast<unsigned>(steps)));
  chosen.push_back(steps / 2 + static_cast<int>(random() % static_cast<unsigned>(steps / 2)));
  return chosen;
}

/// Steps at which a restored world had another hash than the one that went on, or could not be restored.
int countDifferences(World world, int steps, int watched, const std::vector<int>& taken) {
  std::vector<Follower> followers;
  int differences = 0;
  for (int i = 0; i < steps + watched; ++i) {
    for (const int at : taken) {
      if (at != i) continue;
      Follower follower;
      follower.until = i + watched;
      if (!restore(follower.world, snapshot(world)).empty()) ++differences;
      followers.push_back(std::move(follower));
    }
    step(world);
    const std::uint64_t hash = stateHash(world);
    for (Follower& follower : followers) {
      if (i >= follower.until) continue;
      step(follower.world);
      if (stateHash(follower.world) != hash) ++differences;
    }
  }
  return differences;
}

}  // namespace

TEST_CASE("every scene of the gallery, with either preset, restored at random steps goes on to the bit") {
  std::mt19937 random(20);
  bool isPreciseOnly = false;  // with sanitizers each scene has one of the two, in turn
  for (const std::string& id : sceneIds()) {
    isPreciseOnly = !isPreciseOnly;
    for (const Quality quality : {Quality::standard, Quality::precise}) {
      if (kIsSlowBuild && (quality == Quality::precise) != isPreciseOnly) continue;
      World world = worldOf(fileOf(id));
      world.settings.quality = quality;
      const auto bodies = world.bodies.aliveCount;
      const int whole = bodies <= 40 ? 600 : bodies <= 150 ? 200 : 20, steps = kIsSlowBuild && whole > 20 ? whole / 4 : whole;
      const int watched = steps / 10;
      const std::vector<int> taken = someSteps(random, steps, whole < 100 ? 1 : 3);
      const int differences = countDifferences(std::move(world), steps, watched, taken);
      CHECK_MESSAGE(differences == 0, id, quality == Quality::precise ? ", precise" : ", default");
    }
  }
}

TEST_CASE("planar bodies that come to rest are the same to the bit from whichever step they were restored" * leftToFastBuilds()) {
  // Constraints are kept as long as the poses are that they were made for: what is made anew after a restore must not depend on more than these.
  const World start = worldOf(
      "{'tumble': 1, 'stepsPerSecond': 30, 'quality': 'default', 'planar': true, 'bodies': ["
      " {'type': 'static', 'size': [20,1,4], 'position': [0,-0.5,0], 'friction': 2},"
      " {'type': 'static', 'size': [6,0.5,4], 'position': [-6,1.5,0], 'orientation': {'axis': [0,0,1], 'angleDegrees': -6.38}, 'friction': "
      "2},"
      " {'size': [0.502,0.934,1], 'friction': 2, 'position': [0.944,5.29,0], 'velocity': [-4.1,1.54,0]},"
      " {'size': [0.659,0.875,1], 'mass': 10, 'friction': 2, 'position': [-2.79,3.9,0], 'orientation': {'axis': [0,0,1], 'angleDegrees': "
      "4.76}},"
      " {'size': [0.806,0.766,1], 'friction': 2, 'position': [-0.647,6.6,0]},"
      " {'shapes': [{'type': 'sphere', 'radius': 0.275}], 'friction': 2, 'position': [-4.13,4.06,0],"
      "  'orientation': {'axis': [0,0,1], 'angleDegrees': 64.4}},"
      " {'size': [0.799,0.706,1], 'mass': 1, 'friction': 2, 'position': [1.82,4.52,0], 'orientation': {'axis': [0,0,1], 'angleDegrees': "
      "84.5},"
      "  'angularVelocity': [0,0,5.44]}]}");
  constexpr int kSteps = 160;
  std::vector<World> followers;
  World world = start;
  for (int i = 0; i < kSteps; ++i) {
    followers.emplace_back();
    REQUIRE(restore(followers.back(), snapshot(world)) == "");
    step(world);
    for (std::size_t from = 0; from < followers.size(); ++from) {
      step(followers[from]);
      CHECK_MESSAGE(stateHash(followers[from]) == stateHash(world), "restored before step ", from, ", after step ", i);
    }
  }
}

TEST_CASE("a wall that sleeps is struck as it would have been, whenever it was restored") {
  World world = worldOf(fileOf("heavy-cube-hits-wall"));
  world.settings.quality = Quality::precise;
  for (int i = 0; i < 70; ++i) {
    World restored;
    REQUIRE(restore(restored, snapshot(world)) == "");
    step(restored);
    step(world);
    CHECK_MESSAGE(stateHash(restored) == stateHash(world), "restored before step ", i);
  }
}

TEST_CASE("a world at rest that was restored stays as quiet as it was, and wakes by the same touch") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [1,1,1], 'position': [0,-4,0]},"
      " {'size': [1,1,1], 'position': [0,-3,0]}], 'commands': [{'step': 200, 'type': 'impulse', 'body': 1, 'impulse': [500,0,0]}]}");
  int asleep = 0;
  for (int i = 0; i < 300; ++i) {
    World restored;
    CHECK(restore(restored, snapshot(world)) == "");
    CHECK(restored.sleepers.count == world.sleepers.count);
    CHECK(restored.sleepers.allAsleep == world.sleepers.allAsleep);
    CHECK(restored.sleepers.outdated == world.sleepers.outdated);
    step(world);
    step(restored);
    CHECK(stateHash(restored) == stateHash(world));
    asleep += world.sleepers.allAsleep ? 1 : 0;
  }
  CHECK(asleep > 50);
}
