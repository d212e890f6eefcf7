// The engine lists its fields once, in replay/state_fields.cpp. That file is compiled here a second time, with an archive that takes down
// names and values instead of bytes: a field that is added to the engine has its name here at once.
#include "named_state.h"

#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

#include "replay/archive.h"
#include "replay/fields.h"
#include "replay/state_fields.h"

namespace tumble {

class NamingArchive {
 public:
  std::vector<replay::NamedField> fields;

  /// TUMBLE_FIELDS of an object: `field` is its member `name`.
  template <class Object, class Field> void nameField(const Object& object, const Field& field, const char* name) {
    setPath(field, pathOf(object) + (pathOf(object).empty() ? "" : ".") + name);
    if constexpr (std::is_array_v<Field>) {
      for (std::size_t i = 0; i < std::size(field); ++i) setPath(field[i], pathOf(field) + index(i));
    }
  }

  template <class... Fields> void state(Fields&&... values) { (field(values), ...); }
  template <class... Fields> void serialized(Fields&&...) {}
  template <class T> void unusual(Ranged<T> ranged, std::type_identity_t<T>, std::uint32_t = 0) { field(ranged); }
  template <class T> void unusual(T& value, std::type_identity_t<T>, std::uint32_t = 0) { field(value); }
  template <class Elements, class Visit> void list(Elements& list, Visit&& visit) {
    const std::string path = pathOf(list), outer = scope_;
    add(path + ".size", static_cast<double>(list.size()));
    std::size_t i = 0;
    for (auto& element : list) {
      scope_ = path + index(i++);
      visit(element);
    }
    scope_ = outer;
  }
  template <class Elements, class Visit> void serializedList(Elements& elements, Visit&& visit) {
    const std::size_t hashed = fields.size();
    list(elements, visit);
    fields.resize(hashed);
  }
  void text(std::string& text) { fields.push_back({pathOf(text), '"' + text + '"'}); }
  int limited(std::int32_t count, int most) { return count < 0 || count > most ? 0 : count; }

 private:
  static std::string index(std::size_t i) { return '[' + std::to_string(i) + ']'; }

  template <class T> static std::string textOf(const T& number) {
    char text[40];
    if constexpr (std::is_same_v<T, float>) std::snprintf(text, sizeof text, "%.9g", static_cast<double>(number));
    else if constexpr (std::is_same_v<T, double>) std::snprintf(text, sizeof text, "%.17g", number);
    else if constexpr (std::is_signed_v<T>) std::snprintf(text, sizeof text, "%lld", static_cast<long long>(number));
    else std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(number));
    return text;
  }
  template <class T> static std::string textOf(std::initializer_list<T> numbers) {
    std::string text;
    for (const T& number : numbers) text += (text.empty() ? "[" : ", ") + textOf(number);
    return text + ']';
  }
  template <class S> static std::string textOf(const Vector3<S>& v) { return textOf({v.x, v.y, v.z}); }
  template <class S> static std::string textOf(const Matrix3<S>& m) {
    return '[' + textOf(m.cx) + ", " + textOf(m.cy) + ", " + textOf(m.cz) + ']';
  }
  template <class T> void add(const std::string& path, const T& value) { fields.push_back({path, textOf(value)}); }

  template <class T> void field(const Ranged<List<T>>& ranged) {
    const std::string path = pathOf(ranged.value);
    add(path + ".size", static_cast<double>(ranged.value.size()));
    for (std::size_t i = 0; i < ranged.value.size(); ++i) add(path + index(i), ranged.value[i]);
  }
  template <class T> void field(const Ranged<T>& ranged) { add(pathOf(ranged.value), ranged.value); }
  void field(const Quat& q) { fields.push_back({pathOf(q), textOf({q.x, q.y, q.z, q.w})}); }
  void field(const bool& value) { fields.push_back({pathOf(value), value ? "true" : "false"}); }
  template <class T>
    requires std::is_enum_v<T>
  void field(const T& value) {
    add(pathOf(value), static_cast<int>(value));
  }

  // An object is told from its own first member by its size.
  using Place = std::pair<const void*, std::size_t>;
  template <class T> void setPath(const T& object, std::string path) { paths_[Place{&object, sizeof object}] = std::move(path); }
  /// A list element has no path of its own but that of `scope_`; so has a manifold, which lies in a pool and belongs to an element.
  template <class T> const std::string& pathOf(const T& object) const {
    const auto found = paths_.find(Place{&object, sizeof object});
    return found == paths_.end() ? scope_ : found->second;
  }

  std::map<Place, std::string> paths_;
  std::string scope_;
};

}  // namespace tumble

#undef TUMBLE_NAMES
#define TUMBLE_NAMES(object, name, ...)      \
  [[maybe_unused]] auto& name = object.name; \
  archive.nameField(object, name, #name);    \
  __VA_OPT__(TUMBLE_NAMES_AGAIN TUMBLE_PARENTHESES(object, __VA_ARGS__))
#define Archive NamingArchive
#include "replay/state_fields.cpp"
#undef Archive

namespace tumble::replay {

std::vector<NamedField> namedState(World& world) {
  NamingArchive archive;
  visitState(archive, world);
  return std::move(archive.fields);
}

}  // namespace tumble::replay
