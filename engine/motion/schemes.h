// The table of motion schemes for free bodies, which a scene chooses with "motion".
//
// Each scheme does two things:
//   move  integrates a step in flight: x, v, L and the orientation, with its own evaluation of forces;
//   turn  integrates the orientation of a body in contact, whose x, v and L the contact solver has already changed, from the mean angular
//         momentum of the step.
// Orders of accuracy: explicit and semi-implicit Euler 1, midpoint and splitting2 2, Runge-Kutta and splitting4 4; exact has no
// error but rounding in free flight; semi-implicit Euler without the gyroscopic term converges to another motion.
#pragma once
#include <span>
#include <string_view>

#include "motion/free_motion.h"

namespace tumble {

struct MotionMethod {
  void (*move)(Body& body, const FlightForces& forces, double time);
  void (*turn)(Body& body, Vec3 meanMomentum, double time);
};

/// The method of a scheme other than MotionScheme::automatic.
const MotionMethod& methodOf(MotionScheme scheme);
/// Names of the schemes, in the order of MotionScheme.
std::span<const std::string_view> motionSchemeNames();

/// `turn` by `move`: the orientation after a step of free flight at that angular momentum.
void turnByMoving(void (*move)(Body& body, const FlightForces& forces, double time), Body& body, Vec3 meanMomentum, double time);

// One a file, named after it.
extern const MotionMethod kExplicitEuler, kExplicitEulerGramSchmidt;
extern const MotionMethod kRungeKutta4;
extern const MotionMethod kSemiImplicitEuler, kSemiImplicitEulerNoGyro;
extern const MotionMethod kMidpoint;
extern const MotionMethod kSplitting2, kSplitting4, kExact;
extern const MotionMethod kEulerAngles;

}  // namespace tumble
