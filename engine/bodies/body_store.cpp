#include "bodies/body_store.h"

#include <algorithm>
#include <iterator>

#include "assertion.h"
#include "bodies/planar.h"
#include "math/euler_angles.h"
#include "math/unit.h"
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

/// Without surfaces.
MassProperties massPropertiesOf(const BodyDescription& description) {
  const auto isSolid = [&](const Shape& shape) { return description.type != BodyType::fixed || !isSurface(shape); };
  if (std::all_of(description.shapes.begin(), description.shapes.end(), isSolid)) return massProperties(description.shapes);
  std::vector<Shape> solids;
  std::copy_if(description.shapes.begin(), description.shapes.end(), std::back_inserter(solids), isSolid);
  return massProperties(solids);
}

void setMassProperties(Body& body, const BodyDescription& description) {
  MassProperties properties = massPropertiesOf(description);
  if (description.mass > 0) properties = withMass(properties, description.mass);
  if (description.hasCenterOfMass) properties.centerOfMass = description.centerOfMass;
  if (description.hasInertia) properties.inertia = description.inertia;
  const PrincipalAxes axes = principalAxes(properties.inertia);
  body.centerOfMass = properties.centerOfMass;
  body.principalToBody = axes.orientation;
  if (body.type != BodyType::dynamic) return;
  body.mass = properties.mass;
  body.inverseMass = 1 / properties.mass;
  if (description.planar) return lockInertia(body, properties.inertia, description.orientation);
  body.inertia = axes.moments;
  body.inverseInertia = {1 / axes.moments.x, 1 / axes.moments.y, 1 / axes.moments.z};
}

}  // namespace

BodyId createBody(BodyStore& store, const BodyDescription& description) {
  std::uint32_t index;
  if (!store.freeIndices.empty()) {
    index = store.freeIndices.back();
    store.freeIndices.pop_back();
  } else {
    if (store.bodies.size() >= kMaxBodies - 1) return kNoBody;
    index = static_cast<std::uint32_t>(store.bodies.size());
    store.bodies.emplace_back();
    store.names.emplace_back();
  }
  TUMBLE_ASSERT(!store.bodies[index].alive, "a new body gets an index that is free");
  const std::uint32_t generation = store.bodies[index].generation;
  Body& body = store.bodies[index] = Body{};
  body.generation = generation;
  body.alive = true;
  body.type = description.type;
  body.linearDamping = description.linearDamping;
  body.angularDamping = description.angularDamping;
  body.planar = description.planar && body.type == BodyType::dynamic;
  body.maySleep = description.sleeping;
  body.continuous = description.continuous;
  if (body.type == BodyType::dynamic) body.motion = description.motion;
  setMassProperties(body, description);
  setBodyPose(body, description.position, description.orientation);
  body.v = description.velocity;
  setAngularVelocity(body, description.angularVelocity);
  store.names[index] = description.name;
  ++store.aliveCount;
  return makeBodyId(index, generation);
}

void destroyBody(BodyStore& store, BodyId id) {
  const std::uint32_t index = bodyIndex(id);
  const std::uint32_t generation = (store.bodies[index].generation + 1) & (0xffffffffu >> kBodyIndexBits);
  TUMBLE_ASSERT(findBody(store, id), "a body that is destroyed lives");
  store.bodies[index] = Body{};
  store.bodies[index].generation = generation;
  store.names[index].clear();
  // After the last generation an old id could name a new body: the index is never used again.
  if (generation != 0) store.freeIndices.push_back(index);
  --store.aliveCount;
}

const Body* findBody(const BodyStore& store, BodyId id) {
  const std::uint32_t index = bodyIndex(id);
  if (index >= store.bodies.size()) return nullptr;
  const Body& body = store.bodies[index];
  return body.alive && body.generation == bodyGeneration(id) ? &body : nullptr;
}

Body* findBody(BodyStore& store, BodyId id) { return const_cast<Body*>(findBody(static_cast<const BodyStore&>(store), id)); }

void setBodyPose(Body& body, Vec3 origin, Quat bodyOrientation) {
  TUMBLE_ASSERT(isUnit(bodyOrientation), "a body is turned by a unit quaternion");
  const Vec3 omega = angularVelocity(body);
  body.q = normalized(bodyOrientation * body.principalToBody);
  if (body.planar) {
    constrainToPlane(body);
    bodyOrientation = body.q * conjugate(body.principalToBody);
  }
  body.x = origin + rotate(bodyOrientation, body.centerOfMass);
  body.lastGoodX = body.x;
  body.lastGoodQ = body.q;
  syncSchemeOrientation(body);
  setAngularVelocity(body, omega);
}

void syncSchemeOrientation(Body& body) {
  if (storesMatrix(body.motion)) body.matrix = toMatrix(body.q);
  if (storesAngles(body.motion)) body.angles = eulerAngles(body.q);
}

void setAngularVelocity(Body& body, Vec3 omega) {
  if (body.type == BodyType::dynamic) {
    if (body.planar) omega.x = omega.y = 0;
    body.L = angularMomentumOf(body, omega);
  } else {
    body.kinematicOmega = omega;
  }
}

void applyImpulse(Body& body, Vec3 impulse, Vec3 point) {
  if (body.type != BodyType::dynamic) return;
  body.v += impulse * body.inverseMass;
  body.L += cross(point - body.x, impulse);
}

namespace {

/// The orientation as stored by the scheme of motion. The squares of matrix columns, which Gram-Schmidt needs, must be finite, too.
bool isSchemeOrientationFinite(const Body& body) {
  if (storesMatrix(body.motion)) {
    const Mat3& a = body.matrix;
    return isFinite(Vec3{dot(a.cx, a.cx), dot(a.cy, a.cy), dot(a.cz, a.cz)});
  }
  return !storesAngles(body.motion) || isFinite(body.angles);
}

}  // namespace

bool isFinite(const Body& body) {
  return isFinite(body.x) && isFinite(body.q) && isFinite(body.v) && isFinite(body.L) && isFinite(body.kinematicOmega) &&
         isSchemeOrientationFinite(body);
}

}  // namespace tumble
