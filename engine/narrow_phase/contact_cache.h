// What the narrow phase keeps between steps, so that it does only what motion makes necessary: contact recycling. The idea
// that a manifold stays good while its boxes have moved little, and only its separations need an update, is Box3D's (E. Catto,
// 2026). The form here is our own and keeps first-order accuracy; it is the rows of the solver that bring the separations up to date:
//
// Every collider has a reference pose. d is how far its centre is from there, theta the small rotation from there,
// (1/2) sum_k (reference axis k) x (axis k), whose error is of second order. When either outgrows its tolerance the present
// pose becomes the reference and the collider gets a new version number; so it does when theta leaves what was foreseen of it (lead) by
// as much, for what stopped turning must not keep the levers of what turns. A manifold is good while both versions are the ones
// it was made with (which their sum tells, for versions only grow, but from the last one to the first). The separation of its points is linear in d and theta: with p
// from the centre x_A of A
//     s = base + n.(u + theta x p),    u = d_B - d_A + theta_B x (x_A - x_B),    theta = theta_B - theta_A,
// and base is what is left of s when the manifold is made. Normal and points stand still meanwhile, to within the tolerances.
// A pair that is apart is skipped, without a look at the boxes, as long as a plane keeps it apart. Along the direction n in which it
// was found apart, the gap is
//     n.(x_B - x_A) - (what both had along n from their centres) - (how far turning has moved their corners since),
// or more; x are the centres, and the turning is summed over all versions. Cubes that fall side by side, or slide along each other,
// are never looked at.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"
#include "colliders/collider.h"
#include "narrow_phase/contact_store.h"
#include "narrow_phase/flush_boxes.h"
#include "narrow_phase/manifold.h"
#include "colliders/speculative_distance.h"
#include "tuning.h"

namespace tumble {

/// Versions go from 1 to this and then from 1 on: none is 0, nor is the sum of two.
constexpr std::uint32_t kLastVersion = 0x7fffffff;

struct ReferencePose {
  Vec3 center;         // m, world
  Mat3f axes;          // box axes in world axes
  Vec3f halfExtents;   // m
  Vec3f lead;          // rad, how far it would turn in half of the step in which this became its reference, at its velocity then
  std::uint32_t version = 0;  // 0: no pose yet
  double turned = 0;   // m, how far turning moved the corners (at most), summed over all references up to this one
};

/// Where a collider is against its reference pose, in this step.
struct ColliderDrift {
  Vec3f displacement;  // d, m
  Vec3f rotation;      // theta, rad
};

/// The same in short: all that most pairs need to see.
struct ColliderBound {
  Vec3 center;         // m, world
  double turned = 0;   // m, how far turning has moved the corners (at most) since the collider came
  std::uint32_t version = 0;
  float moved = 0;     // m, no point of it is farther than this from where the reference pose has it
  Vec3f travel;        // m, of its centre in the coming step, at its present velocity
  float turning = 0;   // m, how far turning moves its corners in the coming step
  float limit = 0;     // m, its speculativeLimit
};

/// The references are part of the state of the world: to be hashed and restored with it (bounds and drifts follow from the rest).
struct ContactCache {
  List<ReferencePose> references;  // [collider]

  FlushBoxes flushBoxes;     // follows from the state

  // Of the present step only.
  List<ColliderDrift> drifts;      // [collider]
  List<ColliderBound> bounds;      // [collider]
  List<std::uint32_t> stale;       // scratch: pairs to be collided anew
  List<std::uint32_t> nearing;     // scratch: pairs that were apart and may be no longer
  List<std::uint8_t> paired;       // scratch, [collider]: it, or another one of its body, is in a pair
  List<std::uint8_t> outgrown;     // scratch, [first collider of a body]
};

/// Renews references that were outgrown and writes drifts and bounds, of colliders that are in a pair. (The records of a pair are
/// made after it was found, so nobody asks where a collider went while it was in none.)
void updateReferences(ContactCache& cache, std::span<const std::uint64_t> keys, const ColliderStore& store, float dt);

/// m. How much nearer the two can come in the coming step.
inline float approachOf(const ColliderBound& a, const ColliderBound& b) { return length(b.travel - a.travel) + (a.turning + b.turning); }
/// m. Surfaces of the pair that are nearer than this get a point.
inline float reachOf(const ColliderBound& a, const ColliderBound& b) { return speculativeDistance(a.limit, b.limit, approachOf(a, b)); }
/// True if a distance (m) is more than approachOf, without the root.
inline bool outranges(float distance, const ColliderBound& a, const ColliderBound& b) {
  const float rest = distance - (a.turning + b.turning);
  return rest > 0 && rest * rest > lengthSquared(b.travel - a.travel);
}

/// True while a pair that is apart does not come within its speculative distance.
inline bool isStillApart(const PairRecord& record, const ColliderBound& a, const ColliderBound& b) {
  const float gap = static_cast<float>(dot(toDouble(record.direction), b.center - a.center) - (record.extent + (a.turned + b.turned)));
  return (gap > kSpeculativeMargin && outranges(gap, a, b)) || gap > (a.limit < b.limit ? a.limit : b.limit);
}
/// True while no point that was left out of a manifold is reached in this step and none has outgrown its reference.
inline bool isStillTouching(const Recycling& recycling, const ColliderBound& a, const ColliderBound& b) {
  return recycling.versions == a.version + b.version && outranges(recycling.slack - (a.moved + b.moved), a, b);
}

/// n.(u + theta x p) as a function of the place p of a point.
struct SeparationDrift {
  float shift;  // n.u, m
  Vec3f turn;   // n x theta
  float at(Vec3f p) const { return shift + dot(turn, p); }
};
inline SeparationDrift separationDrift(Vec3f normal, const ColliderDrift& a, const ColliderDrift& b, const ColliderBound& atA,
                                       const ColliderBound& atB) {
  const Vec3f u = b.displacement - a.displacement + cross(b.rotation, toFloat(atA.center - atB.center));
  return {dot(normal, u), cross(normal, b.rotation - a.rotation)};
}

}  // namespace tumble
