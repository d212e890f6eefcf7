#include "contacts/springs/force_network.h"

#include <algorithm>

#include "assertion.h"
#include "contacts/contact_solver.h"
#include "contacts/momentum_balance.h"
#include "contacts/springs/solve_network.h"
#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The projection of `whole` on `part`, limited to between 0 and `part`.
Vec3 partOf(Vec3 part, Vec3 whole) {
  const double along = dot(part, whole), size = lengthSquared(part);
  return along <= 0 ? Vec3{} : along >= size ? part : part * (along / size);
}

/// The share of a change by contacts that is a jump: the rest opposes the kick of the forces or, for slow springs, repeats the change `before`.
double jumpShareOf(Vec3 contacts, Vec3 before, Vec3 kick, double slow) {
  const double size = lengthSquared(contacts), most = std::max(dot(contacts, before) * slow, -dot(contacts, kick));
  return most >= size ? 0 : most > 0 ? 1 - most / size : 1;
}

/// Sets the jump shares of the changes by contacts in this substep. After kSettledJumps solutions they only grow, so that contacts and springs
/// converge instead of alternating.
void setJumpShares(const ForceNetwork& n, ForcedBody& body, Vec3 contacts, Vec3 contactsW) {
  const double least = n.solveCount > kSettledJumps ? body.jumpShare : 0, leastW = n.solveCount > kSettledJumps ? body.jumpShareW : 0;
  body.jumpShare = std::max(jumpShareOf(contacts, body.reaction, body.kick, body.slow), least);
  body.jumpShareW = std::max(jumpShareOf(contactsW, body.reactionW, body.kickW, body.slow), leastW);
}

}  // namespace

DragShare dragShare(double x) {
  TUMBLE_ASSERT(x >= 0, "drag slows down");
  if (x < 1e-4) return {0.5 * x + x * x / 12, 0.5 * x - x * x / 12};
  const double factor = exponential(-x), gone = 1 - factor;
  return {x / gone - 1, 1 - x * factor / gone};
}

void activateGroups(ForceNetwork& n, List<std::uint32_t>& indexOf, std::uint32_t mark) {
  for (ForceGroup& group : n.groups) {
    group.touches = false;
    for (std::uint32_t i = group.begin; i < group.end; ++i) group.touches |= indexOf[n.bodies[i].body] != 0;
    group.active = group.stiff || group.touches;
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      std::uint32_t& index = indexOf[n.bodies[i].body];
      if (index == 0) index = mark;
    }
  }
}

void prepareNetwork(ContactSolver& solver, const List<Body>& bodies) {
  forEachActive(solver.network, [&](ForcedBody& forced) {
    const Body& body = bodies[forced.body];
    forced.index = solver.bodies.indexOf[forced.body];
    TUMBLE_ASSERT(forced.index != 0, "the bodies of an active group are in the solver");
    forced.mass = body.mass;
    forced.inverseRoot = worldTensorRoot(solver.bodies.reference[forced.index].orientation, body.inverseInertia);
  });
}

void predictForces(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  const double h = static_cast<double>(solver.substep);
  n.solveCount = 0;
  layOutMatrix(n);
  const auto guess = [&](ForcedBody& body) {
    const SolverBodyVelocity& warm = solver.bodies.warmStart[body.index];
    body.endVelocity = body.velocity + body.steady + vectorOf(warm.velocity);
    body.endW = body.w + body.steadyW + vectorOf(warm.scaledAngularVelocity);
    body.drag = body.dragW = {};
    body.jump = body.jumpW = body.impact = body.impactW = body.late = body.lateW = {};
    if (solver.substepsDone == 0) body.reaction = vectorOf(warm.velocity), body.reactionW = vectorOf(warm.scaledAngularVelocity);
  };
  forEachActive(n, guess);
  solveNetwork(n, h);
  if (fixFastLines(n, h)) {
    forEachActive(n, guess);
    solveNetwork(n, h);
  }
  const double rate = 1 / static_cast<double>(solver.substep);
  forEachActive(n, [&](ForcedBody& body) {
    SolverBodyDrive& drive = solver.bodies.drive[body.index];
    body.change += body.steady, body.changeW += body.steadyW;
    drive.acceleration = toFloat(body.change * rate);
    drive.scaledAngularAcceleration = toFloat(body.changeW * rate);
    const SolverBody& state = solver.bodies.state[body.index];
    body.solvedFor = vector(state.velocity), body.solvedForW = vector(state.scaledAngularVelocity);
  });
}

void recordImpactVelocity(ContactSolver& solver, std::uint32_t index, Vec3 dv, Vec3 dw, double alpha) {
  ForceNetwork& n = solver.network;
  if (index >= n.networkIndex.size() || n.networkIndex[index] == 0) return;
  ForcedBody& body = n.bodies[n.networkIndex[index] - 1];
  body.impact += dv;
  body.impactW += dw;
  body.late += dv * alpha;
  body.lateW += dw * alpha;
}

void recordRounding(ContactSolver& solver) {
  forEachActive(solver.network, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyDrive& drive = solver.bodies.drive[body.index];
    const SolverBodyVelocity& warm = solver.bodies.warmStart[body.index];
    const Vec3f v = vector(state.velocity), w = vector(state.scaledAngularVelocity);
    const Vec3 before = toDouble(body.solvedFor), beforeW = toDouble(body.solvedForW);
    body.remainder += (before + body.change) * static_cast<double>(drive.linearDecay) - toDouble(v);
    body.remainderW += (beforeW + body.changeW) * static_cast<double>(drive.angularDecay) - toDouble(w);
    body.kick = body.change;
    body.kickW = body.changeW;
    body.solvedFor = v + vector(warm.velocity);  // as warmStartContacts will have it
    body.solvedForW = w + vector(warm.scaledAngularVelocity);
  });
}

