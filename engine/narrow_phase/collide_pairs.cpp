// Pairs whose record is still valid (contact_cache.h) are skipped. The others are tested four at a time: first those that were apart, most of
// which still are, so that nearly all pairs that are collided side by side touch.
#include "narrow_phase/collide_pairs.h"

#include <cmath>

#include "assertion.h"
#include "colliders/convex_distance.h"
#include "colliders/pair_key.h"
#include "math/rotation_vector.h"
#include "narrow_phase/box_box.h"
#include "narrow_phase/internal_edges.h"
#include "narrow_phase/sphere_contact.h"

namespace tumble {

namespace {

/// Records the data for recycling of a manifold that was made in this step.
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
  recycling.slack = speculative - a.moved - b.moved;
  const SeparationDelta delta = separationDelta(manifold.normal, cache.poseDeltas[i], cache.poseDeltas[j], a, b);
  for (int k = 0; k < manifold.count; ++k) recycling.base[k] = manifold.points[k].separation - delta.at(manifold.points[k].position);
}

/// The lever from the centre of mass to the origin of the points for which the lever of `point`, in the middle of the step, is that of the
/// surface point r (m, from the centre of mass). The constraints rotate levers by w = midStepRotation, r + w x r; this solves m = r + w x r.
/// Only the centre c of a ball rotates with the body, its lowest point stays below it: m = R c + (r - c), R the rotation of half a step.
Vec3f leverOf(const ColliderStore& store, const ContactCache& cache, std::uint32_t i, Vec3f r, Vec3f point, float halfStep) {
  const Vec3f c = store.sides[i].lever, turn = store.motions[i].omega * halfStep;
  if (!store.boxes[i].isSphere() || turn == Vec3f{}) return r - point;
  const Vec3f middle = toFloat(rotate(rotatedBy({}, toDouble(turn)), toDouble(c))) + (r - c);
  const Vec3f w = cache.references[i].midStepRotation;
  return (middle - cross(w, middle) + w * dot(w, middle)) * (1 / (1 + lengthSquared(w))) - point;
}

/// Moves the contact point of a ball to the surface of each collider, where friction acts; the manifold has it midway between them. On a
/// kinematic body the constraints use the normal of the middle of the step, so the point of the ball is that of the same moment: otherwise
/// the normal impulse would spin the ball.
void separateLevers(Recycling& recycling, const Manifold& manifold, const ColliderStore& store, const ContactCache& cache, std::uint32_t i,
                    std::uint32_t j, float halfStep) {
  const ManifoldPoint& p = manifold.points[0];
  const Vec3f half = manifold.normal * (0.5f * p.separation);
  const bool ballA = store.boxes[i].isSphere(), ballB = store.boxes[j].isSphere();
  Vec3f surfaceA = recycling.leverA + p.position - half, surfaceB = recycling.leverB + p.position + half;
  if (ballA && ballB) {
    surfaceA = store.sides[i].lever + manifold.normal * store.boxes[i].halfExtents.x;
    surfaceB = store.sides[j].lever - manifold.normal * store.boxes[j].halfExtents.x;
  }
  recycling.leverA = leverOf(store, cache, i, surfaceA, p.position, halfStep);
  recycling.leverB = leverOf(store, cache, j, surfaceB, p.position, halfStep);
  const ColliderMotion& owner = store.motions[ballA ? j : i];
  if ((ballA && ballB) || owner.still || owner.yields) return;
  const Vec3f moved = turnedBy(manifold.normal, owner.omega * halfStep) - manifold.normal;
  if (ballA) recycling.leverA += moved * store.boxes[i].halfExtents.x;
  else recycling.leverB -= moved * store.boxes[j].halfExtents.x;
}

/// The collider turned about the centre of mass of its body by half a step.
OrientedBox atMidStep(const ColliderStore& store, std::uint32_t i, Vec3f turn) {
  if (store.boxes[i].isSphere() || turn == Vec3f{}) return store.boxes[i];
  const Quat q = rotatedBy({}, toDouble(turn));
  OrientedBox box = turnedAboutCenter(store.boxes[i], q);
  const Vec3 lever = toDouble(store.sides[i].lever);
  box.center += rotate(q, lever) - lever;
  return box;
}

/// r + w x r = m solved for r.
Vec3f beforeRotation(Vec3f m, Vec3f w) { return (m - cross(w, m) + w * dot(w, m)) * (1 / (1 + lengthSquared(w))); }

/// Moves the points of a round contact to where they are in the middle of the step: they do not turn with the body that rolls.
void placeMidStep(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  const std::uint32_t contactIndex = contacts.records[index].contactIndex;
  Manifold& manifold = contacts.pool[contactIndex];
  Recycling& recycling = contacts.recycling[contactIndex];
  const Vec3f wA = cache.references[i].midStepRotation, wB = cache.references[j].midStepRotation;
  if (wA == Vec3f{} && wB == Vec3f{}) return;
  const OrientedBox a = atMidStep(store, i, wA), b = atMidStep(store, j, wB);
  const Manifold middle = collideShapes(a, b, 1e6f, manifold);
  if (middle.count != manifold.count || dot(middle.normal, manifold.normal) < 0.98f) return;
  const Vec3f centerA = store.sides[i].lever + toFloat(a.center - store.boxes[i].center), originB = recycling.leverB;
  const Vec3f fromB = originB - store.sides[i].lever;  // centre of mass of B -> that of A
  Vec3f shift;
  const bool ownA = store.sides[i].mover != kImmovable;
  for (int k = 0; k < manifold.count; ++k) {
    const Vec3f m = centerA + middle.points[k].position;  // from the centre of mass of A
    const Vec3f pA = beforeRotation(m, wA) - recycling.leverA, pB = beforeRotation(m + fromB, wB) - originB;
    manifold.points[k].position = ownA ? pA : pB;
    shift += ((ownA ? pB : pA) - manifold.points[k].position) * (1 / static_cast<float>(manifold.count));
  }
  (ownA ? recycling.leverB : recycling.leverA) += shift;
}

/// Records the direction along which two convex shapes are apart, for isStillApart. Returns the gap along it, m.
double recordConvexApart(PairRecord& record, Vec3f direction, const OrientedBox& a, const OrientedBox& b, double turned) {
  const Vec3 n = toDouble(direction);
  const double extent = dot(n, supportPoint(a, n)) - dot(n, supportPoint(b, -n));
  record.direction = direction;
  record.extent = extent - turned;
  return dot(n, b.center - a.center) - extent;
}

/// The contact of two balls at the moment of their impact within the step, or else in its middle: their normal turns while they pass each other. The
/// separation is that which the present velocities lead to the one at that moment.
void placeBallsAtImpact(Manifold& manifold, const ColliderStore& store, std::uint32_t i, std::uint32_t j, float halfStep) {
  ManifoldPoint& p = manifold.points[0];
  const Vec3f v = store.motions[j].velocity - store.motions[i].velocity;
  const float approach = -dot(manifold.normal, v);
  const float time = p.separation > 0 && approach * 2 * halfStep > p.separation ? p.separation / approach : halfStep;
  const Vec3f offset = toFloat(store.boxes[j].center - store.boxes[i].center) + v * time;
  const float distance = length(offset), radiusA = store.boxes[i].halfExtents.x;
  if (!(distance > 0)) return;
  manifold.normal = offset * (1 / distance);
  p.separation = distance - radiusA - store.boxes[j].halfExtents.x - time * dot(manifold.normal, v);
  p.position = manifold.normal * (radiusA + 0.5f * p.separation);
}

/// Collides a pair that is not of two boxes; anew in every step where one of them is round.
void collideRound(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative,
                  float halfStep) {
  const OrientedBox &a = store.boxes[pairColliderA(contacts.keys[index])], &b = store.boxes[pairColliderB(contacts.keys[index])];
  PairRecord& record = contacts.records[index];
  const ColliderPair pair{cache.flushBoxes, store, pairColliderA(contacts.keys[index]), pairColliderB(contacts.keys[index]), a, b};
  const double turned = cache.bounds[pair.i].turned + cache.bounds[pair.j].turned;
  // Mostly the same direction still separates them.
  if (record.contactIndex == kApart && record.direction != Vec3f{} && isConvex(a, b) &&
      recordConvexApart(record, record.direction, a, b, turned) > static_cast<double>(speculative))
    return;
  Manifold manifold = collideSolids(pair, speculative, manifoldOf(contacts, index));
  if (manifold.count > 0 && a.isSphere() && b.isSphere()) placeBallsAtImpact(manifold, store, pair.i, pair.j, halfStep);
  if (manifold.count == 0) {
    separate(contacts, record);
    if (isConvex(a, b)) recordConvexApart(record, manifold.normal, a, b, turned);
    return;
  }
  touch(contacts, record) = manifold;
  recordContact(contacts, index, store, cache, speculative);
  if (isPolyhedron(a.shape) && isPolyhedron(b.shape)) return;
  const bool isBall = (a.isSphere() && b.isTriangle()) || (a.isTriangle() && b.isSphere());
  if (isConvex(a, b) && !isBall) return placeMidStep(contacts, index, store, cache);
  separateLevers(contacts.recycling[record.contactIndex], manifold, store, cache, pair.i, pair.j, halfStep);
}

/// m. Half the extent of a box along a direction.
float extentAlong(Vec3f direction, const OrientedBox& box) {
  const Vec3f along = transposeTimes(box.axes, direction), h = box.halfExtents;
  return std::abs(along.x) * h.x + std::abs(along.y) * h.y + std::abs(along.z) * h.z;
}

/// Records the direction along which the pair is apart, for isStillApart. Returns the gap along it, m.
float recordDirection(PairRecord& record, Vec3f direction, const ColliderStore& store, const ContactCache& cache, std::uint32_t i,
                      std::uint32_t j) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const float along = dot(direction, toFloat(b.center - a.center)), extent = extentAlong(direction, a) + extentAlong(direction, b);
  record.direction = along < 0 ? -direction : direction;
  record.extent = static_cast<double>(extent) - (cache.bounds[i].turned + cache.bounds[j].turned);
  return std::abs(along) - extent;
}

