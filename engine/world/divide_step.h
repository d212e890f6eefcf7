// The division of a step. Small worlds in which bodies are near each other always take their steps in parts no longer than 1/240 s, of
// at least two substeps: contact points, normals, levers and impacts of a part are those at its start, and what they leave out grows with
// its square. A step of 1/30 s so is as good as one of 1/60.
//
// Where something thin moves faster than the contact solver looks ahead, the world goes on in shorter parts still for a while.
// A pair gets contact points when its surfaces are nearer than a distance that is limited by the thinner body (colliders/speculative_distance.h):
// beyond it, a normal says nothing. A broomstick has 7.5 mm, and its end swings 70 mm in a step. A part lasts until the first corner,
// on its way along the axis that parts the pair, could be through the plane between the two,
//     c t + a t^2 / 2 = max(d, reach / 2),
// with d the distance of the corner from the plane, c its speed and a = |omega x (omega x r)|: either nothing met, or the solver saw
// it from the start (B. Mirtich, "Timewarp rigid body simulation", 2000, and conservative advancement before it, choose steps so).
//
// The parts are powers of two of 1/64 step and follow from the state alone. The substeps of the solver are shared out among them, so
// their length mostly stays; impulses, which are those of a substep, are scaled where it does not. A world of many bodies and pairs is
// divided less, a big one never (kFineWork, kPartWork): there world/continuous_collision.h has to do.
#pragma once
#include "world/world.h"

namespace tumble {

/// Starts a part with what is left of the step: what comes is looked for that far ahead.
void beginPart(World& world);
/// Makes it as short as what moves in the pairs found demands, and fits the solver to it.
void choosePart(World& world);
/// Ends it. True while there is something left of the step.
bool endPart(World& world);

}  // namespace tumble
