// Rows of jointed bodies in contact: those of the middle of a substep, with targets by which they neither give energy nor take it.
//
// The path of a body in contact is that of the trapezoidal rule, x1 = x0 + h (v0 + v1) / 2 (finalizeTouchedBody). With a row J and
//     M (v1 - v0) = J^T lambda + h f
// the change of the kinetic energy is
//     (v0 + v1) M (v1 - v0) / 2 = lambda J (v0 + v1) / 2 + f (x1 - x0),
// so that the row does no work if J (v0 + v1) = 0. With the Jacobian of the middle of the substep that is J v1 = -J v0 = -(h/2) J' v0, the centripetal
// part of the acceleration along the row: v1 lies along what is free at the end as v0 does at the start, and the step is its own reverse, of second
// order (O. Gonzalez, "Mechanical systems subject to holonomic constraints", 1999: the discrete derivative of a constraint that is quadratic, as of a
// rod, is that of the middle). With the Jacobian J0 of the start, and J0 v1 = 0, the force along the path is that of the start: a pendulum of frequency
// W that turns at w gets h (W^2 - w^2) of its kinetic energy a second, 8 % in 20 s.
//
// Rates J0 v0 along the rows at the start, as impacts leave them, are to be stopped and not reflected. The share of the reflection, one for all rows of an
// assembly, is
//     J v1 = -s J v0,    s = g^2 / (g^2 + r^2),    r = J0 v0,  g = J v0 - J0 v0,
// with the masses that the rows move. Any s from 0 to 1 takes energy: with lambda = -A (1 + s) J v0, A positive definite, the work is
// -(1 - s^2) (J v0) A (J v0) / 2. (-g as a target may give some: taut bridges at their dead points, where J hardly holds what g asks for, flew to pieces.)
//
// The displacement of the solver, sum h v_k of the velocities v_k at the ends of substeps, is ahead of the path by h (v - v_start) / 2; poses of joints, here and
// in jointed_gaps.h, are on the path.
#pragma once
#include "bodies/body.h"
#include "joints/joint_system.h"

namespace tumble {

struct ContactSolver;
struct JointedContacts;

/// Stiffness of a rigid row over the mass that it moves, less than that of flight (kRigidRow): with that, rows of which there is one too many, as of a
/// swing on four rods, turn the bodies at any speed that makes their rates agree to the last digit. Less: a motor lifts a thousand times the mass of
/// its platform too slowly.
constexpr double kRigidRowInContact = 3e7;

/// Of a body that no impulse moves.
inline JointVelocity velocityOfUnmoved(const Body& body) { return {body.type == BodyType::fixed ? Vec3{} : body.v, angularVelocity(body)}; }
/// m/s and w~ of a solver body at the start of the substep, after impacts: without the accelerations that are in the present ones already.
JointVelocity startVelocityOf(const ContactSolver& solver, std::uint32_t index);
/// Body i of the group (`body`: at the start of the part of the step) `time` (s) after the start of the substep. v: its velocity at that start, `mean`: that
/// of the time, both in the units of the solver.
Body jointedBodyAfter(const ContactSolver& solver, const JointedContacts& group, std::size_t i, Body body, const JointVelocity& v,
                      const JointVelocity& mean, double time);
/// The bodies of the group where the present displacements and velocities of the solver put them.
void updatePoses(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies);
/// The rows of the middle of the substep, with the values of its start. Call when the velocities have got the accelerations of the substep, and impacts.
void gatherRowsOfMiddle(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies);
/// JointedContacts::target, the rates of rows that hold, beside those of motors. Call when the stiffness of the rows is known.
void findTargets(JointedContacts& group);

}  // namespace tumble
