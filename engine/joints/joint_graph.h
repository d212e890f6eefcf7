// Which joints are on which body.
#pragma once
#include <span>

#include "containers/list.h"
#include "joints/joint.h"

namespace tumble {

struct JointGraph {
  List<std::uint32_t> start;  // by body index, and one more; empty without joints
  List<JointIndex> joints;    // ascending for each body; a coupling is on the bodies of its two joints
};

/// `bodyCount`: of the store.
void gatherJoints(JointGraph& graph, std::span<const Joint> joints, std::size_t bodyCount);

/// The joints on the body with this index in the store.
inline std::span<const JointIndex> jointsOn(const JointGraph& graph, std::uint32_t body) {
  if (graph.start.empty()) return {};
  return {graph.joints.data() + graph.start[body], graph.joints.data() + graph.start[body + 1]};
}

/// Calls f(body id or kNoBody) for the bodies of a joint; those of a coupling are the bodies of its two joints.
template <class Function> void forEachEnd(std::span<const Joint> joints, JointIndex index, Function f) {
  const Joint& joint = joints[index];
  if (isCoupling(joint.type)) {
    for (const JointIndex j : {joint.first, joint.second}) f(joints[j].a.body), f(joints[j].b.body);
  } else {
    f(joint.a.body), f(joint.b.body);
  }
}

}  // namespace tumble
