#include "replay/state_fields.h"

#include "replay/fields.h"

namespace tumble {

// The last value of each enumeration. An archive finds them by the type of the field.
constexpr auto lastOf(Quality) { return Quality::precise; }
constexpr auto lastOf(BodyType) { return BodyType::kinematic; }
constexpr auto lastOf(MotionScheme) { return MotionScheme::eulerAngles; }
constexpr auto lastOf(ForceType) { return ForceType::beam; }
constexpr auto lastOf(ForceFrame) { return ForceFrame::body; }
constexpr auto lastOf(ShapeType) { return ShapeType::points; }
constexpr auto lastOf(CommandType) { return CommandType::explosion; }

// The visits of the elements are found by their type: static, not in a namespace without a name.
template <class Elements> void visitEach(Archive& archive, Elements& list) {
  archive.list(list, [&](auto& element) { visit(archive, element); });
}
static void visit(Archive& archive, WorldSettings& settings) {
  TUMBLE_FIELDS(settings, gravity, stepsPerSecond, quality, motion, planar, collisions, sleeping);
  archive.state(gravity, stepsPerSecond, quality, collisions);
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(planar, false, 1);
  archive.unusual(sleeping, true);
}

static void visit(Archive& archive, Body& body) {
  TUMBLE_FIELDS(body, type, motion, planar, alive, maySleep, continuous, frozen, island, stillSteps, generation, firstCollider,
                colliderCount, x, q, v, L, inverseInertia, inverseMass, linearDamping, angularDamping, radius, thinness, lastGoodX,
                lastGoodQ, inertia, mass, kinematicOmega, centerOfMass, principalToBody, matrix, angles, quaternionDefect);
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

static void visit(Archive& archive, Collider& collider) {
  TUMBLE_FIELDS(collider, body, alive, moves, isSphere, friction, restitution, halfExtents, position, orientation);
  archive.state(alive);
  if (!alive) return;
  archive.state(body, halfExtents, position, orientation, friction, restitution);
  archive.kept(moves);
  archive.unusual(isSphere, false);
}

static void visit(Archive& archive, ColliderRun& run) {
  TUMBLE_FIELDS(run, first, count);
  archive.state(first, count);
}

static void visit(Archive& archive, Aabb& box) {
  TUMBLE_FIELDS(box, lower, upper);
  archive.state(lower, upper);
}

static void visit(Archive& archive, Manifold& manifold) {
  TUMBLE_FIELDS(manifold, normal, count, axis, frictionImpulse, twistImpulse, normalImpulse, feature, points);
  archive.state(axis, count, normal, frictionImpulse, twistImpulse);
  for (int i = 0, n = archive.limited(count, kMaxManifoldPoints); i < n; ++i) {
    TUMBLE_FIELDS(points[i], position, separation);
    archive.state(position, separation, feature[i], normalImpulse[i]);
  }
}

static void visit(Archive& archive, Recycling& recycling, int pointCount) {
  TUMBLE_FIELDS(recycling, base, armA, versions, armB, slack, lane, isNew);
  archive.state(armA, armB, versions, slack, lane);
  for (int i = 0, n = archive.limited(pointCount, kMaxManifoldPoints); i < n; ++i) archive.state(base[i]);
}

static void visit(Archive& archive, ReferencePose& reference) {
  TUMBLE_FIELDS(reference, center, axes, halfExtents, lead, version, turned);
  archive.state(version);
  if (version == 0) return;
  archive.state(center, axes, lead, turned);
  archive.kept(halfExtents);
}

static void visit(Archive& archive, Force& force) {
  TUMBLE_FIELDS(force, type, frame, body, other, vector, point, otherPoint, anchor, anchorVelocity, anchorInverseMass, linear, angular,
                stiffness, damping, restLength, strength, reach, untilStep);
  archive.state(type, frame, body, vector, point, anchor, linear, angular, stiffness, damping, restLength, untilStep);
  archive.unusual(other, kNoBody);
  archive.unusual(strength, 0.0, 1);
  archive.unusual(reach, 0.0, 2);
  if (other != kNoBody) archive.state(otherPoint);  // its anchor is made anew in every step
}

static void visit(Archive& archive, PointerSpring& spring) {
  TUMBLE_FIELDS(spring, pointer, body, point, target);
  archive.state(pointer, body, point, target);
}

static void visit(Archive& archive, Shape& shape) {
  TUMBLE_FIELDS(shape, type, halfExtents, radius, height, position, orientation, density, friction, restitution, subtract, collides,
                vertices, triangles, masses);
  archive.state(type, halfExtents, position, orientation, density, friction, restitution);
  archive.unusual(radius, 0.0, 1);
  archive.unusual(height, 0.0, 2);
  archive.unusual(subtract, false, 3);
  archive.unusual(collides, true, 4);
  archive.state(vertices);
  archive.state(triangles);
  archive.state(masses);
}

static void visit(Archive& archive, Geometry& geometry) {
  TUMBLE_FIELDS(geometry, vertices, triangles, masses);
  archive.kept(vertices);
  archive.kept(triangles);
  archive.kept(masses);
}

static void visit(Archive& archive, Appearance& appearance) {
  TUMBLE_FIELDS(appearance, body, type, subtract, dimensions, geometry, position, orientation);
  archive.kept(body, type, subtract, dimensions, geometry, position, orientation);
}

static void visit(Archive& archive, BodyDescription& description) {
  TUMBLE_FIELDS(description, name, type, shapes, mass, hasInertia, hasCenterOfMass, centerOfMass, inertia, position, orientation,
                velocity, angularVelocity, linearDamping, angularDamping, sleeping, continuous, planar, motion);
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

static void visit(Archive& archive, Command& command) {
  TUMBLE_FIELDS(command, type, step, body, atCenterOfMass, given, hasFirst, hasSecond, pointer, vector, point, strength, radius, target,
                first, angularVelocity, orientation, steps, force, description);
  archive.state(type, step, body, atCenterOfMass, hasFirst, hasSecond, pointer, vector, point, target, first, angularVelocity, orientation,
                steps);
  archive.unusual(strength, 0.0, 1);
  archive.unusual(radius, 0.0, 2);
  archive.kept(given);
  visit(archive, force);
  visit(archive, description);
}

// The stores. Each takes its lists apart in the order in which the hash has them.
static void visit(Archive& archive, BodyStore& store) {
  TUMBLE_FIELDS(store, bodies, names, freeSlots, aliveCount);
  visitEach(archive, bodies);
  archive.state(freeSlots);
  archive.keptList(names, [&](auto& name) { archive.text(name); });
  archive.kept(aliveCount);
}

static void visit(Archive& archive, ColliderStore& store) {
  TUMBLE_FIELDS(store, colliders, freeRuns, boxes, motions, sides, hasCompounds, anyBounces, anyKinematic, anyLoaded, sweptBoxes);  // all but the first two: placeColliders
  visitEach(archive, colliders);
  visitEach(archive, freeRuns);
}

static void visit(Archive& archive, BroadPhase& broadPhase) {
  TUMBLE_FIELDS(broadPhase, fatBoxes, tracked, forgotten, anyForgotten, pairs, incomplete, changes, sweep, isMoved, moved, splice);
  visitEach(archive, fatBoxes);
  archive.kept(tracked);
  archive.kept(forgotten);
  archive.kept(pairs);
  archive.kept(anyForgotten, incomplete);
}

/// The place in the pool means nothing: it is neither hashed nor kept.
static void visit(Archive& archive, ContactStore& store) {
  TUMBLE_FIELDS(store, keys, records, pool, recycling, freePlaces, misplaced, grouping, renewed, vacated, tidied, splice, scratchPool,
                scratchRecycling);
  TUMBLE_FIELDS(grouping, groups, sorted, holes, outdated);
  archive.state(groups, sorted, holes, outdated);
  archive.state(keys);
  archive.list(records, [&](PairRecord& pair) {
    TUMBLE_FIELDS(pair, contact, direction, extent);
    bool touches = contact != kApart;
    archive.state(touches);
    if (!touches) return archive.state(direction, extent);
    Manifold& manifold = touch(store, pair);
    visit(archive, manifold);
    visit(archive, store.recycling[contact], manifold.count);
  });
}

static void visit(Archive& archive, ContactCache& cache) {
  TUMBLE_FIELDS(cache, references, internalEdges, drifts, bounds, stale, nearing, paired, outgrown);
  visitEach(archive, references);
}

static void visit(Archive& archive, StepPart& part) {
  TUMBLE_FIELDS(part, ticks, ticksLeft, substep);  // between steps, whole
  archive.unusual(substep, StepPart{}.substep);
}

static void visit(Archive& archive, Sleepers& sleepers) {
  TUMBLE_FIELDS(sleepers, contacts, outdated, count, quiet, islands, marks, awake, asleep);  // count: countSleepers
  visit(archive, contacts);
  archive.kept(outdated, quiet);
}

void visitState(Archive& archive, World& world) {
  TUMBLE_FIELDS(world, settings, stepCount, bodies, colliders, broadPhase, contacts, contactCache, contactSolver, continuous, sleepers,
                forces, pointerSprings, appearances, geometries, entries, commands, activeForces, hasCouplings, part, fastPairs,
                waited, report, bodiesVersion, clock);
  archive.state(stepCount);
  visit(archive, settings);
  visit(archive, bodies);
  visit(archive, colliders);
  visit(archive, broadPhase);
  visit(archive, contacts);
  visit(archive, contactCache);
  visit(archive, sleepers);
  visit(archive, part);
  visitEach(archive, forces);
  visitEach(archive, pointerSprings);
  visitEach(archive, commands);
  archive.keptList(appearances, [&](auto& appearance) { visit(archive, appearance); });
  archive.keptList(geometries, [&](auto& geometry) { visit(archive, geometry); });
  archive.kept(entries);
}

}  // namespace tumble
