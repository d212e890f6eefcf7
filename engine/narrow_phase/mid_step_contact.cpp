#include "narrow_phase/mid_step_contact.h"

#include <algorithm>
#include <utility>

#include "colliders/axis_of_revolution.h"
#include "colliders/convex_distance.h"
#include "colliders/pair_key.h"
#include "math/rotation_vector.h"
#include "narrow_phase/sphere_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr float kAnyDistance = 1e6f;  // m
constexpr float kOffAxis = 1e-8f;     // square of a distance from the axis, over that of the size, which is none

/// r + w x r = m solved for r.
Vec3f beforeRotation(Vec3f m, Vec3f w) { return (m - cross(w, m) + w * dot(w, m)) * (1 / (1 + lengthSquared(w))); }

/// The lever from the centre of mass to the origin of the points for which the lever of `point`, in the middle of the step, is that of the
/// surface point r (m, from the centre of mass). The constraints rotate levers by w = midStepRotation, r + w x r; this solves m = r + w x r.
/// Only the centre c of a ball rotates with the body, its lowest point stays below it: m = R c + (r - c), R the rotation of half a step.
Vec3f leverOf(const ColliderStore& store, const ContactCache& cache, std::uint32_t i, Vec3f r, Vec3f point, float halfStep) {
  const Vec3f c = store.sides[i].lever, turn = store.motions[i].omega * halfStep;
  if (!store.boxes[i].isSphere() || turn == Vec3f{}) return r - point;
  const Vec3f middle = toFloat(rotate(rotatedBy({}, toDouble(turn)), toDouble(c))) + (r - c);
  return beforeRotation(middle, cache.references[i].midStepRotation) - point;
}

/// The collider, or the tile in its place, turned about the centre of mass of its body by half a step.
OrientedBox atMidStep(const ColliderStore& store, std::uint32_t i, const OrientedBox& now, Vec3f turn) {
  if (turn == Vec3f{}) return now;
  const Quat q = rotatedBy({}, toDouble(turn));
  OrientedBox box = turnedAboutCenter(now, q);
  const Vec3 lever = toDouble(store.sides[i].lever);
  box.center += rotate(q, lever) - lever;
  return box;
}

/// rad. How far a collider turns in half a step, but for the spin of a solid of revolution about its axis, if its body turns about that axis, too.
Vec3f turnOf(const ColliderStore& store, std::uint32_t i, float halfStep) {
  const Vec3f turn = store.motions[i].omega * halfStep, spin = toFloat(idleSpinOf(store.boxes[i], toDouble(turn)));
  const bool isAlongAxis =
      lengthSquared(cross(spin, store.sides[i].lever)) <= kOffAxis * lengthSquared(spin) * lengthSquared(store.boxes[i].halfExtents);
  return isAlongAxis ? turn - spin : turn;
}

/// The contact in the middle of the step of two shapes that are placed as they are then. normal: that of `manifold`, turned with the face it is of.
Manifold contactAtMidStep(const OrientedBox& a, const OrientedBox& b, const Manifold& manifold, Vec3 normal) {
  const bool ofA = isFaceOfA(manifold.axis), ofB = isFaceOfB(manifold.axis);
  // Of a point above a face (Manifold::feature is 0) only the place is wanted.
  if (!isConvex(a, b) || a.isTriangle() || b.isTriangle() || !(ofA || ofB) || manifold.count > 1 || manifold.feature[0] != 0)
    return collideShapes(a, b, kAnyDistance, manifold);
  const Vec3 onA = supportPoint(a, normal), onB = b.center - a.center + supportPoint(b, -normal);
  const Vec3 half = normal * (0.5 * dot(normal, onB - onA));
  Manifold middle = manifold;
  middle.normal = toFloat(normal);
  middle.points[0].position = toFloat(ofA ? onB - half : onA + half);
  return middle;
}

/// m/s, of the centre of mass.
Vec3f velocityOf(const ColliderStore& store, std::uint32_t i) {
  return store.motions[i].velocity - cross(store.motions[i].omega, store.sides[i].lever);
}

