// A whole world as bytes, exactly: a restored world goes on to the bit as the one it was taken from.
//
//   bytes 0..7    "TUMBLE.S"
//   bytes 8..11   version, kSnapshotVersion
//   bytes 12..15  length of the body in bytes
//   bytes 16..23  checksum of the body (mix.h, 8 bytes at a time, the last ones filled up with 0)
//   then          the body: the fields of the world in the order of state_fields.h, little-endian, lists with their length
//
// What a step leaves behind only to save work (grids, trees, rows) is not in it and is made anew.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "containers/list.h"
#include "world/world.h"

namespace tumble {

/// To be raised with every change of state_fields.h: older snapshots are refused then.
constexpr std::uint32_t kSnapshotVersion = 9;

List<std::uint8_t> snapshot(const World& world);

/// Puts the world into the state of a snapshot. Returns "", or one sentence that says why not; then the world stays as it was.
/// Any bytes may be given: what is cut off, damaged, foreign or does not hang together (check_world.h) is refused, and so is a world of
/// another scene than the one that was read into this world, if one was.
std::string restore(World& world, std::span<const std::uint8_t> bytes);

}  // namespace tumble
