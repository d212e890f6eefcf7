#include "replay/snapshot.h"

#include <bit>
#include <cstring>

#include "collision/update_boxes.h"
#include "replay/check_world.h"
#include "replay/mix.h"
#include "replay/state_fields.h"
#include "world/finalize_poses.h"

namespace tumble {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

constexpr char kName[] = {'T', 'U', 'M', 'B', 'L', 'E', '.', 'S'};
constexpr std::size_t kHeaderSize = 24;

// The last value of each enumeration that is kept.
constexpr unsigned lastOf(Quality) { return static_cast<unsigned>(Quality::precise); }
constexpr unsigned lastOf(BodyType) { return static_cast<unsigned>(BodyType::kinematic); }
constexpr unsigned lastOf(MotionScheme) { return static_cast<unsigned>(MotionScheme::eulerAngles); }
constexpr unsigned lastOf(ForceType) { return static_cast<unsigned>(ForceType::beam); }
constexpr unsigned lastOf(ForceFrame) { return static_cast<unsigned>(ForceFrame::body); }
constexpr unsigned lastOf(ShapeType) { return static_cast<unsigned>(ShapeType::points); }
constexpr unsigned lastOf(CommandType) { return static_cast<unsigned>(CommandType::explosion); }

/// The archive that writes.
class Writer {
 public:
  static constexpr bool kReads = false;

  explicit Writer(std::vector<std::uint8_t>& out) : out_(out) {}
  template <class... Fields> void state(const Fields&... fields) {
    (eachNumber(fields, [&](const auto& number) { put(&number, sizeof number); }), ...);
  }
  template <class... Fields> void kept(const Fields&... fields) { state(fields...); }
  template <class T> void unusual(const T& value, const T&, std::uint32_t = 0) { state(value); }
  template <class List, class Visit> void list(const List& list, Visit&& visit) {
    state(static_cast<std::uint32_t>(list.size()));
    for (const auto& element : list) visit(element);
  }
  template <class List, class Visit> void keptList(const List& list, Visit&& visit) { this->list(list, visit); }
  void text(const std::string& text) {
    state(static_cast<std::uint32_t>(text.size()));
    put(text.data(), text.size());
  }
  int limited(std::int32_t count, int) const { return count; }

 private:
  [[gnu::noinline]] void put(const void* from, std::size_t size) {  // once for some 300 numbers: small to download
    const auto* bytes = static_cast<const std::uint8_t*>(from);
    out_.insert(out_.end(), bytes, bytes + size);
  }

  std::vector<std::uint8_t>& out_;
};

/// The archive that reads. After the first trouble it fills in nothing more.
class Reader {
 public:
  static constexpr bool kReads = true;

  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// Everything was there and used up, and every value was one of its kind.
  bool succeeded() const { return well_ && bytes_.empty(); }

  template <class... Fields> void state(Fields&... fields) {
    (eachNumber(fields, [&](auto& number) { read(number); }), ...);
  }
  template <class... Fields> void kept(Fields&... fields) { state(fields...); }
  template <class T> void unusual(T& value, const T&, std::uint32_t = 0) { state(value); }
  /// Grows one by one: a length that lies cannot take more memory than the bytes that are there justify.
  template <class List, class Visit> void list(List& list, Visit&& visit) {
    std::uint32_t size = 0;
    read(size);
    list.clear();
    for (std::uint32_t i = 0; i < size && well_; ++i) visit(list.emplace_back());
  }
  template <class List, class Visit> void keptList(List& list, Visit&& visit) { this->list(list, visit); }
  void text(std::string& text) {
    std::uint32_t size = 0;
    read(size);
    if (size > bytes_.size()) well_ = false;
    if (!well_) return;
    text.assign(reinterpret_cast<const char*>(bytes_.data()), size);
    bytes_ = bytes_.subspan(size);
  }
  int limited(std::int32_t count, int most) {
    if (count < 0 || count > most) well_ = false;
    return well_ ? count : 0;
  }

 private:
  template <class Number> void read(Number& number) {
    if constexpr (std::is_enum_v<Number>) {
      std::underlying_type_t<Number> value = 0;
      read(value);
      if (value > lastOf(number)) well_ = false;
      else number = static_cast<Number>(value);
    } else if constexpr (std::is_same_v<Number, bool>) {
      std::uint8_t value = 0;
      read(value);
      if (value > 1) well_ = false;
      number = value == 1;
    } else {
      take(&number, sizeof number);
    }
  }
  [[gnu::noinline]] void take(void* to, std::size_t size) {
    if (size > bytes_.size()) well_ = false;
    if (!well_) return;
    std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }

  std::span<const std::uint8_t> bytes_;
  bool well_ = true;
};

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

template <class Number> void put(std::vector<std::uint8_t>& out, std::size_t at, Number number) { std::memcpy(&out[at], &number, sizeof number); }
template <class Number> Number get(std::span<const std::uint8_t> bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, &bytes[at], sizeof number);
  return number;
}

/// What is wrong with the header or the bytes as such.
std::string problemOf(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeaderSize || std::memcmp(bytes.data(), kName, sizeof kName) != 0) return "these bytes are not a snapshot of a world";
  const auto version = get<std::uint32_t>(bytes, 8);
  if (version != kSnapshotVersion) {
    return "the snapshot has version " + std::to_string(version) + ", this engine reads version " + std::to_string(kSnapshotVersion);
  }
  const std::size_t length = get<std::uint32_t>(bytes, 12), there = bytes.size() - kHeaderSize;
  if (length != there) return "the snapshot should have " + std::to_string(length) + " bytes after its header, it has " + std::to_string(there);
  if (get<std::uint64_t>(bytes, 16) != checksum(bytes.subspan(kHeaderSize))) return "the snapshot is damaged, its checksum does not fit";
  return {};
}

}  // namespace

std::vector<std::uint8_t> snapshot(const World& world) {
  std::vector<std::uint8_t> bytes(kHeaderSize);
  Writer writer(bytes);
  visit(writer, world);
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
  Reader reader(bytes.subspan(kHeaderSize));
  visit(reader, read);
  if (!reader.succeeded()) return "the snapshot does not have the fields of a world";
  problem = contradictionIn(read);
  if (!problem.empty()) return "the snapshot contradicts itself: " + problem;
  // Not of the state, but expected by whoever looks at a world between two steps.
  updateBoxes(read.colliders, read.bodies.bodies);
  for (std::size_t i = 0; i < read.colliders.colliders.size(); ++i) {
    const Collider& collider = read.colliders.colliders[i];
    if (collider.alive) placeCollider(read.colliders, i, read.bodies.bodies[collider.body]);
  }
  countSleepers(read.sleepers, read.bodies);
  countContacts(read);
  read.clock = world.clock;
  read.bodiesVersion = world.bodiesVersion + 1;
  world = std::move(read);
  return {};
}

}  // namespace tumble
