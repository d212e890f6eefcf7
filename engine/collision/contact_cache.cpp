#include "collision/contact_cache.h"

#include "collision/pair_key.h"

namespace tumble {

namespace {

float magnitude(float a) { return a < 0 ? -a : a; }
// The sum of the components: at least the length, and no root.
float bound(Vec3f v) { return magnitude(v.x) + magnitude(v.y) + magnitude(v.z); }

bool outgrown(const ReferencePose& reference, const OrientedBox& box, const ColliderDrift& drift, float trace) {
  const float most = 0.002f * middleHalfExtent(box.halfExtents), distance = most < kRecycleDistance ? most : kRecycleDistance;
  // The trace is near 3, or theta is small only because the angle is near a half turn.
  return !(reference.version != 0 && trace > 2.9f && lengthSquared(drift.displacement) <= distance * distance &&
           lengthSquared(drift.rotation) <= kRecycleAngle * kRecycleAngle && reference.halfExtents == box.halfExtents);
}

/// m. How far turning has moved a corner from the reference pose, at most: the chord 2 r sin(angle / 2), where theta is
/// sin(angle) long. A box of another size is another collider at the same index: then no corner is where one was.
float turnedBy(const ReferencePose& reference, const OrientedBox& box, const ColliderDrift& drift, float trace) {
  const float radius = length(box.halfExtents);
  if (!(reference.halfExtents == box.halfExtents)) return radius + length(reference.halfExtents);
  return trace > 2 ? 1.2f * length(drift.rotation) * radius : 2 * radius;  // below 60 degrees angle and sine differ by 1.155
}

}  // namespace

void updateReferences(ContactCache& cache, std::span<const std::uint64_t> keys, const ColliderStore& store, float dt) {
  const std::size_t count = store.colliders.size();
  cache.references.resize(count);
  cache.drifts.resize(count);
  cache.bounds.resize(count);
  cache.paired.assign(count, 0);
  for (const std::uint64_t key : keys) cache.paired[pairColliderA(key)] = cache.paired[pairColliderB(key)] = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (!cache.paired[i]) continue;
    const OrientedBox& box = store.boxes[i];
    ReferencePose& reference = cache.references[i];
    const Mat3f &p = reference.axes, &q = box.axes;
    ColliderDrift drift{toFloat(box.center - reference.center), (cross(p.cx, q.cx) + cross(p.cy, q.cy) + cross(p.cz, q.cz)) * 0.5f};
    const float trace = dot(p.cx, q.cx) + dot(p.cy, q.cy) + dot(p.cz, q.cz);  // 1 + 2 cos of the angle
    const double turned = reference.turned + static_cast<double>(turnedBy(reference, box, drift, trace));
    if (outgrown(reference, box, drift, trace)) {
      reference.center = box.center;
      reference.axes = box.axes;
      reference.halfExtents = box.halfExtents;
      ++reference.version;
      reference.turned = turned;
      drift = {};
    }
    const ColliderMotion& motion = store.motions[i];
    const Vec3f h = box.halfExtents;
    cache.drifts[i] = drift;
    cache.bounds[i] = {box.center, turned, reference.version, bound(drift.displacement) + bound(drift.rotation) * (h.x + h.y + h.z),
                       motion.velocity * dt, turningReach(motion, h, dt), speculativeLimit(h)};
  }
}

}  // namespace tumble
