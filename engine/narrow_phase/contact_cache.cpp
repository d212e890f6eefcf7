// Four colliders side by side, one in each lane.
#include "narrow_phase/contact_cache.h"

#include <algorithm>
#include <cstddef>

#include "colliders/pair_key.h"
#include "math/wide.h"

namespace tumble {

namespace {

/// |x| + |y| + |z| >= |v|, without a root.
F32x4 bound(Vec3x4 v) { return abs(v.x) + abs(v.y) + abs(v.z); }
F32x4 lengthSquared(Vec3x4 v) { return dot(v, v); }

/// Axes and half sides, which are adjacent in memory.
struct BoxLanes {
  Vec3x4 axes[3], halfExtents;
};
static_assert(offsetof(OrientedBox, halfExtents) == offsetof(OrientedBox, axes) + sizeof(Mat3f));
static_assert(offsetof(ReferencePose, halfExtents) == offsetof(ReferencePose, axes) + sizeof(Mat3f));
BoxLanes gatherBoxes(const Mat3f& a, const Mat3f& b, const Mat3f& c, const Mat3f& d) {
  const float *p = &a.cx.x, *q = &b.cx.x, *r = &c.cx.x, *s = &d.cx.x;
  const Gathered first = gatherFrom(p, q, r, s), second = gatherFrom(p + 4, q + 4, r + 4, s + 4),
                 third = gatherFrom(p + 8, q + 8, r + 8, s + 8);
  return {{first.v, {first.w, second.v.x, second.v.y}, {second.v.z, second.w, third.v.x}}, {third.v.y, third.v.z, third.w}};
}

/// Makes the present pose the reference.
void renewReference(ContactCache& cache, const ColliderStore& store, std::size_t i, float dt) {
  const OrientedBox& box = store.boxes[i];
  ReferencePose& reference = cache.references[i];
  ColliderBound& now = cache.bounds[i];
  reference.center = box.center;
  reference.axes = box.axes;
  reference.halfExtents = box.halfExtents;
  const Vec3f rotation = store.motions[i].omega * (0.5f * dt);
  reference.midStepRotation = lengthSquared(rotation) < kMostMidStepRotation * kMostMidStepRotation ? rotation : Vec3f{};
  reference.turned = now.turned;
  now.version = reference.version = reference.version % kLastVersion + 1;
  now.moved = 0;
  cache.poseDeltas[i] = {};
}

/// Updates colliders [first, first + 4). Deltas and bounds of colliders beyond the end or in no pair are written but never read.
void updateFour(ContactCache& cache, const ColliderStore& store, std::size_t first, float dt) {
  std::size_t index[4];
  for (std::size_t lane = 0; lane < 4; ++lane) index[lane] = first + lane < cache.references.size() ? first + lane : first;
  const OrientedBox* const boxes[4] = {&store.boxes[index[0]], &store.boxes[index[1]], &store.boxes[index[2]], &store.boxes[index[3]]};
  const ReferencePose* const references[4] = {&cache.references[index[0]], &cache.references[index[1]], &cache.references[index[2]],
                                              &cache.references[index[3]]};
  const ColliderMotion* motions = store.motions.data();

  const auto component = [&](double Vec3::* c) {
    const auto difference = [&](int lane) { return static_cast<float>(boxes[lane]->center.*c - references[lane]->center.*c); };
    return makeWide(difference(0), difference(1), difference(2), difference(3));
  };
  const Vec3x4 displacement{component(&Vec3::x), component(&Vec3::y), component(&Vec3::z)};
  const BoxLanes p = gatherBoxes(references[0]->axes, references[1]->axes, references[2]->axes, references[3]->axes);
  const BoxLanes q = gatherBoxes(boxes[0]->axes, boxes[1]->axes, boxes[2]->axes, boxes[3]->axes);
  const Vec3x4 rotation = (cross(p.axes[0], q.axes[0]) + cross(p.axes[1], q.axes[1]) + cross(p.axes[2], q.axes[2])) * splat(0.5f);
  const F32x4 trace = dot(p.axes[0], q.axes[0]) + dot(p.axes[1], q.axes[1]) + dot(p.axes[2], q.axes[2]);  // 1 + 2 cos of the angle
  const Vec3x4 h = q.halfExtents;
  const F32x4 middle = middleHalfExtent(h), radius = sqrt(lengthSquared(h)), angleSquared = lengthSquared(rotation);
  const M32x4 sameSize = (p.halfExtents.x == h.x) & (p.halfExtents.y == h.y) & (p.halfExtents.z == h.z);

  // Bound on how far rotation has moved a corner from the reference pose: the chord 2 r sin(angle / 2). |theta| = sin(angle), and up to 60
  // degrees 2 sin(angle / 2) / sin(angle) <= 1.155. Another size means another collider at this index: then the bound is the sum of the radii.
  const F32x4 chord = select(trace > splat(2), splat(1.2f) * sqrt(angleSquared) * radius, splat(2) * radius);
  const F32x4 turned = select(sameSize, chord, radius + sqrt(lengthSquared(p.halfExtents)));
  // Near half a turn theta is small, too, but the trace is not near 3. A reference without a pose has size 0.
  const Vec3x4 predicted = gatherFrom(&references[0]->midStepRotation.x, &references[1]->midStepRotation.x,
                                      &references[2]->midStepRotation.x, &references[3]->midStepRotation.x)
                               .v;
  const float share = std::min(kRecycleRate * dt, 1.0f), angle = share * kRecycleAngle;
  const F32x4 distance = splat(share) * min(splat(kRecycleDistance), splat(0.004f) * middle);
  const F32x4 movedSquared = lengthSquared(displacement), turnedSquared = max(angleSquared, lengthSquared(rotation - predicted));
  const M32x4 isValid = sameSize & (trace > splat(2.9f)) & (movedSquared <= distance * distance) & (turnedSquared <= splat(angle * angle));
  // Round shapes roll on their points.
  const float ofRound = cache.recyclesRound ? kRecycleRoundShare * kRecycleRoundShare : 0;
  const M32x4 isValidRound =
      isValid & (movedSquared <= splat(ofRound) * distance * distance) & (turnedSquared <= splat(ofRound * angle * angle));

  const Gathered motion = gatherFrom(&motions[index[0]].velocity.x, &motions[index[1]].velocity.x, &motions[index[2]].velocity.x,
                                     &motions[index[3]].velocity.x);
  const Vec3x4 travel = motion.v * splat(dt);
  const F32x4 turning = turningDistance(motion.w, middle, splat(dt));
  const F32x4 moved = bound(displacement) + bound(rotation) * (h.x + h.y + h.z);
  ColliderBound* const bounds = &cache.bounds[first];
  PoseDelta* const deltas = &cache.poseDeltas[first];
  scatterTo(&deltas[0].displacement.x, &deltas[1].displacement.x, &deltas[2].displacement.x, &deltas[3].displacement.x,
            {displacement, rotation.x});
  scatterTo(&deltas[0].displacement.z, &deltas[1].displacement.z, &deltas[2].displacement.z, &deltas[3].displacement.z,
            {{displacement.z, rotation.x, rotation.y}, rotation.z});
  scatterTo(&bounds[0].travel.x, &bounds[1].travel.x, &bounds[2].travel.x, &bounds[3].travel.x, {travel, turning});
  alignas(16) float turnedLanes[4], movedLanes[4], limitLanes[4];
  tumble::store(turnedLanes, turned);
  tumble::store(movedLanes, moved);
  tumble::store(limitLanes, speculativeLimit(middle));
  for (int lane = 0; lane < 4; ++lane) {
    ColliderBound& b = bounds[lane];
    b.center = boxes[lane]->center;
    b.turned = references[lane]->turned + static_cast<double>(turnedLanes[lane]);
    b.version = references[lane]->version;
    b.moved = movedLanes[lane];
    b.limit = limitLanes[lane];
  }
  // The solver has no pose delta for colliders that impulses do not move.
  const int valid = bits(isValid), validRound = cache.recyclesRound ? bits(isValidRound) : 0,
            moved4 = bits((lengthSquared(displacement) + angleSquared) > splat(0.0f));
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const bool isDrivenAway = (moved4 >> lane & 1) != 0 && !motions[index[lane]].yields;
    if (((isPolyhedron(boxes[lane]->shape) ? valid : validRound) >> lane & 1) != 0 && !isDrivenAway) continue;
    if (!cache.paired[first + lane]) continue;
    if (store.hasCompounds) cache.outgrown[store.sides[first + lane].first] = 1;
    else renewReference(cache, store, first + lane, dt);
  }
}

}  // namespace

