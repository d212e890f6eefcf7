#include "fuzz/inputs.h"

#include <time.h>

#include <algorithm>
#include <span>

#include "fuzz/busy_scene.h"
#include "fuzz/families.h"
#include "fuzz/spoil.h"
#include "replay/check_world.h"
#include "replay/snapshot.h"
#include "replay/state_fields.h"
#include "replay/state_hash.h"
#include "scene/limits.h"
#include "scene/revision.h"
#include "scene/scene_reader.h"

namespace tumble::fuzz {
namespace {

constexpr int kMostChanges = 6, kMostActs = 6, kSteps = 10;
#if defined(__SANITIZE_ADDRESS__)
constexpr double kSlower = 20;  // than the release build
#else
constexpr double kSlower = 2;  // than an idle machine
#endif
/// s of processor time: the rule of engine/README.md.
constexpr double kLongestStep = 0.25 * kSlower, kLongestLoad = 2 * kSlower;

double processorTime() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// ---- making ----------------------------------------------------------------------------------------------------------

Json anyScene(Random& random) {
  if (chance(random, 0.3)) return busyScene();
  const std::span<const Family> all = families();
  const Family& family = all[next(random) % all.size()];
  return sceneOf(family, 1 + next(random) % 1000);
}

Json idOf(Random& random) { return jsonOf(static_cast<double>(whole(random, 0, 14))); }

Json commandOf(Random& random) {
  const char* type = pick(random, {"impulse", "angularImpulse", "force", "torque", "velocity", "pose", "drag", "release", "addBody",
                                   "removeBody", "explosion"});
  const std::string_view name = type;
  Json command = jsonOf(JsonType::object);
  set(command, "type", type);
  if (name != "release" && name != "addBody" && name != "explosion") set(command, "body", idOf(random));
  if (name == "impulse" || name == "angularImpulse" || name == "force" || name == "torque") set(command, type, vectorWithin(random, 50));
  if ((name == "impulse" || name == "force") && chance(random, 0.6)) set(command, "point", vectorWithin(random, 4));
  if (name == "force" || name == "torque") set(command, "steps", static_cast<double>(whole(random, 1, 20)));
  if (name == "velocity") set(command, chance(random, 0.5) ? "velocity" : "angularVelocity", vectorWithin(random, 20));
  if (name == "pose") set(command, "position", vectorWithin(random, 9));
  if (name == "pose" && chance(random, 0.5)) set(command, "orientation", axisAngle(direction(random), between(random, -180, 180)));
  if (name == "drag") set(command, "point", vectorWithin(random, 4)), set(command, "target", vectorWithin(random, 9));
  if ((name == "drag" || name == "release") && chance(random, 0.5)) set(command, "pointer", static_cast<double>(whole(random, 0, 3)));
  if (name == "explosion") set(command, "position", vectorWithin(random, 5)), set(command, "impulse", 50.0), set(command, "radius", 6.0);
  if (name == "addBody") {
    const Json scene = anyScene(random);
    const std::vector<Json>& bodies = member(scene, "bodies")->items;
    Json body = bodies[next(random) % bodies.size()];
    std::erase_if(body.members, [](const JsonMember& each) { return each.key == "name" || each.key == "arrangement"; });
    set(command, "body", std::move(body));
  }
  if (chance(random, 0.2)) set(command, "step", static_cast<double>(whole(random, 0, 12)));
  return command;
}

Json revisionOf(const Json& scene, Random& random) {
  Json act = jsonOf(JsonType::object);
  Json changed = chance(random, 0.15) ? anyScene(random) : scene;
  if (chance(random, 0.8)) edit(changed, random);
  const Json* bodies = member(changed, "bodies");
  Json matches = jsonOf(JsonType::array);
  const int count = bodies == nullptr ? 0 : static_cast<int>(bodies->items.size());
  for (int i = 0; i < count; ++i) {
    matches.items.push_back(jsonOf(static_cast<double>(chance(random, 0.9) ? i : whole(random, -1, count))));
    matches.items.push_back(jsonOf(static_cast<double>(chance(random, 0.7) ? int{kMatchState} : whole(random, 0, 15))));
  }
  set(act, "scene", std::move(changed));
  set(act, "matches", std::move(matches));
  return act;
}

// ---- looking ---------------------------------------------------------------------------------------------------------

bool isFiniteState(World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, world);
  return archive.succeeded();
}

bool isSentence(const std::string& text) {
  return text.size() < 1000 && text.find_first_of(std::string_view("\n\0", 2)) == std::string::npos && text.find(": ") != std::string::npos;
}

std::string problemOf(World& world) {
  if (!isFiniteState(world)) return "a number is not finite";
  return contradictionIn(world);
}

std::string restored(World& world) {
  World again;
  if (const std::string problem = restore(again, snapshot(world)); !problem.empty()) return "it cannot be restored: " + problem;
  step(world), step(again);
  return stateHash(world) == stateHash(again) ? "" : "restored it goes on otherwise";
}

std::int32_t wholeOf(double number) {  // as the page's numbers come to the engine (bindings/world_binding.cpp)
  return number >= -2147483648.0 && number <= 2147483647.0 ? static_cast<std::int32_t>(number) : -1;
}

List<BodyMatch> matchesOf(const Json* numbers) {
  List<BodyMatch> matches(numbers == nullptr ? 0 : numbers->items.size() / 2);
  for (std::size_t i = 0; i < matches.size(); ++i)
    matches[i] = {wholeOf(numbers->items[2 * i].number), static_cast<std::uint32_t>(wholeOf(numbers->items[2 * i + 1].number))};
  return matches;
}

std::string act(World& world, const Json& doing, Tally& tally) {
  const std::uint64_t hash = stateHash(world);
  const double before = processorTime();
  std::string refusal;
  if (const Json* scene = member(doing, "scene")) {
    const List<BodyMatch> matches = matchesOf(member(doing, "matches"));
    refusal = reviseScene(*scene, {matches.data(), matches.size()}, world);
  } else if (const Json* document = member(doing, "command")) {
    Command command;
    refusal = readCommand(*document, world, command);
    if (refusal.empty()) enqueue(world, std::move(command));
  } else {
    return "";
  }
  if (processorTime() - before > kLongestLoad) return "it takes long";
  if (refusal.empty()) return ++tally.acts, problemOf(world);
  if (!isSentence(refusal)) return "refused with: " + refusal;
  return stateHash(world) == hash ? "" : "refused, it has changed the world: " + refusal;
}

}  // namespace

