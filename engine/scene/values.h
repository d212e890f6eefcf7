// Reads single values: numbers with their limits, vectors, orientations, words. A reader that refuses a value (see cursor.h) returns a valid
// default.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "math/mat3.h"
#include "math/quat.h"
#include "scene/cursor.h"
#include "scene/limits.h"

namespace tumble {

/// A finite number within the range, ends included.
double readNumber(const Cursor& at, const Range& range);
/// An integer within the range.
std::int64_t readWhole(const Cursor& at, const Range& range);
bool readBoolean(const Cursor& at);
/// [x, y, z], each within the range.
Vec3 readVector(const Cursor& at, const Range& each);
/// [x, y].
Vec3 readPlaneVector(const Cursor& at, const Range& each);
/// A nonzero vector, normalized.
Vec3 readDirection(const Cursor& at);
/// [x, y, z, w], unit within kUnitTolerance and then normalised, {"axis": [x, y, z], "angleDegrees": a}, or {"matrix": three rows}.
Quat readOrientation(const Cursor& at);
/// A symmetric tensor: its three principal moments, or three rows of three. Positive, Ix + Iy >= Iz and so on.
Mat3 readInertia(const Cursor& at);
/// Text without invisible characters, at most `most` code points.
std::string_view readText(const Cursor& at, int most);
/// Index of the word; 0 after a refusal.
int readChoice(const Cursor& at, std::span<const std::string_view> words);
/// "#rrggbb". Only the form is checked: colours are for the page.
void checkColor(const Cursor& at);

// The most frequent members: readOptional(fields, "radius", kRadiusRange, radius) reads the member into `radius` if it exists, readRequired() a
// required one. One call instead of three, a hundred times, is half of the code of the readers.
void readMember(Fields& fields, const char* key, bool required, const Range& range, double& out);
void readMember(Fields& fields, const char* key, bool required, const Range& range, std::int64_t& out);
void readMember(Fields& fields, const char* key, bool required, const Range& range, std::uint32_t& out);
void readMember(Fields& fields, const char* key, bool required, const Range& each, Vec3& out);
void readMember(Fields& fields, const char* key, bool required, std::span<const std::string_view> words, std::uint8_t& out);
void readMember(Fields& fields, const char* key, bool required, bool& out);
void readMember(Fields& fields, const char* key, bool required, Quat& out);

template <class Out> void readOptional(Fields& fields, const char* key, const Range& range, Out& out) {
  readMember(fields, key, false, range, out);
}
template <class Out> void readRequired(Fields& fields, const char* key, const Range& range, Out& out) {
  readMember(fields, key, true, range, out);
}
template <class Out> void readOptional(Fields& fields, const char* key, Out& out) { readMember(fields, key, false, out); }
/// One of the words, in the order of the enumeration.
template <class Choice> void readOptional(Fields& fields, const char* key, std::span<const std::string_view> words, Choice& out) {
  static_assert(sizeof(Choice) == 1);
  readMember(fields, key, false, words, reinterpret_cast<std::uint8_t&>(out));
}

}  // namespace tumble
