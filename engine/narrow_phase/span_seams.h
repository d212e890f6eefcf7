// A body that lies across the seams of flush boxes (internal_edges.h).
#pragma once
#include "narrow_phase/internal_edges.h"
#include "narrow_phase/plane_seats.h"

namespace tumble {

/// A tile that is as wide as the body on it, in place of that collider.
struct WideTile {
  bool isA = false, isB = false;
  OrientedBox box;

  const OrientedBox& inPlaceOfA(const OrientedBox& a) const { return isA ? box : a; }
  const OrientedBox& inPlaceOfB(const OrientedBox& b) const { return isB ? box : b; }
};

/// Merges the manifolds of a body that lies with a face or a line across seams: the tile below its centre gets the manifold with all flush faces, the
/// other tiles get none. Otherwise its corners would meet one tile after the other. Returns the tile for which the manifold was made.
WideTile spanSeams(const ColliderPair& colliders, float speculative, const Manifold& previous, Manifold& manifold);

/// Which triangle has the manifold of a body that lies across several (span_triangles.h).
enum class Seat { none, here, elsewhere };

/// collideExposed, spanSeams and spanTriangles.
struct SolidContact {
  Manifold manifold;
  WideTile tile;
  Seat seat = Seat::none;
};
SolidContact collideSolids(const ColliderPair& colliders, float speculative, const Manifold& previous, PlaneSeats* seats = nullptr);

}  // namespace tumble