void updateReferences(ContactCache& cache, std::span<const std::uint64_t> keys, const ColliderStore& store, float dt) {
  const std::size_t count = store.colliders.size(), whole = (count + 3) / 4 * 4;
  cache.references.resize(count);
  cache.poseDeltas.resize(whole);
  cache.bounds.resize(whole);
  cache.paired.assign(whole, 0);
  std::uint8_t* const paired = cache.paired.data();
  for (const std::uint64_t key : keys) paired[pairColliderA(key)] = paired[pairColliderB(key)] = 1;
  // The colliders of a body share the moment of their references, so they are renewed together.
  if (store.hasCompounds) {
    cache.outgrown.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i)
      if (paired[i]) paired[store.sides[i].first] = 1;
    for (std::size_t i = 0; i < count; ++i) {
      // A triangle stays where it is.
      if (!store.boxes[i].isTriangle()) paired[i] = store.colliders[i].alive && paired[store.sides[i].first];
    }
  }
  for (std::size_t first = 0; first < count; first += 4) {
    if (paired[first] | paired[first + 1] | paired[first + 2] | paired[first + 3]) updateFour(cache, store, first, dt);
  }
  for (std::size_t i = 0; !store.meshes.empty() && i < count; ++i)
    if (store.boxes[i].isTriangle()) cache.bounds[i].limit = kUnlimited;
  if (!store.hasCompounds) return;
  for (std::size_t i = 0; i < count; ++i)
    if (paired[i] && cache.outgrown[store.sides[i].first]) renewReference(cache, store, i, dt);
}