bool inputKindNamed(std::string_view name, InputKind& out) {
  constexpr std::string_view kNames[] = {"scenes", "commands", "revisions"};
  for (int i = 0; i < 3; ++i) {
    if (name == kNames[i]) return out = static_cast<InputKind>(i), true;
  }
  return false;
}

Json inputOf(InputKind kind, std::uint64_t seed, std::uint32_t mask, std::vector<std::string>& told) {
  Random random{seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(kind)};
  Json input = jsonOf(JsonType::object), acts = jsonOf(JsonType::array);
  const Json scene = anyScene(random), donor = anyScene(random);
  set(input, "scene", scene);
  if (kind != InputKind::scenes) {
    int at = 0;
    for (int count = whole(random, 1, kMostActs); count > 0; --count) {
      Json doing = jsonOf(JsonType::object);
      if (kind == InputKind::revisions && chance(random, 0.7)) doing = revisionOf(scene, random);
      else set(doing, "command", commandOf(random));
      set(doing, "at", static_cast<double>(at = std::min(kSteps - 1, at + whole(random, 0, 3))));
      acts.items.push_back(std::move(doing));
    }
  }
  // A scene that is refused hides what comes after it: where acts follow, they are what is spoiled.
  Json& spoiled = kind == InputKind::scenes || chance(random, 0.15) ? *member(input, "scene") : acts;
  const int changes = chance(random, 0.1) ? 0 : whole(random, 1, kMostChanges);
  for (int i = 0; i < changes; ++i) {
    Random own{next(random)};
    if (mask & (1u << i)) told.push_back(spoil(spoiled, donor, own));
  }
  set(input, "acts", std::move(acts));
  return input;
}

std::string lookAt(const Json& input, Tally& tally) {
  World world;
  const double before = processorTime();
  const Json* scene = member(input, "scene");
  const std::string refusal = readScene(scene == nullptr ? Json() : *scene, world);
  if (processorTime() - before > kLongestLoad) return "loading takes long";
  if (!refusal.empty()) {
    if (!isSentence(refusal)) return "refused with: " + refusal;
    return world.bodies.bodies.empty() && world.forces.empty() && world.commands.empty() ? ""
                                                                                         : "refused, it has left something in the world";
  }
  ++tally.scenes;
  if (const std::string problem = problemOf(world); !problem.empty()) return "loaded: " + problem;
  static const std::vector<Json> kNoActs;
  const Json* list = member(input, "acts");
  const std::vector<Json>& acts = list == nullptr ? kNoActs : list->items;
  const std::size_t shapes = world.colliders.colliders.size();
  const int steps = shapes < 100 ? kSteps : shapes < 1000 ? 3 : 1;
  for (int i = 0; i < steps; ++i) {
    for (const Json& doing : acts) {
      const Json* at = member(doing, "at");
      if (at == nullptr || at->number != i) continue;
      if (const std::string problem = act(world, doing, tally); !problem.empty())
        return "act at step " + std::to_string(i) + ": " + problem;
    }
    const double start = processorTime();
    step(world);
    if (processorTime() - start > kLongestStep) return "step " + std::to_string(i) + " takes long";
    ++tally.steps;
    if (!isFiniteState(world)) return "a number is not finite after step " + std::to_string(i);
  }
  if (const std::string problem = contradictionIn(world); !problem.empty()) return "after its steps " + problem;
  return restored(world);
}

}  // namespace tumble::fuzz
