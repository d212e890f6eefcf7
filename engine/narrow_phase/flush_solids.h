// Shapes that lie flush side by side form one solid. This finds them, and tests which points the solid covers.
//
// Shapes are parts of one solid when they keep their positions relative to each other: all static boxes, hulls and triangles at the rim of a mesh, and
// kinematic boxes at rest; kinematic boxes of the same motion; the boxes of one dynamic body. A kinematic box that slides along a seam, as a moving
// walkway does beside the floor, hides it, too, though each bears by itself.
#pragma once
#include <cstdint>
#include <span>

#include "broad_phase/static_tree.h"
#include "colliders/collider.h"
#include "containers/list.h"

namespace tumble {

/// Follows from the colliders that no impulse moves.
struct FlushSolids {
  std::uint32_t version = 0;               // of the static tree that `joined` and `tree` were made from
  List<std::uint8_t> joined;               // [collider] 1: a static shape that another one touches
  StaticTree tree;                         // of the joined shapes
  List<std::uint32_t> driven;              // the boxes of kinematic and frozen bodies, ascending
  List<std::uint32_t> beside;              // the static shapes with a rim at driven boxes that do not turn, ascending
  List<std::uint8_t> hasBeside;            // [collider] 1: in `beside`, or a driven box at one of them
  mutable List<std::uint32_t> neighbours;  // scratch
  mutable std::size_t checks = 0;          // manifolds checked against neighbours in this part of the step (kSeamChecks)
};

/// Call after colliders came, went, or got another pose. `statics` is the tree of the static colliders.
void updateFlushSolids(FlushSolids& flush, const StaticTree& statics, const ColliderStore& store);

/// False for a collider that is no part of a larger solid: most are not.
bool mayLieFlush(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i);

/// The same for a static hull, or a triangle at the rim of its mesh.
bool mayLieFlushAsHull(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i);

/// Whether the bounds of another box of the solid that collider i belongs to, or one that slides along it, contain p (m, world).
bool hasNeighbourAt(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, Vec3 p);

/// m. Gaps up to this are flush: kFlush, at most 1 % of the thinnest side.
double flushTolerance(Vec3f halfExtents);

/// Of the sine of an angle: a direction this close to the plane of a face lies in it.
constexpr double kTilt = 1e-3;

constexpr std::uint32_t kNoCollider = 0xffffffffu;
/// The first box of the solid of collider i whose surface, across the unit vector n, contains p (m, world) to within `tolerance` (m);
/// kNoCollider if there is none.
std::uint32_t supportAt(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, Vec3 p, Vec3 n, double tolerance);

/// The boxes of the solid near some points of collider i. A compound has up to 64 boxes, a manifold asks for 30 points.
struct Neighbourhood {
  const FlushSolids& flush;
  const ColliderStore& store;
  std::uint32_t i;
  double tolerance;  // m
  bool isStatic;     // it has neighbours in flush.tree
  bool isDriven;     // flush.neighbours are driven boxes and those beside them; false: boxes of the same body
};

/// For queries at most `distance` (m) from one of the points, all of them on collider i.
Neighbourhood neighbourhoodOf(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, std::span<const Vec3> points,
                              double distance, double tolerance);

/// Whether another box of the solid, or one that slides across n, extends beyond p along n.
bool isCovered(const Neighbourhood& neighbourhood, Vec3 p, Vec3 n, double tilt = kTilt);

}  // namespace tumble
