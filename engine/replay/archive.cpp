#include "replay/archive.h"

#include <bit>
#include <cstring>

namespace tumble {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

constexpr std::uint8_t kSizes[] = {8, 4, 8, 4, 4, 8, 2, 1, 1};  // bytes, in the order of Number

template <class T> T valueAt(const void* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace

/// Whole numbers are widened to 64 bits with their sign.
void Archive::hashNumber(const void* at, Number kind) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kSizes[static_cast<int>(kind)]);
  if (kind == Number::signed32) word = static_cast<std::uint64_t>(valueAt<std::int32_t>(at));
  mix_.add(word);
}

void Archive::transfer(void* at, std::size_t size) {
  if (size == 0) return;  // an empty list lies nowhere
  if (mode_ == Mode::write) {
    out_->append(std::span(static_cast<const std::uint8_t*>(at), size));
    return;
  }
  if (size > bytes_.size()) well_ = false;
  if (!well_) return;
  std::memcpy(at, bytes_.data(), size);
  bytes_ = bytes_.subspan(size);
}

void Archive::numbers(void* first, Number kind, std::uint32_t count) {
  const std::size_t size = kSizes[static_cast<int>(kind)];
  if (mode_ == Mode::hash) {
    for (std::uint32_t i = 0; i < count; ++i) hashNumber(static_cast<std::uint8_t*>(first) + i * size, kind);
  } else if (kind == Number::boolean) {
    choice(*static_cast<std::uint8_t*>(first), 1);
  } else {
    transfer(first, count * size);
  }
}

void Archive::choice(std::uint8_t& value, std::uint8_t last) {
  if (mode_ == Mode::hash) return mix_.add(value);
  std::uint8_t next = value;
  transfer(&next, sizeof next);
  if (next > last) well_ = false;
  else value = next;
}

std::uint32_t Archive::length(std::uint32_t size) {
  if (mode_ != Mode::hash) transfer(&size, sizeof size);
  return size;
}

void Archive::text(std::string& text) {
  if (mode_ == Mode::hash) {
    mix_.add(text.size());
    for (const char c : text) mix_.add(static_cast<unsigned char>(c));
    return;
  }
  const std::uint32_t size = length(static_cast<std::uint32_t>(text.size()));
  if (mode_ == Mode::read) {
    if (size > bytes_.size()) well_ = false;
    if (!well_) return;
    text.resize(size);
  }
  transfer(text.data(), size);
}

int Archive::limited(std::int32_t count, int most) {
  if (count >= 0 && count <= most) return count;
  well_ = false;
  return 0;
}

}  // namespace tumble
