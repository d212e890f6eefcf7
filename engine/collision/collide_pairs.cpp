// First every pair is asked whether its record still holds (contact_cache.h): then it is skipped or only gets new separations.
// The others are tested four at a time.
#include "collision/collide_pairs.h"

#include "collision/box_box.h"
#include "collision/pair_key.h"
#include "collision/reach.h"
#include "collision/sphere_contact.h"

namespace tumble {

namespace {

void updateManifold(Manifold& manifold, const PairRecord& record, const ColliderStore& store, const ContactCache& cache, std::uint32_t a,
                    std::uint32_t b) {
  manifold.normal = normalOf(manifold.axis, store.boxes[a].axes, store.boxes[b].axes);
  const PairDrift drift = pairDrift(manifold.normal, cache.drifts[a], cache.drifts[b]);
  for (int i = 0; i < record.count; ++i) manifold.points[i].separation = record.base[i] + driftOf(drift, manifold.points[i]);
}

PairRecord makeRecord(const ContactCache& cache, std::uint32_t i, std::uint32_t j, const Manifold& manifold, float gap, float speculative) {
  const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
  PairRecord record;
  record.versionA = a.version;
  record.versionB = b.version;
  record.count = manifold.count;
  if (manifold.count == 0) {
    record.slack = gap;
    record.offset = toFloat(b.center - a.center);
    record.turned = a.turned + b.turned;
    return record;
  }
  record.slack = speculative - a.moved - b.moved;
  const PairDrift drift = pairDrift(manifold.normal, cache.drifts[i], cache.drifts[j]);
  for (int k = 0; k < manifold.count; ++k) record.base[k] = manifold.points[k].separation - driftOf(drift, manifold.points[k]);
  return record;
}

/// m. Surfaces of the pair that are nearer than this get a point.
float reachOf(std::uint32_t i, std::uint32_t j, const ColliderStore& store, const ContactCache& cache) {
  return speculativeDistance(store.boxes[i].halfExtents, store.boxes[j].halfExtents, approachOf(cache.bounds[i], cache.bounds[j]));
}

/// Pairs with a sphere are done at once, in closed form and anew in every step: their record stays empty. The others are left
/// in cache.stale.
void collideSpheres(std::span<const std::uint64_t> keys, const ColliderStore& store, std::span<Manifold> manifolds,
                    ContactCache& cache) {
  std::size_t left = 0;
  for (const std::uint32_t k : cache.stale) {
    const std::uint32_t i = pairColliderA(keys[k]), j = pairColliderB(keys[k]);
    const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
    if (a.isSphere || b.isSphere) {
      manifolds[k] = collideSphere(a, b, reachOf(i, j, store, cache), manifolds[k]);
    } else {
      cache.stale[left++] = k;
    }
  }
  cache.stale.resize(left);
}

void collideFour(const std::uint32_t* indices, int lanes, std::span<const std::uint64_t> keys, const ColliderStore& store,
                 std::span<Manifold> manifolds, ContactCache& cache) {
  BoxPair pairs[4];
  const BoxPair* four[4];
  for (int lane = 0; lane < 4; ++lane) {
    four[lane] = &pairs[lane < lanes ? lane : 0];
    if (lane >= lanes) continue;
    const std::uint32_t i = pairColliderA(keys[indices[lane]]), j = pairColliderB(keys[indices[lane]]);
    pairs[lane] = placePair(store.boxes[i], store.boxes[j], reachOf(i, j, store, cache));
  }
  SatResult sat;
  separateBoxes(four, sat);
  for (int lane = 0; lane < lanes; ++lane) {
    Manifold& manifold = manifolds[indices[lane]];
    if (sat.apart >> lane & 1) manifold.count = 0;
    else copyManifold(manifold, makeManifold(pairs[lane], sat, lane, manifold));
    const std::uint64_t key = keys[indices[lane]];
    cache.records[indices[lane]] =
        makeRecord(cache, pairColliderA(key), pairColliderB(key), manifold, greatestSeparation(sat, lane), pairs[lane].speculative);
  }
}

}  // namespace

void collidePairs(std::span<const std::uint64_t> keys, const ColliderStore& store, float dt, std::span<Manifold> manifolds, ContactCache& cache) {
  updateReferences(cache, keys, store, dt);
  followKeys(cache, keys);
  cache.stale.clear();
  for (std::uint32_t k = 0; k < keys.size(); ++k) {
    const std::uint32_t i = pairColliderA(keys[k]), j = pairColliderB(keys[k]);
    const PairRecord& record = cache.records[k];
    if (!isFresh(record, cache.bounds[i], cache.bounds[j]) || (record.count != 0 && record.count != manifolds[k].count)) cache.stale.push_back(k);
    else if (record.count != 0) updateManifold(manifolds[k], record, store, cache, i, j);
  }
  collideSpheres(keys, store, manifolds, cache);
  for (std::size_t first = 0; first < cache.stale.size(); first += 4) {
    const std::size_t rest = cache.stale.size() - first;
    collideFour(cache.stale.data() + first, rest < 4 ? static_cast<int>(rest) : 4, keys, store, manifolds, cache);
  }
}

}  // namespace tumble
