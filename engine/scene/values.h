// Reading one value of a scene: numbers with their limits, vectors, orientations, words. Each refuses what it cannot accept
// (see cursor.h) and then returns something harmless.
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
double readNumber(const Cursor& at, Range range);
/// The same without a fraction.
std::int64_t readWhole(const Cursor& at, Range range);
bool readBoolean(const Cursor& at);
/// [x, y, z], each within the range.
Vec3 readVector(const Cursor& at, Range each);
/// [x, y].
Vec3 readPlaneVector(const Cursor& at, Range each);
/// A vector that is not zero, made unit.
Vec3 readDirection(const Cursor& at);
/// [x, y, z, w], unit within kUnitTolerance and then normalised, or {"axis": [x, y, z], "angleDegrees": a}.
Quat readOrientation(const Cursor& at);
/// A symmetric tensor: its three principal moments, or three rows of three. Positive, Ix + Iy >= Iz and so on.
Mat3 readInertia(const Cursor& at);
/// Text without control characters, at most `most` code points.
std::string_view readText(const Cursor& at, int most);
/// Which of the words it is; 0 after a refusal.
int readChoice(const Cursor& at, std::span<const std::string_view> words);
/// "#rrggbb". Colours are the page's business; only their form is checked.
void checkColor(const Cursor& at);

}  // namespace tumble
