// Colliders: the shapes of bodies that collide, in the principal frame of their body and in the world.
#pragma once
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "colliders/aabb.h"
#include "colliders/hull.h"
#include "containers/list.h"
#include "math/mat3.h"
#include "shapes/shape.h"

namespace tumble {

struct TriangleMesh;

/// Sizes are those of the box around it, of half sides h, axis y.
enum class ColliderShape : unsigned char {
  box,
  sphere,     // of radius h.x, which all three are
  capsule,    // of radius h.x, its segment h.y - h.x up and down
  cylinder,   // of radius h.x and height 2 h.y
  cone,       // of radius h.x and height 2 h.y, apex up
  hull,       // Hull
  ellipsoid,  // of semi-axes h
  triangle,   // Hull, of a triangle of a mesh, which does not move
};

/// Whether it has a Hull.
constexpr bool isHull(ColliderShape shape) { return shape == ColliderShape::hull || shape == ColliderShape::triangle; }
/// Whether all faces are flat: contacts turn with the body as those of boxes do.
constexpr bool isPolyhedron(ColliderShape shape) { return shape == ColliderShape::box || isHull(shape); }

struct Collider {
  std::uint32_t body = 0;  // index in the body store
  bool alive = false;
  bool moves = false;  // belongs to a dynamic body; two colliders that do not move never make a pair
  ColliderShape shape = ColliderShape::box;
  float friction = 0.5f;
  float restitution = 0;
  float rollingFriction = 0;   // m
  Vec3f halfExtents;           // m
  Vec3 position;               // m, centre in the principal frame of the body
  Quat orientation;            // collider -> principal frame
  std::uint32_t geometry = 0;  // of a hull or triangle: index of ColliderStore::hulls or meshes
  const Hull* hull = nullptr;  // the same
  std::uint32_t triangle = 0;  // of a triangle: index in its mesh
  bool isSphere() const { return shape == ColliderShape::sphere; }
};

/// A collider in the world at one moment, as the box around it with its shape. Double centre, so that differences stay exact far from the origin.
struct OrientedBox {
  Vec3 center;        // m, world
  Mat3f axes;         // columns: the box axes in world axes
  Vec3f halfExtents;  // m
  ColliderShape shape = ColliderShape::box;
  const Hull* hull = nullptr;  // of a hull or triangle
  bool isBox() const { return shape == ColliderShape::box; }
  bool isSphere() const { return shape == ColliderShape::sphere; }  // then the axes are those of the world
  bool isTriangle() const { return shape == ColliderShape::triangle; }
};

/// Axes of the collider on a body with the orientation q. They are rounded once, so the identity gives exact unit axes.
inline Mat3f axesOf(const Collider& collider, Quat q) {
  if (collider.isSphere()) return {};
  return toFloat(toMatrix(collider.orientation == Quat{} ? q : q * collider.orientation));
}
/// The collider on a body whose principal frame is at x, q.
inline OrientedBox orientedBoxOf(const Collider& collider, Vec3 x, Quat q) {
  return {x + rotate(q, collider.position), axesOf(collider, q), collider.halfExtents, collider.shape, collider.hull};
}

/// The shape turned about its centre.
inline OrientedBox turnedAboutCenter(OrientedBox shape, Quat turn) {
  shape.axes = toFloat(toMatrix(turn) * toDouble(shape.axes));
  return shape;
}

/// Motion of a collider at the start of a step, for bounds on its motion in the step.
struct ColliderMotion {
  Vec3f velocity;       // m/s, of its centre, world
  float turning = 0;    // m/s, bound on the speed of its corners about its centre
  Vec3f omega;          // rad/s; 0 for a sphere that is its whole body: contacts do not depend on its rotation
  bool still = false;   // belongs to a static body
  bool yields = false;  // impulses move it: belongs to a dynamic body that is not frozen
};

/// ContactSide::mover of a collider that impulses do not move.
constexpr std::uint32_t kImmovable = 0xffffffffu;

/// The part of a collider that the contact solver reads, in random order: half a cache line.
struct alignas(32) ContactSide {
  Vec3f lever;  // m, centre of mass of the body -> centre of the collider, world axes
  float friction = 0, restitution = 0;
  std::uint32_t body = 0;            // index in the body store
  std::uint32_t mover = kImmovable;  // the same if impulses move it
  std::uint32_t first = 0;           // Body::firstCollider
};
static_assert(sizeof(ContactSide) == 32);

inline float combinedFriction(const ContactSide& a, const ContactSide& b) { return std::sqrt(a.friction * b.friction); }
inline float combinedRestitution(const ContactSide& a, const ContactSide& b) {
  return a.restitution < b.restitution ? b.restitution : a.restitution;
}

/// Free collider indices [first, first + count).
struct ColliderRun {
  std::uint32_t first, count;
};

/// The pose at which the colliders of a static body were placed: there they stay.
struct PlacedBody {
  Vec3 x;
  Quat q;
  std::uint32_t generation = 0;  // Body::generation + 1; 0: they were not
};

struct ColliderStore {
  List<Collider> colliders;
  List<ColliderRun> freeRuns;
  // [index of the geometry]; copies of a world share them.
  std::vector<std::shared_ptr<const Hull>> hulls;
  std::vector<std::shared_ptr<const TriangleMesh>> meshes;
  // Written by placeColliders at the start of a step, same index as colliders.
  List<OrientedBox> boxes;
  List<ColliderMotion> motions;
  List<ContactSide> sides;
  bool hasCompounds = false;        // some body has, or had, several
  bool anyBounces = false;          // some collider has, or had, a restitution
  bool anyRollingFriction = false;  // some collider has, or had, one
  bool anyDriven = false;           // some collider belongs, or belonged, to a kinematic or frozen body
  bool anyLoaded =
      false;  // the contact point of some collider turns otherwise than its body: balls off its centre of mass, all that is round
  List<Aabb> sweptBoxes;    // colliders/fat_box.h
  List<PlacedBody> placed;  // [body]
};

}  // namespace tumble
