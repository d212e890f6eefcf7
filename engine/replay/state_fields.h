// The fields of a world's state, named once: what the state hash reads, what a snapshot writes, and what restoring fills.
//
// Every struct is taken apart by a structured binding. A field that is added to one does not compile until it is named here
// and given its place:
//   archive.state(...)   decides how the world goes on: hashed and kept
//   archive.kept(...)    kept in a snapshot, but not hashed: it follows from hashed fields, or is only told to people
//   archive.unusual(x, usual)   as state, but x enters the hash only where it is not the usual value: a feature that came
//                        later leaves the hashes of worlds without it as they were; a third argument, a number of its own,
//                        tells it from its neighbours
//   not visited          scratch of one step, or made anew when needed
// An archive also has list(vector, visitOne), text(string) and limited(count, most); `kReads` says that it fills the fields.
#pragma once
#include <type_traits>

#include "world/world.h"

namespace tumble {

template <class Archive, class T> using Field = std::conditional_t<Archive::kReads, T&, const T&>;

/// Calls visit(number) for each number of a vector, quaternion or matrix, or for the number itself.
template <class T, class Visit> void eachNumber(T& value, Visit&& visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>) {
    visit(value);
  } else if constexpr (std::is_same_v<Plain, Vec3> || std::is_same_v<Plain, Vec3f>) {
    visit(value.x), visit(value.y), visit(value.z);
  } else if constexpr (std::is_same_v<Plain, Quat>) {
    visit(value.x), visit(value.y), visit(value.z), visit(value.w);
  } else {
    static_assert(std::is_same_v<Plain, Mat3> || std::is_same_v<Plain, Mat3f>);
    eachNumber(value.cx, visit), eachNumber(value.cy, visit), eachNumber(value.cz, visit);
  }
}

template <class A, class List> void visitEach(A& archive, List& list) {
  archive.list(list, [&](auto& element) { visit(archive, element); });
}
template <class A, class List> void visitNumbers(A& archive, List& list) {
  archive.list(list, [&](auto& number) { archive.state(number); });
}
template <class A, class List> void keepNumbers(A& archive, List& list) {
  archive.keptList(list, [&](auto& number) { archive.kept(number); });
}

template <class A> void visit(A& archive, Field<A, WorldSettings> settings) {
  auto& [gravity, stepsPerSecond, quality, motion, planar, collisions, sleeping] = settings;
  archive.state(gravity, stepsPerSecond, quality, collisions);
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(planar, false, 1);
  archive.unusual(sleeping, true);
}

template <class A> void visit(A& archive, Field<A, Body> body) {
  auto& [x, q, v, L, kinematicOmega, lastGoodX, lastGoodQ, matrix, angles, quaternionDefect, mass, inverseMass, inertia, inverseInertia,
         centerOfMass, principalToBody, linearDamping, angularDamping, radius, thinness, island, stillSteps, generation, firstCollider,
         colliderCount, type, motion, planar, alive, maySleep, continuous, frozen] = body;
  archive.state(alive, generation);
  if (!alive) return;
  archive.state(x, q, v, L, kinematicOmega, type, frozen, mass, inertia, linearDamping, angularDamping, centerOfMass, principalToBody,
                firstCollider, colliderCount);
  archive.kept(lastGoodX, lastGoodQ, inverseMass, inverseInertia, quaternionDefect, radius, thinness);
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(maySleep, true, 1);
  archive.unusual(continuous, false, 2);
  archive.unusual(island, kAwake, 3);
  archive.unusual(stillSteps, 0u, 4);
  archive.unusual(planar, false, 5);
  if (keepsMatrix(motion)) archive.state(matrix);
  if (keepsAngles(motion)) archive.state(angles);
}

template <class A> void visit(A& archive, Field<A, Collider> collider) {
  auto& [body, alive, moves, isSphere, halfExtents, position, orientation, friction, restitution] = collider;
  archive.state(alive);
  if (!alive) return;
  archive.state(body, halfExtents, position, orientation, friction, restitution);
  archive.kept(moves);
  archive.unusual(isSphere, false);
}

