// How deep jointed bodies may be in what they touch. Joints leave a bob no way but its circle: where that just grazes a floor, a contact that is
// short by micrometres could only be met by stopping the swing, which a real bob does not feel, for both yield.
#pragma once
#include "contacts/solver_body.h"
#include "tuning.h"

namespace tumble {

/// m, added to the separations of a contact.
inline float jointedDepth(const SolverBodyMarks& a, const SolverBodyMarks& b) { return a.isJointed || b.isJointed ? kJointedDepth : 0; }

}  // namespace tumble
