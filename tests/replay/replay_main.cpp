// tumble-replay RUN STEPS [STEP SNAPSHOT]    prints "step hash" after the load (step 0) and after each step, and after
//                                            the last one with the commands given there; with a step and a file it also
//                                            writes the snapshot after that step with its commands
// RUN is made by replay.mjs: the scene as JSON on the first line, then one log entry { issuedAtStep, step, command } on each line.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "json_from_text.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "scene/command_reader.h"
#include "scene/revision.h"
#include "scene/scene_reader.h"
#include "world/world.h"

namespace {

using namespace tumble;

/// After these the world stays at its last good state (world/step_report.h).
constexpr std::uint32_t kStepNotTaken = kPairOverload | kWorkOverload;

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

Json* find(Json& object, const char* key) {
  for (JsonMember& member : object.members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

double numberAt(Json& object, const char* key) {
  const Json* value = find(object, key);
  return value ? value->number : 0;
}

/// A scene to go on as, with the numbers of `kept` in pairs, as the page gives them (bindings/world_binding.cpp).
std::string revise(Json& command, World& world) {
  Json *scene = find(command, "scene"), *kept = find(command, "kept");
  if (!scene || !kept) return "revise needs a scene and kept";
  List<BodyMatch> entries;
  for (std::size_t i = 0; i + 1 < kept->items.size(); i += 2) {
    entries.push_back({static_cast<std::int32_t>(kept->items[i].number), static_cast<std::uint32_t>(kept->items[i + 1].number)});
  }
  return reviseScene(*scene, entries, world);
}

/// Gives a command of the log to the world. Its step is the step of its entry, also where the command names none.
std::string give(Json& entry, World& world) {
  Json* command = find(entry, "command");
  if (!command) return "the entry has no command";
  const Json* type = find(*command, "type");
  if (type && type->string == "revise") return revise(*command, world);
  const double step = numberAt(entry, "step");
  if (Json* own = find(*command, "step")) *own = jsonOf(step);
  else command->members.push_back({"step", jsonOf(step)});
  Command read;
  const std::string problem = readCommand(*command, world, read);
  read.isLive = true;
  if (problem.empty()) enqueue(world, std::move(read));
  return problem;
}

void print(const World& world, long step) { std::printf("%ld %016llx\n", step, static_cast<unsigned long long>(stateHash(world))); }

bool write(const World& world, const char* path) {
  const List<std::uint8_t> bytes = snapshot(world);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file.good();
}

/// Prints the hash after a step, and writes the snapshot that was asked for. False where it cannot be written.
bool record(const World& world, long step, long snapshotStep, char** arguments) {
  print(world, step);
  if (step != snapshotStep || write(world, arguments[4])) return true;
  fail(std::string("cannot write ") + arguments[4]);
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3 && count != 5) return fail("usage: tumble-replay RUN STEPS [STEP SNAPSHOT]");
  const long steps = std::atol(arguments[2]), snapshotStep = count == 5 ? std::atol(arguments[3]) : -1;
  std::ifstream file(arguments[1]);
  World world;
  std::vector<Json> log;
  for (std::string line; std::getline(file, line);) {
    test::JsonFromText document = test::jsonFromText(line);
    if (!document.error.empty()) return fail(document.error);
    log.push_back(std::move(document.json));
  }
  if (log.empty()) return fail(std::string("there is no run in ") + arguments[1]);
  std::string problem = readScene(log.front(), world);
  if (!problem.empty()) return fail(problem);

  std::size_t next = 1;
  for (long i = 0;; ++i) {
    if (i < steps && !record(world, i, snapshotStep, arguments)) return 1;
    for (; next < log.size() && numberAt(log[next], "issuedAtStep") <= static_cast<double>(i); ++next) {
      problem = give(log[next], world);
      if (!problem.empty()) return fail("command " + std::to_string(next - 1) + " of the log was refused: " + problem);
    }
    if (i == steps) return record(world, i, snapshotStep, arguments) ? 0 : 1;
    if (step(world).flags & kStepNotTaken) return fail("step " + std::to_string(i + 1) + " was not taken: there was too much work in it");
  }
}