template <class A> void visit(A& archive, Field<A, ColliderRun> run) {
  auto& [first, count] = run;
  archive.state(first, count);
}

template <class A> void visit(A& archive, Field<A, Aabb> box) {
  auto& [lower, upper] = box;
  archive.state(lower, upper);
}

template <class A> void visit(A& archive, Field<A, ManifoldPoint> point) {
  auto& [position, separation, positionB, normalImpulse, feature] = point;
  archive.state(position, separation, feature, normalImpulse);
  archive.kept(positionB);
}

template <class A> void visit(A& archive, Field<A, Manifold> manifold) {
  auto& [normal, count, frictionImpulse, twistImpulse, axis, points] = manifold;
  archive.state(axis, count);
  if (count == 0) return;
  archive.state(normal, frictionImpulse, twistImpulse);
  for (int i = 0, n = archive.limited(count, kMaxManifoldPoints); i < n; ++i) visit(archive, points[i]);
}

template <class A> void visit(A& archive, Field<A, PairRecord> record) {
  auto& [versionA, versionB, count, slack, base, offset, turned] = record;
  archive.state(versionA, versionB, count, slack);
  if (count == 0) archive.state(offset, turned);
  for (int i = 0, n = archive.limited(count, kMaxManifoldPoints); i < n; ++i) archive.state(base[i]);
}

template <class A> void visit(A& archive, Field<A, ReferencePose> reference) {
  auto& [center, axes, halfExtents, version, turned] = reference;
  archive.state(version);
  if (version == 0) return;
  archive.state(center, axes, turned);
  archive.kept(halfExtents);
}

template <class A> void visit(A& archive, Field<A, Force> force) {
  auto& [type, frame, body, other, vector, point, otherPoint, anchor, anchorVelocity, anchorInverseMass, linear, angular, stiffness,
         damping, restLength, strength, reach, untilStep] = force;
  archive.state(type, frame, body, vector, point, anchor, linear, angular, stiffness, damping, restLength, untilStep);
  archive.unusual(other, kNoBody);
  archive.unusual(strength, 0.0, 1);
  archive.unusual(reach, 0.0, 2);
  if (other != kNoBody) archive.state(otherPoint);  // its anchor is made anew in every step
}

template <class A> void visit(A& archive, Field<A, PointerSpring> spring) {
  auto& [pointer, body, point, target] = spring;
  archive.state(pointer, body, point, target);
}

template <class A> void visit(A& archive, Field<A, Shape> shape) {
  auto& [type, halfExtents, radius, height, position, orientation, density, friction, restitution, subtract, collides, vertices, triangles,
         masses] = shape;
  archive.state(type, halfExtents, position, orientation, density, friction, restitution);
  archive.unusual(radius, 0.0, 1);
  archive.unusual(height, 0.0, 2);
  archive.unusual(subtract, false, 3);
  archive.unusual(collides, true, 4);
  visitNumbers(archive, vertices);
  visitNumbers(archive, triangles);
  visitNumbers(archive, masses);
}

template <class A> void visit(A& archive, Field<A, Geometry> geometry) {
  auto& [vertices, triangles, masses] = geometry;
  keepNumbers(archive, vertices);
  keepNumbers(archive, triangles);
  keepNumbers(archive, masses);
}

template <class A> void visit(A& archive, Field<A, Appearance> appearance) {
  auto& [body, type, subtract, dimensions, geometry, position, orientation] = appearance;
  archive.kept(body, type, subtract, dimensions, geometry, position, orientation);
}

