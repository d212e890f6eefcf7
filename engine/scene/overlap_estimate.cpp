// The tree of moving shapes is tested against itself, and against the tree of static shapes.
#include "scene/overlap_estimate.h"

#include "broad_phase/static_tree.h"

namespace tumble {
namespace {

constexpr double kInset = 0.01;                // of the size, on each side
constexpr std::int64_t kMaxTests = 8'000'000;  // tests of two boxes; under 0.1 s. Ordinary scenes need 100 for each body

struct Search {
  std::int64_t most;
  const std::uint32_t* owners;
  OverlapCount found = {};

  bool isDone() const { return found.pairs > most || found.tests > kMaxTests; }
  bool test(const Aabb& a, const Aabb& b) {
    ++found.tests;
    return overlaps(a, b);
  }
  bool overlap(const StaticTree& s, std::uint32_t i, const StaticTree& t, std::uint32_t j) {
    const std::uint32_t a = owners[s.collider[i]], b = owners[t.collider[j]];
    return test(s.boxes[i], t.boxes[j]) && (a != b || a == ShapeBounds{}.body);
  }
  void within(const StaticTree& tree, std::uint32_t index);
  void between(const StaticTree& s, std::uint32_t a, const StaticTree& t, std::uint32_t b);
};

float sizeOf(const Aabb& box) {
  const Vec3f size = box.upper - box.lower;
  return size.x + size.y + size.z;
}

void Search::within(const StaticTree& tree, std::uint32_t index) {
  if (isDone()) return;
  const StaticTreeNode& node = tree.nodes[index];
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    for (std::uint32_t j = i + 1; j < node.first + node.count; ++j) found.pairs += overlap(tree, i, tree, j);
  }
  if (node.count > 0) return;
  within(tree, index + 1);
  within(tree, node.first);
  between(tree, index + 1, tree, node.first);
}

void Search::between(const StaticTree& s, std::uint32_t a, const StaticTree& t, std::uint32_t b) {
  const StaticTreeNode &p = s.nodes[a], &q = t.nodes[b];
  if (isDone() || !test(p.box, q.box)) return;
  for (std::uint32_t i = p.first; i < p.first + p.count; ++i) {
    for (std::uint32_t j = q.first; j < q.first + q.count; ++j) found.pairs += overlap(s, i, t, j);
  }
  if (p.count > 0 && q.count > 0) return;
  if (q.count > 0 || (p.count == 0 && sizeOf(p.box) >= sizeOf(q.box))) {
    between(s, a + 1, t, b);
    between(s, p.first, t, b);
  } else {
    between(s, a, t, b + 1);
    between(s, a, t, q.first);
  }
}

}  // namespace

OverlapCount countOverlaps(std::span<const ShapeBounds> shapes, std::int64_t most) {
  List<Aabb> boxes;
  List<std::uint32_t> still, moving, owners;
  for (const ShapeBounds& shape : shapes) {
    const Vec3 inset = (shape.bounds.high - shape.bounds.low) * kInset;
    owners.push_back(shape.body);
    (shape.moves ? moving : still).push_back(static_cast<std::uint32_t>(boxes.size()));
    boxes.push_back(makeAabb(shape.bounds.low + inset, shape.bounds.high - inset));
  }
  StaticTree stillTree, movingTree;
  buildStaticTree(stillTree, still, boxes);
  buildStaticTree(movingTree, moving, boxes);
  Search search{most, owners.data()};
  if (!moving.empty()) search.within(movingTree, 0);
  if (!moving.empty() && !still.empty()) search.between(movingTree, 0, stillTree, 0);
  return {search.isDone() ? most + 1 : search.found.pairs, search.found.tests};
}

}  // namespace tumble
