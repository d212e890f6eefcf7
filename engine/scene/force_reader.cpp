#include "scene/force_reader.h"

#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"force", "torque", "drag", "spring", "field", "beam"};  // in the order of ForceType
constexpr std::string_view kFrames[] = {"world", "body"};                                      // in the order of ForceFrame

/// A point of the body, in the body frame.
void readPoint(Fields& fields, Force& force, const BodyReferences& references) {
  if (const Cursor at = optionalField(fields, "point")) {
    force.point = readVector(at, kPositionRange);
  } else if (const Body* body = findBody(references.world->bodies, force.body)) {
    force.point = body->centerOfMass;
  }
}

/// The other end of a spring: an anchor in the world, or a point of another body.
void readOtherEnd(Fields& fields, Force& force, const BodyReferences& references) {
  const Cursor anchor = optionalField(fields, "anchor"), other = optionalField(fields, "other"),
               point = optionalField(fields, "otherPoint");
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
  if (const Cursor at = requiredField(fields, torque ? "torque" : "force")) force.vector = readVector(at, kForceRange);
  if (!torque) readPoint(fields, force, references);
  readOptional(fields, "frame", kFrames, force.frame);
}

Force readForce(const Cursor& cursor, const BodyReferences& references) {
  Force force;
  Fields fields = openFields(cursor);
  if (const Cursor at = requiredFirstField(fields, "type")) force.type = static_cast<ForceType>(readChoice(at, kTypes));
  const bool isOnAll = force.type == ForceType::field && !has(fields, "body");
  if (!isOnAll) {
    if (const Cursor at = requiredField(fields, "body")) force.body = readBodyReference(at, references);
  }
  switch (force.type) {
    case ForceType::force:
    case ForceType::torque: readPush(fields, force, references); break;
    case ForceType::drag:
      readOptional(fields, "linear", kCoefficientRange, force.linear);
      readOptional(fields, "angular", kCoefficientRange, force.angular);
      break;
    case ForceType::spring:
      readPoint(fields, force, references);
      readOtherEnd(fields, force, references);
      readRequired(fields, "stiffness", kCoefficientRange, force.stiffness);
      readOptional(fields, "damping", kCoefficientRange, force.damping);
      readOptional(fields, "restLength", kLengthRange, force.restLength);
      break;
    case ForceType::field: readRequired(fields, "acceleration", kGravityRange, force.vector); break;
    case ForceType::beam:
      readPoint(fields, force, references);
      force.range = kDefaultBeamRange;
      readRequired(fields, "anchor", kPositionRange, force.anchor);
      readRequired(fields, "strength", kCoefficientRange, force.strength);
      readOptional(fields, "reach", kBeamRangeLimits, force.range);
      readOptional(fields, "damping", kCoefficientRange, force.damping);
      break;
  }
  close(fields);
  return force;
}

}  // namespace tumble
