// Force, torque and potential energy of the lasting forces at one state of their body.
#pragma once
#include <span>

#include "forces/force.h"

namespace tumble {

/// About the centre of mass, world axes.
struct Wrench {
  Vec3 force;   // N
  Vec3 torque;  // N m: (p - x) x F
};

/// Body point (m, body frame) to world.
Vec3 worldPoint(const Body& body, Vec3 pointInBody);
/// The anchor of a spring to another body, from the present state of that body.
void followPartner(Force& law, const Body& partner);
/// One law at this state.
Wrench wrenchOf(const Force& law, const Body& body);
/// Potential energy of one law at this state, J: its force is minus the gradient. k (l - l0)^2 / 2 of a spring, -m g.x of a field,
/// -F.p of a force in world axes; 0 where the work depends on the way (drag, torques, an engine that turns with its body, a force
/// that ends).
double potentialEnergy(const Force& law, const Body& body);
/// Sum of all laws but drag; `laws` all act on `body`. A spring that is stiff for a step of `time` seconds is taken as after
/// that time (implicit Euler of its one degree of freedom), so it stays stable; time 0 evaluates it as it is now.
Wrench totalWrench(std::span<const Force> laws, const Body& body, double time);
/// Mean over `time` seconds of the drag among `laws`. Drag is linear, so v decays by e^(-c t / m), and L about each principal
/// axis by e^(-c t / I): exact for any coefficient while the body does not turn.
Wrench meanDrag(std::span<const Force> laws, const Body& body, double time);
/// Fastest rate of the drag among `laws`, 1/s.
double dragRate(std::span<const Force> laws, const Body& body);
/// Fastest rate of the springs among `laws`, 1/s: angular frequency plus damping rate, for choosing substeps.
double springRate(std::span<const Force> laws, const Body& body);

}  // namespace tumble
