// The bodies are sorted along a curve through space; a tree of boxes over that order is tested against itself from the top.
#include "scene/overlap_estimate.h"

#include "containers/sort_keys.h"

namespace tumble {
namespace {

constexpr double kDrawIn = 0.01;               // of the size, on each side
constexpr std::int64_t kMaxTests = 8'000'000;  // pairs of nodes; under 0.1 s. A scene as people make them needs 100 a body

struct Tree {
  struct Node {
    Bounds bounds;
    bool moves = false;
    std::uint32_t begin = 0, end = 0;  // in `order`
    std::uint32_t left = 0;            // child; the other is left + 1. 0: a leaf
  };
  static constexpr std::uint32_t kLeafSize = 4;

  List<BodyBounds> bodies;
  List<std::uint32_t> order;
  List<Node> nodes;
  std::int64_t count = 0, most = 0, tests = 0;

  void sortBodies();
  void build(std::uint32_t node);
  void testWithin(std::uint32_t node);
  void testBetween(std::uint32_t a, std::uint32_t b);
  void testBodies(std::uint32_t a, std::uint32_t b) {
    ++tests;
    const BodyBounds &p = bodies[a], &q = bodies[b];
    if ((p.moves || q.moves) && overlap(p.bounds, q.bounds)) ++count;
  }
  bool isDone() const { return count > most || tests > kMaxTests; }
};

void Tree::build(std::uint32_t index) {
  Node node = nodes[index];
  if (node.end - node.begin > kLeafSize) {
    const std::uint32_t middle = (node.begin + node.end) / 2;
    node.left = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({{}, false, node.begin, middle, 0});
    nodes.push_back({{}, false, middle, node.end, 0});
    build(node.left);
    build(node.left + 1);
    const Node &left = nodes[node.left], &right = nodes[node.left + 1];
    node.bounds = enclosing(left.bounds, right.bounds);
    node.moves = left.moves || right.moves;
  } else {
    node.bounds = bodies[order[node.begin]].bounds;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      node.bounds = enclosing(node.bounds, bodies[order[i]].bounds);
      node.moves = node.moves || bodies[order[i]].moves;
    }
  }
  nodes[index] = node;
}

/// The bodies along a curve that goes through space so that neighbours on it are neighbours in space: the bits of the three
/// coordinates in turn (Morton 1966).
void Tree::sortBodies() {
  Bounds all = bodies[0].bounds;
  for (const BodyBounds& body : bodies) all = enclosing(all, body.bounds);
  List<std::uint64_t> keys(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    std::uint64_t code = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = all.low[axis], size = all.high[axis] - low;
      const double middle = 0.5 * (bodies[i].bounds.low[axis] + bodies[i].bounds.high[axis]);
      const auto cell = static_cast<std::uint32_t>(size > 0 ? (middle - low) / size * 1023 : 0);
      for (int bit = 0; bit < 10; ++bit) code |= static_cast<std::uint64_t>(cell >> bit & 1) << (3 * bit + axis);
    }
    keys[i] = code << 32 | i;
  }
  sortKeys(keys);
  for (const std::uint64_t key : keys) order.push_back(static_cast<std::uint32_t>(key));
}

void Tree::testWithin(std::uint32_t index) {
  const Node& node = nodes[index];
  if (isDone() || !node.moves) return;
  if (node.left == 0) {
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      for (std::uint32_t j = i + 1; j < node.end; ++j) testBodies(order[i], order[j]);
    }
    return;
  }
  testWithin(node.left);
  testWithin(node.left + 1);
  testBetween(node.left, node.left + 1);
}

void Tree::testBetween(std::uint32_t a, std::uint32_t b) {
  ++tests;
  const Node &p = nodes[a], &q = nodes[b];
  if (isDone() || !(p.moves || q.moves) || !overlap(p.bounds, q.bounds)) return;
  if (p.left == 0 && q.left == 0) {
    for (std::uint32_t i = p.begin; i < p.end; ++i) {
      for (std::uint32_t j = q.begin; j < q.end; ++j) testBodies(order[i], order[j]);
    }
  } else if (q.left == 0 || (p.left != 0 && p.end - p.begin >= q.end - q.begin)) {
    testBetween(p.left, b);
    testBetween(p.left + 1, b);
  } else {
    testBetween(a, q.left);
    testBetween(a, q.left + 1);
  }
}

}  // namespace

OverlapCount countOverlaps(std::span<const BodyBounds> bodies, std::int64_t most) {
  if (bodies.empty()) return {};
  Tree tree;
  tree.most = most;
  tree.bodies.assign(bodies);
  for (BodyBounds& body : tree.bodies) {
    const Vec3 inset = (body.bounds.high - body.bounds.low) * kDrawIn;
    body.bounds = {body.bounds.low + inset, body.bounds.high - inset};
  }
  tree.sortBodies();
  tree.nodes.reserve(bodies.size());
  tree.nodes.push_back({{}, false, 0, static_cast<std::uint32_t>(bodies.size()), 0});
  tree.build(0);
  tree.testWithin(0);
  return {tree.isDone() ? most + 1 : tree.count, tree.tests};
}

}  // namespace tumble
