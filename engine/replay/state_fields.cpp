#include "replay/state_fields.h"

#include "replay/fields.h"
#include "tuning.h"

namespace tumble {
namespace {

// Ranges of fields that change while a world runs, or that no scene has; the others have the ranges of scene/limits.h.
constexpr Range kPoseDelta{-1e9, 1e9};            // m, and sines of angles; those of colliders in no pair are not read
constexpr Range kAny{0, 18446744073709551615.0};  // an index, a sum, a set of bits
constexpr Range kTime{0, 1e15};                   // steps
constexpr Range kSubstepShare{1.0 / 4096, 1};     // of a step
constexpr Range kWait{-1, 2e15};                  // steps
constexpr Range kWorldPosition{-2e6, 2e6};        // m: kFarthest, and the size of a body beyond
constexpr Range kSpeed{-kFastest, kFastest};      // m/s
constexpr Range kTurning{-1e30, 1e30};            // kg m^2/s: the inertia that a scene may give, at kFastestSpin
constexpr Range kSpin{-1e9, 1e9};                 // rad/s, rad
constexpr Range kMatrix{-1e12, 1e12};             // of a scheme whose matrix grows, until it turns faster than kFastestSpin
constexpr Range kInverse{0, 1e60};                // of a mass or a moment; planar bodies have a large one
constexpr Range kLocked{0, 1e60};                 // kg m^2, likewise
constexpr Range kTensor{-kInertiaRange.high, kInertiaRange.high};
constexpr Range kExtent{0, 1e7};            // m
constexpr Range kFat{-1e12, 1e12};          // m: bounds of several steps of a spinning body
constexpr Range kTravelled{0, 1e18};        // m, summed over all time
constexpr Range kApartExtent{-4e18, 4e18};  // m, less the way travelled by two
constexpr Range kDirection{-1.001, 1.001};
constexpr Range kOffset{-1e9, 1e9};         // m, from a collider
constexpr Range kImpulses{-1e30, 1e30};     // N s, N m s
constexpr Range kNumber{-1e18, 1e18};       // finite, with finite squares in single precision
constexpr Range kHalfSize{4.9e-4, 1500.2};  // m, kSizeRange in single precision
constexpr Range kCentered{-4e3, 4e3};       // m, from the centre of mass
constexpr Range kShare{0, 1};
constexpr Range kVersion{0, kLastVersion};
constexpr Range kJointNumber{-kNoLimit, kNoLimit};  // of joints: limits, targets, reactions
constexpr Range kGeneration{0, (1u << (32 - kBodyIndexBits)) - 1};

}  // namespace

// The last value of each enumeration. An archive finds them by the type of the field.
constexpr auto lastOf(Quality) { return Quality::precise; }
constexpr auto lastOf(BodyType) { return BodyType::kinematic; }
constexpr auto lastOf(ColliderShape) { return ColliderShape::triangle; }
constexpr auto lastOf(MotionScheme) { return MotionScheme::eulerAngles; }
constexpr auto lastOf(ForceType) { return ForceType::fluidDrag; }
constexpr auto lastOf(ForceFrame) { return ForceFrame::body; }
constexpr auto lastOf(ShapeType) { return ShapeType::ellipsoid; }
constexpr auto lastOf(CommandType) { return CommandType::limits; }
constexpr auto lastOf(JointType) { return JointType::pulley; }
constexpr auto lastOf(DriveKind) { return DriveKind::servo; }

// visitEach finds them by the type of the element, at namespace scope: therefore static, not in an anonymous namespace.
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
  TUMBLE_FIELDS(body, type, motion, planar, alive, maySleep, continuous, frozen, island, stillSteps, stillMotion, generation, firstCollider,
                colliderCount, x, q, v, L, inverseInertia, inverseMass, linearDamping, angularDamping, radius, thinness, lastGoodX,
                lastGoodQ, inertia, mass, kinematicOmega, centerOfMass, principalToBody, matrix, angles, quaternionDefect);
  archive.state(alive, in(kGeneration, generation));
  if (!alive) return;
  archive.state(in(kWorldPosition, x), q, in(kSpeed, v), in(kTurning, L), in(kSpin, kinematicOmega), type, frozen, in(kInverse, mass),
                in(kLocked, inertia), in(kDampingRange, linearDamping), in(kDampingRange, angularDamping),
                in(kShapePositionRange, centerOfMass), principalToBody, in(kAny, firstCollider), in(kAny, colliderCount));
  archive.serialized(in(kWorldPosition, lastGoodX), lastGoodQ, in(kInverse, inverseMass), in(kInverse, inverseInertia),
                     in(kNumber, quaternionDefect), in(kExtent, radius), in(kExtent, thinness));
  archive.unusual(motion, MotionScheme::automatic);
  archive.unusual(maySleep, true, 1);
  archive.unusual(continuous, false, 2);
  archive.unusual(in(kAny, island), kAwake, 3);
  archive.unusual(in(kAny, stillSteps), 0u, 4);
  archive.unusual(planar, false, 5);
  archive.unusual(in(kNumber, stillMotion), 0.0f, 6);
  if (storesMatrix(motion)) archive.state(in(kMatrix, matrix));
  if (storesAngles(motion)) archive.state(in(kSpin, angles));
}

