// What moves in a contact without the solver: its rows know one normal, one lever, and the velocities of what impulses move, for the whole
// of a step. This owns the rest, as a velocity along each row that changes evenly,
//     u(t) = u_m + u' (t - dt/2),
// so that the rows of a substep say what holds at its end, and the path over the step is the trapezoidal rule's, of the second order.
//
// B rests with its point at r_B on a face, with the normal n, of A, which is kinematic and turns at Omega. In full the row is
//     n.(v_B + w_B x r_B - V) = 0,   V = v_A + Omega x (p - x_A),
// with n, r_B and V of the moment; the solver has n and r_B of the middle. What it lacks changes, for n' = Omega x n and p' = v_B + r_B', at
//     n.(w_B x r_B') + n'.(v_B + w_B x r_B - V) - n.(Omega x (p' - v_A)):
// for a thing that rides along this is -n.(Omega x (Omega x (x_B - x_A))), the centripetal acceleration. Constant over the step it would come
// all at once, in the first substep, and the trapezoidal rule would put what rides in a drum (Omega h)^2 R / 16 too far out in each step.
//
// What spins fast about one axis while this turns about another has rows of one tensor of inertia, that of the middle of the step; its angular
// velocity changes all the same, by w' = I^-1 (L x w), and n.(w' x r) is what its rows lack. A slim dumbbell that spins at 200 rad/s about its
// length meets the ground by 0.7 m/s otherwise at the end of a step than in the middle.
//
// A ball with its middle at c off its centre of mass rolls on the point r = c - R n, whose r' = w x c (E. Routh, "Advanced Part of the
// Dynamics of a System of Rigid Bodies", 1884, on rolling spheres).
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Whether the angular velocity of a body changes by itself within a step (s) so far that its rows see it.
bool wobbles(const Body& body, double timeStep);
/// Whether the pair has one besides.
bool hasKinematicVelocity(const ContactScene& scene, const TouchingPair& pair);
bool isKinematic(const ContactScene& scene, const TouchingPair& pair);

/// The normal as it is in the middle of the step.
Vec3f midStepNormal(const ContactScene& scene, const TouchingPair& pair, float halfStep);

/// Adds that of one lane to the group's.
void addKinematicVelocity(ContactSolver& solver, ContactConstraintWide& rows, int lane, const ContactScene& scene, const TouchingPair& pair, float timeStep);

}  // namespace tumble
