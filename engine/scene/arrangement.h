// Arrangements: many copies of one body, so that a pile of a thousand is one line of a scene. Offsets are along the world
// axes. Only + - * / and sqrt and our own sine are used, and a seeded generator: every platform builds the same bits.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "math/quat.h"
#include "scene/cursor.h"

namespace tumble {

enum class ArrangementType : std::uint8_t {
  grid,     // columns x layers x rows: the position is the middle of the bottom layer
  pyramid,  // `rows` copies in the bottom row, one fewer in each above
  wall,     // running bond: every other row has one fewer, so that its joints lie over the middles below
  stack,    // one above the other
  spiral,   // along an Archimedean spiral on the ground, each turned along its path; a ring when the pitch is 0
};

struct Arrangement {
  ArrangementType type = ArrangementType::grid;
  std::int64_t count[3] = {1, 1, 1};  // along x, y, z; wall: columns, rows; pyramid: -, rows; stack: -, count; spiral: count
  Vec3 spacing;                       // m; spiral: x is the distance along the path
  double radius = 1;                  // m, spiral: where it begins
  double pitch = 0;                   // m, spiral: how much it widens in a turn
  double jitter = 0;                  // m: every coordinate is moved by up to this, either way
  bool randomOrientation = false;
  std::uint32_t seed = 1;
};

/// Where a body frame is put.
struct Placement {
  Vec3 position;
  Quat orientation;
};

Arrangement readArrangement(const Cursor& at);
/// Number of copies.
std::int64_t copyCount(const Arrangement& arrangement);
/// All copies, in the order of their indices: x first, then z, then upwards.
List<Placement> placements(const Arrangement& arrangement, Placement first);

}  // namespace tumble
