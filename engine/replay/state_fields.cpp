#include "replay/state_fields.h"

#include "replay/fields.h"
#include "tuning.h"

namespace tumble {
namespace {

// Ranges of what is no quantity of a scene (those are in scene/limits.h). What a scene may say is the range where nothing changes it.
constexpr Range kAny{0, 18446744073709551615.0};   // a name, a sum, a set of bits
constexpr Range kTime{0, 1e15};                    // steps
constexpr Range kSubstepShare{1.0 / 4096, 1};      // of a step
constexpr Range kWait{-1, 2e15};                   // steps
constexpr Range kPlace{-2e6, 2e6};                 // m: within kFarthest, and as far as a body reaches from there
constexpr Range kSpeed{-kFastest, kFastest};       // m/s
constexpr Range kTurning{-1e30, 1e30};             // kg m^2/s: the inertia that a scene may give, at kFastestSpin
constexpr Range kSpin{-1e9, 1e9};                  // rad/s, rad
constexpr Range kMatrix{-1e12, 1e12};              // of a scheme whose matrix grows, until it turns faster than kFastestSpin
constexpr Range kInverse{0, 1e60};                 // of a mass or a moment; planar bodies have a large one
constexpr Range kLocked{0, 1e60};                  // kg m^2, likewise
constexpr Range kTensor{-kInertiaRange.high, kInertiaRange.high};
constexpr Range kReach{0, 1e7};                    // m
constexpr Range kFat{-1e12, 1e12};                 // m: what may be reached in some steps by the corners of what spins
constexpr Range kTravelled{0, 1e18};               // m, summed over all time
constexpr Range kDirection{-1.001, 1.001};
constexpr Range kReachable{-1e9, 1e9};             // m, from a collider
constexpr Range kImpulses{-1e30, 1e30};            // N s, N m s
constexpr Range kNumber{-1e18, 1e18};              // finite, with finite squares in single precision
constexpr Range kHalfSize{4.9e-4, 500.1};         // m, kSizeRange in single precision
constexpr Range kCentered{-4e3, 4e3};              // m, from the centre of mass
constexpr Range kShare{0, 1};
constexpr Range kVersion{0, kLastVersion};
constexpr Range kGeneration{0, (1u << (32 - kBodyIndexBits)) - 1};

}  // namespace

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
  archive.state(in(kGravityRange, gravity), in(kStepsPerSecondRange, stepsPerSecond), quality, collisions);
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(planar, false, 1);
  archive.unusual(sleeping, true);
}

static void visit(Archive& archive, Body& body) {
  TUMBLE_FIELDS(body, type, motion, planar, alive, maySleep, continuous, frozen, island, stillSteps, generation, firstCollider,
                colliderCount, x, q, v, L, inverseInertia, inverseMass, linearDamping, angularDamping, radius, thinness, lastGoodX,
                lastGoodQ, inertia, mass, kinematicOmega, centerOfMass, principalToBody, matrix, angles, quaternionDefect);
  archive.state(alive, in(kGeneration, generation));
  if (!alive) return;
  archive.state(in(kPlace, x), q, in(kSpeed, v), in(kTurning, L), in(kSpin, kinematicOmega), type, frozen, in(kInverse, mass),
                in(kLocked, inertia), in(kDampingRange, linearDamping), in(kDampingRange, angularDamping), in(kShapePositionRange, centerOfMass),
                principalToBody, in(kAny, firstCollider), in(kAny, colliderCount));
  archive.kept(in(kPlace, lastGoodX), lastGoodQ, in(kInverse, inverseMass), in(kInverse, inverseInertia), in(kNumber, quaternionDefect),
               in(kReach, radius), in(kReach, thinness));
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(maySleep, true, 1);
  archive.unusual(continuous, false, 2);
  archive.unusual(in(kAny, island), kAwake, 3);
  archive.unusual(in(kAny, stillSteps), 0u, 4);
  archive.unusual(planar, false, 5);
  if (keepsMatrix(motion)) archive.state(in(kMatrix, matrix));
  if (keepsAngles(motion)) archive.state(in(kSpin, angles));
}

static void visit(Archive& archive, Collider& collider) {
  TUMBLE_FIELDS(collider, body, alive, moves, isSphere, friction, restitution, halfExtents, position, orientation);
  archive.state(alive);
  if (!alive) return;
  archive.state(in(kAny, body), in(kHalfSize, halfExtents), in(kCentered, position), orientation, in(kFrictionRange, friction), in(kRestitutionRange, restitution));
  archive.kept(moves);
  archive.unusual(isSphere, false);
}

static void visit(Archive& archive, ColliderRun& run) {
  TUMBLE_FIELDS(run, first, count);
  archive.state(in(kAny, first), in(kAny, count));
}

