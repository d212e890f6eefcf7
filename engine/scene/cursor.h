// A place in a JSON document that is being read, and what is wrong with it.
//
// Reading goes on after something was refused, with harmless values, and only the first sentence is kept: so a reader is a
// plain list of its fields, without a way out after each. Every key that is asked for is known; close() refuses the others.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "scene/json.h"
#include "scene/text.h"

namespace tumble {

/// The first thing that was wrong, as one sentence "path: value is ..., with the limit"; empty while all is well.
struct Problem {
  std::string sentence;
};

/// Lives on the stack of the function that reads it and points to the cursor of the value around it, so that a path costs
/// nothing until a sentence needs it.
struct Cursor {
  const Json* json = nullptr;  // null: there is no such field
  Problem* problem = nullptr;
  const Cursor* parent = nullptr;
  std::string_view key;      // of a member of an object, or the name of the document
  std::int64_t index = -1;   // of an element of an array

  explicit operator bool() const { return json != nullptr; }
};

inline bool isWell(const Cursor& at) { return at.problem->sentence.empty(); }
/// "bodies[3].density". The document itself has no path: its name stands for it.
std::string pathOf(const Cursor& at);
/// Keeps "path: what" unless there is a sentence already.
void refuse(const Cursor& at, Pieces what);
/// The same of a sentence with a # for each number: "# is below #".
void refuse(const Cursor& at, const char* sentence, std::initializer_list<double> numbers = {});
/// The same of a sentence that begins with the value here.
void refuseValue(const Cursor& at, const char* what);
/// "a list", "\"heavy\"", "-2": how a sentence names the value here.
std::string describe(const Json& json);

/// The members of an object while they are read.
struct Fields {
  static constexpr int kMost = 40;  // keys that one object may know; bits of `taken` for its members
  Cursor at;
  std::uint64_t taken = 0;          // bit i: member i was asked for
  std::string_view known[kMost];
  int knownCount = 0;
  std::string_view missing;         // the first required key that was not there
};

/// Refuses what is not an object.
Fields openFields(const Cursor& at);
/// The member `key`, or nothing. Refuses a key that comes twice.
Cursor take(Fields& fields, const char* key);
/// The same for a required key: close() says when it is missing.
Cursor need(Fields& fields, const char* key);
/// The same for a required key that says how to read the others: refuses at once when it is missing.
Cursor needFirst(Fields& fields, const char* key);
/// Is there a member `key`? Does not count as asking for it.
bool has(const Fields& fields, const char* key);
/// Refuses members that nobody asked for, then required ones that are missing. (In this order, since a key that is missing
/// often is one that was misspelt.)
void close(Fields& fields);

/// Number of elements; refuses what is not a list, and lists outside least..most.
std::int64_t openList(const Cursor& at, std::int64_t least, std::int64_t most);
/// Element i of a list that openList accepted.
Cursor element(const Cursor& list, std::int64_t i);

}  // namespace tumble
