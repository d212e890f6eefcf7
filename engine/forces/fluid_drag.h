// The resistance of a fluid, by the square of the speed. With u, the velocity of a part of the body relative to the fluid there:
//     something round   F = -1/2 rho C A |u| u
//     a flat plate      F = -1/2 rho C A |u|^2 n 2 s / (1 + s^2),   s = u.n / |u|: lift and drag together
//     a face of a box   F = -1/2 rho C A n (u.n)^2, where u.n > 0; in four parts, so that a spin is resisted, too
// Sources: Newton, "Principia", 1687, book II, for the square; C. Duchemin, "Recherches experimentales sur les lois de la resistance des fluides",
// 1842, for the plate (found again by S. P. Langley, "Experiments in Aerodynamics", 1891). C. Hecker, "Physics, Part 2", 1996, wants it for rudders.
#pragma once
#include "forces/evaluate.h"

namespace tumble {

/// Adds that of all fluids. Within `time` seconds it takes no more than half of the velocity that it resists, so that it gives no energy, however fast
/// the body; 0: exactly as above.
void addFluidDrag(Wrench& sum, std::span<const Force> forces, const Body& body, double time);
/// The same of a substep of the contact solver, by the velocity in its middle. `body`: at its velocity before.
void addFluidDragOfSubstep(Wrench& sum, std::span<const Force> forces, const Body& body, double time);
/// A bound on the rate at which it slows the body, 1/s.
double fluidDragRate(std::span<const Force> forces, const Body& body);

}  // namespace tumble
