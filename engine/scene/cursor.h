// A cursor in a JSON document, and the first error in the document.
//
// After a refusal readers continue with valid default values, and only the first sentence is recorded, so a reader is a plain list of its fields,
// without error handling after each. Keys that a reader asks for are known; close() refuses all others.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "scene/json.h"
#include "scene/text.h"

namespace tumble {

/// The first error, as one sentence "path: value is ..., with the limit"; empty if there is none.
struct Problem {
  std::string sentence;
};

/// Is on the stack of the function that reads it and points to the cursor of the enclosing value, so that a path costs nothing until a sentence
/// needs it.
struct Cursor {
  const Json* json = nullptr;  // null: the field does not exist
  Problem* problem = nullptr;
  const Cursor* parent = nullptr;
  std::string_view key;     // of a member of an object, or the name of the document
  std::int64_t index = -1;  // of an element of an array

  explicit operator bool() const { return json != nullptr; }
};

inline bool isWell(const Cursor& at) { return at.problem->sentence.empty(); }
/// "bodies[3].density". The path of the document is its name.
std::string pathOf(const Cursor& at);
/// Records "path: what" if it is the first error.
void refuse(const Cursor& at, Pieces what);
/// The same with a # in the sentence for each number: "# is below #".
void refuse(const Cursor& at, const char* sentence, std::initializer_list<double> numbers = {});
/// The same with a sentence that begins with the value.
void refuseValue(const Cursor& at, const char* what);
/// The value in a sentence: "a list", "\"heavy\"", "-2".
std::string describe(const Json& json);

/// The members of an object while they are read.
struct Fields {
  static constexpr int kMost = 40;  // keys that one object may know; bits of `taken` for its members
  Cursor at;
  std::uint64_t taken = 0;  // bit i: member i was read
  std::string_view known[kMost];
  int knownCount = 0;
  std::string_view missing;  // the first required key that does not exist
};

/// Refuses a value that is not an object.
Fields openFields(const Cursor& at);
/// The member `key`, or a null cursor. Refuses a key that occurs twice.
Cursor optionalField(Fields& fields, const char* key);
/// The same for a required key: close() refuses when it is missing.
Cursor requiredField(Fields& fields, const char* key);
/// The same for a required key that determines the others: refuses at once when it is missing.
Cursor requiredFirstField(Fields& fields, const char* key);
/// Whether there is a member `key`. It does not become known.
bool has(const Fields& fields, const char* key);
/// Refuses unknown members, then missing required ones: in this order, since a missing key is often a misspelt one.
void close(Fields& fields);

/// Number of elements; refuses a value that is not a list of least..most elements.
std::int64_t openList(const Cursor& at, std::int64_t least, std::int64_t most);
/// Element i of a list that openList accepted.
Cursor element(const Cursor& list, std::int64_t i);

}  // namespace tumble
