#include "world/edge_time.h"

#include <algorithm>

#include "colliders/pair_key.h"

namespace tumble {
namespace {

constexpr double kOnFace = 0.9999;  // cosine of the angle between a normal and that of the face

// Of the radius: so far past the border the contact is that of an edge, whose normal turns (mid_step_contact.h, convex_feature.h).
constexpr double kPastOfBall = 0.002, kPast = 0.03;

/// The axis of the box along the normal, -1 for none.
int axisAlong(const Mat3& axes, Vec3 normal) {
  for (int k = 0; k < 3; ++k) {
    const double cosine = dot(axes.column(k), normal);
    if (cosine > kOnFace || cosine < -kOnFace) return k;
  }
  return -1;
}

}  // namespace

double timeToEdge(const World& world, double most, double least) {
  const ContactStore& contacts = world.contacts;
  const ColliderStore& store = world.colliders;
  for (std::size_t k = 0; k < contacts.keys.size(); ++k) {
    if (contacts.records[k].contactIndex == kApart) continue;
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    const bool boxIsA = store.boxes[i].isBox();
    const OrientedBox &box = store.boxes[boxIsA ? i : j], &other = store.boxes[boxIsA ? j : i];
    if (!box.isBox() || isPolyhedron(other.shape) || !store.motions[boxIsA ? i : j].still) continue;
    const Manifold& manifold = contacts.pool[contacts.records[k].contactIndex];
    const Mat3 axes = toDouble(box.axes);
    const int face = hasNormalImpulse(manifold) ? axisAlong(axes, toDouble(manifold.normal)) : -1;
    if (face < 0) continue;
    const Vec3 velocity = transposeTimes(axes, toDouble(store.motions[boxIsA ? j : i].velocity));
    const Vec3 p = transposeTimes(axes, other.center - box.center);
    for (int m = 0; m < 3; ++m) {
      if (m == face || velocity[m] == 0) continue;
      const double border =
          static_cast<double>(box.halfExtents[m]) + (other.isSphere() ? kPastOfBall : kPast) * static_cast<double>(other.halfExtents.x);
      const double time = ((velocity[m] > 0 ? border : -border) - p[m]) / velocity[m];
      if (time > 0 && time < most) most = std::max(time, least);
    }
  }
  return most;
}

}  // namespace tumble
