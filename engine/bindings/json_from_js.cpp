#include "bindings/json_from_js.h"

#include "scene/limits.h"

namespace tumble {
namespace {

using emscripten::val;

struct Conversion {
  val keysOf = val::global("Object")["keys"];
  val isArray = val::global("Array")["isArray"];
  std::size_t nodes = 0;
  std::string problem;

  Json convert(const val& value, int depth) {
    if (!problem.empty()) return {};
    if (depth > kMaxJsonDepth) return refuse("nested more than " + std::to_string(kMaxJsonDepth) + " deep");
    if (++nodes > kMaxJsonNodes) return refuse("more than " + std::to_string(kMaxJsonNodes) + " values");
    if (value.isNumber()) return jsonOf(value.as<double>());
    if (value.isString()) return jsonOf(value.as<std::string>());
    if (value.isTrue() || value.isFalse()) return jsonOf(value.isTrue());
    if (value.isNull() || value.isUndefined() || value.typeOf().as<std::string>() != "object") return {};
    return isArray(value).as<bool>() ? list(value, depth) : object(value, depth);
  }

  Json list(const val& value, int depth) {
    Json json = jsonOf(JsonType::array);
    const auto length = value["length"].as<unsigned>();
    for (unsigned i = 0; i < length && problem.empty(); ++i) json.items.push_back(convert(value[i], depth + 1));
    return json;
  }

  Json object(const val& value, int depth) {
    Json json = jsonOf(JsonType::object);
    const val keys = keysOf(value);
    const auto length = keys["length"].as<unsigned>();
    for (unsigned i = 0; i < length && problem.empty(); ++i) {
      const val key = keys[i];
      json.members.push_back({key.as<std::string>(), convert(value[key], depth + 1)});
    }
    return json;
  }

  Json refuse(std::string what) {
    problem = "the scene is " + what;
    return {};
  }
};

}  // namespace

std::string jsonFromJs(const val& value, Json& out) {
  Conversion conversion;
  Json json = conversion.convert(value, 0);
  if (conversion.problem.empty()) out = std::move(json);
  return conversion.problem;
}

}  // namespace tumble
