// Connected components of the graph of solver bodies and contacts.
#pragma once
#include "contacts/contact_solver.h"
#include "containers/union_find.h"

namespace tumble {

/// Sets of solver bodies. Immovable bodies join none: 0 is alone.
inline void uniteTouching(const ContactSolver& solver, UnionFind& sets) {
  sets.reset(static_cast<std::uint32_t>(solver.bodies.state.size()));
  for (const ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.a[lane] != 0 && constraint.b[lane] != 0) sets.unite(constraint.a[lane], constraint.b[lane]);
    }
  }
}

}  // namespace tumble
