#include "scene/force_reader.h"

#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"force", "torque", "drag", "spring"};  // in the order of ForceType
constexpr std::string_view kFrames[] = {"world", "body"};                     // in the order of ForceFrame

/// A point of the body, in the body frame.
void readPoint(Fields& fields, Force& force, const BodyReferences& references) {
  if (const Cursor at = take(fields, "point")) {
    force.point = readVector(at, kPositionRange);
  } else if (const Body* body = findBody(references.world->bodies, force.body)) {
    force.point = body->centerOfMass;
  }
}

}  // namespace

void readPush(Fields& fields, Force& force, const BodyReferences& references) {
  const bool torque = force.type == ForceType::torque;
  if (const Cursor at = need(fields, torque ? "torque" : "force")) force.vector = readVector(at, kForceRange);
  if (!torque) readPoint(fields, force, references);
  if (const Cursor at = take(fields, "frame")) force.frame = static_cast<ForceFrame>(readChoice(at, kFrames));
}

Force readForce(const Cursor& place, const BodyReferences& references) {
  Force force;
  Fields fields = openFields(place);
  if (const Cursor at = needFirst(fields, "type")) force.type = static_cast<ForceType>(readChoice(at, kTypes));
  if (const Cursor at = need(fields, "body")) force.body = readBodyReference(at, references);
  switch (force.type) {
    case ForceType::force:
    case ForceType::torque:
      readPush(fields, force, references);
      break;
    case ForceType::drag:
      if (const Cursor at = take(fields, "linear")) force.linear = readNumber(at, kCoefficientRange);
      if (const Cursor at = take(fields, "angular")) force.angular = readNumber(at, kCoefficientRange);
      break;
    case ForceType::spring:
      readPoint(fields, force, references);
      if (const Cursor at = need(fields, "anchor")) force.anchor = readVector(at, kPositionRange);
      if (const Cursor at = need(fields, "stiffness")) force.stiffness = readNumber(at, kCoefficientRange);
      if (const Cursor at = take(fields, "damping")) force.damping = readNumber(at, kCoefficientRange);
      if (const Cursor at = take(fields, "restLength")) force.restLength = readNumber(at, kLengthRange);
      break;
  }
  close(fields);
  return force;
}

}  // namespace tumble
