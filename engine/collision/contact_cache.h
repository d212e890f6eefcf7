// What the narrow phase keeps between steps, so that it does only what motion makes necessary: contact recycling. The idea
// that a manifold stays good while its boxes have moved little, and only its separations need an update, is Box3D's (E. Catto,
// 2026). The form here is our own and keeps first-order accuracy:
//
// Every collider has a reference pose. d is how far its centre is from there, theta the small rotation from there,
// (1/2) sum_k (reference axis k) x (axis k), whose error is of second order. When either outgrows its tolerance the present
// pose becomes the reference and the collider gets a new version number. A manifold is good while both versions are the ones
// it was made with. The separation of its points is linear in d and theta,
//     s = base + n.(d_B - d_A) + n.(theta_B x r_B) - n.(theta_A x r_A),
// and base is what is left of s when the manifold is made. Normal and points stand still meanwhile, to within the tolerances.
// A pair that is apart is skipped as long as its gap exceeds all the two can have moved, without a look at the boxes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collision/collider.h"
#include "collision/manifold.h"
#include "tuning.h"

namespace tumble {

struct ReferencePose {
  Vec3 center;         // m, world
  Mat3f axes;          // box axes in world axes
  Vec3f halfExtents;   // m
  std::uint32_t version = 0;  // 0: no pose yet
};

/// Where a collider is against its reference pose, in this step.
struct ColliderDrift {
  Vec3f displacement;  // d, m
  Vec3f rotation;      // theta, rad
};

/// The same in short: all that most pairs need to see.
struct ColliderBound {
  std::uint32_t version = 0;
  float moved = 0;     // m, no point of it is farther than this from where the reference pose has it
  float approach = 0;  // m, no point of it moves farther than this in the coming step
  float limit = 0;     // m, its speculativeLimit
};

/// What is known of one pair.
struct PairRecord {
  std::uint32_t versionA = 0, versionB = 0;  // of the colliders when it was made; 0: nothing is known
  std::int32_t count = 0;                    // points of the manifold; 0: apart
  // m. Apart: the gap. Touching: the speculative distance, beyond which points were left out. From both, what the colliders had
  // moved by then is taken off.
  float slack = 0;
  float base[kMaxManifoldPoints] = {};  // m, see above
};

/// Plain data, part of the state of the world: to be hashed and restored with it (bounds and drifts follow from the rest).
struct ContactCache {
  std::vector<std::uint64_t> keys;        // ascending, as given to the last collidePairs
  std::vector<PairRecord> records;        // [pair]
  std::vector<ReferencePose> references;  // [collider]

  // Of the present step only.
  std::vector<ColliderDrift> drifts;      // [collider]
  std::vector<ColliderBound> bounds;      // [collider]
  std::vector<PairRecord> merged;         // scratch
  std::vector<std::uint32_t> stale;       // scratch: pairs to be tested anew
};

/// Renews references that were outgrown and writes drifts and bounds.
void updateReferences(ContactCache& cache, const ColliderStore& store, float dt);

/// Brings the records to the given keys: those of ended pairs go, new ones are empty.
void followKeys(ContactCache& cache, std::span<const std::uint64_t> keys);

/// True while the record still tells the truth: no pair that is apart comes within its speculative distance, no point that was
/// left out is reached in this step.
inline bool isFresh(const PairRecord& record, const ColliderBound& a, const ColliderBound& b) {
  const float limit = a.limit < b.limit ? a.limit : b.limit, approach = a.approach + b.approach;
  float reach = approach;
  if (record.count == 0) {
    reach = reach > kSpeculativeMargin ? reach : kSpeculativeMargin;
    reach = reach < limit ? reach : limit;
  }
  return record.versionA == a.version && record.versionB == b.version && record.slack > reach + a.moved + b.moved;
}

/// n.(d_B - d_A) + n.(theta_B x r_B) - n.(theta_A x r_A) of one point, with n x theta taken out of the sum.
struct PairDrift {
  float along = 0;      // n.(d_B - d_A)
  Vec3f turnA, turnB;   // n x theta
};
inline PairDrift pairDrift(Vec3f normal, const ColliderDrift& a, const ColliderDrift& b) {
  return {dot(normal, b.displacement - a.displacement), cross(normal, a.rotation), cross(normal, b.rotation)};
}
inline float driftOf(const PairDrift& drift, const ManifoldPoint& p) {
  return drift.along + dot(drift.turnB, p.positionB) - dot(drift.turnA, p.position);
}

}  // namespace tumble