static void visit(Archive& archive, Collider& collider) {
  TUMBLE_FIELDS(collider, body, alive, moves, shape, friction, restitution, rollingFriction, halfExtents, position, orientation, geometry,
                triangle, hull);
  archive.state(alive);
  if (!alive) return;
  archive.state(in(kAny, body), in(kHalfSize, halfExtents), in(kCentered, position), orientation, in(kFrictionRange, friction),
                in(kRestitutionRange, restitution));
  archive.serialized(moves);
  archive.unusual(shape, ColliderShape::box);
  archive.unusual(in(kRollingFrictionRange, rollingFriction), 0.0f, 1);
  if (isHull(shape)) archive.state(in(kAny, geometry));  // hull: the same
  if (shape == ColliderShape::triangle) archive.state(in(kAny, triangle));
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
    archive.state(in(kOffset, position), in(kOffset, separation), in(kAny, feature[i]), in(kImpulses, normalImpulse[i]));
  }
}

static void visit(Archive& archive, Recycling& recycling, int pointCount) {
  TUMBLE_FIELDS(recycling, base, leverA, versions, leverB, slack, batchSlot, isNew);
  archive.state(in(kOffset, leverA), in(kOffset, leverB), in(kAny, versions), in(kOffset, slack), in(kAny, batchSlot));
  for (int i = 0, n = archive.limited(pointCount, kMaxManifoldPoints); i < n; ++i) archive.state(in(kOffset, base[i]));
}

static void visit(Archive& archive, ReferencePose& reference) {
  TUMBLE_FIELDS(reference, center, axes, halfExtents, midStepRotation, version, turned);
  archive.state(in(kVersion, version));
  if (version == 0) return;
  archive.state(in(kWorldPosition, center), in(kDirection, axes), in(kSpin, midStepRotation), in(kTravelled, turned));
  archive.serialized(in(kHalfSize, halfExtents));
}

// All members of the models of a force: one more does not compile until it is named here, and has its field below.
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, ConstantForce& m) { TUMBLE_FIELDS(m, force, point, frame); }
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, ConstantTorque& m) { TUMBLE_FIELDS(m, torque, frame); }
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, Drag& m) { TUMBLE_FIELDS(m, linear, angular); }
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, AccelerationField& m) { TUMBLE_FIELDS(m, acceleration); }
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, Beam& m) {
  TUMBLE_FIELDS(m, point, anchor, strength, range, damping);
}
[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive,
                                         Spring& m) {  // with `other`, the anchor is updated in every step
  TUMBLE_FIELDS(m, point, anchor, other, otherPoint, anchorVelocity, anchorInverseMass, stiffness, damping, restLength);
}

[[maybe_unused]] static void nameMembers([[maybe_unused]] Archive& archive, FluidDrag& m) {
  TUMBLE_FIELDS(m, point, normal, size, flow, area, density, coefficient);
}

