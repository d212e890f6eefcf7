#include "scene/force_reader.h"

#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"force", "torque", "drag", "spring", "field", "beam"};  // in the order of ForceType
constexpr std::string_view kFrames[] = {"world", "body"};                     // in the order of ForceFrame

/// A point of the body, in the body frame.
void readPoint(Fields& fields, Force& force, const BodyReferences& references) {
  if (const Cursor at = take(fields, "point")) {
    force.point = readVector(at, kPositionRange);
  } else if (const Body* body = findBody(references.world->bodies, force.body)) {
    force.point = body->centerOfMass;
  }
}

/// Where the other end of a spring is: a place in the world, or a point of another body.
void readOtherEnd(Fields& fields, Force& force, const BodyReferences& references) {
  const Cursor anchor = take(fields, "anchor"), other = take(fields, "other"), point = take(fields, "otherPoint");
  if (anchor) force.anchor = readVector(anchor, kPositionRange);
  if (anchor && other) refuse(other, "a spring ends at an anchor or at another body");
  if (!anchor && !other && fields.missing.empty()) fields.missing = "anchor";
  if (point && !other) refuse(point, "there is no other body");
  if (!other) return;
  force.other = readBodyReference(other, references);
  if (force.other == force.body) refuse(other, "it is the body at the first end");
  const Body* body = findBody(references.world->bodies, force.other);
  if (body) force.otherPoint = body->centerOfMass;
  if (point) force.otherPoint = readVector(point, kPositionRange);
}

}  // namespace

void readPush(Fields& fields, Force& force, const BodyReferences& references) {
  const bool torque = force.type == ForceType::torque;
  if (const Cursor at = need(fields, torque ? "torque" : "force")) force.vector = readVector(at, kForceRange);
  if (!torque) readPoint(fields, force, references);
  take(fields, "frame", kFrames, force.frame);
}

Force readForce(const Cursor& place, const BodyReferences& references) {
  Force force;
  Fields fields = openFields(place);
  if (const Cursor at = needFirst(fields, "type")) force.type = static_cast<ForceType>(readChoice(at, kTypes));
  const bool isOfAll = force.type == ForceType::field && !has(fields, "body");
  if (!isOfAll) {
    if (const Cursor at = need(fields, "body")) force.body = readBodyReference(at, references);
  }
  switch (force.type) {
    case ForceType::force:
    case ForceType::torque:
      readPush(fields, force, references);
      break;
    case ForceType::drag:
      take(fields, "linear", kCoefficientRange, force.linear);
      take(fields, "angular", kCoefficientRange, force.angular);
      break;
    case ForceType::spring:
      readPoint(fields, force, references);
      readOtherEnd(fields, force, references);
      need(fields, "stiffness", kCoefficientRange, force.stiffness);
      take(fields, "damping", kCoefficientRange, force.damping);
      take(fields, "restLength", kLengthRange, force.restLength);
      break;
    case ForceType::field:
      need(fields, "acceleration", kGravityRange, force.vector);
      break;
    case ForceType::beam:
      readPoint(fields, force, references);
      force.reach = kUsualBeamReach;
      need(fields, "anchor", kPositionRange, force.anchor);
      need(fields, "strength", kCoefficientRange, force.strength);
      take(fields, "reach", kReachRange, force.reach);
      take(fields, "damping", kCoefficientRange, force.damping);
      break;
  }
  close(fields);
  return force;
}

}  // namespace tumble
