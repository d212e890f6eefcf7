#include "broad_phase/static_tree.h"

#include <utility>

#include "assertion.h"

namespace tumble {

namespace {

constexpr std::uint32_t kLeafSize = 4;

Aabb unite(const Aabb& a, const Aabb& b) {
  const auto low = [](float p, float q) { return p < q ? p : q; };
  const auto high = [](float p, float q) { return p < q ? q : p; };
  return {{low(a.lower.x, b.lower.x), low(a.lower.y, b.lower.y), low(a.lower.z, b.lower.z)},
          {high(a.upper.x, b.upper.x), high(a.upper.y, b.upper.y), high(a.upper.z, b.upper.z)}};
}

/// Partitions the list: the element of rank `middle` at that index, smaller ones before it, larger ones after it (C. A. R. Hoare, "Algorithm
/// 65: Find", 1961; its short form by N. Wirth, 1976). There are no ties, so the halves are the same whatever the algorithm.
template <class Before> void select(std::uint32_t* list, std::int64_t first, std::int64_t last, std::int64_t middle, Before before) {
  while (first < last) {
    const std::uint32_t pivot = list[first + (last - first) / 2];
    std::int64_t i = first, j = last;
    while (i <= j) {
      while (before(list[i], pivot)) ++i;
      while (before(pivot, list[j])) --j;
      if (i <= j) std::swap(list[i++], list[j--]);
    }
    if (j < middle) first = i;
    if (middle < i) last = j;
  }
}

std::uint32_t buildNode(StaticTree& tree, std::span<const Aabb> boxes, std::uint32_t first, std::uint32_t count) {
  const std::uint32_t index = static_cast<std::uint32_t>(tree.nodes.size());
  tree.nodes.push_back({});
  Aabb bounds = boxes[tree.collider[first]];
  Vec3f low = bounds.lower + bounds.upper, high = low;  // of twice the centres
  for (std::uint32_t k = first + 1; k < first + count; ++k) {
    const Aabb& box = boxes[tree.collider[k]];
    bounds = unite(bounds, box);
    const Vec3f center = box.lower + box.upper;
    for (int i = 0; i < 3; ++i) {
      low[i] = center[i] < low[i] ? center[i] : low[i];
      high[i] = center[i] > high[i] ? center[i] : high[i];
    }
  }
  if (count <= kLeafSize) {
    for (std::uint32_t i = first + 1; i < first + count; ++i) {
      for (std::uint32_t k = i; k > first && tree.collider[k] < tree.collider[k - 1]; --k)
        std::swap(tree.collider[k], tree.collider[k - 1]);
    }
    tree.nodes[index] = {bounds, first, count};
    return index;
  }
  const Vec3f spread = high - low;
  const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
  const auto before = [&](std::uint32_t i, std::uint32_t j) {
    const float ci = boxes[i].lower[axis] + boxes[i].upper[axis], cj = boxes[j].lower[axis] + boxes[j].upper[axis];
    return ci < cj || (ci == cj && i < j);
  };
  const std::uint32_t half = count / 2;
  select(tree.collider.data(), first, first + count - 1, first + half, before);
  buildNode(tree, boxes, first, half);
  const std::uint32_t right = buildNode(tree, boxes, first + half, count - half);
  tree.nodes[index] = {bounds, right, 0};
  return index;
}

}  // namespace

void buildStaticTree(StaticTree& tree, std::span<const std::uint32_t> members, std::span<const Aabb> boxes) {
  ++tree.version;
  tree.nodes.clear();
  tree.collider.assign(members);
  tree.boxes.clear();
  if (members.empty()) return;
  buildNode(tree, boxes, 0, static_cast<std::uint32_t>(members.size()));
  for (const std::uint32_t i : tree.collider) tree.boxes.push_back(boxes[i]);
  TUMBLE_ASSERT(tree.nodes.size() < 2 * tree.collider.size(), "a tree of leaves has fewer nodes than twice its leaves");
}

}  // namespace tumble
