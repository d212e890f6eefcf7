#include "containers/list.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tumble {

ListStorage::~ListStorage() { std::free(data_); }

void ListStorage::exchange(ListStorage& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

void* ListStorage::outgrow(std::size_t least, std::size_t elementSize) {
  if (least <= capacity_) return nullptr;
  const std::size_t doubled = 2 * std::size_t{capacity_}, capacity = doubled > least ? doubled : least;
  const std::size_t bytes = (capacity * elementSize + kListAlignment - 1) / kListAlignment * kListAlignment;
  void* const block = capacity < UINT32_MAX ? std::aligned_alloc(kListAlignment, bytes) : nullptr;
  if (!block) std::abort();
  if (size_ > 0) std::memcpy(block, data_, size_ * elementSize);
  capacity_ = static_cast<std::uint32_t>(bytes / elementSize);
  return std::exchange(data_, block);
}

void ListStorage::makeRoom(std::size_t least, std::size_t elementSize) { std::free(outgrow(least, elementSize)); }

void ListStorage::append(const void* elements, std::size_t count, std::size_t elementSize) {
  if (count == 0) return;
  void* const old = outgrow(size_ + count, elementSize);  // the elements may lie in it
  std::memcpy(static_cast<unsigned char*>(data_) + size_ * elementSize, elements, count * elementSize);
  size_ += static_cast<std::uint32_t>(count);
  std::free(old);
}

void ListStorage::resize(std::size_t count, const void* value, std::size_t elementSize) {
  if (count > size_) {
    void* const old = outgrow(count, elementSize);  // the value may lie in it
    unsigned char* const first = static_cast<unsigned char*>(data_) + size_ * elementSize;
    const std::size_t bytes = (count - size_) * elementSize;
    std::memcpy(first, value, elementSize);
    // The filled part is doubled until it fills the list.
    for (std::size_t filled = elementSize; filled < bytes; filled *= 2)
      std::memcpy(first + filled, first, std::min(filled, bytes - filled));
    std::free(old);
  }
  size_ = static_cast<std::uint32_t>(count);
}

namespace {

[[maybe_unused]] bool ascend(std::span<const ListRun> runs, std::size_t size, std::size_t count) {
  std::uint64_t from = 0, to = 0;
  for (const ListRun& run : runs) {
    if (run.first < from || run.to < to) return false;
    from = std::uint64_t{run.first} + run.count;
    to = std::uint64_t{run.to} + run.count;
  }
  return from <= size && to <= count;
}

}  // namespace

void ListStorage::moveRuns(std::span<const ListRun> runs, std::size_t count, std::size_t elementSize) {
  TUMBLE_ASSERT(ascend(runs, size_, count), "runs ascend without overlap, from within the list to within its new length");
  makeRoom(count, elementSize);
  unsigned char* const bytes = static_cast<unsigned char*>(data_);
  // Runs that move back are moved in ascending order, runs that move on in descending order: none overwrites a later one.
  const auto moveIf = [&](const ListRun& run, bool moves) {
    if (moves) std::memmove(bytes + run.to * elementSize, bytes + run.first * elementSize, run.count * elementSize);
  };
  for (const ListRun& run : runs) moveIf(run, run.to < run.first);
  for (std::size_t r = runs.size(); r-- > 0;) moveIf(runs[r], runs[r].to > runs[r].first);
  size_ = static_cast<std::uint32_t>(count);
}

}  // namespace tumble