void recordContact(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  const std::uint32_t contactIndex = contacts.records[index].contactIndex;
  const Manifold& manifold = contacts.pool[contactIndex];
  Recycling& recycling = contacts.recycling[contactIndex];
  const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
  TUMBLE_ASSERT(manifold.count > 0 && manifold.count <= kMaxManifoldPoints, "a contact that is made has one to four points");
  TUMBLE_ASSERT(a.version != 0 && b.version != 0, "a contact is made at reference poses");
  contacts.changes.renewed.push_back({contactIndex, i, j});
  recycling.isNew = true;
  recycling.leverA = store.sides[i].lever;
  recycling.leverB = store.sides[j].lever + toFloat(a.center - b.center);
  recycling.versions = a.version + b.version;
  // Which four points of a face bear what all do follows from the load, which the next step knows.
  const bool isOfHull = isHull(store.boxes[i].shape) || isHull(store.boxes[j].shape);
  recycling.slack = isOfHull && manifold.count == kMaxManifoldPoints && !hasNormalImpulse(manifold) ? -1 : speculative - a.moved - b.moved;
  const SeparationDelta delta = separationDelta(manifold.normal, cache.poseDeltas[i], cache.poseDeltas[j], a, b);
  for (int k = 0; k < manifold.count; ++k) recycling.base[k] = manifold.points[k].separation - delta.at(manifold.points[k].position);
}

}  // namespace tumble
