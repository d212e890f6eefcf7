// A JSON document as a plain tree. Turning text into this tree is left to the platform (JSON.parse in the page, a library in
// native tests), which also keeps depth and size within kMaxJsonDepth and kMaxJsonNodes of scene/limits.h: the reader and the
// destructor go down the tree by recursion.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace tumble {

enum class JsonType : unsigned char { null, boolean, number, string, array, object };

struct JsonMember;

struct Json {
  JsonType type = JsonType::null;
  bool boolean = false;
  double number = 0;                // may be NaN or infinite: JSON.parse makes Infinity of 1e999
  std::string string;               // UTF-8
  std::vector<Json> items;          // of an array
  std::vector<JsonMember> members;  // of an object, in the order of the document; a key may come twice
};

struct JsonMember {
  std::string key;
  Json value;
};

inline Json jsonOf(JsonType type) {
  Json json;
  json.type = type;
  return json;
}
inline Json jsonOf(double number) {
  Json json = jsonOf(JsonType::number);
  json.number = number;
  return json;
}
inline Json jsonOf(bool boolean) {
  Json json = jsonOf(JsonType::boolean);
  json.boolean = boolean;
  return json;
}
inline Json jsonOf(std::string string) {
  Json json = jsonOf(JsonType::string);
  json.string = std::move(string);
  return json;
}
/// Without this a literal would become true.
inline Json jsonOf(const char* string) { return jsonOf(std::string(string)); }

}  // namespace tumble
