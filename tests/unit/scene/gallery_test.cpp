// The scenes that come with the page: all load, all are in the catalogue, and no change to any value of theirs gets the reader
// to crash or to let through a world that is not finite.
#include <dirent.h>

#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "support/gallery.h"
#include "support/slow_build.h"
#include "world/measure.h"

using namespace tumble;
using namespace tumble::test;

namespace {

bool isFiniteWorld(const World& world) {
  for (const Body& body : world.bodies.bodies) {
    if (!isFinite(body) || !(body.inverseMass - body.inverseMass == 0) || !isFinite(body.inverseInertia)) return false;
  }
  const Energy energy = measure(world).energy;
  return energy.linear - energy.linear == 0 && energy.rotational - energy.rotational == 0;
}

/// The keys below and the types of their values: two rods of a walker have the same one.
std::string outlineOf(const Json& json) {
  std::string outline = json.type == JsonType::string ? json.string.substr(0, 12) : std::to_string(static_cast<int>(json.type));
  for (const Json& item : json.items) outline += "," + outlineOf(item);
  for (const JsonMember& member : json.members)
    outline += ";" + member.key + (member.key == "name" || member.key == "a" || member.key == "b" ? "" : outlineOf(member.value));
  return outline;
}

/// Calls `visit` for every value below `json` and for `json`, while each may be changed in place; of the objects of a list that are alike, for two.
void forEachValue(Json& json, const std::function<void(Json&)>& visit) {
  std::map<std::string, int> alike;
  for (Json& item : json.items)
    if (item.type != JsonType::object || ++alike[outlineOf(item)] <= 2) forEachValue(item, visit);
  for (JsonMember& member : json.members) forEachValue(member.value, visit);
  visit(json);
}

std::vector<Json> strangeValues() {
  std::vector<Json> values = {Json{},
                              jsonOf(true),
                              jsonOf("x"),
                              jsonOf("__proto__"),
                              jsonOf(std::string(5000, 'q')),
                              jsonOf(JsonType::array),
                              jsonOf(JsonType::object)};
  for (const double number : {0.0, -0.0, -1.0, 0.5, 3.0, 1e-320, 1e9, 4294967295.0, 1e300, -1e300, kNaN, kInfinity, -kInfinity}) {
    values.push_back(jsonOf(number));
  }
  values.push_back(json("[0, 0, 0]"));
  values.push_back(json("[1e30, -1e30, 1e30]"));
  values.push_back(json("[0, 0, 0, 0]"));
  values.push_back(json("[[[[[[1]]]]]]"));
  values.push_back(json("{'type': 'grid', 'count': [20000, 1, 1], 'spacing': [0, 0, 0]}"));
  return values;
}

/// Either a sentence, or a world that is finite and stays so.
void checkSoundness(const Json& scene) {
  World world;
  const std::string sentence = readScene(scene, world);
  CHECK(sentence.size() < 700);
  if (!sentence.empty()) {
    CHECK(sentence.find(": ") != std::string::npos);
    CHECK(world.bodies.bodies.empty());
    return;
  }
  CHECK(isFiniteWorld(world));
  if (world.bodies.aliveCount > 30) return;
  for (int i = 0; i < 2; ++i) step(world);
  CHECK(isFiniteWorld(world));
}

}  // namespace

TEST_CASE("every scene of the gallery loads, has a title and says what one should see") {
  for (const std::string& id : sceneIds()) {
    CAPTURE(id);
    const Json scene = fileOf(id);
    World world;
    CHECK(readScene(scene, world) == "");
    CHECK(world.bodies.aliveCount > 0);
    CHECK(isFiniteWorld(world));
    CHECK(memberOf(scene, "camera").type == JsonType::object);
    CHECK(memberOf(scene, "expect").string.back() == '.');
    CHECK(memberOf(scene, "title").string.size() <= 40);
  }
}

TEST_CASE("the catalogue says what the scenes say, and leaves none out") {
  std::set<std::string> listed;
  const Json catalog = fileOf("catalog");
  for (const Json& entry : memberOf(catalog, "scenes").items) {
    const std::string& id = memberOf(entry, "id").string;
    CAPTURE(id);
    const Json scene = fileOf(id);
    CHECK(listed.insert(id).second);
    CHECK(memberOf(entry, "title").string == memberOf(scene, "title").string);
    CHECK(memberOf(entry, "sentence").string == memberOf(scene, "expect").string);
  }
  DIR* folder = opendir(TUMBLE_SCENES_DIR);
  CHECK(folder != nullptr);
  while (const dirent* entry = folder != nullptr ? readdir(folder) : nullptr) {
    const std::string name = entry->d_name;
    if (name.size() < 5 || name.substr(name.size() - 5) != ".json" || name == "catalog.json") continue;
    CHECK_MESSAGE(listed.count(name.substr(0, name.size() - 5)) == 1, name, " is not in the catalogue");
  }
  if (folder != nullptr) closedir(folder);
}

TEST_CASE("the example of the reference is a scene") {
  std::FILE* file = std::fopen((std::string(TUMBLE_SCENES_DIR) + "/README.md").c_str(), "rb");
  CHECK(file != nullptr);
  if (file == nullptr) return;
  std::string text(100000, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  const std::size_t begin = text.find("```json\n") + 8, end = text.find("```", begin);
  CHECK(end != std::string::npos);
  CHECK(worldOf(text.substr(begin, end - begin)).bodies.aliveCount == 10);
}

TEST_CASE("any value of any scene replaced by a strange one: a sentence, or a finite world") {
  const std::vector<Json> strange = strangeValues();
  const int every = kIsSlowBuild ? 8 : 1;  // with sanitizers all of them take more than ten minutes
  int values = 0;
  for (const std::string& id : sceneIds()) {
    CAPTURE(id);
    Json scene = fileOf(id);
    forEachValue(scene, [&](Json& value) {
      if (&value == &scene || ++values % every != 0) return;
      const Json original = value;
      for (const Json& other : strange) {
        value = other;
        checkSoundness(scene);
      }
      value = original;
    });
  }
}

TEST_CASE("any member of any scene left out, doubled or renamed: a sentence, or a finite world") {
  for (const std::string& id : sceneIds()) {
    CAPTURE(id);
    Json scene = fileOf(id);
    for (JsonMember& member : scene.members) {
      if (member.key == "show" || member.key == "controls" || member.key == "keys")
        member.value.members.clear(), member.value.items.clear();  // the page reads what they hold
    }
    forEachValue(scene, [&](Json& value) {
      const std::vector<JsonMember> original = value.members;
      for (std::size_t i = 0; i < original.size(); ++i) {
        value.members.erase(value.members.begin() + static_cast<std::ptrdiff_t>(i));
        checkSoundness(scene);
        value.members = original;
        value.members.push_back(original[i]);
        World world;
        CHECK(readScene(scene, world).find("this key comes twice") != std::string::npos);
        value.members = original;
        value.members[i].key += "x";
        const std::string problem = readScene(scene, world), &key = original[i].key;
        // Without these another sentence may come first: of a mesh on a body that is not static, of a joint between immovable bodies.
        const auto says = [&](const std::string& sentence) { return problem.find(sentence) != std::string::npos; };
        const bool isOfMesh = key == "type" && says("collides only as part of a static body");
        const bool isOfJoint = (key == "a" || key == "b") && says("none of its bodies is moved by forces");
        CHECK((isOfMesh || isOfJoint || says("unknown key, did you mean " + key + "?")));
        value.members = original;
      }
    });
  }
}
