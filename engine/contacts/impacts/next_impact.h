// The next impact without restitution. The solver stops an approach in the substep before the two touch, so that they just touch at its end, with
// the levers and normals of the part of the step in which that is. At 1/240 s a wheel of spokes comes 0.01 rad too early, and keeps 0.3 % too little of
// its rate at each spoke; the part that begins right before the impact makes that 0.01 % (world/divide_step.h).
#pragma once
#include "math/vec3.h"

namespace tumble {

struct ColliderStore;
struct ContactSolver;
struct ContactStore;
struct FlushSolids;

constexpr double kNoImpact = 1e300;

/// s, from the end of the last substep: the first point that approaches faster than a body that rests would in `timeStep` (s) does not touch before, with
/// its present velocity and in free fall.
double timeToImpact(const ContactSolver& solver, double timeStep);
/// s, from now. The same of colliders that are apart and so fast that they touch within `part` (s), the part in which they are first seen. (The normal of two
/// balls turns as they pass each other; and of a ball that falls into a groove one side would take all of an impact that the other side
/// comes too late for.) Not with triangles, nor at internal edges of flush shapes.
double timeToFirstImpact(const ContactStore& contacts, const ColliderStore& colliders, const FlushSolids& flush, Vec3 gravity, double part,
                         double timeStep);

/// Gives all rows the impulses from before this part: those of an impact are a wrong warm start. Call before storeImpulses.
void restoreWarmStart(ContactSolver& solver, const ContactStore& contacts);

}  // namespace tumble
