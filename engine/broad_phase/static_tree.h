// A tree of bounding boxes over the colliders that do not move: floors, walls, and thousands of bricks of any size. It is
// built once and queried for every moving collider (J. Goldsmith and J. Salmon, "Automatic creation of object hierarchies for ray tracing",
// 1987; here split at the median of the longest side, which needs no cost model and cannot degenerate).
#pragma once
#include <cstdint>
#include <span>

#include "assertion.h"
#include "colliders/aabb.h"
#include "containers/list.h"

namespace tumble {

struct StaticTreeNode {
  Aabb box;
  // Leaf: colliders [first, first + count) of the tree. Inner node: count 0, children at its own index + 1 and at `first`.
  std::uint32_t first = 0, count = 0;
};

struct StaticTree {
  std::uint32_t version = 0;     // how often it was built
  List<StaticTreeNode> nodes;    // [0] is the root; empty for no colliders
  List<std::uint32_t> collider;  // collider indices, leaf by leaf
  List<Aabb> boxes;              // same order as `collider`
};

/// Builds the tree over `members` (collider indices); boxes[i] belongs to collider i.
void buildStaticTree(StaticTree& tree, std::span<const std::uint32_t> members, std::span<const Aabb> boxes);

/// Calls visit(collider) for every collider whose box overlaps `box`.
template <class Visit> void visitOverlapping(const StaticTree& tree, const Aabb& box, Visit&& visit) {
  if (tree.nodes.empty()) return;
  std::uint32_t stack[64];  // the tree is balanced: its depth is below 33
  int depth = 0;
  std::uint32_t index = 0;
  for (;;) {
    const StaticTreeNode& node = tree.nodes[index];
    if (overlaps(node.box, box)) {
      if (node.count == 0) {
        TUMBLE_ASSERT(depth < 64, "the tree is balanced");
        stack[depth++] = node.first;
        ++index;
        continue;
      }
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
        if (overlaps(tree.boxes[k], box)) visit(tree.collider[k]);
    }
    if (depth == 0) return;
    index = stack[--depth];
  }
}

}  // namespace tumble
