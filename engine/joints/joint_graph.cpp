#include "joints/joint_graph.h"

#include <algorithm>

#include "containers/sort_keys.h"

namespace tumble {

void gatherJoints(JointGraph& graph, std::span<const Joint> joints, std::size_t bodyCount) {
  graph.start.clear();
  graph.joints.clear();
  List<std::uint64_t> keys;
  for (std::uint32_t i = 0; i < joints.size(); ++i) {
    if (!joints[i].alive) continue;
    forEachEnd(joints, i, [&](BodyId body) {
      if (body != kNoBody) keys.push_back(std::uint64_t{bodyIndex(body)} << 32 | i);
    });
  }
  if (keys.empty()) return;
  sortKeys(keys);
  graph.start.assign(bodyCount + 1, 0);
  std::uint64_t last = ~0ull;
  for (const std::uint64_t key : keys) {
    if (key == last) continue;  // two ends of a coupling on one body
    last = key;
    ++graph.start[static_cast<std::size_t>(key >> 32) + 1];
    graph.joints.push_back(static_cast<JointIndex>(key));
  }
  for (std::size_t i = 1; i < graph.start.size(); ++i) graph.start[i] += graph.start[i - 1];
}

}  // namespace tumble
