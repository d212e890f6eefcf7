// The scenes of the fuzzer: legal, the same for a seed, and made smaller without losing what they show.
#include <set>

#include "fuzz/families.h"
#include "fuzz/runner.h"
#include "fuzz/shrink.h"
#include "support/slow_build.h"
#include "unit/scene/scene_support.h"

namespace tumble::fuzz {

TEST_CASE("scenes of the fuzzer: every family writes scenes that the reader takes, and the same for the same seed") {
  for (const Family& family : families()) {
    std::set<std::string> texts;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const Json scene = sceneOf(family, seed);
      World world;
      CHECK_MESSAGE(readScene(scene, world) == "", family.name, " ", seed, ": ", readScene(scene, world));
      const std::string text = textOf(scene);
      CHECK(text == textOf(sceneOf(family, seed)));
      const test::JsonFromText again = test::jsonFromText(text);
      CHECK_MESSAGE(again.error == "", family.name, " ", seed, ": ", again.error);
      CHECK(textOf(again.json) == text);
      texts.insert(text);
    }
    CHECK(texts.size() == 12);
  }
}

TEST_CASE("scenes of the fuzzer: shrinking leaves what is needed, and nothing else") {
  Json scene = sceneOf(*familyNamed("net"), 3);
  // What it is looked at for: a body named load with more than a kilogram, and a spring.
  Json* load = nullptr;
  for (Json& body : member(scene, "bodies")->items) {
    if (member(body, "name")->string.starts_with("load")) load = &body;
  }
  REQUIRE(load != nullptr);
  set(*load, "mass", 3.725);
  const auto holds = [](const Json& tried) {
    World world;
    if (!readScene(tried, world).empty() || world.forces.empty()) return false;
    for (const Json& body : member(tried, "bodies")->items) {
      if (member(body, "name")->string.starts_with("load") && member(body, "mass") != nullptr && member(body, "mass")->number > 1)
        return true;
    }
    return false;
  };
  const Json small = shrunk(scene, holds, 2000);
  CHECK(holds(small));
  CHECK(member(small, "bodies")->items.size() <= 3);
  CHECK(member(small, "forces")->items.size() == 1);
  for (const Json& body : member(small, "bodies")->items) {
    if (member(body, "name")->string.starts_with("load")) CHECK(member(body, "mass")->number == 4);
  }
}

TEST_CASE("scenes of the fuzzer: ragdolls that land on the stops of their joints gain no energy" * test::leftToFastBuilds()) {
  for (const std::uint64_t seed : {20u, 27u, 29u}) {
    const Outcome outcome = runScene(sceneOf(*familyNamed("ragdoll"), seed), {2.3, 60000});
    const Finding* const energy = findingOf(outcome, "energy");
    CHECK_MESSAGE(energy == nullptr, seed, ": ", energy ? energy->what : "");
  }
}

TEST_CASE("scenes of the fuzzer: free flight and a cube at rest break no law") {
  const Json scene = test::json(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [40, 1, 40], 'position': [0, -0.5, 0]}, {'size': [1, 1, 1], 'position': [0, "
      "0.5, 0]},"
      "{'size': [1, 0.3, 2], 'position': [30, 0, 0], 'velocity': [1, 2, 0], 'angularVelocity': [1, 4, 2]}]}");
  const Outcome outcome = runScene(scene, {3, 1e9});
  CHECK(outcome.problem == "");
  CHECK(outcome.steps == 180);
  for (const Finding& finding : outcome.findings) {
    if (std::string_view(finding.law) != "snapshot") FAIL_CHECK(finding.law, ": ", finding.what);
  }
}

}  // namespace tumble::fuzz