/// m. How far B moves along the surface in half a step, relative to A, both by their centres of mass.
Vec3f movedAlong(const ColliderStore& store, std::uint32_t i, std::uint32_t j, Vec3f normal, float halfStep) {
  const Vec3f moved = (velocityOf(store, j) - velocityOf(store, i)) * halfStep;
  return moved - normal * dot(normal, moved);
}

/// Whether points of the contact stay behind while the shapes slide over each other: those on a round shape, which a plank moves over. On a flat one that
/// impulses do not move they go with the other shape.
bool pointsStay(const ColliderStore& store, std::uint32_t i, std::uint32_t j) {
  const auto staysFlat = [&](std::uint32_t k) { return !store.motions[k].yields && isPolyhedron(store.boxes[k].shape); };
  return !staysFlat(i) && !staysFlat(j);
}

/// Least cosine of the angle by which a normal turns in half a step for its contact to be looked at there.
constexpr float kSameNormal = 0.98f;
/// 1, of the size of the patch. How far apart two points are at most that are the same one, now and half a step later.
constexpr float kSamePoint = 0.35f;

/// Puts the points of `middle` into the order of those of `manifold`, by their places: numbers of points on a rim count from the lowest one, which
/// half a step may put on the other side. False where they are not the same points. moved: m, of the centre that positions are from.
bool matchPoints(Manifold& middle, const Manifold& manifold, Vec3f moved) {
  if (middle.count != manifold.count) return false;
  float size = 0;
  for (int k = 1; k < manifold.count; ++k) size = std::max(size, length(manifold.points[k].position - manifold.points[0].position));
  for (int k = 0; k < manifold.count; ++k) {
    const auto distance = [&](int l) { return length(middle.points[l].position + moved - manifold.points[k].position); };
    int nearest = k;
    for (int l = k + 1; l < middle.count; ++l) {
      if (distance(l) < distance(nearest)) nearest = l;
    }
    std::swap(middle.points[k], middle.points[nearest]);
    if (manifold.count > 1 && distance(k) > kSamePoint * size) return false;
  }
  return true;
}

}  // namespace

void placeMidStep(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, const WideTile& tile,
                  float halfStep) {
  const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
  const std::uint32_t contactIndex = contacts.records[index].contactIndex;
  Manifold& manifold = contacts.pool[contactIndex];
  Recycling& recycling = contacts.recycling[contactIndex];
  const Vec3f wA = cache.references[i].midStepRotation, wB = cache.references[j].midStepRotation;
  Vec3f moved;  // relative to A, along the surface
  if (pointsStay(store, i, j)) moved = movedAlong(store, i, j, manifold.normal, halfStep);
  if (store.motions[i].omega == Vec3f{} && store.motions[j].omega == Vec3f{} && lengthSquared(moved) < kTouching * kTouching) return;
  const OrientedBox a = atMidStep(store, i, tile.inPlaceOfA(store.boxes[i]), turnOf(store, i, halfStep));
  OrientedBox b = atMidStep(store, j, tile.inPlaceOfB(store.boxes[j]), turnOf(store, j, halfStep));
  b.center += toDouble(moved);
  const auto turnedWith = [&](const OrientedBox& before, const OrientedBox& after) {
    return toDouble(after.axes) * transposeTimes(toDouble(before.axes), toDouble(manifold.normal));
  };
  Manifold middle = contactAtMidStep(a, b, manifold,
                                     isFaceOfA(manifold.axis)   ? turnedWith(tile.inPlaceOfA(store.boxes[i]), a)
                                     : isFaceOfB(manifold.axis) ? turnedWith(tile.inPlaceOfB(store.boxes[j]), b)
                                                                : toDouble(manifold.normal));
  const Vec3f movedA = toFloat(a.center - store.boxes[i].center);
  if (dot(middle.normal, manifold.normal) < kSameNormal || !matchPoints(middle, manifold, movedA)) return;
  const Vec3f centerA = store.sides[i].lever + movedA, originB = recycling.leverB;
  const Vec3f fromB = originB - store.sides[i].lever - moved;  // centre of mass of B -> that of A
  Vec3f shift;
  const bool ownA = store.sides[i].mover != kImmovable;
  for (int k = 0; k < manifold.count; ++k) {
    const Vec3f m = centerA + middle.points[k].position;  // from the centre of mass of A
    const Vec3f pA = beforeRotation(m, wA) - recycling.leverA, pB = beforeRotation(m + fromB, wB) - originB;
    manifold.points[k].position = ownA ? pA : pB;
    shift += ((ownA ? pB : pA) - manifold.points[k].position) * (1 / static_cast<float>(manifold.count));
  }
  (ownA ? recycling.leverB : recycling.leverA) += shift;
}

