// A world as bytes, exactly: a restored world goes on to the bit as the original.
//
//   bytes 0..7    "TUMBLE.S"
//   bytes 8..11   version, kSnapshotVersion
//   bytes 12..15  length of the body in bytes
//   bytes 16..23  checksum of the body (mix.h, 8 bytes at a time, padded with 0)
//   then          the body: the fields of the world in the order of state_fields.h, little-endian, lists with their length
//
// Caches that follow from the state (grids, trees, constraints) are not in it and are rebuilt.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "containers/list.h"
#include "world/world.h"

namespace tumble {

/// Raise with every change of state_fields.h: older snapshots are refused.
constexpr std::uint32_t kSnapshotVersion = 17;

List<std::uint8_t> snapshot(const World& world);

/// Restores the world from a snapshot. Returns "", or one sentence that says why not; then the world is unchanged. Any bytes may be given: truncated,
/// damaged, foreign and inconsistent ones (check_world.h) are refused, and so is the snapshot of another scene.
std::string restore(World& world, std::span<const std::uint8_t> bytes);

}  // namespace tumble
