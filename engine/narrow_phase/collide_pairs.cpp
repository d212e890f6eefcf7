// Pairs whose record is still valid (contact_cache.h) are skipped. The others are tested four at a time: first those that were apart, most of
// which still are, so that nearly all pairs that are collided side by side touch.
#include "narrow_phase/collide_pairs.h"

#include <cmath>

#include "assertion.h"
#include "colliders/pair_key.h"
#include "narrow_phase/box_box.h"
#include "narrow_phase/internal_edges.h"
#include "narrow_phase/round_pair.h"
#include "narrow_phase/span_triangles.h"
#include "narrow_phase/wedge_manifold.h"

namespace tumble {

namespace {

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
    if ((lanes >> lane & 1) == 0) continue;
    previous[lane] = *manifolds[lane];
    if (mayBeInternal(cache.flushSolids, store, pairColliderA(key), pairColliderB(key))) joined |= 1 << lane;
  }
  makeManifolds(four.lanes, four.sat, lanes, manifolds);
  for (std::size_t lane = 0; lane < indices.size(); ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const std::uint32_t index = indices[lane];
    if ((joined >> lane & 1) != 0) {
      const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
      const ColliderPair pair{cache.flushSolids, store, i, j, store.boxes[i], store.boxes[j]};
      leaveInternal(pair, four.pairs[lane], four.sat, static_cast<int>(lane), previous[lane], *manifolds[lane]);
      spanSeams(pair, four.pairs[lane].speculative, previous[lane], *manifolds[lane]);
    } else {
      meetAlongEdges(four.pairs[lane], previous[lane], *manifolds[lane]);
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
  cache.flushSolids.checks = 0;
  cache.stale.clear();
  cache.nearing.clear();
  ++cache.planeSeats.round;
  cache.planeSeats.left.clear();
  cache.planeSeats.taken.clear();
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
      if (cache.flushSolids.checks > kSeamChecks) return false;
      collideRoundPair(contacts, k, store, cache, speculative, 0.5f * dt);
    } else if (!isApart) {
      cache.stale.push_back(k);
    } else if (recordDirection(record, record.direction, store, cache, i, j) <= speculative) {
      // The bound on rotation is loose: mostly the same direction still separates them.
      cache.nearing.push_back(k);
    }
  }
  handOverSeats(cache.planeSeats, contacts);
  const std::size_t most = mostTouching(store);
  const auto isTooMuch = [&] { return touchingCount(contacts) > most || cache.flushSolids.checks > kSeamChecks; };
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
