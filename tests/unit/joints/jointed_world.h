// Worlds with joints: what their tests ask, and numbers in the text of scenes.
#pragma once
#include <string>

#include "support/worlds.h"

namespace tumble::test {

/// m, world: the anchor of an end.
inline Vec3 anchorOf(const World& world, const JointEnd& end) {
  if (end.body == kNoBody) return end.anchor;
  const Body& body = world.bodies.bodies[bodyIndex(end.body)];
  return body.x + rotate(body.q, end.anchor);
}

/// J: kinetic energy and weight.
inline double energyOf(const World& world) {
  double energy = 0;
  for (const Body& body : world.bodies.bodies) {
    if (!body.alive || body.type != BodyType::dynamic) continue;
    energy +=
        0.5 * body.mass * dot(body.v, body.v) + 0.5 * dot(angularVelocity(body), body.L) - body.mass * dot(world.settings.gravity, body.x);
  }
  return energy;
}

/// m: the largest gap of joints whose anchors meet.
inline double largestGap(const World& world) {
  double gap = 0;
  for (const Joint& joint : world.joints) {
    if (joint.type == JointType::slider || joint.type == JointType::distance || joint.type == JointType::pulley || isCoupling(joint.type))
      continue;
    const double apart = length(anchorOf(world, joint.a) - anchorOf(world, joint.b));
    gap = apart > gap || !(apart == apart) ? apart : gap;
  }
  return gap;
}

}  // namespace tumble::test
