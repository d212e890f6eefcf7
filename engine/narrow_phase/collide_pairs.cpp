// First every pair is asked whether its record still holds (contact_cache.h): then it is skipped.
// The others are tested four at a time: first those that were apart, which mostly still are, so that four that are collided
// together all touch but for a few.
#include "narrow_phase/collide_pairs.h"

#include <cmath>

#include "narrow_phase/box_box.h"
#include "narrow_phase/internal_edges.h"
#include "colliders/pair_key.h"
#include "math/rotation_vector.h"

namespace tumble {

namespace {

/// From here on the manifold is left as it is, until the versions change.
void noteTouching(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  const std::uint32_t place = contacts.records[index].contact;
  const Manifold& manifold = contacts.pool[place];
  Recycling& recycling = contacts.recycling[place];
  const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
  contacts.renewed.push_back({place, i, j});
  recycling.isNew = true;
  recycling.armA = store.sides[i].arm;
  recycling.armB = store.sides[j].arm + toFloat(a.center - b.center);
  recycling.versions = a.version + b.version;
  recycling.slack = speculative - a.moved - b.moved;
  const SeparationDrift drift = separationDrift(manifold.normal, cache.drifts[i], cache.drifts[j], a, b);
  for (int k = 0; k < manifold.count; ++k) recycling.base[k] = manifold.points[k].separation - drift.at(manifold.points[k].position);
}

/// From the centre of mass to the origin of the points, so that the rows, which turn levers by the lead of the body (r + lead x r), find that
/// of `point` on the surface of the collider. On a ball it is below the middle, and that alone turns with the body: with its angle
/// `half` until the middle of the step it is R(half) c + (r - c), r the lever now and c the arm of the middle.
Vec3f armOf(const ColliderStore& store, const ContactCache& cache, std::uint32_t i, Vec3f r, Vec3f point, float halfStep) {
  const Vec3f c = store.sides[i].arm, turn = store.motions[i].omega * halfStep;
  if (!store.boxes[i].isSphere || turn == Vec3f{}) return r - point;
  const Vec3f middle = toFloat(rotate(rotatedBy({}, toDouble(turn)), toDouble(c))) + (r - c);
  const Vec3f lead = cache.references[i].lead;
  const Vec3f unled = (middle - cross(lead, middle) + lead * dot(lead, middle)) * (1 / (1 + lengthSquared(lead)));
  return unled - point;
}

/// Friction acts when the surfaces meet, and on the surface of either: midway between them is where the point of a ball is not, neither
/// then nor now. And as the rows have the normal of something kinematic from the middle of the step, so is the point of the ball there, or
/// it would get a spin without friction.
void putOnSurfaces(Recycling& recycling, const Manifold& manifold, const ColliderStore& store, const ContactCache& cache, std::uint32_t i,
                   std::uint32_t j, float halfStep) {
  const ManifoldPoint& p = manifold.points[0];
  const Vec3f half = manifold.normal * (0.5f * p.separation);
  recycling.armA = armOf(store, cache, i, recycling.armA + p.position - half, p.position, halfStep);
  recycling.armB = armOf(store, cache, j, recycling.armB + p.position + half, p.position, halfStep);
  const bool ballA = store.boxes[i].isSphere, ballB = store.boxes[j].isSphere;
  const ColliderMotion& owner = store.motions[ballA ? j : i];
  if ((ballA && ballB) || owner.still || owner.yields) return;
  const Vec3f moved = turnedBy(manifold.normal, owner.omega * halfStep) - manifold.normal;
  if (ballA) recycling.armA += moved * store.boxes[i].halfExtents.x;
  else recycling.armB -= moved * store.boxes[j].halfExtents.x;
}

/// A pair with a sphere is done in closed form, and anew in every step.
void collideRound(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative, float halfStep) {
  const OrientedBox &a = store.boxes[pairColliderA(contacts.keys[index])], &b = store.boxes[pairColliderB(contacts.keys[index])];
  PairRecord& record = contacts.records[index];
  const ColliderPair pair{cache.flushBoxes, store, pairColliderA(contacts.keys[index]), pairColliderB(contacts.keys[index]), a, b};
  const Manifold manifold = collideSolids(pair, speculative, manifoldOf(contacts, index));
  if (manifold.count == 0) return separate(contacts, record);
  touch(contacts, record) = manifold;
  noteTouching(contacts, index, store, cache, speculative);
  putOnSurfaces(contacts.recycling[record.contact], manifold, store, cache, pair.i, pair.j, halfStep);
}

/// m. How far a box reaches from its centre along a direction.
float extentAlong(Vec3f direction, const OrientedBox& box) {
  const Vec3f along = transposeTimes(box.axes, direction), h = box.halfExtents;
  return std::abs(along.x) * h.x + std::abs(along.y) * h.y + std::abs(along.z) * h.z;
}

/// From here on isStillApart serves, as long as a plane across this direction keeps them apart. Returns how far it does now, m.
float noteDirection(PairRecord& record, Vec3f direction, const ColliderStore& store, const ContactCache& cache, std::uint32_t i, std::uint32_t j) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const float along = dot(direction, toFloat(b.center - a.center)), extent = extentAlong(direction, a) + extentAlong(direction, b);
  record.direction = along < 0 ? -direction : direction;
  record.extent = static_cast<double>(extent) - (cache.bounds[i].turned + cache.bounds[j].turned);
  return std::abs(along) - extent;
}

void noteApart(ContactStore& contacts, const ColliderStore& store, const ContactCache& cache, std::uint32_t index, int axis) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  separate(contacts, contacts.records[index]);
  noteDirection(contacts.records[index], normalOf(axisCode(axis, false), store.boxes[i].axes, store.boxes[j].axes), store, cache, i, j);
}

