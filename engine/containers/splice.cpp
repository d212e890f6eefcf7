#include "containers/splice.h"

#include "assertion.h"
#include "containers/ascending.h"

namespace tumble {
namespace {

/// Index of the first of keys[from, ...) that is not less than the key, by galloping search.
std::size_t seek(std::span<const std::uint64_t> keys, std::size_t from, std::uint64_t key) {
  const auto isBelow = [&](std::size_t step) { return from + step <= keys.size() && keys[from + step - 1] < key; };
  std::size_t step = 1;
  for (; isBelow(step); step *= 2) from += step;
  for (; step > 0; step /= 2) {
    if (isBelow(step)) from += step;
  }
  return from;
}

}  // namespace

void planSplice(Splice& splice, std::span<const std::uint64_t> keys, std::span<const std::uint64_t> gone,
                std::span<const std::uint64_t> come) {
  TUMBLE_ASSERT(isAscending(keys) && isAscending(gone) && isAscending(come), "the keys of a splice ascend");
  splice.runs.clear();
  splice.goneFrom.clear();
  splice.comeTo.clear();
  std::uint32_t at = 0, to = 0;  // so far in the old list and in the new one
  const auto moveRunUntil = [&](std::size_t end) {
    const std::uint32_t count = static_cast<std::uint32_t>(end) - at;
    if (count > 0) splice.runs.push_back({at, count, to});
    at += count, to += count;
  };
  std::size_t g = 0, c = 0;
  while (g < gone.size() || c < come.size()) {
    const bool goes = c == come.size() || (g < gone.size() && gone[g] <= come[c]);
    const std::uint64_t key = goes ? gone[g] : come[c];
    moveRunUntil(seek(keys, at, key));
    if (!goes) splice.comeTo.push_back(to++), ++c;
    else if (++g; at < keys.size() && keys[at] == key) splice.goneFrom.push_back(at++);
  }
  moveRunUntil(keys.size());
  splice.count = to;
  TUMBLE_ASSERT(splice.count == keys.size() - splice.goneFrom.size() + come.size(), "a splice loses no element");
}

}  // namespace tumble