template <class A> void visit(A& archive, Field<A, BodyDescription> description) {
  auto& [name, type, shapes, mass, hasInertia, hasCenterOfMass, centerOfMass, inertia, position, orientation, velocity, angularVelocity,
         linearDamping, angularDamping, sleeping, continuous, planar, motion] = description;
  archive.text(name);
  archive.state(type, mass, hasInertia, inertia, position, orientation, velocity, angularVelocity, linearDamping, angularDamping);
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(sleeping, true, 1);
  archive.unusual(continuous, false, 2);
  archive.unusual(planar, false, 3);
  archive.unusual(hasCenterOfMass, false, 4);
  if (hasCenterOfMass) archive.state(centerOfMass);
  archive.list(shapes, [&](auto& shape) { visit(archive, shape); });
}

template <class A> void visit(A& archive, Field<A, Command> command) {
  auto& [type, step, body, atCenterOfMass, given, hasFirst, hasSecond, pointer, vector, point, strength, radius, target, first, angularVelocity,
         orientation, steps, force, description] = command;
  archive.state(type, step, body, atCenterOfMass, hasFirst, hasSecond, pointer, vector, point, target, first, angularVelocity, orientation,
                steps);
  archive.unusual(strength, 0.0, 1);
  archive.unusual(radius, 0.0, 2);
  archive.kept(given);
  visit(archive, force);
  visit(archive, description);
}

// The stores. Each takes its lists apart in the order in which the hash has them.
template <class A> void visit(A& archive, Field<A, BodyStore> store) {
  auto& [bodies, names, freeSlots, aliveCount] = store;
  visitEach(archive, bodies);
  visitNumbers(archive, freeSlots);
  archive.keptList(names, [&](auto& name) { archive.text(name); });
  archive.kept(aliveCount);
}

template <class A> void visit(A& archive, Field<A, ColliderStore> store) {
  auto& [colliders, freeRuns, boxes, motions, arms] = store;  // boxes, motions and arms: updateBoxes
  visitEach(archive, colliders);
  visitEach(archive, freeRuns);
}

template <class A> void visit(A& archive, Field<A, BroadPhase> broadPhase) {
  auto& [fatBoxes, tracked, forgotten, anyForgotten, pairs, incomplete, changes, sweep, isMoved, moved, merged] = broadPhase;
  visitEach(archive, fatBoxes);
  keepNumbers(archive, tracked);
  keepNumbers(archive, forgotten);
  keepNumbers(archive, pairs);
  archive.kept(anyForgotten, incomplete);
}

template <class A> void visit(A& archive, Field<A, ContactStore> store) {
  auto& [keys, manifolds, scratchKeys, scratchManifolds] = store;
  visitNumbers(archive, keys);
  visitEach(archive, manifolds);
}

template <class A> void visit(A& archive, Field<A, ContactCache> cache) {
  auto& [keys, records, references, drifts, bounds, merged, stale] = cache;
  visitEach(archive, records);
  visitEach(archive, references);
  keepNumbers(archive, keys);
}

template <class A> void visit(A& archive, Field<A, Sleepers> sleepers) {
  auto& [contacts, outdated, count, quiet, islands, marks, awake, asleep] = sleepers;  // count: countSleepers
  visit(archive, contacts);
  archive.kept(outdated, quiet);
}

template <class A> void visit(A& archive, Field<A, World> world) {
  auto& [settings, stepCount, bodies, colliders, broadPhase, contacts, contactCache, contactSolver, continuous, sleepers, forces,
         pointerSprings, appearances, geometries, entries, commands, activeForces, hasCouplings, report, bodiesVersion, clock] = world;
  archive.state(stepCount);
  visit(archive, settings);
  visit(archive, bodies);
  visit(archive, colliders);
  visit(archive, broadPhase);
  visit(archive, contacts);
  visit(archive, contactCache);
  visit(archive, sleepers);
  visitEach(archive, forces);
  visitEach(archive, pointerSprings);
  visitEach(archive, commands);
  archive.keptList(appearances, [&](auto& appearance) { visit(archive, appearance); });
  archive.keptList(geometries, [&](auto& geometry) { visit(archive, geometry); });
  keepNumbers(archive, entries);
}

}  // namespace tumble
