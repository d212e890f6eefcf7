// Where shapes lie on coplanar triangles of a mesh (span_triangles.h). Scratch of a step.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "narrow_phase/manifold.h"

namespace tumble {

struct MeshTriangle;

/// Found once for each shape: a fine mesh has thousands of triangles below one.
struct PlaneSeat {
  std::uint32_t round = 0, body = 0, geometry = 0;  // when it was found, and the mesh
  const MeshTriangle* triangle = nullptr;           // below the middle
  bool spans = false;
};

/// A shape whose manifold goes from one triangle to another.
struct LeftSeat {
  std::uint32_t collider;
  Manifold manifold;
};
struct NewSeat {
  std::uint32_t collider;
  std::size_t pair;
};

struct PlaneSeats {
  std::uint32_t round = 0;
  List<PlaneSeat> seats;  // [collider] of the shape; those of earlier rounds mean nothing
  List<LeftSeat> left;
  List<NewSeat> taken;
};

}  // namespace tumble
