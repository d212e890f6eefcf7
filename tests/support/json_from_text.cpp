#include "support/json_from_text.h"

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "scene/limits.h"

namespace tumble::test {
namespace {

/// Builds the tree from the parser's events. `open` are the arrays and objects around the present place; they lie in their
/// parents, which do not move while a child is open.
struct TreeBuilder : nlohmann::json_sax<nlohmann::json> {
  Json root;
  std::string error;
  std::vector<Json*> open;
  std::size_t nodeCount = 0;

  /// Where the next value belongs; null when the document is too large.
  Json* add(Json value) {
    if (++nodeCount > kMaxJsonNodes) {
      error = "more than " + std::to_string(kMaxJsonNodes) + " values";
      return nullptr;
    }
    Json* place = &root;
    if (!open.empty() && open.back()->type == JsonType::array) {
      place = &open.back()->items.emplace_back();
    } else if (!open.empty()) {
      place = &open.back()->members.back().value;
    }
    *place = std::move(value);
    return place;
  }
  bool begin(JsonType type) {
    Json* place = add(jsonOf(type));
    if (place == nullptr) return false;
    open.push_back(place);
    if (open.size() > static_cast<std::size_t>(kMaxJsonDepth)) {
      error = "nested deeper than " + std::to_string(kMaxJsonDepth);
      return false;
    }
    return true;
  }
  bool end() {
    open.pop_back();
    return true;
  }

  bool null() override { return add(Json{}) != nullptr; }
  bool boolean(bool value) override { return add(jsonOf(value)) != nullptr; }
  bool number_integer(number_integer_t value) override { return add(jsonOf(static_cast<double>(value))) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return add(jsonOf(static_cast<double>(value))) != nullptr; }
  bool number_float(number_float_t value, const string_t&) override { return add(jsonOf(value)) != nullptr; }
  bool string(string_t& value) override { return add(jsonOf(std::move(value))) != nullptr; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return begin(JsonType::object); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return begin(JsonType::array); }
  bool end_array() override { return end(); }
  bool key(string_t& value) override {
    open.back()->members.push_back({std::move(value), Json{}});
    return true;
  }
  bool parse_error(std::size_t position, const std::string& lastToken, const nlohmann::detail::exception&) override {
    error = "no JSON at character " + std::to_string(position) + ", near " + lastToken;
    return false;
  }
};

}  // namespace

JsonFromText jsonFromText(std::string_view text) {
  TreeBuilder builder;
  const bool good = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  if (!good && builder.error.empty()) builder.error = "no JSON";
  if (!good) return {Json{}, builder.error};
  return {std::move(builder.root), {}};
}

JsonFromText jsonFromFile(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return {Json{}, "cannot open " + path};
  std::string text;
  char buffer[65536];
  for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, count);
  std::fclose(file);
  return jsonFromText(text);
}

}  // namespace tumble::test
