// The stages of an assembly.
//
// RATTLE (H. C. Andersen, "Rattle: a velocity version of the Shake algorithm", 1983; B. Leimkuhler, R. Skeel, "Symplectic numerical integrators in
// constrained Hamiltonian systems", 1994) over h, between the kicks of the forces, with the free flow Phi_h of the bodies:
//     v <- v + M^-1 J^T(q_k) lambda so that C(Phi_h(q_k, v)) = 0           constrainedDrift
//     v <- v + M^-1 J^T(q_k+1) mu   so that J(q_k+1) v = dC/dt             projectVelocities
// It is symmetric, so Suzuki's composition of five makes it one of order 4 (motion/composition.h).
//
// Springs and servos are soft rows: their impulse over h is -h (k (q_k + q_k+1) / 2 + c (q_k+1 - q_k) / h), half of it at either end. It is stable at any
// stiffness and gains no energy. A motor, a dry friction or a servo at its limit gives a constant push; below it, motor and friction are constraints.
#pragma once
#include "joints/joint_assembly.h"

namespace tumble {

void gatherStates(List<MotionState>& states, std::span<const Body> bodies);
List<MotionState> statesOf(std::span<const Body> bodies);
void setStates(std::span<Body> bodies, const List<MotionState>& states);

/// Moves all bodies by `time` (also negative) so that the constraints hold at the end. `gravity`: m/s^2, by body. False when no impulses were found
/// that hold them; never where they yield.
bool constrainedDrift(JointAssembly& assembly, std::span<Body> bodies, std::span<const Vec3> gravity, double time);
/// Changes velocities so that the constraints hold. `time`: of the stage that ends, for the pushes and springs that end with it.
void projectVelocities(JointAssembly& assembly, std::span<Body> bodies, double time);
/// Removes gaps that are there at the start: of a scene, of contacts that pushed. False where that takes a way far above the gaps, as of a taut chain
/// at its dead point: there they stay.
bool projectPositions(JointAssembly& assembly, std::span<Body> bodies);
/// Takes most of the gaps away where rows yield, at the end of a stage.
void easeGaps(JointAssembly& assembly, std::span<Body> bodies, double time);
/// An impact: as projectVelocities, with the values of the rows of stops as the rates that they get. Stops that would pull let go; motors have no
/// part in it.
void projectImpact(JointAssembly& assembly, std::span<Body> bodies);

}  // namespace tumble
