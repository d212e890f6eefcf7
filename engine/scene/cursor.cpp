#include "scene/cursor.h"

#include "scene/text.h"

namespace tumble {
namespace {

/// The path of a member, known or not: its key is quoted when it is no plain word.
std::string memberPath(const Cursor& object, std::string_view key) {
  bool plain = !key.empty() && key.size() <= 40;
  for (const char c : key) plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  const std::string name = plain ? std::string(key) : quoted(key);
  return object.parent || object.index >= 0 ? joined({pathOf(object), ".", name}) : name;
}

void refuseMember(const Fields& fields, std::string_view key, Pieces what) {
  if (isWell(fields.at)) fields.at.problem->sentence = joined({memberPath(fields.at, key), ": ", joined(what)});
}

void refuseUnknown(const Fields& fields, std::string_view key) {
  const std::span<const std::string_view> known{fields.known, static_cast<std::size_t>(fields.knownCount)};
  const std::string_view near = nearestWord(key, known);
  if (near.empty()) {
    refuseMember(fields, key, {"unknown key, known here are ", listed(known)});
  } else {
    refuseMember(fields, key, {"unknown key, did you mean ", near, "?"});
  }
}

}  // namespace

std::string pathOf(const Cursor& at) {
  if (at.index >= 0) return joined({pathOf(*at.parent), "[", static_cast<double>(at.index), "]"});
  if (!at.parent || !at.parent->parent) return std::string(at.key);  // the document, or a member of it
  return joined({pathOf(*at.parent), ".", at.key});
}

void refuse(const Cursor& at, Pieces what) {
  if (isWell(at)) at.problem->sentence = joined({pathOf(at), ": ", joined(what)});
}

void refuse(const Cursor& at, const char* sentence, std::initializer_list<double> numbers) {
  if (!isWell(at)) return;
  std::string what;
  const double* number = numbers.begin();
  for (const char* c = sentence; *c; ++c) {
    if (*c == '#') what += numberText(*number++);
    else what += *c;
  }
  refuse(at, {what, ""});
}

void refuseValue(const Cursor& at, const char* what) { refuse(at, {describe(*at.json), what}); }

std::string describe(const Json& json) {
  switch (json.type) {
    case JsonType::null: return "null";
    case JsonType::boolean: return json.boolean ? "true" : "false";
    case JsonType::number: return numberText(json.number);
    case JsonType::string: return quoted(json.string);
    case JsonType::array: return "a list";
    default: return "an object";
  }
}

Fields openFields(const Cursor& at) {
  Fields fields;
  fields.at = at;
  if (at.json->type != JsonType::object) refuseValue(at, " is not an object");
  return fields;
}

Cursor optionalField(Fields& fields, const char* name) {
  const std::string_view key = name;
  if (fields.knownCount < Fields::kMost) fields.known[fields.knownCount++] = key;
  Cursor found{nullptr, fields.at.problem, &fields.at, key, -1};
  const auto& members = fields.at.json->members;
  for (std::size_t i = 0; i < members.size() && i < 64; ++i) {
    if (members[i].key != key) continue;
    if (found.json) refuse(found, "this key comes twice");
    found.json = &members[i].value;
    fields.taken |= std::uint64_t{1} << i;
  }
  return found;
}

Cursor requiredField(Fields& fields, const char* key) {
  const Cursor found = optionalField(fields, key);
  if (!found && fields.missing.empty()) fields.missing = key;
  return found;
}

Cursor requiredFirstField(Fields& fields, const char* name) {
  const std::string_view key = name;
  const Cursor found = optionalField(fields, name);
  if (found) return found;
  for (const JsonMember& member : fields.at.json->members) {
    if (!nearestWord(member.key, {&key, 1}).empty()) refuseUnknown(fields, member.key);
  }
  refuseMember(fields, key, {"missing"});
  return found;
}

bool has(const Fields& fields, const char* key) {
  for (const JsonMember& member : fields.at.json->members) {
    if (member.key == key) return true;
  }
  return false;
}

void close(Fields& fields) {
  if (!isWell(fields.at)) return;
  const auto& members = fields.at.json->members;
  // Of more than 64 members one of the first 64 is unknown or a duplicate, because no object has 64 keys.
  for (std::size_t i = 0; i < members.size() && i < 64; ++i) {
    if (!(fields.taken >> i & 1)) return refuseUnknown(fields, members[i].key);
  }
  if (!fields.missing.empty()) refuseMember(fields, fields.missing, {"missing"});
}

std::int64_t openList(const Cursor& at, std::int64_t least, std::int64_t most) {
  if (at.json->type != JsonType::array) {
    refuseValue(at, " is not a list");
    return 0;
  }
  const auto count = static_cast<std::int64_t>(at.json->items.size());
  if (count >= least && count <= most) return count;
  const bool few = count < least;
  refuse(at, {static_cast<double>(count), " entries are ", few ? "fewer than " : "more than ", static_cast<double>(few ? least : most)});
  return 0;
}

Cursor element(const Cursor& list, std::int64_t i) { return {&list.json->items[static_cast<std::size_t>(i)], list.problem, &list, {}, i}; }

}  // namespace tumble