/// The hash has one field for the vectors of all models, one for points, anchors and dampings; it is usual where a model has none.
static void visit(Archive& archive, Force& f) {
  TUMBLE_FIELDS(f, body, untilStep, model, firstSignal, signalCount);
  ForceType type = typeOf(f);
  archive.state(type);
  if (type != typeOf(f)) model = defaultModel(type);
  auto* const force = std::get_if<ConstantForce>(&model);
  auto* const torque = std::get_if<ConstantTorque>(&model);
  auto* const drag = std::get_if<Drag>(&model);
  auto* const field = std::get_if<AccelerationField>(&model);
  auto* const beam = std::get_if<Beam>(&model);
  auto* const fluid = std::get_if<FluidDrag>(&model);
  ForceFrame noFrame = ForceFrame::world;
  Spring none;  // for the members of other models, too
  Spring& spring = type == ForceType::spring ? *std::get_if<Spring>(&model) : none;
  archive.state(force    ? force->frame
                : torque ? torque->frame
                         : noFrame,
                in(kAny, body),
                in(kForceRange, force    ? force->force
                                : torque ? torque->torque
                                : field  ? field->acceleration
                                         : none.point),
                in(kPositionRange, force   ? force->point
                                   : beam  ? beam->point
                                   : fluid ? fluid->point
                                           : spring.point),
                in(kPositionRange, beam ? beam->anchor : spring.anchor), in(kCoefficientRange, drag ? drag->linear : none.damping),
                in(kCoefficientRange, drag ? drag->angular : none.damping), in(kCoefficientRange, spring.stiffness),
                in(kCoefficientRange, beam ? beam->damping : spring.damping), in(kLengthRange, spring.restLength), in(kWait, untilStep));
  archive.unusual(in(kAny, spring.other), kNoBody);
  archive.unusual(in(kCoefficientRange, beam ? beam->strength : none.damping), 0.0, 1);
  archive.unusual(in(kLengthRange, beam ? beam->range : none.damping), 0.0, 2);
  if (spring.other != kNoBody) archive.state(in(kPositionRange, spring.otherPoint));
  if (fluid) {
    archive.state(in(kDirection, fluid->normal), in(kFluidSizeRange, fluid->size), in(kVelocityRange, fluid->flow),
                  in(kAreaRange, fluid->area), in(kFluidDensityRange, fluid->density), in(kFluidCoefficientRange, fluid->coefficient));
  }
  archive.unusual(in(kAny, firstSignal), 0u, 3);
  archive.unusual(in(kAny, signalCount), 0u, 4);
}

static void visit(Archive& archive, Signal& signal) {
  TUMBLE_FIELDS(signal, number, offset, amplitude, frequency, phase, period, firstKnot, knotCount);
  archive.state(in(kAny, number), in(kForceRange, offset), in(kForceRange, amplitude), in(kFrequencyRange, frequency),
                in(kPhaseRange, phase), in(kSignalTimeRange, period), in(kAny, firstKnot), in(kAny, knotCount));
}

static void visit(Archive& archive, Knot& knot) {
  TUMBLE_FIELDS(knot, time, value);
  archive.state(in(kSignalTimeRange, time), in(kForceRange, value));
}

static void visit(Archive& archive, SignalStore& store) {
  TUMBLE_FIELDS(store, signals, knots);
  visitEach(archive, signals);
  visitEach(archive, knots);
}

static void visit(Archive& archive, PointerSpring& spring) {
  TUMBLE_FIELDS(spring, pointer, body, point, target);
  archive.state(in(kPointerRange, pointer), in(kAny, body), in(kWorldPosition, point), in(kPositionRange, target));
}

static void visit(Archive& archive, Shape& shape) {
  TUMBLE_FIELDS(shape, type, halfExtents, radius, height, position, orientation, density, friction, restitution, rollingFriction, subtract,
                collides, vertices, triangles, masses);
  archive.state(type, in(kHalfSize, halfExtents), in(kShapePositionRange, position), orientation, in(kDensityRange, density),
                in(kFrictionRange, friction), in(kRestitutionRange, restitution));
  archive.unusual(in(kExtent, radius), 0.0, 1);
  archive.unusual(in(kExtent, height), 0.0, 2);
  archive.unusual(subtract, false, 3);
  archive.unusual(collides, true, 4);
  archive.unusual(in(kRollingFrictionRange, rollingFriction), 0.0, 5);
  archive.state(in(kShapePositionRange, vertices), in(kAny, triangles), in(kMassRange, masses));
}

