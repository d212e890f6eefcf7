#include "bindings/json_from_bytes.h"

#include <string_view>

#include "containers/list.h"
#include "scene/limits.h"
#include "scene/text.h"

namespace tumble {
namespace {

enum class Code { null, no, yes, number, string, array, object, tooDeep };

struct Conversion {
  const double* next;
  List<std::string_view> strings;
  std::size_t nodes = 0;
  std::string problem;

  std::size_t count() { return static_cast<std::size_t>(*next++); }

  Json convert(int depth) {
    if (!problem.empty()) return {};
    const auto code = static_cast<Code>(*next++);
    if (depth > kMaxJsonDepth || code == Code::tooDeep) return refuse({"the scene is nested more than ", kMaxJsonDepth * 1.0, " deep"});
    if (++nodes > kMaxJsonNodes) return refuse({"the scene is more than ", kMaxJsonNodes * 1.0, " values"});
    switch (code) {
      case Code::no:
      case Code::yes: return jsonOf(code == Code::yes);
      case Code::number: return jsonOf(*next++);
      case Code::string: return jsonOf(std::string(strings[count()]));
      case Code::array: {
        Json json = jsonOf(JsonType::array);
        for (std::size_t left = count(); left > 0 && problem.empty(); --left) json.items.push_back(convert(depth + 1));
        return json;
      }
      case Code::object: {
        Json json = jsonOf(JsonType::object);
        for (std::size_t left = count(); left > 0 && problem.empty(); --left) {
          std::string key(strings[count()]);
          json.members.push_back({std::move(key), convert(depth + 1)});
        }
        return json;
      }
      default: return {};
    }
  }

  Json refuse(Pieces sentence) {
    problem = joined(sentence);
    return {};
  }
};

}  // namespace

std::string jsonFromBytes(std::span<const std::uint8_t> bytes, Json& out) {
  const auto* counts = reinterpret_cast<const std::uint32_t*>(bytes.data());
  const auto* numbers = reinterpret_cast<const double*>(counts + 2);
  const auto* lengths = reinterpret_cast<const std::uint32_t*>(numbers + counts[0]);
  const auto* text = reinterpret_cast<const char*>(lengths + counts[1]);
  Conversion conversion{numbers, {}, 0, {}};
  for (std::uint32_t i = 0; i < counts[1]; ++i) {
    conversion.strings.push_back({text, lengths[i]});
    text += lengths[i];
  }
  Json json = conversion.convert(0);
  if (conversion.problem.empty()) out = std::move(json);
  return conversion.problem;
}

}  // namespace tumble
