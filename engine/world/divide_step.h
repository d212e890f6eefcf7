// The division of a step. Small worlds in which bodies are near each other take their steps in parts of at most 1/240 s, of at least two
// substeps: contact points, normals, levers and impacts of a part are those at its start, and the error is quadratic in its length. A step of
// 1/30 s is therefore as accurate as one of 1/60 s.
//
// Where a thin body moves farther in a part than its speculative distance, parts are shorter still. The speculative distance is limited by the
// thinner body (colliders/speculative_distance.h), since a normal has no meaning beyond it: a broomstick has 7.5 mm, and its end moves 70 mm in a
// step. A part lasts until the first corner, moving along the separating axis of the pair, could cross the plane between the two,
//     c t + a t^2 / 2 = max(d, speculative distance / 2),
// with d the distance of the corner from the plane, c its speed and a = |omega x (omega x r)|: then either there was no impact, or the solver
// had the contact from the start (B. Mirtich, "Timewarp rigid body simulation", 2000, and conservative advancement before it, choose steps so).
// Shapes other than boxes and spheres come closer by what their support points do: a disk that rolls stays where it is, however fast it turns. They turn by
// at most kContactTurn in a part in which they may meet something: a prism that spins at 600 rad/s would have the contact points of another side.
//
// The lever of a round contact moves by at most kLostLever of its length in a part: a tilted disk that settles runs around its rim many times a second.
// By as much, at most, another point of a hull or solid of revolution gets ahead of those of its manifold: a hull of many sides rolls on, and the other end of a
// cone that lands on its rim is met in time.
//
// A lens that an impact spins at 800 rad/s rocks from rim to rim within the shortest part, and its one contact point is at the other rim. What no part is
// short enough for is watched: continuous collision checks it, however little it moves.
//
// A part ends before an impact without restitution, and the next one, of 1/64 step where the world is small, holds it (contacts/impacts/next_impact.h).
//
// Its substeps are short where joints pull hard at what is light (contacts/joints/taut_time.h).
//
// Parts are powers of two of 1/64 step and follow from the state alone. They divide the substeps of the solver among them, so substeps mostly
// keep their length; impulses, which belong to a substep, are scaled where it changes. A world of many bodies and pairs is divided less, a large one
// never (kFineWork, kPartWork): there continuous collision alone prevents tunnelling.
#pragma once
#include "world/world.h"

namespace tumble {

/// Starts a part; for now it is as long as the rest of the step, which swept boxes cover.
void beginPart(World& world);
/// Chooses its length from the motion of the pairs found, and the preset of the solver.
void choosePart(World& world);
/// Records what the length of the next part and its substeps follow from: when the next impact comes, and how taut joints are. After an impact, restores the
/// warm start from before it. Call after the substeps, before impulses are stored.
void recordForNextPart(World& world);
/// Ends it. False when the step is complete.
bool endPart(World& world);

}  // namespace tumble