static void visit(Archive& archive, Geometry& geometry) {
  TUMBLE_FIELDS(geometry, vertices, triangles, masses);
  archive.serialized(in(kShapePositionRange, vertices), in(kAny, triangles), in(kMassRange, masses));
}

static void visit(Archive& archive, Appearance& appearance) {
  TUMBLE_FIELDS(appearance, body, type, subtract, dimensions, geometry, position, orientation);
  archive.serialized(in(kAny, body), type, subtract, in(kExtent, dimensions), in(kAny, geometry), in(kShapePositionRange, position),
                     orientation);
}

static void visit(Archive& archive, BodyDescription& description) {
  TUMBLE_FIELDS(description, name, type, shapes, mass, hasInertia, hasCenterOfMass, centerOfMass, inertia, position, orientation, velocity,
                angularVelocity, linearDamping, angularDamping, sleeping, continuous, planar, motion);
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

static void visit(Archive& archive, JointEnd& end) {
  TUMBLE_FIELDS(end, body, anchor, frame);
  archive.state(in(kAny, body), in(kWorldPosition, anchor), frame);
}

static void visit(Archive& archive, JointLimits& limits) {
  TUMBLE_FIELDS(limits, lower, upper, restitution);
  archive.state(in(kJointNumber, lower), in(kJointNumber, upper), in(kRestitutionRange, restitution));
}

static void visit(Archive& archive, JointSpring& spring) {
  TUMBLE_FIELDS(spring, stiffness, damping, rest);
  archive.state(in(kCoefficientRange, stiffness), in(kCoefficientRange, damping), in(kJointNumber, rest));
}

static void visit(Archive& archive, JointDrive& drive) {
  TUMBLE_FIELDS(drive, kind, target, stiffness, damping, most, onlyPushes);
  archive.state(kind, in(kJointNumber, target), in(kCoefficientRange, stiffness), in(kCoefficientRange, damping), in(kJointNumber, most));
}

static void visit(Archive& archive, Joint& joint) {
  TUMBLE_FIELDS(joint, type, alive, collides, a, b, limits, swing, spring, drive, friction, minimum, maximum, ratio, first, second, pulleyA,
                pulleyB, breakForce, breakTorque, given, coordinate, isBeyondLimits, force, torque);
  archive.state(type, alive, collides);
  visit(archive, a);
  visit(archive, b);
  visit(archive, limits);
  visit(archive, spring);
  visit(archive, drive);
  archive.state(in(kJointNumber, swing), in(kCoefficientRange, friction), in(kJointNumber, minimum), in(kJointNumber, maximum),
                in(kJointRatioRange, ratio), in(kAny, first), in(kAny, second), in(kPositionRange, pulleyA), in(kPositionRange, pulleyB),
                in(kJointNumber, breakForce), in(kJointNumber, breakTorque), in(kJointNumber, coordinate));
  archive.serialized(in(kJointNumber, given.target), in(kJointNumber, given.limits.lower), in(kJointNumber, given.limits.upper),
                     in(kRestitutionRange, given.limits.restitution), isBeyondLimits, in(kJointNumber, force), in(kJointNumber, torque));
}

/// The operands of commands, as the hash has them: one field for the points of all types, one for velocities and positions.
struct CommandOperands {
  bool atCenterOfMass, hasLinear, hasAngular;
  Vec3 anyPoint, linear, angular;
  Quat turn;
};

static CommandOperands operandsOf(const Command& command) {
  const Vec3 point = command.type == CommandType::drag        ? command.drag.point
                     : command.type == CommandType::explosion ? command.explosion.center
                                                              : command.point.value_or(Vec3{});
  return {command.type == CommandType::impulse && !command.point,
          command.velocity || command.position,
          command.angularVelocity || command.orientation,
          point,
          command.velocity.value_or(command.position.value_or(Vec3{})),
          command.angularVelocity.value_or(Vec3{}),
          command.orientation.value_or(Quat{})};
}

static void setOperands(Command& command, const CommandOperands& operands) {
  const CommandType type = command.type;
  if (type == CommandType::impulse && !operands.atCenterOfMass) command.point = operands.anyPoint;
  if (type == CommandType::drag) command.drag.point = operands.anyPoint;
  if (type == CommandType::explosion) command.explosion.center = operands.anyPoint;
  if (type == CommandType::velocity && operands.hasLinear) command.velocity = operands.linear;
  if (type == CommandType::velocity && operands.hasAngular) command.angularVelocity = operands.angular;
  if (type == CommandType::pose && operands.hasLinear) command.position = operands.linear;
  if (type == CommandType::pose && operands.hasAngular) command.orientation = operands.turn;
}

static void visit(Archive& archive, CommandOperands& operands, PointerDrag& drag, Vec3& impulse, std::int64_t& steps) {
  TUMBLE_FIELDS(operands, atCenterOfMass, hasLinear, hasAngular, anyPoint, linear, angular, turn);
  TUMBLE_FIELDS(drag, pointer, point, target);  // point: anyPoint
  archive.state(atCenterOfMass, hasLinear, hasAngular, in(kPointerRange, pointer), in(kImpulseRange, impulse), in(kPositionRange, anyPoint),
                in(kPositionRange, target), in(kPositionRange, linear), in(kAngularVelocityRange, angular), turn, in(kStepRange, steps));
}

static void visit(Archive& archive, Explosion& explosion) {
  TUMBLE_FIELDS(explosion, center, momentum, radius);  // center: anyPoint
  archive.unusual(in(kImpulseRange, momentum), 0.0, 1);
  archive.unusual(in(kLengthRange, radius), 0.0, 2);
}

static void visit(Archive& archive, Command& command) {
  TUMBLE_FIELDS(command, type, step, body, isLive, impulse, point, velocity, angularVelocity, position, orientation, steps, force, drag,
                explosion, description, joint, jointName);
  archive.state(type, in(kTime, step), in(kAny, body));
  CommandOperands operands = operandsOf(command);
  visit(archive, operands, drag, impulse, steps);
  setOperands(command, operands);
  visit(archive, explosion);
  archive.serialized(isLive);
  visit(archive, force);
  visit(archive, description);
  if (type < CommandType::addJoint) return;
  archive.state(in(kAny, joint.index), in(kJointNumber, joint.value));
  visit(archive, joint.limits);
  visit(archive, joint.added);
  archive.text(jointName);
}

// The stores, each with its lists in the order of the hash.
static void visit(Archive& archive, BodyStore& store) {
  TUMBLE_FIELDS(store, bodies, names, freeIndices, aliveCount);
  visitEach(archive, bodies);
  archive.state(in(kAny, freeIndices));
  archive.serializedList(names, [&](auto& name) { archive.text(name); });
  archive.serialized(in(kAny, aliveCount));
}

static void visit(Archive& archive, ColliderStore& store) {
  // All but the first two are made by placeColliders.
  TUMBLE_FIELDS(store, colliders, freeRuns, hulls, meshes, boxes, motions, sides, hasCompounds, anyBounces, anyRollingFriction, anyDriven,
                anyLoaded, sweptBoxes, placed);
  visitEach(archive, colliders);
  visitEach(archive, freeRuns);
}

static void visit(Archive& archive, BroadPhase& broadPhase) {
  TUMBLE_FIELDS(broadPhase, fatBoxes, tracked, removed, anyRemoved, pairs, incomplete, joined, changes, sweep, isMoved, moved, splice);
  visitEach(archive, fatBoxes);
  archive.serialized(in(kShare, tracked), in(kShare, removed), in(kAny, pairs), anyRemoved, incomplete);
}

/// The index in the pool has no meaning: it is neither hashed nor serialized.
static void visit(Archive& archive, ContactStore& store, BatchLayout& layout) {
  TUMBLE_FIELDS(store, keys, records, pool, recycling, freeContacts, unsortedContacts, changes, splice, scratchPool, scratchRecycling);
  TUMBLE_FIELDS(layout, batchCount, sortedCount, emptySlots, outdated);
  archive.state(in(kAny, batchCount), in(kAny, sortedCount), in(kAny, emptySlots), outdated, in(kAny, keys));
  archive.list(records, [&](PairRecord& pair) {
    TUMBLE_FIELDS(pair, contactIndex, direction, extent);
    bool touches = contactIndex != kApart;
    archive.state(touches);
    if (!touches) return archive.state(in(kDirection, direction), in(kApartExtent, extent));
    Manifold& manifold = touch(store, pair);
    visit(archive, manifold);
    visit(archive, store.recycling[contactIndex], manifold.count);
  });
}

static void visit(Archive& archive, PoseDelta& delta) {
  TUMBLE_FIELDS(delta, displacement, rotation);
  archive.serialized(in(kPoseDelta, displacement), in(kPoseDelta, rotation));
}

static void visit(Archive& archive, ContactCache& cache) {
  TUMBLE_FIELDS(cache, references, flushSolids, recyclesRound, poseDeltas, bounds, stale, nearing, paired, planeSeats, outgrown);
  visitEach(archive, references);
  // A body that is woken by a touch enters the solver with the delta of its last step awake.
  archive.serializedList(poseDeltas, [&](auto& delta) { visit(archive, delta); });
}

static void visit(Archive& archive, StepPart& part) {
  TUMBLE_FIELDS(part, ticks, ticksLeft, substep, untilImpact, longestSubstep);  // between steps, whole
  archive.unusual(in(kSubstepShare, substep), StepPart{}.substep);
  archive.unusual(in(kSubstepShare, untilImpact), StepPart{}.untilImpact, 8);
  archive.unusual(in(kSubstepShare, longestSubstep), StepPart{}.longestSubstep, 17);
}

static void visit(Archive& archive, ClockStart& start) {
  TUMBLE_FIELDS(start, step, seconds);
  archive.unusual(in(kTime, step), std::int64_t{0}, 6);
  archive.unusual(in(kTime, seconds), 0.0, 7);
}

static void visit(Archive& archive, Sleepers& sleepers) {
  TUMBLE_FIELDS(sleepers, contacts, outdated, count, allAsleep, islands, marks, growth, awake, asleep);  // count: countSleepers
  BatchLayout none;  // the solver has no batches of sleepers
  visit(archive, contacts, none);
  archive.serialized(outdated, allAsleep);
}

void visitState(Archive& archive, World& world) {
  TUMBLE_FIELDS(world, settings, stepCount, clockStart, scene, formerScenes, bodies, colliders, broadPhase, contacts, contactCache,
                contactSolver, continuous, sleepers, forces, signals, pointerSprings, joints, jointNames, sceneJointCount, appearances,
                geometries, sceneIndices, commands, activeForces, hasCouplings, jointGraph, part, fastPairs, ticksWaited, report,
                bodiesVersion, clock);
  archive.state(in(kTime, stepCount));
  visit(archive, clockStart);
  visit(archive, settings);
  visit(archive, bodies);
  visit(archive, colliders);
  visit(archive, broadPhase);
  visit(archive, contacts, contactSolver.batches.layout);
  visit(archive, contactCache);
  visit(archive, sleepers);
  visit(archive, part);
  visitEach(archive, forces);
  visit(archive, signals);
  visitEach(archive, pointerSprings);
  visitEach(archive, joints);
  archive.serializedList(jointNames, [&](auto& name) { archive.text(name); });
  archive.serialized(in(kAny, sceneJointCount));
  visitEach(archive, commands);
  archive.serializedList(appearances, [&](auto& appearance) { visit(archive, appearance); });
  archive.serializedList(geometries, [&](auto& geometry) { visit(archive, geometry); });
  archive.serialized(in(kAny, sceneIndices), in(kAny, scene));
}

}  // namespace tumble