void separateLevers(Recycling& recycling, const Manifold& manifold, const ColliderStore& store, const ContactCache& cache, std::uint32_t i,
                    std::uint32_t j, float halfStep) {
  const ManifoldPoint& p = manifold.points[0];
  const Vec3f half = manifold.normal * (0.5f * p.separation);
  const bool ballA = store.boxes[i].isSphere(), ballB = store.boxes[j].isSphere();
  Vec3f surfaceA = recycling.leverA + p.position - half, surfaceB = recycling.leverB + p.position + half;
  if (ballA && ballB) {
    surfaceA = store.sides[i].lever + manifold.normal * store.boxes[i].halfExtents.x;
    surfaceB = store.sides[j].lever - manifold.normal * store.boxes[j].halfExtents.x;
  }
  recycling.leverA = leverOf(store, cache, i, surfaceA, p.position, halfStep);
  recycling.leverB = leverOf(store, cache, j, surfaceB, p.position, halfStep);
  const ColliderMotion& owner = store.motions[ballA ? j : i];
  if ((ballA && ballB) || owner.still || owner.yields) return;
  const Vec3f moved = turnedBy(manifold.normal, owner.omega * halfStep) - manifold.normal;
  if (ballA) recycling.leverA += moved * store.boxes[i].halfExtents.x;
  else recycling.leverB -= moved * store.boxes[j].halfExtents.x;
}

void turnNormalAtEdge(Manifold& manifold, const ColliderStore& store, std::uint32_t i, std::uint32_t j, float halfStep) {
  constexpr float kAlongAxis = 1 - 1e-6f;
  const bool ballA = store.boxes[i].isSphere();
  const std::uint32_t ball = ballA ? i : j, box = ballA ? j : i;
  const Vec3f local = transposeTimes(store.boxes[box].axes, manifold.normal);
  for (int k = 0; k < 3; ++k) {
    if (local[k] > kAlongAxis || local[k] < -kAlongAxis) return;  // of a face
  }
  const Vec3f turn = store.motions[box].omega * halfStep;
  const OrientedBox a = atMidStep(store, i, store.boxes[i], store.motions[i].omega * halfStep);
  OrientedBox b = atMidStep(store, j, store.boxes[j], store.motions[j].omega * halfStep);
  b.center += toDouble(movedAlong(store, i, j, manifold.normal, halfStep));
  const Vec3f middle = collideSphere(a, b, kAnyDistance, {}).normal;
  if (dot(middle, manifold.normal) < kSameNormal) return;
  manifold.normal = turnedBy(middle, -turn);
  ManifoldPoint& p = manifold.points[0];
  const Vec3f fromBall = manifold.normal * (store.boxes[ball].halfExtents.x + 0.5f * p.separation);
  p.position = ballA ? fromBall : toFloat(store.boxes[j].center - store.boxes[i].center) - fromBall;
}

void placeBallsAtImpact(Manifold& manifold, const ColliderStore& store, std::uint32_t i, std::uint32_t j, float halfStep) {
  ManifoldPoint& p = manifold.points[0];
  const Vec3f v = store.motions[j].velocity - store.motions[i].velocity;
  const float approach = -dot(manifold.normal, v);
  const float time = p.separation > 0 && approach * 2 * halfStep > p.separation ? p.separation / approach : halfStep;
  const Vec3f offset = toFloat(store.boxes[j].center - store.boxes[i].center) + v * time;
  const float distance = length(offset), radiusA = store.boxes[i].halfExtents.x;
  if (!(distance > 0)) return;
  manifold.normal = offset * (1 / distance);
  p.separation = distance - radiusA - store.boxes[j].halfExtents.x - time * dot(manifold.normal, v);
  p.position = manifold.normal * (radiusA + 0.5f * p.separation);
}

}  // namespace tumble
