#include "contacts/convergence/warm_start.h"

#include <algorithm>

#include "contacts/batches/contact_sets.h"
#include "contacts/constraints/gather.h"
#include "tuning.h"

namespace tumble {
namespace {

/// T(c) = start + linear c + square c^2 / 2.
struct EnergyLine {
  double start = 0, linear = 0, square = 0;  // J

  bool gains(double most) const { return linear + 0.5 * square > most * start; }
  /// The c of least T, 0 to 1.
  float bestShare() const { return square > 0 ? static_cast<float>(std::clamp(-linear / square, 0.0, 1.0)) : 0; }
  EnergyLine& operator+=(const EnergyLine& other) {
    start += other.start, linear += other.linear, square += other.square;
    return *this;
  }
};

/// Of the velocities v of a body with its warm start.
EnergyLine energyLineOf(const SolverBodies& bodies, std::size_t i, const float (&velocity)[4], const float (&scaledAngularVelocity)[4]) {
  const SolverBodyVelocity& warm = bodies.warmStart[i];
  const Vec3 v = vectorOf(velocity), w = vectorOf(scaledAngularVelocity);
  const Vec3 dv = vectorOf(warm.velocity), dw = vectorOf(warm.scaledAngularVelocity);
  const double inverseMass = static_cast<double>(bodies.state[i].velocity[3]), mass = inverseMass > 0 ? 1 / inverseMass : 0;
  return {0.5 * (mass * dot(v, v) + dot(w, w)), mass * dot(v, dv) + dot(w, dw), mass * dot(dv, dv) + dot(dw, dw)};
}
EnergyLine energyLineOf(const SolverBodies& bodies, std::size_t i) {
  return energyLineOf(bodies, i, bodies.state[i].velocity, bodies.state[i].scaledAngularVelocity);
}

/// start: T(0); linear: how much more there is now, J.
EnergyLine gainOf(const SolverBodies& bodies, std::size_t i) {
  const SolverBodyVelocity& before = bodies.beforeContacts[i];
  const double start = energyLineOf(bodies, i, before.velocity, before.scaledAngularVelocity).start;
  return {start, energyLineOf(bodies, i).start - start, 0};
}

void uniteJointed(const JointedContacts& group, UnionFind& sets) {
  std::uint32_t last = 0;
  for (const std::uint32_t i : group.solver) {
    if (i != 0 && last != 0) sets.unite(i, last);
    if (i != 0) last = i;
  }
}

bool hasMotor(const JointedContacts& group) {
  const List<AssembledJoint>& joints = group.assembly.joints;
  return std::any_of(joints.begin(), joints.end(),
                     [](const AssembledJoint& j) { return j.joint.drive.kind == DriveKind::motor && j.joint.drive.target != 0; });
}

/// Energies of connected components, each at its root.
struct SetEnergies {
  UnionFind sets;
  List<EnergyLine> lines;  // by solver body

  explicit SetEnergies(const ContactSolver& solver) {
    uniteTouching(solver, sets);
    lines.assign(solver.bodies.state.size(), {});
  }
  std::uint32_t setOf(const ContactConstraintWide& constraint, int lane) {
    return sets.find(std::max(constraint.a[lane], constraint.b[lane]));
  }
  EnergyLine& of(std::uint32_t body) { return lines[sets.find(body)]; }
  /// lambda.d, to the linear part.
  void addKinematicPower(const ContactSolver& solver) {
    for (const ContactConstraintWide& constraint : solver.constraints) {
      if (constraint.kinematicVelocity == 0) continue;
      for (int k = 0; k < kRowsPerContact; ++k) {
        for (int lane = 0; lane < kLanes; ++lane) {
          const float d = solver.kinematicVelocities[constraint.kinematicVelocity].velocity[k].f[lane];
          lines[setOf(constraint, lane)].linear += static_cast<double>(constraint.impulse[k].f[lane]) * static_cast<double>(d);
        }
      }
    }
  }
};

/// Whether f(i).gains(most) for any body.
template <class Function> bool anyGains(const SolverBodies& bodies, double most, Function f) {
  for (std::size_t i = 1; i < bodies.state.size(); ++i)
    if (f(bodies, i).gains(most)) return true;
  return false;
}

}  // namespace

void limitWarmStart(ContactSolver& solver) {
  SolverBodies& bodies = solver.bodies;
  if (!anyGains(bodies, kMostWarmStartGain, [](const SolverBodies& all, std::size_t i) { return energyLineOf(all, i); })) return;
  SetEnergies energies(solver);
  List<SolverBody> states;
  List<SolverBodyVelocity> warmStarts;
  if (!solver.jointed.empty()) {
    states = bodies.state, warmStarts = bodies.warmStart;
    answerJointed(solver);
    for (const JointedContacts& group : solver.jointed) uniteJointed(group, energies.sets);
  }
  const auto count = static_cast<std::uint32_t>(bodies.state.size());
  for (std::uint32_t i = 1; i < count; ++i) energies.of(i) += energyLineOf(bodies, i);
  if (!solver.jointed.empty()) bodies.state.swap(states), bodies.warmStart.swap(warmStarts);
  energies.addKinematicPower(solver);
  for (const JointedContacts& group : solver.jointed) {
    if (!hasMotor(group)) continue;  // it does work: what it lifts is not thrown
    for (const std::uint32_t i : group.solver) energies.of(i) = {};
  }
  const auto shareOf = [&](std::uint32_t set) {
    return energies.lines[set].gains(kMostWarmStartGain) ? energies.lines[set].bestShare() : 1.0f;
  };
  for (std::uint32_t i = 1; i < count; ++i) {
    const float share = shareOf(energies.sets.find(i));
    SolverBodyVelocity& warm = bodies.warmStart[i];
    for (int k = 0; k < 3; ++k) warm.velocity[k] *= share, warm.scaledAngularVelocity[k] *= share;
  }
  for (ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float share = shareOf(energies.setOf(constraint, lane));
      for (Lanes& impulse : constraint.impulse) impulse.f[lane] *= share;
    }
  }
}

