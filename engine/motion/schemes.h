// The table of schemes by which a free body can be moved: what a scene may choose with "motion".
//
// Each scheme does two things:
//   move  a step in flight: x, v, L and the orientation, with forces evaluated as the scheme says;
//   turn  of a body that contacts touched: they have already changed x, v and L within the step, and hand over the mean
//         angular momentum of the step; the scheme turns the orientation by it.
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

/// The method of a scheme; for MotionScheme::automatic the caller has its own way.
const MotionMethod& methodOf(MotionScheme scheme);
/// Words for the schemes, in the order of MotionScheme.
std::span<const std::string_view> motionSchemeNames();

/// The `turn` of schemes that only know how to move: a step of free flight at that angular momentum, of which the orientation is
/// kept.
void turnByMoving(void (*move)(Body& body, const FlightForces& forces, double time), Body& body, Vec3 meanMomentum, double time);

// One a file, named after it.
extern const MotionMethod kExplicitEuler, kExplicitEulerGramSchmidt;
extern const MotionMethod kRungeKutta4;
extern const MotionMethod kSemiImplicitEuler, kSemiImplicitEulerNoGyro;
extern const MotionMethod kMidpoint;
extern const MotionMethod kSplitting2, kSplitting4, kExact;
extern const MotionMethod kEulerAngles;

}  // namespace tumble
