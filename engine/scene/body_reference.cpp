#include "scene/body_reference.h"

#include <algorithm>

#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

/// Whether commands that add `upcoming` bodies can give a body this id. Each of them reuses an index at most once.
bool mayComeToBe(const List<Body>& bodies, BodyId id, std::uint32_t upcoming) {
  const std::uint32_t index = bodyIndex(id);
  if (upcoming == 0 || index >= bodies.size() + upcoming) return false;
  const std::uint32_t present = index < bodies.size() ? bodies[index].generation : 0;
  return bodyGeneration(id) >= present && bodyGeneration(id) <= present + upcoming;
}

BodyId readId(const Cursor& at, const BodyReferences& references) {
  const auto number = static_cast<std::uint32_t>(readWhole(at, {0, kNoBody - 1.0}));
  if (!isWell(at)) return kNoBody;
  const List<Body>& bodies = references.world->bodies.bodies;
  const std::size_t bodyCount = references.ids.size();
  if (number < bodyCount) return references.ids[number];
  // Bodies of commands get new indices, after those in use; those that commands of a revised scene have added keep theirs.
  const bool isAdded = number - bodyCount < references.added;
  const auto later = static_cast<std::uint32_t>(bodies.size() - bodyCount) - (isAdded ? 0 : references.added);
  const bool isKept = references.live || (isAdded && findBody(references.world->bodies, number) != nullptr);
  const BodyId id = isKept ? number : number + later;
  if (findBody(references.world->bodies, id)) return id;
  const auto& waiting = references.world->commands;
  const auto adds = [](const Command& c) { return c.type == CommandType::addBody; };
  const auto upcoming =
      references.live ? static_cast<std::uint32_t>(std::count_if(waiting.begin(), waiting.end(), adds)) : references.upcoming;
  if (mayComeToBe(bodies, id, upcoming)) return id;
  const std::string has = references.live ? std::string() : joined({", the scene has ", static_cast<double>(bodyCount)});
  refuse(at, {"there is no body ", number * 1.0, has});
  return kNoBody;
}

/// "brick[3]": its name and number. No number: -1.
std::int64_t splitCopy(std::string_view& name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || name.back() != ']' || name.size() - open < 3 || name.size() - open > 8) return -1;
  std::int64_t number = 0;
  for (const char c : name.substr(open + 1, name.size() - open - 2)) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  name = name.substr(0, open);
  return number;
}

BodyId readName(const Cursor& at, const BodyReferences& references) {
  const std::string_view text = readText(at, 2 * kMaxNameLength);
  if (!isWell(at)) return kNoBody;
  if (const NamedBodies* named = findName(references.names, text)) {
    if (named->count == 1) return references.ids[named->first];
    refuse(at, {quoted(text), " names ", named->count * 1.0, " bodies, the first is ", quoted(joined({text, "[0]"}))});
    return kNoBody;
  }
  std::string_view name = text;
  const std::int64_t copy = splitCopy(name);
  const NamedBodies* named = copy >= 0 ? findName(references.names, name) : nullptr;
  if (named && named->count > 1 && copy < named->count) return references.ids[named->first + static_cast<std::size_t>(copy)];
  if (named) {
    refuse(at, {quoted(name), " names ", named->count * 1.0, named->count > 1 ? " bodies" : " body", ", there is no ", quoted(text)});
    return kNoBody;
  }

  List<std::string_view> known;
  for (std::size_t i = 0; i < references.names.size() && i < 1000; ++i) known.push_back(references.names[i].name);
  const std::string_view near = nearestWord(text, known);
  const std::string hint = near.empty() ? std::string() : joined({", did you mean ", quoted(near), "?"});
  refuse(at, {"no body is called ", quoted(text), hint});
  return kNoBody;
}

}  // namespace

void sortNames(List<NamedBodies>& names) {
  const auto less = [](const NamedBodies& a, const NamedBodies& b) { return a.name != b.name ? a.name < b.name : a.first < b.first; };
  std::make_heap(names.begin(), names.end(), less);  // a heap sort is a third of the code of std::sort
  std::sort_heap(names.begin(), names.end(), less);
}

const NamedBodies* findName(std::span<const NamedBodies> names, std::string_view name) {
  const auto found =
      std::lower_bound(names.begin(), names.end(), name, [](const NamedBodies& a, std::string_view b) { return a.name < b; });
  return found != names.end() && found->name == name ? &*found : nullptr;
}

std::string_view doubleName(std::span<const NamedBodies> sortedNames) {
  for (std::size_t i = 1; i < sortedNames.size(); ++i) {
    if (sortedNames[i].name == sortedNames[i - 1].name) return sortedNames[i].name;
  }
  return {};
}

BodyId readBodyReference(const Cursor& at, const BodyReferences& references) {
  if (at.json->type == JsonType::string && !references.live) return readName(at, references);
  return readId(at, references);
}

}  // namespace tumble
