#include "contacts/rolling_friction.h"

#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.h"

namespace tumble {
namespace {

/// The part of the determinant below which the two axes of rolling are one, as those of a planar body, which rolls about z alone.
constexpr float kOneAxis = 1e-6f;

float armOf(const ContactScene& scene, const TouchingPair& pair) {
  return std::max(scene.colliders.colliders[pair.colliderA].rollingFriction, scene.colliders.colliders[pair.colliderB].rollingFriction);
}

/// rad/s, of a body that impulses do not move.
Vec3f drivenTurning(const ContactScene& scene, std::uint32_t collider) {
  return scene.colliders.sides[collider].mover == kImmovable ? scene.colliders.motions[collider].omega : Vec3f{};
}

RollingFriction rowsOf(const ContactSolver& solver, const ContactScene& scene, std::uint32_t batch, int lane, const TouchingPair& pair) {
  const ContactConstraintWide& constraint = solver.constraints[batch];
  const Vec3f n = vectorOf(constraint.normal, lane), t = vectorOf(constraint.tangent, lane);
  RollingFriction rows{};
  rows.batch = batch, rows.lane = static_cast<std::uint32_t>(lane);
  rows.a = constraint.a[lane], rows.b = constraint.b[lane];
  rows.arm = armOf(scene, pair);
  rows.tangent[0] = t, rows.tangent[1] = cross(n, t);
  const SymmetricMat3f &rootA = solver.bodies.start[rows.a].inverseRoot, &rootB = solver.bodies.start[rows.b].inverseRoot;
  const Vec3f driven = drivenTurning(scene, pair.colliderB) - drivenTurning(scene, pair.colliderA);
  for (int k = 0; k < 2; ++k) {
    rows.jacobianA[k] = rows.a != 0 ? rootA * rows.tangent[k] : Vec3f{};
    rows.jacobianB[k] = rows.b != 0 ? rootB * rows.tangent[k] : Vec3f{};
    rows.kinematic[k] = dot(rows.tangent[k], driven);
  }
  const auto response = [&](int i, int k) { return dot(rows.jacobianA[i], rows.jacobianA[k]) + dot(rows.jacobianB[i], rows.jacobianB[k]); };
  const float first = response(0, 0), second = response(1, 1), mixed = response(0, 1), determinant = first * second - mixed * mixed;
  if (determinant > kOneAxis * std::max(first * first, second * second)) {
    rows.inverse[0] = second / determinant, rows.inverse[1] = first / determinant, rows.inverse[2] = -mixed / determinant;
  } else {
    const float sum = first + second, squared = sum * sum;  // the pseudoinverse
    if (sum > 0) rows.inverse[0] = first / squared, rows.inverse[1] = second / squared, rows.inverse[2] = mixed / squared;
  }
  return rows;
}

}  // namespace

float normalImpulseOf(const ContactSolver& solver, const RollingFriction& rows) {
  const ContactConstraintWide& constraint = solver.constraints[rows.batch];
  float sum = 0;
  for (int i = 0; i < constraint.pointCount; ++i) sum += constraint.impulse[i].f[rows.lane];
  return sum;
}

float rollingRate(const ContactSolver& solver, const RollingFriction& rows, int k) {
  return rows.kinematic[k] + dot(rows.jacobianB[k], vector(solver.bodies.state[rows.b].scaledAngularVelocity)) -
         dot(rows.jacobianA[k], vector(solver.bodies.state[rows.a].scaledAngularVelocity));
}

void gatherRollingFriction(ContactSolver& solver, const ContactScene& scene) {
  solver.rolling.clear();
  if (!scene.colliders.anyRollingFriction) return;
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const BatchSlot& slot = solver.batches.slots[batch * kLanes + static_cast<std::uint32_t>(lane)];
      if (slot.pair.contactIndex == kNoContact || !(armOf(scene, slot.pair) > 0)) continue;
      constexpr int kPointsOfLine = 2;
      if (scene.contacts.pool[slot.pair.contactIndex].count > kPointsOfLine) continue;
      solver.rolling.push_back(rowsOf(solver, scene, batch, lane, slot.pair));
    }
  }
}

float solveRollingFriction(ContactSolver& solver) {
  float largest = 0;
  for (RollingFriction& rows : solver.rolling) {
    const float most = rows.arm * normalImpulseOf(solver, rows);
    const float v0 = rollingRate(solver, rows, 0), v1 = rollingRate(solver, rows, 1);
    float next[2] = {rows.impulse[0] - rows.inverse[0] * v0 - rows.inverse[2] * v1,
                     rows.impulse[1] - rows.inverse[2] * v0 - rows.inverse[1] * v1};
    const float size = std::sqrt(next[0] * next[0] + next[1] * next[1]);
    if (size > most) {
      const float mass =
          std::min(rows.inverse[0] > 0 ? rows.inverse[0] : rows.inverse[1], rows.inverse[1] > 0 ? rows.inverse[1] : rows.inverse[0]);
      next[0] = rows.impulse[0] - mass * v0, next[1] = rows.impulse[1] - mass * v1;
      const float length = std::sqrt(next[0] * next[0] + next[1] * next[1]), scale = length > most ? most / length : 1;
      next[0] *= scale, next[1] *= scale;
    }
    SolverBody &a = solver.bodies.state[rows.a], &b = solver.bodies.state[rows.b];
    for (int k = 0; k < 2; ++k) {
      const float change = next[k] - rows.impulse[k];
      const Vec3f onA = rows.jacobianA[k] * change, onB = rows.jacobianB[k] * change;
      if (rows.a != 0) setVector(a.scaledAngularVelocity, vector(a.scaledAngularVelocity) - onA);
      if (rows.b != 0) setVector(b.scaledAngularVelocity, vector(b.scaledAngularVelocity) + onB);
      largest = std::max({largest, dot(onA, onA) * a.velocity[3], dot(onB, onB) * b.velocity[3]});
      rows.impulse[k] = next[k];
    }
  }
  return std::sqrt(largest);
}

void forgetRollingFriction(ContactSolver& solver) {
  for (RollingFriction& rows : solver.rolling) {
    for (int k = 0; k < 2; ++k) {
      SolverBodyVelocity &a = solver.bodies.warmStart[rows.a], &b = solver.bodies.warmStart[rows.b];
      if (rows.a != 0) setVector(a.scaledAngularVelocity, vector(a.scaledAngularVelocity) + rows.jacobianA[k] * rows.impulse[k]);
      if (rows.b != 0) setVector(b.scaledAngularVelocity, vector(b.scaledAngularVelocity) - rows.jacobianB[k] * rows.impulse[k]);
      if (!solver.balance.empty()) {
        const Vec3 torque = toDouble(rows.tangent[k]) * static_cast<double>(rows.impulse[k]);
        solver.balance[rows.a].L -= torque;
        solver.balance[rows.b].L += torque;
      }
      rows.impulse[k] = 0;
    }
  }
}

}  // namespace tumble
