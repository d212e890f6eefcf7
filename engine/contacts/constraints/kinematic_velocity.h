// Kinematic velocity: the relative velocity along the rows of a contact that no impulse changes. A constraint has one normal, one lever and
// the velocities of the solver bodies for the whole step; the rest is a velocity along each row with a constant acceleration,
//     u(t) = u_m + u' (t - dt/2),
// so that a substep has the velocity of its end, and the path over the step is that of the trapezoidal rule, of second order. It has five parts.
//
// 1. Kinematic bodies. B rests with its point at r_B on a face, with the normal n, of A, which is kinematic and turns at Omega. The exact row is
//     n.(v_B + w_B x r_B - V) = 0,   V = v_A + Omega x (p - x_A),
// with n, r_B and V of the moment; the constraint has n and r_B of the middle of the step. With n' = Omega x n and p' = v_B + r_B' the
// difference changes at
//     n.(w_B x r_B') + n'.(v_B + w_B x r_B - V) - n.(Omega x (p' - v_A)).
// For a body at rest relative to A this is the centripetal acceleration -n.(Omega x (Omega x (x_B - x_A))). As a constant velocity it would act
// in the first substep alone, and the trapezoidal rule would put a body in a drum (Omega h)^2 R / 16 too far out in each step.
// Where either body is round, p stays at the support point, as in part 3, and goes along with neither surface; the spin of the kinematic body about
// its axis of revolution turns no normal, and moves the surface along none. (A ball between two rollers at 60 rad/s was thrown out.)
//
// 2. Torque-free precession. The angular velocity changes by w' = I^-1 (L x w) without any torque, and the row lacks n.(w' x r). A slim dumbbell
// that spins at 200 rad/s about its length would touch the ground 0.7 m/s faster at the end of a step than in the middle. The lever of a corner of a
// box turns along, n.(w x (w x r)), which undoes most of it: a box that turns by more than kMostMidStepRotation has neither. (With it alone a rod of
// 26 g in a heap, at 400 rad/s about its length, got 4 kJ.) Nor has a body whose angular velocity turns by more than kMostBend in half a step: 150
// dumbbells of 2 cm that fell on the ground at up to 900 rad/s had up to eight times their energy after half a second.
//
// 3. Balls off the centre of mass of their body. Such a ball rolls on r = c - R n, with r' = w x c (E. Routh, "Advanced Part of the Dynamics
// of a System of Rigid Bodies", 1884, on rolling spheres). Capsules, cylinders, cones and ellipsoids roll likewise: on a single point, r' is that of
// the support point. A generator on which a cone or cylinder lies turns with the axis a about the normal, at W = (w x a).(n x a) / |n x a|^2,
// r' = w x c + W n x (r - c). Where contact points move over the body, parts 2 and 3 are of one size: a disk on its rim needs both.
//
// 4. Hulls that turn about an edge or a corner, r' = w x r. Without it the velocity of a step is at right angles to the lever of its middle, and each
// new middle takes (w h)^2 / 2 of it: a rimless wheel of 8 spokes at 3 rad/s gained rate 1.4 % too slowly, 0.02 % with it. Boxes do not have it yet.
//
// 5. Dynamic bodies that turn together at W: a rider on a carousel, a load on a swing. Both points turn with their bodies, and the rows change at
//     d.(W x (W x r_B) - W x (W x r_A)) = d.(W x (W x (x_A - x_B))),
// the centripetal acceleration. Without it the first substep has the impulse of all of the step, and slips: a child on a carousel, with friction at 43 %
// of its limit, was carried 15 % outwards in 20 s.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Whether precession within a step (s) changes the velocity of its surface by more than kSlowestWobble; where contact points move over the body
/// (parts 3 and 4) kSlowestWobbleOfRolling or kSlowestWobbleOfPivoting.
bool wobbles(const ContactScene& scene, const Body& body, double timeStep);
/// Whether the pair has a kinematic velocity of part 5. timeStep: s.
bool turnTogether(const ContactScene& scene, const TouchingPair& pair, float timeStep);
/// Whether it has one of part 1, 3 or 4.
bool hasKinematicVelocity(const ContactScene& scene, const TouchingPair& pair);
bool isKinematic(const ContactScene& scene, const TouchingPair& pair);

/// The normal in the middle of the step, where it is that of a face of a kinematic body. halfStep: s.
Vec3f midStepNormal(const ContactScene& scene, const TouchingPair& pair, float halfStep);

/// Adds the kinematic velocity of the contact in one lane. timeStep: s.
void addKinematicVelocity(ContactSolver& solver, ContactConstraintWide& constraint, int lane, const ContactScene& scene,
                          const TouchingPair& pair, float timeStep);

}  // namespace tumble
