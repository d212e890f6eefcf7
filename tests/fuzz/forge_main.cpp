// tumble-forge FIRST COUNT [--seconds S] [--trace FILE]     forged snapshots of these seeds; stops after S seconds
// tumble-forge --seed N [--mask BITS]                       one of them, with only some of its changes, and what they are
// Each is restored; what is taken runs for some steps with commands. No trap (it is meant for the build with sanitizers), no number that is
// not finite, no step that takes long, and what comes of it can be kept and restored again. Exit code 1 when something is found.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/busy_scene.h"
#include "fuzz/families.h"
#include "fuzz/forgery.h"
#include "replay/check_world.h"
#include "replay/snapshot.h"
#include "replay/state_fields.h"
#include "replay/state_hash.h"
#include "scene/scene_reader.h"
#include "support/json_from_text.h"

namespace {

using namespace tumble;
using namespace tumble::fuzz;

constexpr int kSteps = 4;
/// s of processor time for a restore or a step. Sanitizers make them ten to twenty times slower: what is over this limit there is timed again in
/// the release build (forge.mjs).
#ifdef __SANITIZE_ADDRESS__
constexpr double kLongest = 2.5;
#else
constexpr double kLongest = 0.25;
#endif

double clockOf(clockid_t id) {
  timespec t;
  clock_gettime(id, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double processorTime() { return clockOf(CLOCK_PROCESS_CPUTIME_ID); }

void keepSome(std::vector<Original>& originals, const Json& scene, const std::string& name, std::initializer_list<int> steps) {
  World world;
  if (!readScene(scene, world).empty() || world.bodies.aliveCount > 40) return;
  for (const int until : steps) {
    while (world.stepCount < until) step(world);
    originals.push_back(originalOf(world, name + " at " + std::to_string(until)));
  }
}

std::vector<Original> makeOriginals() {
  std::vector<Original> originals;
  keepSome(originals, busyScene(), "busy", {0, 1, 6, 30, 120});
  std::uint64_t seed = 1;
  for (const Family& family : families()) {
    keepSome(originals, sceneOf(family, seed), family.name, {2, 20});
    keepSome(originals, sceneOf(family, seed + 1000), family.name, {50});
    ++seed;
  }
  // One that sleeps.
  keepSome(originals,
           test::jsonFromText(R"({"tumble": 1, "bodies": [{"type": "static", "size": [9,1,9]}, {"size": [1,1,1], "position": [0,1,0]},
    {"size": [1,1,1], "position": [0,2,0]}, {"size": [1,1,1], "position": [3,1,0]}], "commands": [{"type": "impulse", "step": 92, "body": 1, "impulse": [2000,0,0]}]})")
               .json,
           "asleep", {90});
  return originals;
}

bool isFiniteState(World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, world);
  return archive.succeeded();
}

/// What a visitor does next.
void act(World& world, Random& random) {
  Command command;
  command.type = static_cast<CommandType>(next(random) % 10);
  command.step = world.stepCount;
  if (const List<Body>& bodies = world.bodies.bodies; !bodies.empty()) {
    const auto slot = static_cast<std::uint32_t>(next(random) % bodies.size());
    command.body = makeBodyId(slot, bodies[slot].generation);  // or that of a body that is gone
  }
  command.impulse = {1, 2, 3};
  command.force.model = ConstantForce{.force = {0, 9, 0}, .point = {}};
  command.explosion = {{}, 10, 5};
  if (chance(random, 0.5)) command.velocity = command.position = {0, 3, 0};
  else command.angularVelocity = Vec3{}, command.orientation = Quat{};
  command.description.shapes.resize(1);
  enqueue(world, command);
}

/// "", or what went wrong.
std::string lookAt(const List<std::uint8_t>& bytes, std::uint64_t seed, int& taken) {
  World world;
  double before = processorTime();
  const std::string refusal = restore(world, bytes);
  if (processorTime() - before > kLongest) return "the restore takes long";
  if (!refusal.empty()) return {};
  ++taken;
  Random random{seed ^ 0x5eed};
  for (int i = 0; i < kSteps; ++i) {
    if (i > 0) act(world, random);
    before = processorTime();
    step(world);
    if (processorTime() - before > kLongest) return "step " + std::to_string(i) + " takes long";
    if (!isFiniteState(world)) return "a number is not finite after step " + std::to_string(i);
  }
  if (const std::string problem = contradictionIn(world); !problem.empty()) return "after its steps " + problem;
  World again;
  const std::string problem = restore(again, snapshot(world));
  if (!problem.empty()) return "it cannot be restored again: " + problem;
  step(world), step(again);
  if (stateHash(world) != stateHash(again)) return "restored again it goes on otherwise";
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t first = 1, many = 0;
  std::uint32_t mask = ~0u;
  double seconds = 1e9;
  bool single = false;
  std::FILE* trace = nullptr;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const char* value = i + 1 < count ? arguments[i + 1] : "";
    if (word == "--seed") first = std::strtoull(value, nullptr, 10), many = 1, single = true, ++i;
    else if (word == "--mask") mask = static_cast<std::uint32_t>(std::strtoul(value, nullptr, 10)), ++i;
    else if (word == "--seconds") seconds = std::atof(value), ++i;
    else if (word == "--trace") trace = std::fopen(value, "w"), ++i;
    else if (i == 1) first = std::strtoull(arguments[i], nullptr, 10);
    else many = std::strtoull(arguments[i], nullptr, 10);
  }
  if (many == 0) {
    std::fputs("tumble-forge FIRST COUNT [--seconds S] [--trace FILE]\ntumble-forge --seed N [--mask BITS]\n", stderr);
    return 2;
  }
  const std::vector<Original> originals = makeOriginals();
  const double start = clockOf(CLOCK_MONOTONIC);
  int taken = 0, found = 0;
  std::uint64_t tried = 0;
  for (std::uint64_t seed = first; seed < first + many && clockOf(CLOCK_MONOTONIC) - start < seconds; ++seed, ++tried) {
    if (trace) {  // whoever finds this program dead knows where
      std::rewind(trace);
      std::fprintf(trace, "%-20llu\n", static_cast<unsigned long long>(seed));
      std::fflush(trace);
    }
    const Original& original = originals[seed % originals.size()];
    std::vector<std::string> told;
    const List<std::uint8_t> bytes = forge(original, seed, mask, told);
    if (single) {  // before it is looked at, for it may die of it
      std::printf("%s\n", original.name.c_str());
      for (const std::string& line : told) std::printf("  %s\n", line.c_str());
      std::fflush(stdout);
    }
    const std::string finding = lookAt(bytes, seed, taken);
    if (finding.empty()) continue;
    ++found;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), finding.c_str());
  }
  std::printf("%llu forgeries of %zu snapshots, %d taken for worlds, %d findings\n", static_cast<unsigned long long>(tried),
              originals.size(), taken, found);
  return found > 0 ? 1 : 0;
}