/// Up to four pairs of boxes side by side.
struct FourPairs {
  BoxPair pairs[4];
  const BoxPair* lanes[4];
  SatResult sat;
};

/// Returns the bits of those that are not found apart; of the others that is noted.
int separateFour(std::span<const std::uint32_t> indices, ContactStore& contacts, const ColliderStore& store, const ContactCache& cache,
                 FourPairs& four) {
  const int count = static_cast<int>(indices.size());
  for (int lane = 0; lane < 4; ++lane) {
    four.lanes[lane] = &four.pairs[lane < count ? lane : 0];
    if (lane >= count) continue;
    const std::uint64_t key = contacts.keys[indices[lane]];
    const std::uint32_t i = pairColliderA(key), j = pairColliderB(key);
    placePair(store.boxes[i], store.boxes[j], reachOf(cache.bounds[i], cache.bounds[j]), four.pairs[lane]);
  }
  separateBoxes(four.lanes, four.sat);
  for (int lane = 0; lane < count; ++lane)
    if ((four.sat.apart >> lane & 1) != 0) noteApart(contacts, store, cache, indices[lane], bestAxis(four.sat, lane));
  return ~four.sat.apart & ((1 << count) - 1);
}

void makeContacts(std::span<const std::uint32_t> indices, int lanes, const FourPairs& four, ContactStore& contacts, const ColliderStore& store,
                  const ContactCache& cache) {
  // First all places in the pool: a new one may move the others.
  for (std::size_t lane = 0; lane < indices.size(); ++lane)
    if ((lanes >> lane & 1) != 0) touch(contacts, contacts.records[indices[lane]]);
  Manifold nobody, previous[4];
  Manifold* manifolds[4];
  int joined = 0;
  for (int lane = 0; lane < 4; ++lane)
    manifolds[lane] = (lanes >> lane & 1) != 0 ? &contacts.pool[contacts.records[indices[lane]].contact] : &nobody;
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
      noteApart(contacts, store, cache, index, bestAxis(four.sat, static_cast<int>(lane)));
      continue;
    }
    noteTouching(contacts, index, store, cache, four.pairs[lane].speculative);
  }
}

/// Touching pairs that a step takes.
std::size_t mostTouching(const ColliderStore& store) {
  const std::size_t count = store.colliders.size();
  std::size_t bodies = count;
  for (std::uint32_t i = 0; store.hasCompounds && i < count; ++i) bodies -= store.colliders[i].alive && store.sides[i].first != i;
  return kMostTouching + kMostTouchingPerCollider * count + kMostTouchingPerBody * bodies;
}

/// Calls f with four numbers of a list after the other, at the end with fewer.
template <class Function> void inFours(const List<std::uint32_t>& list, Function f) {
  for (std::size_t first = 0; first < list.size(); first += 4) f(std::span(list.data() + first, list.size() - first < 4 ? list.size() - first : 4));
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
    const bool isApart = record.contact == kApart;
    if (isApart) {
      if (isStillApart(record, a, b)) continue;
    } else if (isStillTouching(contacts.recycling[record.contact], a, b)) {
      continue;
    }
    const float reach = reachOf(a, b);
    if (store.boxes[i].isSphere || store.boxes[j].isSphere) {
      if (cache.flushBoxes.checks > kSeamChecks) return false;
      collideRound(contacts, k, store, cache, reach, 0.5f * dt);
    } else if (!isApart) {
      cache.stale.push_back(k);
    } else if (noteDirection(record, record.direction, store, cache, i, j) <= reach) {
      // What turning can do is a loose bound: mostly the same direction still keeps them apart.
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
