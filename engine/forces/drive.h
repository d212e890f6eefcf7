// Forces as functions of time: writes the values of their signals into the forces, before these are evaluated.
#pragma once
#include "forces/force.h"
#include "forces/signal.h"

namespace tumble {

// The numbers of a force, by Signal::number: x, y, z of each vector, then the coefficients.
constexpr std::uint8_t kVectorNumber = 0;  // force, torque, acceleration, flow
constexpr std::uint8_t kPointNumber = 3;   // m, body frame
constexpr std::uint8_t kAnchorNumber = 6;  // m, world
constexpr std::uint8_t kCoefficientNumber =
    9;  // linear, angular; stiffness, damping, rest length; strength, damping; area, density, coefficient
constexpr std::uint8_t kForceNumbers = 12;

/// A number of the model; null if it has no such number.
double* numberOf(ForceModel& model, std::uint8_t number);

/// Gives the forces their mean from one time to another, s, or their values where both are equal. An anchor that a signal moves has its velocity.
void driveForces(std::span<Force> forces, const SignalStore& store, double from, double to);

}  // namespace tumble
