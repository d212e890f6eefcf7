#include "scene/body_reader.h"

#include "motion/schemes.h"
#include "scene/text.h"
#include "scene/values.h"
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

constexpr std::string_view kBodyTypes[] = {"dynamic", "static", "kinematic"};  // in the order of BodyType
constexpr std::string_view kShapeTypes[] = {"box"};

void readMaterial(Fields& fields, Shape& shape) {
  if (const Cursor at = take(fields, "density")) shape.density = readNumber(at, kDensityRange);
  if (const Cursor at = take(fields, "friction")) shape.friction = readNumber(at, kFrictionRange);
  if (const Cursor at = take(fields, "restitution")) shape.restitution = readNumber(at, kRestitutionRange);
  if (const Cursor at = take(fields, "color")) checkColor(at);
}

/// `shape` comes with the material of its body.
Shape readShape(const Cursor& place, Shape shape) {
  Fields fields = openFields(place);
  if (const Cursor at = needFirst(fields, "type")) shape.type = static_cast<ShapeType>(readChoice(at, kShapeTypes));
  if (const Cursor at = need(fields, "size")) shape.halfExtents = readVector(at, kSizeRange) * 0.5;
  if (const Cursor at = take(fields, "position")) shape.position = readVector(at, kShapePositionRange);
  if (const Cursor at = take(fields, "orientation")) shape.orientation = readOrientation(at);
  readMaterial(fields, shape);
  close(fields);
  return shape;
}

/// Either "shapes", or "size" for a body of one box.
void readShapes(Fields& fields, BodyDescription& body) {
  Shape material;
  readMaterial(fields, material);
  const Cursor shapes = take(fields, "shapes"), size = take(fields, "size");
  if (shapes && size) {
    refuse(size, {"a body has either a size or shapes"});
  } else if (shapes) {
    const std::int64_t count = openList(shapes, 1, kMaxShapesPerBody);
    for (std::int64_t i = 0; i < count; ++i) body.shapes.push_back(readShape(element(shapes, i), material));
  } else if (size) {
    material.halfExtents = readVector(size, kSizeRange) * 0.5;
    body.shapes.push_back(material);
  } else if (fields.missing.empty()) {
    fields.missing = "size";
  }
}

void readMass(Fields& fields, BodyDescription& body) {
  if (const Cursor at = take(fields, "mass")) {
    body.mass = readNumber(at, kMassRange);
    if (has(fields, "density")) refuse(at, {"a body has either a mass or a density"});
  }
  if (const Cursor at = take(fields, "inertia")) {
    body.hasInertia = true;
    body.inertia = readInertia(at);
  }
}

void readMotion(Fields& fields, BodyDescription& body, const WorldSettings& settings) {
  const bool fixed = body.type == BodyType::fixed;
  if (const Cursor at = take(fields, "velocity")) {
    body.velocity = readVector(at, kVelocityRange);
    if (fixed && !(body.velocity == Vec3{})) refuse(at, {"a static body does not move"});
  }
  if (const Cursor at = take(fields, "angularVelocity")) {
    body.angularVelocity = readVector(at, kAngularVelocityRange);
    if (fixed && !(body.angularVelocity == Vec3{})) refuse(at, {"a static body does not move"});
  }
  body.motion = settings.motion;
  if (const Cursor at = take(fields, "motion")) {
    body.motion = static_cast<MotionScheme>(readChoice(at, motionSchemeNames()));
    if (body.type != BodyType::dynamic) refuse(at, {"only a dynamic body has a scheme of motion"});
  }
  if (const Cursor at = take(fields, "linearDamping")) body.linearDamping = readNumber(at, kDampingRange);
  if (const Cursor at = take(fields, "angularDamping")) body.angularDamping = readNumber(at, kDampingRange);
}

/// The mass that follows from sizes and densities may leave the limits although each of them keeps its own.
void checkMass(const Cursor& place, const BodyDescription& body) {
  if (!isWell(place) || body.type != BodyType::dynamic || body.mass > 0) return;
  const double mass = massProperties(body.shapes).mass;
  if (mass < kMassRange.low) refuse(place, {"its mass, ", mass, " kg, is below ", kMassRange.low});
  if (mass > kMassRange.high) refuse(place, {"its mass, ", mass, " kg, is above ", kMassRange.high});
}

/// Everything but the arrangement.
BodyDescription readFields(Fields& fields, const WorldSettings& settings) {
  BodyDescription body;
  if (const Cursor at = take(fields, "name")) body.name = readText(at, kMaxNameLength);
  if (const Cursor at = take(fields, "type")) body.type = static_cast<BodyType>(readChoice(at, kBodyTypes));
  readShapes(fields, body);
  readMass(fields, body);
  if (const Cursor at = take(fields, "position")) body.position = readVector(at, kPositionRange);
  if (const Cursor at = take(fields, "orientation")) body.orientation = readOrientation(at);
  readMotion(fields, body, settings);
  return body;
}

void checkPlaces(const Cursor& at, const std::vector<Placement>& copies) {
  for (const Placement& copy : copies) {
    for (int i = 0; i < 3; ++i) {
      const double coordinate = copy.position[i];
      if (coordinate < kPositionRange.low) refuse(at, {"a copy would lie at ", coordinate, ", below ", kPositionRange.low});
      if (coordinate > kPositionRange.high) refuse(at, {"a copy would lie at ", coordinate, ", above ", kPositionRange.high});
    }
  }
}

}  // namespace

SceneBody readSceneBody(const Cursor& place, const WorldSettings& settings) {
  Fields fields = openFields(place);
  SceneBody body{readFields(fields, settings), {}};
  const Placement first{body.description.position, body.description.orientation};
  if (const Cursor at = take(fields, "arrangement")) {
    const Arrangement arrangement = readArrangement(at);
    if (isWell(at)) body.copies = placements(arrangement, first);
    checkPlaces(at, body.copies);
  } else {
    body.copies.push_back(first);
  }
  close(fields);
  checkMass(place, body.description);
  return body;
}

BodyDescription readBody(const Cursor& place, const WorldSettings& settings) {
  Fields fields = openFields(place);
  const BodyDescription body = readFields(fields, settings);
  close(fields);
  checkMass(place, body);
  return body;
}

BodyDescription copyOf(const SceneBody& body, std::size_t i) {
  BodyDescription copy = body.description;
  copy.position = body.copies[i].position;
  copy.orientation = body.copies[i].orientation;
  if (body.copies.size() > 1 && !copy.name.empty()) copy.name = joined({copy.name, "[", static_cast<double>(i), "]"});
  return copy;
}

}  // namespace tumble
