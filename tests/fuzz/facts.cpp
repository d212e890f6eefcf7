#include "fuzz/facts.h"

#include <algorithm>

namespace tumble::fuzz {

namespace {

/// m. How far the solid reaches from each principal axis of its body.
Vec3 leverOf(const Solid& solid) {
  Vec3 lever;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 signs{corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
    const Vec3 p = solid.position + (solid.round ? Vec3{} : rotate(solid.orientation, scaled(solid.half, signs)));
    const double radius = solid.round ? solid.half.x : 0;
    for (int i = 0; i < 3; ++i) lever[i] = std::max(lever[i], std::hypot(p[(i + 1) % 3], p[(i + 2) % 3]) + radius);
  }
  return lever;
}

Outline outlineOf(ColliderShape shape) {
  switch (shape) {
    case ColliderShape::box: return Outline::box;
    case ColliderShape::sphere: return Outline::ball;
    case ColliderShape::cylinder: return Outline::cylinder;
    case ColliderShape::capsule: return Outline::capsule;
    case ColliderShape::cone: return Outline::cone;
    case ColliderShape::ellipsoid: return Outline::ellipsoid;
    default: return Outline::hull;
  }
}

/// Its middle is the mean of its vertices: that of the box around it may lie outside.
void addVertices(Solid& solid, const Hull& hull) {
  Vec3 middle;
  for (const Vec3 p : hull.vertices) middle += p * (1.0 / static_cast<double>(hull.vertices.size()));
  for (const Vec3 p : hull.vertices) solid.vertices.push_back(p - middle);
  solid.position += rotate(solid.orientation, middle);
  solid.half += Vec3{std::fabs(middle.x), std::fabs(middle.y), std::fabs(middle.z)};
}

}  // namespace

Facts factsOf(const World& world) {
  Facts facts;
  facts.h = timeStep(world);
  facts.gravity = world.settings.gravity;
  facts.collisions = world.settings.collisions;
  for (const Body& body : world.bodies.bodies) {
    BodyFacts one;
    one.type = body.type;
    one.motion = body.motion;
    one.alive = body.alive;
    one.planar = body.planar;
    one.damped = body.linearDamping > 0 || body.angularDamping > 0;
    one.mass = body.type == BodyType::dynamic ? (body.mass > 0 ? body.mass : 1 / body.inverseMass) : 0;
    for (int i = 0; i < 3; ++i) one.moments[i] = body.inverseInertia[i] > 0 ? 1 / body.inverseInertia[i] : 0;
    one.principalToBody = body.principalToBody;
    one.centerOfMass = body.centerOfMass;
    one.firstSolid = facts.solids.size();
    one.size = 1e300;
    for (std::uint32_t i = 0; i < body.colliderCount; ++i) {
      const Collider& collider = world.colliders.colliders[body.firstCollider + i];
      if (!collider.alive) continue;
      Solid solid;
      solid.body = static_cast<std::uint32_t>(facts.bodies.size());
      solid.round = collider.isSphere();
      solid.outline = outlineOf(collider.shape);
      solid.half = toDouble(collider.halfExtents);
      solid.position = collider.position;
      solid.orientation = collider.orientation;
      if (collider.hull) addVertices(solid, *collider.hull);
      solid.friction = collider.friction;
      solid.restitution = collider.restitution;
      one.size = std::min({one.size, 2 * solid.half.x, 2 * solid.half.y, 2 * solid.half.z});
      one.reach = std::max(one.reach, length(solid.position) + (solid.round ? solid.half.x : length(solid.half)));
      const Vec3 lever = leverOf(solid);
      for (int k = 0; k < 3; ++k) one.lever[k] = std::max(one.lever[k], lever[k]);
      facts.solids.push_back(solid);
    }
    one.solidCount = facts.solids.size() - one.firstSolid;
    if (one.solidCount == 0) one.size = 0;
    facts.bodies.push_back(one);
  }
  for (const Force& force : world.forces) {
    const auto* field = std::get_if<AccelerationField>(&force.model);
    if (field && force.body == kNoBody) facts.gravity += field->acceleration;
    else facts.forces.push_back(force);
  }
  facts.joints.assign(world.joints.begin(), world.joints.end());
  return facts;
}

bool canSqueeze(const Facts& facts) {
  bool moved = false, still = false;
  for (const BodyFacts& body : facts.bodies) {
    if (!body.alive || body.solidCount == 0) continue;
    still |= body.type == BodyType::fixed;
    moved |= body.type == BodyType::kinematic;
  }
  return moved && still;
}

bool isJointed(const Facts& facts, std::size_t body) {
  return std::any_of(facts.joints.begin(), facts.joints.end(), [&](const Joint& joint) { return joint.alive && holds(joint, body); });
}

bool areJoined(const Facts& facts, std::size_t a, std::size_t b) {
  return std::any_of(facts.joints.begin(), facts.joints.end(),
                     [&](const Joint& joint) { return !joint.collides && holds(joint, a) && holds(joint, b); });
}

Frame frameOf(const World& world) {
  Frame frame;
  frame.bodies.reserve(world.bodies.bodies.size());
  for (const Body& body : world.bodies.bodies) {
    const bool still = body.type == BodyType::fixed;
    frame.bodies.push_back(
        {body.x, still ? Vec3{} : body.v, still ? Vec3{} : angularVelocity(body), body.L, body.q, body.frozen, isAsleep(body)});
  }
  for (const Joint& joint : world.joints) frame.joints.push_back({joint.alive, joint.coordinate});
  frame.commanded = world.report.commandCount > 0 || !world.pointerSprings.empty();
  for (const Force& force : world.forces) frame.commanded |= force.untilStep >= 0;
  frame.overload = (world.report.flags & kPairOverload) != 0;
  return frame;
}

}  // namespace tumble::fuzz
