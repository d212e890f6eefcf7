// Contact recycling: a manifold stays valid while its colliders have moved little from the poses it was made at, and only its separations
// are updated. The idea is Box3D's (E. Catto, 2026). Here the update is accurate to first order, and the constraints of the solver make it.
//
// Every collider has a reference pose. Its pose delta is d, the displacement of its centre from there, and the small rotation theta from there,
// (1/2) sum_k (reference axis k) x (axis k), accurate to second order. When d or theta exceeds its tolerance the present pose becomes the
// reference and the collider gets a new version. The same happens when theta differs from its prediction, midStepRotation, by more than the
// tolerance of theta: the levers of a rotating body would be wrong for one that has stopped.
// A manifold is valid while the sum of both versions is the one it was made with (versions only grow, up to kLastVersion). The separation s of a
// point is linear in d and theta: with p from the centre x_A of A
//     s = base + n.(u + theta x p),    u = d_B - d_A + theta_B x (x_A - x_B),    theta = theta_B - theta_A,
// where base follows from s when the manifold is made. Normal and points are constant meanwhile, to within the tolerances.
//
// A pair that is apart is skipped while a plane separates it. Along the direction n in which it was last found apart, the gap is at least
//     n.(x_B - x_A) - (extents of both along n) - (motion of their corners by rotation since then),
// where x are the centres; the motion by rotation is summed over all references. So cubes that fall side by side, or slide along each other,
// are not collided.
#pragma once
#include <cstdint>
#include <span>

#include "colliders/collider.h"
#include "colliders/speculative_distance.h"
#include "containers/list.h"
#include "narrow_phase/contact_store.h"
#include "narrow_phase/flush_solids.h"
#include "narrow_phase/manifold.h"
#include "narrow_phase/plane_seats.h"
#include "tuning.h"

namespace tumble {

/// Versions go from 1 to this and then from 1 on: none is 0, nor is the sum of two.
constexpr std::uint32_t kLastVersion = 0x7fffffff;

struct ReferencePose {
  Vec3 center;                // m, world
  Mat3f axes;                 // box axes in world axes
  Vec3f halfExtents;          // m
  Vec3f midStepRotation;      // rad, of half a step at the angular velocity when this became the reference
  std::uint32_t version = 0;  // 0: no pose yet
  double turned = 0;          // m, bound on the motion of the corners by rotation, summed over all references up to this one
};

/// The pose of a collider relative to its reference pose.
struct PoseDelta {
  Vec3f displacement;  // d, m
  Vec3f rotation;      // theta, rad
};

/// A bound on the same, and on the motion in the coming step: enough for most pairs.
struct ColliderBound {
  Vec3 center;        // m, world
  double turned = 0;  // m, bound on the motion of the corners by rotation since the collider was added
  std::uint32_t version = 0;
  float moved = 0;    // m, bound on the distance of its points from where they are at the reference pose
  Vec3f travel;       // m, of its centre in the coming step, at its present velocity
  float turning = 0;  // m, motion of its corners by rotation in the coming step
  float limit = 0;    // m, its speculativeLimit
};

/// The references are state of the world, hashed and restored with it. Everything else follows from the state.
struct ContactCache {
  List<ReferencePose> references;  // [collider]

  FlushSolids flushSolids;
  bool recyclesRound = false;  // whether manifolds of round shapes that hardly move are kept; else those are collided in every step

  List<PoseDelta> poseDeltas;  // [collider]; of sleepers that of their last step awake

  // Scratch of a step.
  List<ColliderBound> bounds;   // [collider]
  List<std::uint32_t> stale;    // indices of pairs to collide
  List<std::uint32_t> nearing;  // indices of pairs that were apart and may touch now
  List<std::uint8_t> paired;    // [collider] 1: it, or another one of its body, is in a pair
  PlaneSeats planeSeats;        // of the last call of collidePairs
  List<std::uint8_t> outgrown;  // [first collider of a body] 1: the references of all its colliders are renewed
};

/// Updates pose deltas and bounds of all colliders in pairs, and renews their references where needed. `keys`: the pairs; dt: s.
void updateReferences(ContactCache& cache, std::span<const std::uint64_t> keys, const ColliderStore& store, float dt);

/// m. Bound on the approach of the two surfaces in the coming step.
inline float approachOf(const ColliderBound& a, const ColliderBound& b) { return length(b.travel - a.travel) + (a.turning + b.turning); }
/// m. Surfaces closer than this get a contact point.
inline float speculativeDistanceOf(const ColliderBound& a, const ColliderBound& b) {
  return speculativeDistance(a.limit, b.limit, approachOf(a, b));
}
/// distance > approachOf(a, b), without a root.
inline bool exceedsApproach(float distance, const ColliderBound& a, const ColliderBound& b) {
  const float rest = distance - (a.turning + b.turning);
  return rest > 0 && rest * rest > lengthSquared(b.travel - a.travel);
}

/// True while a pair that is apart stays beyond its speculative distance in this step.
inline bool isStillApart(const PairRecord& record, const ColliderBound& a, const ColliderBound& b) {
  const float gap = static_cast<float>(dot(toDouble(record.direction), b.center - a.center) - (record.extent + (a.turned + b.turned)));
  return (gap > kSpeculativeMargin && exceedsApproach(gap, a, b)) || gap > (a.limit < b.limit ? a.limit : b.limit);
}
/// True while the manifold is valid and no surface point beyond its speculative distance can close the gap in this step.
inline bool isStillTouching(const Recycling& recycling, const ColliderBound& a, const ColliderBound& b) {
  return recycling.versions == a.version + b.version && exceedsApproach(recycling.slack - (a.moved + b.moved), a, b);
}

/// n.(u + theta x p) as a function of p.
struct SeparationDelta {
  float shift;  // n.u, m
  Vec3f turn;   // n x theta
  float at(Vec3f p) const { return shift + dot(turn, p); }
};
inline SeparationDelta separationDelta(Vec3f normal, const PoseDelta& a, const PoseDelta& b, const ColliderBound& atA,
                                       const ColliderBound& atB) {
  const Vec3f u = b.displacement - a.displacement + cross(b.rotation, toFloat(atA.center - atB.center));
  return {dot(normal, u), cross(normal, b.rotation - a.rotation)};
}

/// Records what keeps the manifold of pair `index` valid after this step, in which it was made. `speculative`: m.
void recordContact(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative);

}  // namespace tumble
