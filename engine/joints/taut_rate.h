// The vibration of bodies that taut joints pull at. A body that joints pull at with the forces F, at the levers r from its centre of mass, turns back
// like a pendulum, at the rate omega^2 = sum F . r / I (the geometric stiffness of M. Tournier and others, "Stable Constrained Dynamics", 2015).
#pragma once
#include <span>

#include "joints/joint_assembly.h"

namespace tumble {

/// omega^2 by body of the assembly, 1/s^2; 0 for what no impulse moves. `forces`: N, by joint, on b.
List<double> tautRates(const JointAssembly& assembly, std::span<const Body> bodies, std::span<const Vec3> forces);

}  // namespace tumble
