#include "narrow_phase/round_pair.h"

#include "colliders/convex_distance.h"
#include "colliders/pair_key.h"
#include "narrow_phase/internal_hull_edges.h"
#include "narrow_phase/mid_step_contact.h"
#include "narrow_phase/span_triangles.h"
#include "narrow_phase/sphere_contact.h"
#include "narrow_phase/triangle_contact.h"

namespace tumble {
namespace {

/// Records the direction along which two convex shapes are apart, for isStillApart. Returns the gap along it, m.
double recordConvexApart(PairRecord& record, Vec3f direction, const OrientedBox& a, const OrientedBox& b, double turned) {
  const Vec3 n = toDouble(direction);
  const double extent = dot(n, supportPoint(a, n)) - dot(n, supportPoint(b, -n));
  record.direction = direction;
  record.extent = extent - turned;
  return dot(n, b.center - a.center) - extent;
}

}  // namespace

void collideRoundPair(ContactStore& contacts, std::size_t index, const ColliderStore& store, ContactCache& cache, float speculative,
                      float halfStep) {
  const OrientedBox &a = store.boxes[pairColliderA(contacts.keys[index])], &b = store.boxes[pairColliderB(contacts.keys[index])];
  PairRecord& record = contacts.records[index];
  const ColliderPair pair{cache.flushSolids, store, pairColliderA(contacts.keys[index]), pairColliderB(contacts.keys[index]), a, b};
  const double turned = cache.bounds[pair.i].turned + cache.bounds[pair.j].turned;
  // Mostly the same direction still separates them.
  if (record.contactIndex == kApart && record.direction != Vec3f{} && isConvex(a, b) &&
      recordConvexApart(record, record.direction, a, b, turned) > static_cast<double>(speculative))
    return;
  SolidContact solid = collideSolids(pair, speculative, manifoldOf(contacts, index), &cache.planeSeats);
  recordSeat(cache.planeSeats, pair, index, solid, manifoldOf(contacts, index));
  Manifold& manifold = solid.manifold;
  if (manifold.count == 0 && (a.isTriangle() || b.isTriangle())) {
    const float reach = approachOf(cache.bounds[pair.i], cache.bounds[pair.j]);
    const Manifold ahead = collideAhead(a, b, reach, speculative, manifoldOf(contacts, index));
    if (ahead.count > 0 && !isInternalToHull(pair, ahead)) manifold = ahead;
  }
  if (manifold.count == 0) {
    separate(contacts, record);
    if (isConvex(a, b)) recordConvexApart(record, manifold.normal, a, b, turned);
    return;
  }
  const bool areBalls = a.isSphere() && b.isSphere(), isBallOnBox = !areBalls && !isConvex(a, b);
  if (areBalls) placeBallsAtImpact(manifold, store, pair.i, pair.j, halfStep);
  if (isBallOnBox) turnNormalAtEdge(manifold, store, pair.i, pair.j, halfStep);
  touch(contacts, record) = manifold;
  recordContact(contacts, index, store, cache, speculative);
  if (isPolyhedron(a.shape) && isPolyhedron(b.shape)) return;
  const bool isBallOnTriangle = (a.isSphere() && b.isTriangle()) || (a.isTriangle() && b.isSphere());
  // Of a ball on a box that yields, too: no normal force may spin the ball.
  const bool bothYield = store.motions[pair.i].yields && store.motions[pair.j].yields;
  if (isBallOnBox ? bothYield : isConvex(a, b) && !isBallOnTriangle)
    return placeMidStep(contacts, index, store, cache, solid.tile, halfStep);
  separateLevers(contacts.recycling[record.contactIndex], manifold, store, cache, pair.i, pair.j, halfStep);
}

}  // namespace tumble
