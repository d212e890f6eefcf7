// The bodies of a world. Indices are reused, ids are not.
#pragma once
#include <vector>

#include "assertion.h"
#include "bodies/body.h"
#include "bodies/body_description.h"
#include "containers/list.h"

namespace tumble {

struct BodyStore {
  List<Body> bodies;                // [body index], with unused ones
  std::vector<std::string> names;   // by index
  List<std::uint32_t> freeIndices;  // unused indices; the last one is used first
  std::uint32_t aliveCount = 0;
};

/// Creates a body at rest in the given state, without colliders. kNoBody when there are kMaxBodies.
BodyId createBody(BodyStore& store, const BodyDescription& description);
/// Frees the index of a body and increments its generation. The id must be alive.
void destroyBody(BodyStore& store, BodyId id);
/// The body of this id, or null when there is none (any more).
Body* findBody(BodyStore& store, BodyId id);
const Body* findBody(const BodyStore& store, BodyId id);
/// The index must be that of a body.
inline BodyId idOf(const BodyStore& store, std::uint32_t index) {
  TUMBLE_ASSERT(store.bodies[index].alive, "only a living body has an id");
  return makeBodyId(index, store.bodies[index].generation);
}

/// Sets the pose of the body frame in the world. The angular velocity stays.
void setBodyPose(Body& body, Vec3 origin, Quat bodyOrientation);
/// Sets the matrix or the angles of a scheme that stores them from the orientation q.
void syncSchemeOrientation(Body& body);
/// Sets the angular velocity, rad/s, world axes.
void setAngularVelocity(Body& body, Vec3 omega);
/// Linear impulse J (N s) at world point p: dv = J/m, dL = (p - x) x J (Hecker 1997, parts 2 and 4).
void applyImpulse(Body& body, Vec3 impulse, Vec3 point);
/// True when position, orientation, velocity and angular momentum are all finite.
bool isFinite(const Body& body);

}  // namespace tumble