static void visit(Archive& archive, Aabb& box) {
  TUMBLE_FIELDS(box, lower, upper);
  archive.state(in(kFat, lower), in(kFat, upper));
}

static void visit(Archive& archive, Manifold& manifold) {
  TUMBLE_FIELDS(manifold, normal, count, axis, frictionImpulse, twistImpulse, normalImpulse, feature, points);
  archive.state(in(kAny, axis), in(kAny, count), in(kDirection, normal), in(kImpulses, frictionImpulse), in(kImpulses, twistImpulse));
  for (int i = 0, n = archive.limited(count, kMaxManifoldPoints); i < n; ++i) {
    TUMBLE_FIELDS(points[i], position, separation);
    archive.state(in(kReachable, position), in(kReachable, separation), in(kAny, feature[i]), in(kImpulses, normalImpulse[i]));
  }
}

static void visit(Archive& archive, Recycling& recycling, int pointCount) {
  TUMBLE_FIELDS(recycling, base, armA, versions, armB, slack, lane, isNew);
  archive.state(in(kReachable, armA), in(kReachable, armB), in(kAny, versions), in(kReachable, slack), in(kAny, lane));
  for (int i = 0, n = archive.limited(pointCount, kMaxManifoldPoints); i < n; ++i) archive.state(in(kReachable, base[i]));
}

static void visit(Archive& archive, ReferencePose& reference) {
  TUMBLE_FIELDS(reference, center, axes, halfExtents, lead, version, turned);
  archive.state(in(kVersion, version));
  if (version == 0) return;
  archive.state(in(kPlace, center), in(kDirection, axes), in(kSpin, lead), in(kTravelled, turned));
  archive.kept(in(kHalfSize, halfExtents));
}

static void visit(Archive& archive, Force& force) {
  TUMBLE_FIELDS(force, type, frame, body, other, vector, point, otherPoint, anchor, anchorVelocity, anchorInverseMass, linear, angular,
                stiffness, damping, restLength, strength, reach, untilStep);
  archive.state(type, frame, in(kAny, body), in(kForceRange, vector), in(kPositionRange, point), in(kPositionRange, anchor),
                in(kCoefficientRange, linear), in(kCoefficientRange, angular), in(kCoefficientRange, stiffness),
                in(kCoefficientRange, damping), in(kLengthRange, restLength), in(kWait, untilStep));
  archive.unusual(in(kAny, other), kNoBody);
  archive.unusual(in(kCoefficientRange, strength), 0.0, 1);
  archive.unusual(in(kLengthRange, reach), 0.0, 2);
  if (other != kNoBody) archive.state(in(kPositionRange, otherPoint));  // its anchor is made anew in every step
}

static void visit(Archive& archive, PointerSpring& spring) {
  TUMBLE_FIELDS(spring, pointer, body, point, target);
  archive.state(in(kPointerRange, pointer), in(kAny, body), in(kPlace, point), in(kPositionRange, target));
}

static void visit(Archive& archive, Shape& shape) {
  TUMBLE_FIELDS(shape, type, halfExtents, radius, height, position, orientation, density, friction, restitution, subtract, collides,
                vertices, triangles, masses);
  archive.state(type, in(kHalfSize, halfExtents), in(kShapePositionRange, position), orientation, in(kDensityRange, density),
                in(kFrictionRange, friction), in(kRestitutionRange, restitution));
  archive.unusual(in(kReach, radius), 0.0, 1);
  archive.unusual(in(kReach, height), 0.0, 2);
  archive.unusual(subtract, false, 3);
  archive.unusual(collides, true, 4);
  archive.state(in(kShapePositionRange, vertices), in(kAny, triangles), in(kMassRange, masses));
}

static void visit(Archive& archive, Geometry& geometry) {
  TUMBLE_FIELDS(geometry, vertices, triangles, masses);
  archive.kept(in(kShapePositionRange, vertices), in(kAny, triangles), in(kMassRange, masses));
}

static void visit(Archive& archive, Appearance& appearance) {
  TUMBLE_FIELDS(appearance, body, type, subtract, dimensions, geometry, position, orientation);
  archive.kept(in(kAny, body), type, subtract, in(kReach, dimensions), in(kAny, geometry), in(kShapePositionRange, position), orientation);
}

