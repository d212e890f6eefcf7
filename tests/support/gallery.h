// The scenes that come with the page, for tests.
#pragma once
#include "unit/scene/scene_support.h"

namespace tumble::test {

inline std::string pathOfScene(const std::string& id) { return std::string(TUMBLE_SCENES_DIR) + "/" + id + ".json"; }

inline Json fileOf(const std::string& id) {
  JsonFromText file = jsonFromFile(pathOfScene(id));
  CHECK_MESSAGE(file.error.empty(), id, ": ", file.error);
  return std::move(file.json);
}

inline const Json& memberOf(const Json& object, const std::string& key) {
  static const Json none;
  for (const JsonMember& member : object.members) {
    if (member.key == key) return member.value;
  }
  return none;
}

/// In the order of the catalogue; an empty list fails.
inline std::vector<std::string> sceneIds() {
  std::vector<std::string> ids;
  const Json catalog = fileOf("catalog");
  for (const Json& entry : memberOf(catalog, "scenes").items) ids.push_back(memberOf(entry, "id").string);
  CHECK(ids.size() >= 40);
  return ids;
}

}  // namespace tumble::test