float solveForces(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  bool same = true;
  forEachActive(n, [&](const ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    same &= body.solvedFor == vector(state.velocity) && body.solvedForW == vector(state.scaledAngularVelocity);
  });
  if (same) return 0;
  if (n.springWorkLeft < roundCost(n)) {
    n.rough = true;
    return 0;
  }
  ++n.solveCount;
  forEachActive(n, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    body.endVelocity = vectorOf(state.velocity), body.endW = vectorOf(state.scaledAngularVelocity);
    const Vec3 contacts = body.endVelocity - vectorOf(before.velocity), contactsW = body.endW - vectorOf(before.scaledAngularVelocity);
    setJumpShares(n, body, contacts, contactsW);
    body.jump = body.impact + contacts * body.jumpShare;
    body.jumpW = body.impactW + contactsW * body.jumpShareW;
  });
  solveNetwork(n, static_cast<double>(solver.substep));
  double largest = 0;
  forEachActive(n, [&](ForcedBody& body) {
    SolverBody& state = solver.bodies.state[body.index];
    SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    // Returns the difference between the rounding of the two velocities.
    const auto apply = [&](float (&to)[4], float (&without)[4], Vec3 change, Vec3& remainder, Vec3& kick) {
      const Vec3f old = vector(to), now = rounded(toDouble(old) + change);
      const Vec3 base = vectorOf(without);
      const Vec3f free = rounded(base + change);  // rounded like `to`, so that rounding is no contact impulse
      for (int k = 0; k < 3; ++k) to[k] = now[k], without[k] = free[k];
      const Vec3 done = toDouble(now) - toDouble(old);
      remainder += change - done;
      kick += change;
      const double size = lengthSquared(change);
      largest = size > largest ? size : largest;
      return done - (toDouble(free) - base);
    };
    const Vec3 lack = apply(state.velocity, before.velocity, body.change, body.remainder, body.kick);
    const Vec3 lackW = apply(state.scaledAngularVelocity, before.scaledAngularVelocity, body.changeW, body.remainderW, body.kickW);
    balanceRounding(solver, body.index, lack, lackW);
    body.solvedFor = vector(state.velocity), body.solvedForW = vector(state.scaledAngularVelocity);
  });
  return static_cast<float>(std::sqrt(largest));
}

void recordContactChanges(ContactSolver& solver) {
  forEachActive(solver.network, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    const Vec3 contacts = toDouble(vector(state.velocity) - vector(before.velocity));
    const Vec3 contactsW = toDouble(vector(state.scaledAngularVelocity) - vector(before.scaledAngularVelocity));
    setJumpShares(solver.network, body, contacts, contactsW);
    const Vec3 done = body.kick + contacts * (1 - body.jumpShare);
    const Vec3 doneW = body.kickW + contactsW * (1 - body.jumpShareW);
    body.trapezoidal = done * (1 - body.implicit) + partOf(body.steady, done) * body.implicit;
    body.smooth += body.trapezoidal;
    body.smoothW += doneW * (1 - body.implicit) + partOf(body.steadyW, doneW) * body.implicit;
    body.reaction = contacts, body.reactionW = contactsW;
  });
}

void gatherTouchingBatches(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  n.touchingBatches.clear();
  if (n.bodies.empty()) return;
  List<std::uint8_t> isForced(solver.bodies.state.size());
  forEachActive(n, [&](const ForcedBody& body) { isForced[body.index] = 1; });
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    ContactConstraintWide& constraint = solver.constraints[batch];
    bool any = false;
    for (int lane = 0; lane < kLanes; ++lane) any |= isForced[constraint.a[lane]] != 0 || isForced[constraint.b[lane]] != 0;
    if (!any) continue;
    n.touchingBatches.push_back(batch);
    if (solver.preset.rigid) continue;
    // A contact as soft as the preset's yields to a stiff spring.
    constraint.softness = SoftConstraint{kRigidBiasShare / solver.substep, 1, 0};
    solver.batches.changed[batch] |= kConstraintChanged;  // made anew in the next step
  }
}

void touchGroups(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    // Fast springs count as touched near the ground: flight in closed form would leave the range in which contacts were searched.
    bool touched = group.stiff || (group.touches && n.bodies[group.begin].slow < 0.5);
    for (std::uint32_t i = group.begin; i < group.end; ++i) touched |= solver.bodies.marks[n.bodies[i].index].touched;
    for (std::uint32_t i = group.begin; touched && i < group.end; ++i) solver.bodies.marks[n.bodies[i].index].touched = true;
  }
}

const ForcedBody* forcedBodyOf(const ContactSolver& solver, std::uint32_t body) {
  const ForceNetwork& n = solver.network;
  const std::uint32_t index = body < n.networkIndex.size() ? n.networkIndex[body] : 0;
  return index != 0 && n.bodies[index - 1].index != 0 ? &n.bodies[index - 1] : nullptr;
}

double springTime(const ForceNetwork& network) {
  double fastest = 0;
  for (const ForceGroup& group : network.groups) {
    if (group.touches) fastest = std::max(fastest, SpringRate{group.squaredRate, group.dampingRate}.fastest());
  }
  return fastest > 0 ? 1 / fastest : kNoSprings;
}

}  // namespace tumble
