// Disjoint sets against flood fill, and their names against the order of the unions.
#include <algorithm>
#include <random>

#include <doctest/doctest.h>

#include "containers/union_find.h"

using namespace tumble;

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

std::vector<std::uint32_t> namesOf(std::uint32_t count, const std::vector<Edge>& edges) {
  UnionFind sets;
  sets.reset(count);
  for (const Edge& e : edges) sets.unite(e.first, e.second);
  std::vector<std::uint32_t> names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(sets.find(i));
  return names;
}

/// The lowest member that can be reached, by going round until nothing changes.
std::vector<std::uint32_t> flood(std::uint32_t count, const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(i);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : edges) {
      const std::uint32_t least = std::min(names[a], names[b]);
      changed = changed || names[a] != least || names[b] != least;
      names[a] = names[b] = least;
    }
  }
  return names;
}

}  // namespace

TEST_CASE("random graphs: the sets are those of flood fill, named by their lowest member, in whatever order they were united") {
  std::mt19937 random(3);
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    const std::uint32_t count = 1 + random() % 60;
    std::vector<Edge> edges(random() % (2 * count));
    for (Edge& e : edges) e = {random() % count, random() % count};
    const std::vector<std::uint32_t> expected = flood(count, edges);
    CHECK(namesOf(count, edges) == expected);
    std::shuffle(edges.begin(), edges.end(), random);
    for (Edge& e : edges) std::swap(e.first, e.second);
    CHECK(namesOf(count, edges) == expected);
  }
}

TEST_CASE("after reset everything is alone again") {
  UnionFind sets;
  sets.reset(3);
  sets.unite(0, 2);
  sets.reset(4);
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(sets.find(i) == i);
}