void recordWarmStart(ContactSolver& solver) {
  solver.warmImpulses.resize(solver.constraints.size() * kRowsPerContact);
  Lanes* out = solver.warmImpulses.data();
  for (const ContactConstraintWide& constraint : solver.constraints) out = std::copy_n(constraint.impulse, kRowsPerContact, out);
}

bool retractWarmStart(ContactSolver& solver) {
  SolverBodies& bodies = solver.bodies;
  if (!solver.network.bodies.empty() || !anyGains(bodies, kMostUnconvergedGain, gainOf)) return false;
  const auto count = static_cast<std::uint32_t>(bodies.state.size());
  SetEnergies energies(solver);
  for (std::uint32_t i = 1; i < count; ++i) energies.of(i) += gainOf(bodies, i);
  energies.addKinematicPower(solver);
  for (const JointedContacts& group : solver.jointed)
    for (const std::uint32_t i : group.solver) energies.of(i) = {};  // motors and springs of joints do work
  List<std::uint8_t> gained;
  gained.assign(count, 0);
  bool any = false;
  for (std::uint32_t i = 1; i < count; ++i) {
    gained[i] = energies.of(i).gains(kMostUnconvergedGain);
    any |= gained[i] != 0;
  }
  if (!any) return false;

  energies.lines.assign(count, {});
  for (std::uint32_t i = 1; i < count; ++i) {
    if (gained[i] == 0) continue;
    std::copy_n(bodies.beforeContacts[i].velocity, 3, bodies.state[i].velocity);
    std::copy_n(bodies.beforeContacts[i].scaledAngularVelocity, 3, bodies.state[i].scaledAngularVelocity);
    energies.of(i) += energyLineOf(bodies, i);
  }
  const auto forEachGained = [&](auto f) {
    const Lanes* warm = solver.warmImpulses.data();
    for (ContactConstraintWide& constraint : solver.constraints) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t body = std::max(constraint.a[lane], constraint.b[lane]);
        if (gained[body] == 0) continue;
        for (int k = 0; k < kRowsPerContact; ++k) f(constraint.impulse[k].f[lane], warm[k].f[lane], body);
      }
      warm += kRowsPerContact;
    }
  };
  for (RollingFriction& rolling : solver.rolling)
    if (gained[std::max(rolling.a, rolling.b)] != 0) rolling.impulse[0] = rolling.impulse[1] = 0;  // it has no warm start
  forEachGained([](float& impulse, float warm, std::uint32_t) { impulse = warm; });
  energies.addKinematicPower(solver);
  for (std::uint32_t i = 1; i < count; ++i) {
    if (gained[i] == 0) continue;
    const float share = energies.of(i).bestShare();
    for (int k = 0; k < 3; ++k) {
      bodies.state[i].velocity[k] += share * bodies.warmStart[i].velocity[k];
      bodies.state[i].scaledAngularVelocity[k] += share * bodies.warmStart[i].scaledAngularVelocity[k];
    }
  }
  forEachGained([&](float& impulse, float warm, std::uint32_t body) { impulse = energies.of(body).bestShare() * warm; });
  return true;
}

}  // namespace tumble