void recordApart(ContactStore& contacts, const ColliderStore& store, const ContactCache& cache, std::uint32_t index, int axis) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  separate(contacts, contacts.records[index]);
  recordDirection(contacts.records[index], normalOf(axisCode(axis, false), store.boxes[i].axes, store.boxes[j].axes), store, cache, i, j);
}

/// Up to four pairs of boxes side by side.
struct FourPairs {
  BoxPair pairs[4];
  const BoxPair* lanes[4];
  SatResult sat;
};

/// Returns the lanes of the pairs that are not apart; records the others as apart.
int separateFour(std::span<const std::uint32_t> indices, ContactStore& contacts, const ColliderStore& store, const ContactCache& cache,
                 FourPairs& four) {
  const int count = static_cast<int>(indices.size());
  for (int lane = 0; lane < 4; ++lane) {
    four.lanes[lane] = &four.pairs[lane < count ? lane : 0];
    if (lane >= count) continue;
    const std::uint64_t key = contacts.keys[indices[lane]];
    const std::uint32_t i = pairColliderA(key), j = pairColliderB(key);
    placePair(store.boxes[i], store.boxes[j], speculativeDistanceOf(cache.bounds[i], cache.bounds[j]), four.pairs[lane]);
  }
  separateBoxes(four.lanes, four.sat);
  for (int lane = 0; lane < count; ++lane)
    if ((four.sat.apart >> lane & 1) != 0) recordApart(contacts, store, cache, indices[lane], bestAxis(four.sat, lane));
  return ~four.sat.apart & ((1 << count) - 1);
}

