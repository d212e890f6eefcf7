// tumble-forge FIRST COUNT [--seconds S] [--trace FILE]     forged snapshots of these seeds; stops after S seconds
// tumble-forge --seed N [--mask BITS]                       one of them, with only some of its changes, and what they are
// Each is restored; what is taken runs for some steps with commands. No trap (it is meant for the build with sanitizers), no number that is
// not finite, no step that takes long, and what comes of it can be kept and restored again. Exit code 1 when something is found.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

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
/// s of processor time for a restore or a step. The worlds are small; sanitizers make them some ten times slower.
constexpr double kLongest = 2.5;

double clockOf(clockid_t id) {
  timespec t;
  clock_gettime(id, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double processorTime() { return clockOf(CLOCK_PROCESS_CPUTIME_ID); }

// With something of everything that a snapshot can hold: waiting commands of each kind, hands, fields, springs, compounds, meshes, sleepers.
const char* const kBusy = R"({"tumble": 1, "bodies": [
  {"name": "floor", "type": "static", "size": [40,2,40], "position": [0,-1,0]},
  {"type": "kinematic", "size": [1,0.5,4], "position": [-3,0.6,0], "angularVelocity": [0,1,0], "velocity": [0.2,0,0]},
  {"name": "brick", "size": [1,1,1], "position": [0,0.6,0], "arrangement": {"type": "grid", "count": [2,2,2], "spacing": [1.3,1.2,1.3]}},
  {"position": [0,12,0], "restitution": 0.6, "shapes": [{"type": "box", "size": [2,0.4,0.4]}, {"type": "box", "size": [0.4,2,0.4]},
    {"type": "sphere", "radius": 0.3, "position": [0,1,0]}]},
  {"position": [6,3,0], "shapes": [{"type": "hull", "collides": false, "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,1]]},
    {"type": "points", "collides": false, "points": [[0,0,0],[1,0,0]], "masses": [1,2]}, {"type": "box", "size": [0.1,0.1,0.1], "subtract": true}]},
  {"position": [9,3,0], "size": [1,2,0.1], "motion": "explicitEuler", "angularVelocity": [1,2,3]},
  {"position": [12,3,0], "size": [1,2,0.1], "motion": "eulerAngles", "angularVelocity": [1,2,3]},
  {"position": [15,3,0], "size": [1,2,0.1], "motion": "exact", "angularVelocity": [1,2,3]},
  {"position": [18,3,0], "size": [1,2,0.1], "planar": true, "angularVelocity": [0,0,30], "continuous": true}],
 "forces": [{"type": "spring", "body": 5, "anchor": [0,9,0], "stiffness": 3000, "damping": 50}, {"type": "field", "acceleration": [0,0,0.1]},
  {"type": "spring", "body": 2, "other": 3, "stiffness": 100, "restLength": 1.3}, {"type": "drag", "body": 7, "linear": 30, "angular": 5},
  {"type": "beam", "body": 6, "anchor": [0,5,0], "strength": 5}],
 "commands": [{"type": "drag", "step": 3, "body": 6, "point": [0,2,0], "target": [3,6,0]}, {"type": "removeBody", "step": 5, "body": 9},
  {"type": "addBody", "step": 7, "body": {"size": [0.5,0.5,3], "position": [0,7,0]}}, {"type": "force", "step": 9, "body": 8, "force": [0,900,0], "steps": 250},
  {"type": "addBody", "step": 122, "body": {"name": "late", "shapes": [{"type": "mesh", "collides": false, "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
    "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}], "inertia": [1,1,1], "mass": 3}},
  {"type": "impulse", "step": 122, "body": 3, "impulse": [20,10,0], "point": [0,1,0]}, {"type": "explosion", "step": 123, "position": [0,0,0], "impulse": 50, "radius": 5},
  {"type": "pose", "step": 123, "body": 10, "position": [0,8,0]}, {"type": "velocity", "step": 123, "body": 10, "angularVelocity": [0,8,0]},
  {"type": "release", "step": 124}, {"type": "removeBody", "step": 124, "body": 4}, {"type": "torque", "step": 123, "body": 5, "torque": [0,9,0], "steps": 5}]})";

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
  keepSome(originals, test::jsonFromText(kBusy).json, "busy", {0, 1, 6, 30, 120});
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
std::string lookAt(const Original& original, std::uint64_t seed, std::uint32_t mask, std::vector<std::string>& told, int& taken) {
  const List<std::uint8_t> bytes = forge(original, seed, mask, told);
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
    const std::string finding = lookAt(original, seed, mask, told, taken);
    if (single) {
      std::printf("%s\n", original.name.c_str());
      for (const std::string& line : told) std::printf("  %s\n", line.c_str());
    }
    if (finding.empty()) continue;
    ++found;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), finding.c_str());
  }
  std::printf("%llu forgeries of %zu snapshots, %d taken for worlds, %d findings\n", static_cast<unsigned long long>(tried),
              originals.size(), taken, found);
  return found > 0 ? 1 : 0;
}
