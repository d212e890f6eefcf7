// First every pair is asked whether its record still holds (contact_cache.h): then it is skipped or only gets new separations.
// The others are tested four at a time, and what is near each other is brought together to fours again.
#include "collision/collide_pairs.h"

#include "collision/box_box.h"
#include "collision/pair_key.h"
#include "collision/reach.h"
#include "collision/sphere_contact.h"

namespace tumble {

namespace {

void updateManifold(Contact& contact, const ColliderStore& store, const ContactCache& cache, std::uint32_t a, std::uint32_t b) {
  Manifold& manifold = contact.manifold;
  manifold.normal = normalOf(manifold.axis, store.boxes[a].axes, store.boxes[b].axes);
  const PairDrift drift = pairDrift(manifold.normal, cache.drifts[a], cache.drifts[b]);
  for (int i = 0; i < manifold.count; ++i) manifold.points[i].separation = contact.base[i] + driftOf(drift, manifold.points[i]);
}

/// From here on updateManifold serves, until the versions change.
void makeBase(Contact& contact, const ContactCache& cache, std::uint32_t i, std::uint32_t j, float speculative) {
  const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
  const Manifold& manifold = contact.manifold;
  contact.versionA = a.version;
  contact.versionB = b.version;
  contact.slack = speculative - a.moved - b.moved;
  const PairDrift drift = pairDrift(manifold.normal, cache.drifts[i], cache.drifts[j]);
  for (int k = 0; k < manifold.count; ++k) contact.base[k] = manifold.points[k].separation - driftOf(drift, manifold.points[k]);
}

void noteGap(PairRecord& record, const ColliderBound& a, const ColliderBound& b, float gap) {
  record.gap = gap;
  record.offset = toFloat(b.center - a.center);
  record.turned = a.turned + b.turned;
}

/// m. Surfaces of the pair that are nearer than this get a point.
float reachOf(std::uint32_t i, std::uint32_t j, const ColliderStore& store, const ContactCache& cache) {
  return speculativeDistance(store.boxes[i].halfExtents, store.boxes[j].halfExtents, approachOf(cache.bounds[i], cache.bounds[j]));
}

/// Pairs with a sphere are done at once, in closed form and anew in every step: of them nothing is noted. The others are left in
/// cache.stale.
void collideSpheres(ContactStore& contacts, const ColliderStore& store, ContactCache& cache) {
  std::size_t left = 0;
  for (const std::uint32_t k : cache.stale) {
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
    if (!a.isSphere && !b.isSphere) {
      cache.stale[left++] = k;
      continue;
    }
    const Manifold manifold = collideSphere(a, b, reachOf(i, j, store, cache), manifoldOf(contacts, k));
    if (manifold.count == 0) separate(contacts, contacts.records[k]);
    else touch(contacts, contacts.records[k]).manifold = manifold;
  }
  cache.stale.resize(left);
}

void noteApart(ContactStore& contacts, const ContactCache& cache, std::uint32_t index, float gap) {
  PairRecord& record = contacts.records[index];
  separate(contacts, record);
  noteGap(record, cache.bounds[pairColliderA(contacts.keys[index])], cache.bounds[pairColliderB(contacts.keys[index])], gap);
}

/// Pairs that no axis keeps apart, gathered until there are four of them: of those that are tested it is every second or third.
struct NearPairs {
  int count = 0;
  std::uint32_t indices[4] = {};
  BoxPair pairs[4];
  SatResult sat;
};

void makeContacts(NearPairs& near, ContactStore& contacts, ContactCache& cache) {
  // First all places in the pool: a new one may move the others.
  for (int lane = 0; lane < near.count; ++lane) touch(contacts, contacts.records[near.indices[lane]]);
  Manifold nobody;
  const BoxPair* pairs[4];
  Manifold* manifolds[4];
  for (int lane = 0; lane < 4; ++lane) {
    const bool isThere = lane < near.count;
    pairs[lane] = &near.pairs[isThere ? lane : 0];
    manifolds[lane] = isThere ? &contacts.pool[contacts.records[near.indices[lane]].contact].manifold : &nobody;
  }
  makeManifolds(pairs, near.sat, (1 << near.count) - 1, manifolds);
  for (int lane = 0; lane < near.count; ++lane) {
    const std::uint32_t index = near.indices[lane];
    if (manifolds[lane]->count == 0) {
      noteApart(contacts, cache, index, greatestSeparation(near.sat, lane));
      continue;
    }
    const std::uint64_t key = contacts.keys[index];
    makeBase(contacts.pool[contacts.records[index].contact], cache, pairColliderA(key), pairColliderB(key), near.pairs[lane].speculative);
  }
  near.count = 0;
}

void collideFour(const std::uint32_t* indices, int lanes, ContactStore& contacts, const ColliderStore& store, ContactCache& cache, NearPairs& near) {
  BoxPair pairs[4];
  const BoxPair* four[4];
  for (int lane = 0; lane < 4; ++lane) {
    four[lane] = &pairs[lane < lanes ? lane : 0];
    if (lane >= lanes) continue;
    const std::uint64_t key = contacts.keys[indices[lane]];
    const std::uint32_t i = pairColliderA(key), j = pairColliderB(key);
    pairs[lane] = placePair(store.boxes[i], store.boxes[j], reachOf(i, j, store, cache));
  }
  SatResult sat;
  separateBoxes(four, sat);
  for (int lane = 0; lane < lanes; ++lane) {
    if ((sat.apart >> lane & 1) != 0) {
      noteApart(contacts, cache, indices[lane], greatestSeparation(sat, lane));
      continue;
    }
    near.indices[near.count] = indices[lane];
    near.pairs[near.count] = pairs[lane];
    copyLane(near.sat, near.count, sat, lane);
    if (++near.count == 4) makeContacts(near, contacts, cache);
  }
}

}  // namespace

void collidePairs(ContactStore& contacts, const ColliderStore& store, float dt, ContactCache& cache) {
  updateReferences(cache, contacts.keys, store, dt);
  cache.stale.clear();
  for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    const ColliderBound &a = cache.bounds[i], &b = cache.bounds[j];
    const PairRecord& record = contacts.records[k];
    if (record.contact == kApart) {
      if (!isStillApart(record, a, b)) cache.stale.push_back(k);
    } else if (Contact& contact = contacts.pool[record.contact]; isStillTouching(contact, a, b)) {
      updateManifold(contact, store, cache, i, j);
    } else {
      cache.stale.push_back(k);
    }
  }
  collideSpheres(contacts, store, cache);
  NearPairs near;
  for (std::size_t first = 0; first < cache.stale.size(); first += 4) {
    const std::size_t rest = cache.stale.size() - first;
    collideFour(cache.stale.data() + first, rest < 4 ? static_cast<int>(rest) : 4, contacts, store, cache, near);
  }
  if (near.count != 0) makeContacts(near, contacts, cache);
}

}  // namespace tumble