void makeContacts(std::span<const std::uint32_t> indices, int lanes, const FourPairs& four, ContactStore& contacts,
                  const ColliderStore& store, const ContactCache& cache) {
  // First all contacts: a new one may move the pool.
  for (std::size_t lane = 0; lane < indices.size(); ++lane)
    if ((lanes >> lane & 1) != 0) touch(contacts, contacts.records[indices[lane]]);
  Manifold unused, previous[4];
  Manifold* manifolds[4];
  int joined = 0;
  for (int lane = 0; lane < 4; ++lane)
    manifolds[lane] = (lanes >> lane & 1) != 0 ? &contacts.pool[contacts.records[indices[lane]].contactIndex] : &unused;
  for (std::size_t lane = 0; lane < indices.size(); ++lane) {
    const std::uint64_t key = contacts.keys[indices[lane]];
    if ((lanes >> lane & 1) == 0 || !mayBeInternal(cache.flushBoxes, store, pairColliderA(key), pairColliderB(key))) continue;
    joined |= 1 << lane;
    previous[lane] = *manifolds[lane];
  }
  makeManifolds(four.lanes, four.sat, lanes, manifolds);
  for (std::size_t lane = 0; lane < indices.size(); ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const std::uint32_t index = indices[lane];
    if ((joined >> lane & 1) != 0) {
      const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
      const ColliderPair pair{cache.flushBoxes, store, i, j, store.boxes[i], store.boxes[j]};
      leaveInternal(pair, four.pairs[lane], four.sat, static_cast<int>(lane), previous[lane], *manifolds[lane]);
      spanSeams(pair, four.pairs[lane].speculative, previous[lane], *manifolds[lane]);
    }
    if (manifolds[lane]->count == 0) {
      recordApart(contacts, store, cache, index, bestAxis(four.sat, static_cast<int>(lane)));
      continue;
    }
    recordContact(contacts, index, store, cache, four.pairs[lane].speculative);
  }
}

