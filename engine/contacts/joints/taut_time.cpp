#include "contacts/joints/taut_time.h"

#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.h"
#include "joints/taut_rate.h"

namespace tumble {

double tautTime(const ContactSolver& solver, double time) {
  double fastest = 0;  // omega^2, 1/s^2
  List<Vec3> forces;
  for (const JointedContacts& group : solver.jointed) {
    if (!group.touched) continue;
    forces.clear();
    for (const AssembledJoint& j : group.assembly.joints) forces.push_back(j.impulse * (1 / time));
    for (const double square : tautRates(group.assembly, group.bodies, forces)) fastest = std::max(fastest, square);
  }
  return fastest > 0 ? 1 / std::sqrt(fastest) : kNeverTaut;
}

}  // namespace tumble
