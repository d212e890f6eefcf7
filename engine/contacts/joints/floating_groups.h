// Jointed bodies in contact that touch nothing immovable: joints and contacts work in turn on them, in single precision, and the balance of pairs
// (contacts/momentum_balance.h) knows contacts alone. They keep their momentum as groups (joints/group_momentum.h).
#pragma once
#include <vector>

#include "containers/list.h"
#include "joints/group_momentum.h"

namespace tumble {

struct ContactSolver;

/// Bodies that joints and contacts connect to one another alone, and their momentum before the step.
struct FloatingGroup {
  List<std::uint32_t> bodies;  // indices in the body store
  GroupMomentum before;
};

/// The groups with joints. Call after storeImpulses, with the bodies as they were before the step.
std::vector<FloatingGroup> floatingGroupsOf(const ContactSolver& solver, const List<Body>& bodies);

}  // namespace tumble
