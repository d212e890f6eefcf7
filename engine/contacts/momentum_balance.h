// What the rows do to a pair of bodies, made to add up: momentum and angular momentum of the two together stay, to the last digits.
//
// The rows act on the velocities in single precision, and at levers r_A, r_B that are not quite one point (reference poses, and the middle of
// the step): an impulse J changes the total angular momentum by
//     G = t_B - t_A + (y_B - y_A) x J + P x (v_B - v_A).
// t are the torques that the rows give, y the places at which the bodies get J as finalizeTouchedBody moves them: their path over the
// step is x_k = x_(k-1) + h (v_(k-1) + v_k) / 2 for a body without a blow, so that
//     x_k x v_k - x_(k-1) x v_(k-1) = y_k x (v_k - v_(k-1)),    y_k = x_(k-1) + h v_(k-1) / 2,
// and y_k = x_(k-1) after a blow, which is not smoothed. P = h (J_biased - J), or that of
// push_apart.h, is what pushing an overlap apart adds to the positions but not to the velocities. Each body gives back half of G. All this is kept in double precision
// beside the substeps: the position, and what is to be added to the velocities that the rows have left. It costs about as much as a
// visit to each contact, so only small worlds do it.
//
// Bodies on springs are moved on here, too. One that gets s smoothly and j at once in a substep, both in m/s, goes to x' = x + h (v + j + s / 2):
//     x' x v' - x x v = y x s + x x j,    y = x + h (v + j) / 2 (+ any share of s).
// So contacts act at y and at x by their shares, the same for both bodies, and springs along the line of their ends at y. What is left of an
// impulse elsewhere (a blow falls within the substep; what goes by its end) is given back to the spin of the body itself.
//
// Only what floats has a momentum to keep. What something immovable holds, directly or through others, is left as the rows have it:
// a tower stands by their seeing every velocity there is.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Adds solver body number `index` in a world that keeps the balance.
void addBalance(ContactSolver& solver, const Body& body, std::uint32_t index);
/// A blow `time` (s) after the start of the substep: what single precision lacks of it. `before`: the body as it was; x: where.
void balanceImpact(ContactSolver& solver, std::uint32_t index, const SolverBody& before, Vec3 x, Vec3 dv, Vec3 angularImpulse, double time);
/// A velocity and a spin that the contacts did not change, for the balance.
void balanceRounding(ContactSolver& solver, std::uint32_t index, Vec3 v, Vec3 spin);
/// Notes where the bodies are and the biased impulses. Call before positions are integrated.
void recordPositions(ContactSolver& solver);
/// Adds what this substep lacks. Call after the relaxing context, while the warm start still holds the velocities before the contacts.
void balanceContacts(ContactSolver& solver);

/// Finds out who is held. Call once, when all substeps are done.
void findHeldBodies(ContactSolver& solver);

}  // namespace tumble
