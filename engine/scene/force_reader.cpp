#include "scene/force_reader.h"

#include "scene/signal_reader.h"
#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"force", "torque", "drag", "spring", "field", "beam", "fluidDrag"};  // in the order of ForceType
constexpr std::string_view kFrames[] = {"world", "body"};                                                   // in the order of ForceFrame

/// "point" of a body, m, body frame; its centre of mass by default.
void readPoint(NumberReader& read, Vec3& point, const BodyReferences& references, bool mayMove = true) {
  if (const Body* body = findBody(references.world->bodies, read.force.body)) point = body->centerOfMass;
  if (mayMove) read.vector("point", false, kPositionRange, point, kPointNumber);
  else readOptional(read.fields, "point", kPositionRange, point);
}

/// The other end of a spring: an anchor in the world, or a point of another body.
void readOtherEnd(NumberReader& read, Spring& spring, const BodyReferences& references) {
  Fields& fields = read.fields;
  read.vector("anchor", false, kPositionRange, spring.anchor, kAnchorNumber);
  const bool anchor = has(fields, "anchor");
  const Cursor other = optionalField(fields, "other"), point = optionalField(fields, "otherPoint");
  if (anchor && other) refuse(other, "a spring ends at an anchor or at another body");
  if (!anchor && !other && fields.missing.empty()) fields.missing = "anchor";
  if (point && !other) refuse(point, "there is no other body");
  if (!other) return;
  spring.other = readBodyReference(other, references);
  if (spring.other == read.force.body) refuse(other, "it is the body at the first end");
  const Body* body = findBody(references.world->bodies, spring.other);
  if (body) spring.otherPoint = body->centerOfMass;
  if (point) spring.otherPoint = readVector(point, kPositionRange);
}

void readDrag(NumberReader& read, Drag& drag) {
  read.number("linear", false, kCoefficientRange, drag.linear, kCoefficientNumber);
  read.number("angular", false, kCoefficientRange, drag.angular, kCoefficientNumber + 1);
}

void readSpring(NumberReader& read, Spring& spring, const BodyReferences& references) {
  readPoint(read, spring.point, references, !has(read.fields, "other"));
  readOtherEnd(read, spring, references);
  read.number("stiffness", true, kCoefficientRange, spring.stiffness, kCoefficientNumber);
  read.number("damping", false, kCoefficientRange, spring.damping, kCoefficientNumber + 1);
  read.number("restLength", false, kLengthRange, spring.restLength, kCoefficientNumber + 2);
}

void readBeam(NumberReader& read, Beam& beam, const BodyReferences& references) {
  readPoint(read, beam.point, references);
  beam.range = kDefaultBeamRange;
  read.vector("anchor", true, kPositionRange, beam.anchor, kAnchorNumber);
  read.number("strength", true, kCoefficientRange, beam.strength, kCoefficientNumber);
  readOptional(read.fields, "range", kBeamRangeLimits, beam.range);
  read.number("damping", false, kCoefficientRange, beam.damping, kCoefficientNumber + 1);
}

void readConstantForce(NumberReader& read, ConstantForce& constant, const BodyReferences& references) {
  read.vector("force", true, kForceRange, constant.force, kVectorNumber);
  readPoint(read, constant.point, references);
  readOptional(read.fields, "frame", kFrames, constant.frame);
}

void readConstantTorque(NumberReader& read, ConstantTorque& constant) {
  read.vector("torque", true, kForceRange, constant.torque, kVectorNumber);
  readOptional(read.fields, "frame", kFrames, constant.frame);
}

/// A plate with "normal" and "area", a box with "size", or something round with "area".
void readFluidDrag(NumberReader& read, FluidDrag& fluid, const BodyReferences& references) {
  Fields& fields = read.fields;
  fluid.density = kDefaultFluidDensity;
  fluid.coefficient = 1;
  readPoint(read, fluid.point, references);
  const Cursor normal = optionalField(fields, "normal"), size = optionalField(fields, "size");
  if (normal && size) refuse(size, "a plate has a normal and an area, a box has a size");
  if (normal) fluid.normal = readDirection(normal);
  if (size) fluid.size = readVector(size, kSizeRange);
  if (size && has(fields, "area")) refuse(size, "the areas of a box follow from its size, leave \"area\" out");
  if (!size) read.number("area", true, kAreaRange, fluid.area, kCoefficientNumber);
  read.number("density", false, kFluidDensityRange, fluid.density, kCoefficientNumber + 1);
  read.number("coefficient", false, kFluidCoefficientRange, fluid.coefficient, kCoefficientNumber + 2);
  read.vector("flow", false, kVelocityRange, fluid.flow, kVectorNumber);
}

}  // namespace

void readModel(Fields& fields, Force& force, ForceType type, const BodyReferences& references, SignalStore* store) {
  force.model = defaultModel(type);
  NumberReader read{fields, force, store};
  switch (type) {
    case ForceType::force: return readConstantForce(read, *std::get_if<ConstantForce>(&force.model), references);
    case ForceType::torque: return readConstantTorque(read, *std::get_if<ConstantTorque>(&force.model));
    case ForceType::drag: return readDrag(read, *std::get_if<Drag>(&force.model));
    case ForceType::spring: return readSpring(read, *std::get_if<Spring>(&force.model), references);
    case ForceType::field:
      return read.vector("acceleration", true, kGravityRange, std::get_if<AccelerationField>(&force.model)->acceleration, kVectorNumber);
    case ForceType::beam: return readBeam(read, *std::get_if<Beam>(&force.model), references);
    case ForceType::fluidDrag: return readFluidDrag(read, *std::get_if<FluidDrag>(&force.model), references);
  }
}

Force readForce(const Cursor& cursor, const BodyReferences& references, SignalStore& store) {
  Force force;
  Fields fields = openFields(cursor);
  auto type = ForceType::force;
  if (const Cursor at = requiredFirstField(fields, "type")) type = static_cast<ForceType>(readChoice(at, kTypes));
  const bool isOnAll = type == ForceType::field && !has(fields, "body");
  if (!isOnAll) {
    if (const Cursor at = requiredField(fields, "body")) force.body = readBodyReference(at, references);
  }
  readModel(fields, force, type, references, &store);
  close(fields);
  return force;
}

}  // namespace tumble
