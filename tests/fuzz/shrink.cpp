#include "fuzz/shrink.h"

#include <algorithm>
#include <cmath>

#include "fuzz/draft.h"

namespace tumble::fuzz {
namespace {

struct Shrinker {
  Json best;
  const std::function<bool(const Json&)>& holds;
  int left = 0;  // times it may be asked still

  bool accept(const Json& scene) {
    if (left <= 0) return false;
    --left;
    if (!holds(scene)) return false;
    best = scene;
    return true;
  }
};

void dropUsersOf(Json& scene, const std::string& name) {
  for (const char* list : {"forces", "commands"}) {
    Json* items = member(scene, list);
    if (items == nullptr) continue;
    std::erase_if(items->items, [&](const Json& item) {
      for (const char* key : {"body", "other"}) {
        const Json* user = member(item, key);
        if (user != nullptr && (user->string == name || user->string.starts_with(name + "["))) return true;
      }
      return false;
    });
  }
}

bool dropItems(Shrinker& shrinker, const char* list) {
  bool any = false;
  const Json* items = member(shrinker.best, list);
  if (items == nullptr) return false;
  for (std::size_t i = items->items.size(); i-- > 0;) {
    Json scene = shrinker.best;
    Json& mine = *member(scene, list);
    if (i >= mine.items.size()) continue;
    const Json* name = member(mine.items[i], "name");
    const std::string gone = name != nullptr ? name->string : "";
    mine.items.erase(mine.items.begin() + static_cast<std::ptrdiff_t>(i));
    if (!gone.empty()) dropUsersOf(scene, gone);
    any |= shrinker.accept(scene);
  }
  return any;
}

/// Goes through all values of a document that may be changed one by one: by the path of indices to them.
template <class Change> bool changeEach(Shrinker& shrinker, std::vector<std::size_t> path, const Json& here, const Change& change) {
  bool any = false;
  const std::size_t count = here.type == JsonType::array ? here.items.size() : here.members.size();
  for (std::size_t i = 0; i < count; ++i) {
    path.push_back(i);
    const Json copy = here.type == JsonType::array ? here.items[i] : here.members[i].value;
    any |= changeEach(shrinker, path, copy, change);
    path.pop_back();
  }
  Json scene = shrinker.best;
  Json* target = &scene;
  for (std::size_t at : path) {
    if (target->type == JsonType::array && at < target->items.size()) target = &target->items[at];
    else if (target->type == JsonType::object && at < target->members.size()) target = &target->members[at].value;
    else return any;
  }
  for (int attempt = 0; attempt < 4; ++attempt) {
    Json tried = scene;
    Json* place = &tried;
    for (std::size_t at : path) place = place->type == JsonType::array ? &place->items[at] : &place->members[at].value;
    if (!change(*place, attempt)) break;
    if (shrinker.accept(tried)) return true;
  }
  return any;
}

bool dropKeys(Json& json, int attempt) {
  static constexpr std::string_view kNeeded[] = {"tumble", "bodies", "title",  "name",      "size",    "shapes",
                                                 "type",   "body",   "radius", "stiffness", "position"};
  if (json.type != JsonType::object) return false;
  int skipped = 0;
  for (std::size_t i = 0; i < json.members.size(); ++i) {
    if (std::find(std::begin(kNeeded), std::end(kNeeded), json.members[i].key) != std::end(kNeeded)) continue;
    if (skipped++ < attempt) continue;
    json.members.erase(json.members.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

bool roundNumber(Json& json, int attempt) {
  if (json.type != JsonType::number) return false;
  const double old = json.number;
  json.number = attempt == 0 ? 0 : attempt == 1 ? std::round(old) : tidy(old, attempt - 1);
  return json.number != old || attempt < 3;
}

bool shortenList(Json& json, int attempt) {  // of the shapes of a compound
  if (json.type != JsonType::array || json.items.size() < 2 || json.items[0].type != JsonType::object) return false;
  const std::size_t at = static_cast<std::size_t>(attempt);
  if (at >= json.items.size() || member(json.items[0], "name") != nullptr) return false;
  json.items.erase(json.items.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

}  // namespace

Json shrunk(const Json& scene, const std::function<bool(const Json&)>& holds, int most) {
  Shrinker shrinker{scene, holds, most};
  if (!shrinker.accept(scene)) return scene;
  for (int round = 0; round < 3 && shrinker.left > 0; ++round) {
    bool any = dropItems(shrinker, "bodies");
    any |= dropItems(shrinker, "forces");
    any |= dropItems(shrinker, "commands");
    any |= changeEach(shrinker, {}, Json(shrinker.best), shortenList);
    any |= changeEach(shrinker, {}, Json(shrinker.best), dropKeys);
    any |= changeEach(shrinker, {}, Json(shrinker.best), roundNumber);
    if (!any) break;
  }
  return shrinker.best;
}

namespace {

/// The value at a path of positions, or null where the document has become too small for it.
Json* valueAt(Json& document, const std::vector<std::size_t>& path) {
  Json* value = &document;
  for (const std::size_t at : path) {
    if (at < value->items.size()) value = &value->items[at];
    else if (at < value->members.size()) value = &value->members[at].value;
    else return nullptr;
  }
  return value;
}

std::size_t partsOf(const Json& value) { return value.items.size() + value.members.size(); }

void removeParts(Json& value, std::size_t from, std::size_t count) {
  const auto erase = [&](auto& list) {
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(from);
    list.erase(first, first + static_cast<std::ptrdiff_t>(std::min(count, list.size() - from)));
  };
  if (!value.items.empty()) erase(value.items);
  else erase(value.members);
}

// Parts go half of a list at a time, then fewer; then each that stays is looked at for itself.
bool removeBelow(Shrinker& shrinker, std::vector<std::size_t>& path) {
  bool any = false;
  const auto here = [&]() -> const Json* { return valueAt(shrinker.best, path); };
  for (std::size_t size = here() ? std::max<std::size_t>(1, partsOf(*here()) / 2) : 0; size > 0; size /= 2) {
    for (std::size_t from = 0; here() && from < partsOf(*here()) && shrinker.left > 0;) {
      Json tried = shrinker.best;
      removeParts(*valueAt(tried, path), from, size);
      if (shrinker.accept(tried)) any = true;
      else from += size;
    }
  }
  for (std::size_t at = 0; here() && at < partsOf(*here()) && shrinker.left > 0; ++at) {
    path.push_back(at);
    any |= removeBelow(shrinker, path);
    path.pop_back();
  }
  return any;
}

}  // namespace

Json shrunkDocument(const Json& document, const std::function<bool(const Json&)>& holds, int most) {
  Shrinker shrinker{document, holds, most};
  if (!shrinker.accept(document)) return document;
  for (bool any = true; any && shrinker.left > 0;) {
    std::vector<std::size_t> path;
    any = removeBelow(shrinker, path);
    any |= changeEach(shrinker, {}, Json(shrinker.best), roundNumber);
  }
  return shrinker.best;
}

}  // namespace tumble::fuzz