static void visit(Archive& archive, BodyDescription& description) {
  TUMBLE_FIELDS(description, name, type, shapes, mass, hasInertia, hasCenterOfMass, centerOfMass, inertia, position, orientation,
                velocity, angularVelocity, linearDamping, angularDamping, sleeping, continuous, planar, motion);
  archive.text(name);
  archive.state(type, in(kInverse, mass), hasInertia, in(kTensor, inertia), in(kPositionRange, position), orientation,
                in(kVelocityRange, velocity), in(kAngularVelocityRange, angularVelocity), in(kDampingRange, linearDamping),
                in(kDampingRange, angularDamping));
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(sleeping, true, 1);
  archive.unusual(continuous, false, 2);
  archive.unusual(planar, false, 3);
  archive.unusual(hasCenterOfMass, false, 4);
  if (hasCenterOfMass) archive.state(in(kShapePositionRange, centerOfMass));
  archive.list(shapes, [&](auto& shape) { visit(archive, shape); });
}

static void visit(Archive& archive, Command& command) {
  TUMBLE_FIELDS(command, type, step, body, atCenterOfMass, given, hasFirst, hasSecond, pointer, vector, point, strength, radius, target,
                first, angularVelocity, orientation, steps, force, description);
  archive.state(type, in(kTime, step), in(kAny, body), atCenterOfMass, hasFirst, hasSecond, in(kPointerRange, pointer), in(kImpulseRange, vector),
                in(kPositionRange, point), in(kPositionRange, target), in(kPositionRange, first), in(kAngularVelocityRange, angularVelocity),
                orientation, in(kStepRange, steps));
  archive.unusual(in(kImpulseRange, strength), 0.0, 1);
  archive.unusual(in(kLengthRange, radius), 0.0, 2);
  archive.kept(given);
  visit(archive, force);
  visit(archive, description);
}

// The stores. Each takes its lists apart in the order in which the hash has them.
static void visit(Archive& archive, BodyStore& store) {
  TUMBLE_FIELDS(store, bodies, names, freeSlots, aliveCount);
  visitEach(archive, bodies);
  archive.state(in(kAny, freeSlots));
  archive.keptList(names, [&](auto& name) { archive.text(name); });
  archive.kept(in(kAny, aliveCount));
}

static void visit(Archive& archive, ColliderStore& store) {
  TUMBLE_FIELDS(store, colliders, freeRuns, boxes, motions, sides, hasCompounds, anyBounces, anyDriven, anyLoaded, sweptBoxes);  // all but the first two: placeColliders
  visitEach(archive, colliders);
  visitEach(archive, freeRuns);
}

static void visit(Archive& archive, BroadPhase& broadPhase) {
  TUMBLE_FIELDS(broadPhase, fatBoxes, tracked, forgotten, anyForgotten, pairs, incomplete, changes, sweep, isMoved, moved, splice);
  visitEach(archive, fatBoxes);
  archive.kept(in(kShare, tracked), in(kShare, forgotten), in(kAny, pairs), anyForgotten, incomplete);
}

/// The place in the pool means nothing: it is neither hashed nor kept.
static void visit(Archive& archive, ContactStore& store) {
  TUMBLE_FIELDS(store, keys, records, pool, recycling, freePlaces, misplaced, grouping, renewed, vacated, tidied, splice, scratchPool,
                scratchRecycling);
  TUMBLE_FIELDS(grouping, groups, sorted, holes, outdated);
  archive.state(in(kAny, groups), in(kAny, sorted), in(kAny, holes), outdated, in(kAny, keys));
  archive.list(records, [&](PairRecord& pair) {
    TUMBLE_FIELDS(pair, contact, direction, extent);
    bool touches = contact != kApart;
    archive.state(touches);
    if (!touches) return archive.state(in(kDirection, direction), in(kNumber, extent));
    Manifold& manifold = touch(store, pair);
    visit(archive, manifold);
    visit(archive, store.recycling[contact], manifold.count);
  });
}

static void visit(Archive& archive, ContactCache& cache) {
  TUMBLE_FIELDS(cache, references, flushBoxes, drifts, bounds, stale, nearing, paired, outgrown);
  visitEach(archive, references);
}

static void visit(Archive& archive, StepPart& part) {
  TUMBLE_FIELDS(part, ticks, ticksLeft, substep);  // between steps, whole
  archive.unusual(in(kSubstepShare, substep), StepPart{}.substep);
}

static void visit(Archive& archive, Sleepers& sleepers) {
  TUMBLE_FIELDS(sleepers, contacts, outdated, count, quiet, islands, marks, awake, asleep);  // count: countSleepers
  visit(archive, contacts);
  archive.kept(outdated, quiet);
}

void visitState(Archive& archive, World& world) {
  TUMBLE_FIELDS(world, settings, stepCount, scene, formerScenes, bodies, colliders, broadPhase, contacts, contactCache, contactSolver, continuous, sleepers,
                forces, pointerSprings, appearances, geometries, entries, commands, activeForces, hasCouplings, part, fastPairs,
                waited, report, bodiesVersion, clock);
  archive.state(in(kTime, stepCount));
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
  archive.kept(in(kAny, entries), in(kAny, scene));
}

}  // namespace tumble
