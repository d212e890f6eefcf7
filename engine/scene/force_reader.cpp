#include "scene/force_reader.h"

#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"force", "torque", "drag", "spring", "field", "beam"};  // in the order of ForceType
constexpr std::string_view kFrames[] = {"world", "body"};                                      // in the order of ForceFrame

/// "point" of a body, m, body frame; its centre of mass by default.
Vec3 readPoint(Fields& fields, BodyId id, const BodyReferences& references) {
  if (const Cursor at = optionalField(fields, "point")) return readVector(at, kPositionRange);
  const Body* body = findBody(references.world->bodies, id);
  return body ? body->centerOfMass : Vec3{};
}

/// The other end of a spring: an anchor in the world, or a point of another body.
void readOtherEnd(Fields& fields, Spring& spring, BodyId first, const BodyReferences& references) {
  const Cursor anchor = optionalField(fields, "anchor"), other = optionalField(fields, "other"),
               point = optionalField(fields, "otherPoint");
  if (anchor) spring.anchor = readVector(anchor, kPositionRange);
  if (anchor && other) refuse(other, "a spring ends at an anchor or at another body");
  if (!anchor && !other && fields.missing.empty()) fields.missing = "anchor";
  if (point && !other) refuse(point, "there is no other body");
  if (!other) return;
  spring.other = readBodyReference(other, references);
  if (spring.other == first) refuse(other, "it is the body at the first end");
  const Body* body = findBody(references.world->bodies, spring.other);
  if (body) spring.otherPoint = body->centerOfMass;
  if (point) spring.otherPoint = readVector(point, kPositionRange);
}

void readDrag(Fields& fields, Drag& drag) {
  readOptional(fields, "linear", kCoefficientRange, drag.linear);
  readOptional(fields, "angular", kCoefficientRange, drag.angular);
}

void readSpring(Fields& fields, Spring& spring, BodyId body, const BodyReferences& references) {
  spring.point = readPoint(fields, body, references);
  readOtherEnd(fields, spring, body, references);
  readRequired(fields, "stiffness", kCoefficientRange, spring.stiffness);
  readOptional(fields, "damping", kCoefficientRange, spring.damping);
  readOptional(fields, "restLength", kLengthRange, spring.restLength);
}

void readBeam(Fields& fields, Beam& beam, BodyId body, const BodyReferences& references) {
  beam.point = readPoint(fields, body, references);
  beam.range = kDefaultBeamRange;
  readRequired(fields, "anchor", kPositionRange, beam.anchor);
  readRequired(fields, "strength", kCoefficientRange, beam.strength);
  readOptional(fields, "reach", kBeamRangeLimits, beam.range);
  readOptional(fields, "damping", kCoefficientRange, beam.damping);
}

void readConstantForce(Fields& fields, ConstantForce& constant, BodyId body, const BodyReferences& references) {
  readRequired(fields, "force", kForceRange, constant.force);
  constant.point = readPoint(fields, body, references);
  readOptional(fields, "frame", kFrames, constant.frame);
}

void readConstantTorque(Fields& fields, ConstantTorque& constant) {
  readRequired(fields, "torque", kForceRange, constant.torque);
  readOptional(fields, "frame", kFrames, constant.frame);
}

void readField(Fields& fields, AccelerationField& field) { readRequired(fields, "acceleration", kGravityRange, field.acceleration); }

}  // namespace

void readModel(Fields& fields, Force& force, ForceType type, const BodyReferences& references) {
  force.model = defaultModel(type);
  switch (type) {
    case ForceType::force: return readConstantForce(fields, *std::get_if<ConstantForce>(&force.model), force.body, references);
    case ForceType::torque: return readConstantTorque(fields, *std::get_if<ConstantTorque>(&force.model));
    case ForceType::drag: return readDrag(fields, *std::get_if<Drag>(&force.model));
    case ForceType::spring: return readSpring(fields, *std::get_if<Spring>(&force.model), force.body, references);
    case ForceType::field: return readField(fields, *std::get_if<AccelerationField>(&force.model));
    case ForceType::beam: return readBeam(fields, *std::get_if<Beam>(&force.model), force.body, references);
  }
}

Force readForce(const Cursor& cursor, const BodyReferences& references) {
  Force force;
  Fields fields = openFields(cursor);
  auto type = ForceType::force;
  if (const Cursor at = requiredFirstField(fields, "type")) type = static_cast<ForceType>(readChoice(at, kTypes));
  const bool isOnAll = type == ForceType::field && !has(fields, "body");
  if (!isOnAll) {
    if (const Cursor at = requiredField(fields, "body")) force.body = readBodyReference(at, references);
  }
  readModel(fields, force, type, references);
  close(fields);
  return force;
}

}  // namespace tumble