/// Limit of touching pairs in a step.
std::size_t mostTouching(const ColliderStore& store) {
  const std::size_t count = store.colliders.size();
  std::size_t bodies = count;
  for (std::uint32_t i = 0; store.hasCompounds && i < count; ++i) bodies -= store.colliders[i].alive && store.sides[i].first != i;
  return kMostTouching + kMostTouchingPerCollider * count + kMostTouchingPerBody * bodies;
}

/// Calls f with a list in blocks of four; the last one may be shorter.
template <class Function> void inFours(const List<std::uint32_t>& list, Function f) {
  for (std::size_t first = 0; first < list.size(); first += 4)
    f(std::span(list.data() + first, list.size() - first < 4 ? list.size() - first : 4));
}

}  // namespace

bool collidePairs(ContactStore& contacts, const ColliderStore& store, float dt, ContactCache& cache) {
  updateReferences(cache, contacts.keys, store, dt);
  cache.flushBoxes.checks = 0;
  cache.stale.clear();
  cache.nearing.clear();
  for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
    PairRecord& record = contacts.records[k];
    const bool isApart = record.contactIndex == kApart;
    if (isApart) {
      if (isStillApart(record, a, b)) continue;
    } else if (isStillTouching(contacts.recycling[record.contactIndex], a, b)) {
      continue;
    }
    const float speculative = speculativeDistanceOf(a, b);
    if (!store.boxes[i].isBox() || !store.boxes[j].isBox()) {
      if (cache.flushBoxes.checks > kSeamChecks) return false;
      collideRound(contacts, k, store, cache, speculative, 0.5f * dt);
    } else if (!isApart) {
      cache.stale.push_back(k);
    } else if (recordDirection(record, record.direction, store, cache, i, j) <= speculative) {
      // The bound on rotation is loose: mostly the same direction still separates them.
      cache.nearing.push_back(k);
    }
  }
  const std::size_t most = mostTouching(store);
  const auto isTooMuch = [&] { return touchingCount(contacts) > most || cache.flushBoxes.checks > kSeamChecks; };
  FourPairs four;
  inFours(cache.nearing, [&](std::span<const std::uint32_t> indices) {
    const int near = separateFour(indices, contacts, store, cache, four);
    for (std::size_t lane = 0; lane < indices.size(); ++lane)
      if ((near >> lane & 1) != 0) cache.stale.push_back(indices[lane]);
  });
  inFours(cache.stale, [&](std::span<const std::uint32_t> indices) {
    if (isTooMuch()) return;
    const int near = separateFour(indices, contacts, store, cache, four);
    if (near != 0) makeContacts(indices, near, four, contacts, store, cache);
  });
  return !isTooMuch();
}

}  // namespace tumble
