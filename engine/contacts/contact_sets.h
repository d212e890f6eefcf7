// The solver bodies that hang together by contacts.
#pragma once
#include "containers/union_find.h"
#include "contacts/contact_solver.h"

namespace tumble {

/// Makes `sets` those of the solver bodies. What does not move joins nothing; it is 0, alone.
inline void uniteTouching(const ContactSolver& solver, UnionFind& sets) {
  sets.reset(static_cast<std::uint32_t>(solver.bodies.state.size()));
  for (const ContactConstraintWide& rows : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (rows.a[lane] != 0 && rows.b[lane] != 0) sets.unite(rows.a[lane], rows.b[lane]);
    }
  }
}

}  // namespace tumble
