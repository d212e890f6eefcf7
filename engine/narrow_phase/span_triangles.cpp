#include "narrow_phase/span_triangles.h"

#include <algorithm>
#include <cmath>

#include "colliders/triangle_mesh.h"
#include "narrow_phase/convex_contact.h"
#include "narrow_phase/convex_feature.h"

namespace tumble {
namespace {

constexpr double kCoplanar = 1e-8;      // 1 less the cosine of the angle below which two triangles are in one plane
constexpr float kSameNormal = 0.9999f;  // cosine of the angle below which an impulse goes along to the next triangle
constexpr double kOnEdge = 1e-6;        // of the size: a point this near an edge is on it
constexpr double kSunkIn = 0.002;       // m. What has sunk in deeper may lie beside the triangle (triangle_contact.cpp)
constexpr int kMostCrossed = 64;        // triangles on the way to a point

/// m. How far p is beyond an edge. All in the axes of the mesh, from its origin.
double beyond(const MeshTriangle& triangle, std::size_t edge, Vec3 p) {
  const List<Vec3>& corners = triangle.hull.vertices;
  const Vec3 along = corners[(edge + 1) % 3] - corners[edge];
  return dot(cross(along, triangle.normal()), p - triangle.hull.center - corners[edge]) / length(along);
}

bool isWithinPlane(const TriangleEdge& edge, Vec3 n) { return edge.triangle && 1 - dot(edge.normal, n) < kCoplanar; }

/// The triangle below p, a point of the plane with the normal n, reached from `from` over edges within the plane; null: there is none.
const MeshTriangle* triangleBelow(const MeshTriangle* from, Vec3 p, Vec3 n, double tolerance) {
  for (int crossed = 0; crossed < kMostCrossed; ++crossed) {
    const TriangleEdge* next = nullptr;
    double farthest = tolerance;
    bool isBelow = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const double distance = beyond(*from, k, p);
      isBelow = isBelow && distance <= tolerance;
      if (distance > farthest && isWithinPlane(from->edges[k], n)) farthest = distance, next = &from->edges[k];
    }
    if (isBelow) return from;
    if (!next) return nullptr;
    from = next->triangle;
  }
  return nullptr;
}

/// The first triangle of the mesh of those that share the point p with this one.
const MeshTriangle* firstAt(const MeshTriangle* triangle, Vec3 p, Vec3 n, double tolerance) {
  ShortList<const MeshTriangle*, 16> found;
  found.push_back(triangle);
  const MeshTriangle* first = triangle;
  for (std::size_t i = 0; i < found.size(); ++i) {
    first = std::min(first, found[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      const TriangleEdge& edge = found[i]->edges[k];
      if (beyond(*found[i], k, p) < -tolerance || !isWithinPlane(edge, n)) continue;
      if (found.size() < 16 && std::find(found.begin(), found.end(), edge.triangle) == found.end()) found.push_back(edge.triangle);
    }
  }
  return first;
}

bool areInOnePlane(const MeshTriangle& a, const MeshTriangle& b, double tolerance) {
  const Vec3 apart = a.hull.center + a.hull.vertices[0] - (b.hull.center + b.hull.vertices[0]);
  return 1 - dot(a.normal(), b.normal()) < kCoplanar && std::abs(dot(b.normal(), apart)) <= tolerance;
}

PlaneSeat& seatOf(PlaneSeats& seats, const ColliderStore& store, std::uint32_t collider) {
  if (seats.seats.size() < store.colliders.size()) seats.seats.resize(store.colliders.size());
  PlaneSeat& seat = seats.seats[collider];
  if (seat.round != seats.round) seat = {seats.round};
  return seat;
}

/// The plane as a box below it, with this point (m, world) in the middle of its upper face.
OrientedBox boxBelow(Vec3 p, Vec3 normal, float size) {
  OrientedBox box;
  const Vec3 aside = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, x = normalized(cross(aside, normal));
  box.axes = {toFloat(x), toFloat(normal), toFloat(cross(x, normal))};
  box.halfExtents = {size, size, size};
  box.center = p - normal * static_cast<double>(size);
  return box;
}

}  // namespace

bool spanTriangles(const ColliderPair& c, float speculative, const Manifold& previous, PlaneSeats* seats, SolidContact& contact) {
  const bool isA = c.a.isTriangle();
  const OrientedBox &placed = isA ? c.a : c.b, &shape = isA ? c.b : c.a;
  if (shape.isSphere()) return false;
  const MeshTriangle& own = *placed.hull->triangle;
  const Mat3 axes = toDouble(placed.axes);
  const Vec3 n = own.normal(), up = axes * n;
  const double tolerance = kOnEdge * static_cast<double>(length(placed.halfExtents) + length(shape.halfExtents));
  const Collider& mesh = c.store.colliders[isA ? c.i : c.j];
  PlaneSeat* const seat = seats ? &seatOf(*seats, c.store, isA ? c.j : c.i) : nullptr;
  const bool isKnown = seat && seat->triangle && seat->body == mesh.body && seat->geometry == mesh.geometry &&
                       areInOnePlane(own, *seat->triangle, tolerance);
  if (isKnown && !seat->spans) return false;
  contact.manifold.normal = toFloat(isA ? up : -up);
  if (isKnown && seat->triangle != &own) {
    contact.seat = Seat::elsewhere;
    return true;
  }
  const Feature foot = featureOf(shape, -up);
  if (foot.corners.size() < 2) return false;
  const Vec3 offset = shape.center - placed.center, origin = axes * own.hull.vertices[0];
  Vec3 middle;
  double lowest = static_cast<double>(speculative);
  for (const FeatureCorner& corner : foot.corners) {
    const double height = dot(up, offset + corner.at - origin);
    if (!(height <= static_cast<double>(speculative) && height >= -kSunkIn)) return false;
    lowest = std::min(lowest, height);
    middle += corner.at * (1 / static_cast<double>(foot.corners.size()));
  }
  // m, from the centre of the box around the triangle, of a point from that of the shape.
  const auto onPlane = [&](Vec3 p) { return offset + p - up * dot(up, offset + p - origin); };
  const auto inMesh = [&](Vec3 p) { return own.hull.center + transposeTimes(axes, p); };
  const Vec3 point = onPlane(middle);
  const MeshTriangle* const below = triangleBelow(&own, inMesh(point), n, tolerance);
  if (!below) return false;
  const MeshTriangle* const first = firstAt(below, inMesh(point), n, tolerance);
  bool spans = true;
  for (const FeatureCorner& corner : foot.corners) spans = spans && triangleBelow(below, inMesh(onPlane(corner.at)), n, tolerance);
  if (seat) *seat = {seats->round, mesh.body, mesh.geometry, first, spans};
  if (!spans) return false;
  const bool isHere = c.forAll || first == &own;
  contact.seat = isHere ? Seat::here : Seat::elsewhere;
  if (!isHere) return true;
  contact.tile = {isA, !isA, boxBelow(placed.center + point, up, 4 * length(shape.halfExtents))};
  const OrientedBox &a = contact.tile.inPlaceOfA(c.a), &b = contact.tile.inPlaceOfB(c.b);
  contact.manifold = collideAlong(a, b, {isA ? up : -up, lowest}, speculative, previous);
  const Vec3f fromA = toFloat(a.center - c.a.center);
  for (int k = 0; k < contact.manifold.count; ++k) contact.manifold.points[k].position += fromA;
  return true;
}

void recordSeat(PlaneSeats& seats, const ColliderPair& c, std::size_t index, const SolidContact& contact, const Manifold& previous) {
  const std::uint32_t collider = c.a.isTriangle() ? c.j : c.i;
  if (contact.seat == Seat::elsewhere && hasNormalImpulse(previous)) seats.left.push_back({collider, previous});
  if (contact.seat == Seat::here && previous.count == 0) seats.taken.push_back({collider, index});
}

void handOverSeats(PlaneSeats& seats, ContactStore& contacts) {
  for (const NewSeat& seat : seats.taken) {
    if (contacts.records[seat.pair].contactIndex == kApart) continue;
    Manifold& to = contacts.pool[contacts.records[seat.pair].contactIndex];
    for (const LeftSeat& left : seats.left) {
      const Manifold& from = left.manifold;
      if (left.collider != seat.collider || dot(from.normal, to.normal) < kSameNormal) continue;
      for (int i = 0; i < to.count; ++i)
        for (int j = 0; j < from.count; ++j)
          if (to.feature[i] == from.feature[j]) to.normalImpulse[i] = from.normalImpulse[j];
      to.frictionImpulse = from.frictionImpulse;
      to.twistImpulse = from.twistImpulse;
    }
  }
}

}  // namespace tumble
