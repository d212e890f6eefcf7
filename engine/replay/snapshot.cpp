#include "replay/snapshot.h"

#include <algorithm>
#include <cstring>

#include "assertion.h"
#include "colliders/place_colliders.h"
#include "replay/check_world.h"
#include "replay/mix.h"
#include "replay/state_fields.h"
#include "world/finalize_poses.h"

namespace tumble {
namespace {

constexpr char kName[] = {'T', 'U', 'M', 'B', 'L', 'E', '.', 'S'};
constexpr std::size_t kHeaderSize = 24;

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  Mix mix;
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = bytes.size() < sizeof word ? bytes.size() : sizeof word;
    std::memcpy(&word, bytes.data(), size);
    mix.add(word);
    bytes = bytes.subspan(size);
  }
  return mix.result();
}

template <class Number> void put(List<std::uint8_t>& out, std::size_t at, Number number) { std::memcpy(&out[at], &number, sizeof number); }
template <class Number> Number get(std::span<const std::uint8_t> bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, &bytes[at], sizeof number);
  return number;
}

std::string digitsOf(std::uint64_t number) {  // std::to_string brings tables of a kilobyte
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + number % 10));
  while ((number /= 10) != 0);
  return digits;
}

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

/// The error in the header or the checksum, or "".
std::string problemOf(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeaderSize || std::memcmp(bytes.data(), kName, sizeof kName) != 0) return "these bytes are not a snapshot of a world";
  const auto version = get<std::uint32_t>(bytes, 8);
  if (version != kSnapshotVersion) {
    return joined({"the snapshot has version ", digitsOf(version), ", this engine reads version ", digitsOf(kSnapshotVersion)});
  }
  const std::size_t length = get<std::uint32_t>(bytes, 12), there = bytes.size() - kHeaderSize;
  if (length != there) return joined({"the snapshot should have ", digitsOf(length), " bytes after its header, it has ", digitsOf(there)});
  if (get<std::uint64_t>(bytes, 16) != checksum(bytes.subspan(kHeaderSize))) return "the snapshot is damaged, its checksum does not fit";
  return {};
}

}  // namespace

List<std::uint8_t> snapshot(const World& world) {
  List<std::uint8_t> bytes(kHeaderSize);
  Archive archive = Archive::writing(bytes);
  visitState(archive, const_cast<World&>(world));
  std::memcpy(bytes.data(), kName, sizeof kName);
  put(bytes, 8, kSnapshotVersion);
  put(bytes, 12, static_cast<std::uint32_t>(bytes.size() - kHeaderSize));
  put(bytes, 16, checksum(std::span<const std::uint8_t>(bytes).subspan(kHeaderSize)));
  return bytes;
}

std::string restore(World& world, std::span<const std::uint8_t> bytes) {
  std::string problem = problemOf(bytes);
  if (!problem.empty()) return problem;
  World read;
  Archive archive = Archive::reading(bytes.subspan(kHeaderSize));
  visitState(archive, read);
  if (!archive.succeeded()) return "the snapshot does not have the fields of a world";
  const auto& former = world.formerScenes;
  const bool isOwn = world.scene == 0 || read.scene == world.scene || std::find(former.begin(), former.end(), read.scene) != former.end();
  if (!isOwn) return "the snapshot is of another scene";
  problem = contradictionIn(read);
  if (!problem.empty()) return joined({"the snapshot contradicts itself: ", problem});
  // Follows from the state, and is read between two steps.
  for (Collider& collider : read.colliders.colliders) {
    if (collider.alive && isHull(collider.shape)) collider.hull = hullOf(read.colliders, read.geometries, collider);
  }
  makeRoom(read.colliders);
  for (const Body& body : read.bodies.bodies) {
    if (body.alive) placeColliders(read.colliders, body, static_cast<float>(timeStep(read)));
  }
  countSleepers(read.sleepers, read.bodies);
  countContacts(read);
  read.clock = world.clock;
  read.formerScenes = former;
  if (world.scene != 0 && world.scene != read.scene) addFormerScene(read, world.scene);
  read.bodiesVersion = world.bodiesVersion + 1;
  world = std::move(read);
  TUMBLE_ASSERT(contradictionIn(world).empty(), "a world that was restored can be restored again");
  return {};
}

}  // namespace tumble
