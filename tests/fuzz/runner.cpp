#include "fuzz/runner.h"

#include <algorithm>

#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "scene/scene_reader.h"

namespace tumble::fuzz {
namespace {

constexpr double kTangled = 0.02;  // of the thinner solid
/// Steps that a world and its restored twin go on side by side.
constexpr int kTwinSteps = 60;

}  // namespace

const Finding* findingOf(const Outcome& outcome, std::string_view law) {
  for (const Finding& finding : outcome.findings) {
    if (law.empty() || law == finding.law) return &finding;
  }
  return nullptr;
}

Outcome runScene(const Json& scene, const RunLimits& limits, std::string_view only) {
  Outcome outcome;
  World world;
  outcome.problem = readScene(scene, world);
  if (!outcome.problem.empty()) return outcome;
  Frame before = frameOf(world);
  Laws laws = lawsOf(factsOf(world), before);
  if (laws.facts.collisions && deepestShare(laws.facts, before) > kTangled) {
    outcome.tangled = true;
    return outcome;
  }
  std::size_t moving = 1;
  for (const BodyFacts& body : laws.facts.bodies) moving += isMovable(body);
  const double most = std::min(limits.seconds * world.settings.stepsPerSecond, limits.work / static_cast<double>(moving));
  const int steps = std::max(1, static_cast<int>(most));
  World twin;
  bool paired = false;
  int parted = 0;
  std::uint32_t version = world.bodiesVersion;
  for (int i = 1; i <= steps && !laws.over; ++i) {
    step(world);
    outcome.steps = i;
    const Frame now = frameOf(world);
    if (world.bodiesVersion != version) {  // a body came or went: the laws know of others from here on
      version = world.bodiesVersion;
      std::vector<Finding> findings = std::move(laws.findings);
      laws = lawsOf(factsOf(world), now);
      laws.findings = std::move(findings);
    } else {
      watch(laws, before, now, i);
    }
    before = now;
    if (i == steps / 2) {
      const List<std::uint8_t> bytes = snapshot(world);
      const std::string refused = restore(twin, {bytes.begin(), bytes.end()});
      if (!refused.empty()) report(laws.findings, "snapshot", laws.facts, i, 1, "a snapshot of it is refused: " + refused);
      paired = refused.empty();
      parted = i + kTwinSteps;
    } else if (paired && i <= parted) {
      step(twin);
      if (stateHash(world) != stateHash(twin)) {
        report(laws.findings, "snapshot", laws.facts, i, 1, "a world restored from a snapshot goes on otherwise");
        paired = false;
      }
    }
    if (!only.empty() && std::any_of(laws.findings.begin(), laws.findings.end(), [&](const Finding& f) { return only == f.law; })) break;
  }
  finish(laws, before, outcome.steps);
  outcome.findings = std::move(laws.findings);
  return outcome;
}

}  // namespace tumble::fuzz
