#include "scene/body_reader.h"

#include <algorithm>

#include "motion/schemes.h"
#include "scene/shape_reader.h"
#include "scene/text.h"
#include "scene/values.h"
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

constexpr std::string_view kBodyTypes[] = {"dynamic", "static", "kinematic"};  // in the order of BodyType

/// Either "shapes", or "size" for a body of one box.
void readShapes(Fields& fields, BodyDescription& body, const WorldSettings& settings) {
  Shape material;
  readMaterial(fields, material);
  const Cursor shapes = optionalField(fields, "shapes"), size = optionalField(fields, "size");
  if (shapes && size) {
    refuse(size, "a body has either a size or shapes");
  } else if (shapes) {
    const std::int64_t count = openList(shapes, 1, kMaxShapesPerBody);
    for (std::int64_t i = 0; i < count; ++i)
      body.shapes.push_back(readShape(element(shapes, i), material, body.type == BodyType::fixed, settings.collisions));
  } else if (size) {
    material.halfExtents = readVector(size, kSizeRange) * 0.5;
    body.shapes.push_back(material);
  } else if (fields.missing.empty()) {
    fields.missing = "size";
  }
}

void readMass(Fields& fields, BodyDescription& body) {
  if (const Cursor at = optionalField(fields, "mass")) {
    body.mass = readNumber(at, kMassRange);
    if (has(fields, "density")) refuse(at, "a body has either a mass or a density");
  }
  if (const Cursor at = optionalField(fields, "inertia")) {
    body.hasInertia = true;
    body.inertia = readInertia(at);
  }
  if (const Cursor at = optionalField(fields, "centerOfMass")) {
    body.hasCenterOfMass = true;
    body.centerOfMass = readVector(at, kShapePositionRange);
  }
}

/// Refuses velocities of a planar body out of its plane.
void readPlanar(Fields& fields, BodyDescription& body, const WorldSettings& settings) {
  body.planar = settings.planar;
  readOptional(fields, "planar", body.planar);
  if (!body.planar || body.type != BodyType::dynamic) return;
  const Vec3 v = body.velocity, w = body.angularVelocity;
  const char* const why = " is not 0, a planar body moves in x and y and turns about z";
  if (v.z != 0) refuse(optionalField(fields, "velocity"), {v.z, why});
  if (w.x != 0 || w.y != 0) refuse(optionalField(fields, "angularVelocity"), {w.x != 0 ? w.x : w.y, why});
}

void readMotion(Fields& fields, BodyDescription& body, const WorldSettings& settings) {
  const bool fixed = body.type == BodyType::fixed;
  if (const Cursor at = optionalField(fields, "velocity")) {
    body.velocity = readVector(at, kVelocityRange);
    if (fixed && !(body.velocity == Vec3{})) refuse(at, "a static body does not move");
  }
  if (const Cursor at = optionalField(fields, "angularVelocity")) {
    body.angularVelocity = readVector(at, kAngularVelocityRange);
    if (fixed && !(body.angularVelocity == Vec3{})) refuse(at, "a static body does not move");
  }
  readPlanar(fields, body, settings);
  body.motion = settings.motion;
  if (const Cursor at = optionalField(fields, "motion")) {
    body.motion = static_cast<MotionScheme>(readChoice(at, motionSchemeNames()));
    if (body.type != BodyType::dynamic) refuse(at, "only a dynamic body has a scheme of motion");
  }
  readOptional(fields, "linearDamping", kDampingRange, body.linearDamping);
  readOptional(fields, "angularDamping", kDampingRange, body.angularDamping);
}

bool isPlain(const Shape& shape) { return shape.type == ShapeType::box && !shape.subtract; }

/// Checks mass and inertia. Sizes and densities within their limits may give a mass outside its limits; cavities, thin hulls or points on a line
/// may give a tensor of inertia that no body has.
void checkMass(const Cursor& cursor, const BodyDescription& body) {
  if (!isWell(cursor) || body.type != BodyType::dynamic) return;
  const bool plain = std::all_of(body.shapes.begin(), body.shapes.end(), isPlain);
  if (plain && body.mass > 0) return;
  const MassProperties properties = massProperties(body.shapes);
  const double mass = properties.mass;
  if (mass <= 0) refuse(cursor, "its mass, # kg, is not above 0: more is subtracted than is there", {mass});
  if (body.mass == 0 && mass < kMassRange.low) refuse(cursor, "its mass, # kg, is below #", {mass, kMassRange.low});
  if (body.mass == 0 && mass > kMassRange.high) refuse(cursor, "its mass, # kg, is above #", {mass, kMassRange.high});
  if (plain || body.hasInertia) return;
  const Vec3 moments = principalAxes(properties.inertia).moments;
  const double sum = moments.x + moments.y + moments.z;
  for (int i = 0; i < 3; ++i) {
    const double moment = moments[i], others = sum - moment;
    if (!(moment > kThinnest * sum)) {
      refuse(cursor, "its principal moment # kg m^2 is too small beside the others, give it an inertia or some width", {moment});
    } else if (moment > others + kTriangleTolerance * sum) {
      refuse(cursor, "its moment # kg m^2 is above the sum of the other two, #, its cavities leave the shapes", {moment, others});
    }
  }
}

/// Refuses unknown members first, so that a misspelt "mass" is named.
void closeBody(Fields& fields, const BodyDescription& body) {
  close(fields);
  const bool hasBoth = has(fields, "mass") && has(fields, "inertia");
  if (body.hasCenterOfMass && !hasBoth) refuse(optionalField(fields, "centerOfMass"), "it needs a mass and an inertia beside it");
  checkMass(fields.at, body);
}

/// Everything but the arrangement.
BodyDescription readFields(Fields& fields, const WorldSettings& settings) {
  BodyDescription body;
  if (const Cursor at = optionalField(fields, "name")) body.name = readText(at, kMaxNameLength);
  optionalField(fields, "look");  // the page checks it (web/src/figure)
  readOptional(fields, "type", kBodyTypes, body.type);
  readShapes(fields, body, settings);
  readMass(fields, body);
  readOptional(fields, "position", kPositionRange, body.position);
  readOptional(fields, "orientation", body.orientation);
  readOptional(fields, "sleeping", body.sleeping);
  readOptional(fields, "continuous", body.continuous);
  readMotion(fields, body, settings);
  return body;
}

void checkPlaces(const Cursor& at, const List<Placement>& copies) {
  for (const Placement& copy : copies) {
    for (int i = 0; i < 3; ++i) {
      const double coordinate = copy.position[i];
      if (coordinate < kPositionRange.low) refuse(at, "a copy would lie at #, below #", {coordinate, kPositionRange.low});
      if (coordinate > kPositionRange.high) refuse(at, "a copy would lie at #, above #", {coordinate, kPositionRange.high});
    }
  }
}

}  // namespace

SceneBody readSceneBody(const Cursor& cursor, const WorldSettings& settings) {
  Fields fields = openFields(cursor);
  SceneBody body{readFields(fields, settings), {}};
  const Placement first{body.description.position, body.description.orientation};
  if (const Cursor at = optionalField(fields, "arrangement")) {
    const Arrangement arrangement = readArrangement(at);
    if (isWell(at)) body.copies = placements(arrangement, first);
    checkPlaces(at, body.copies);
  } else {
    body.copies.push_back(first);
  }
  closeBody(fields, body.description);
  return body;
}

BodyDescription readBody(const Cursor& cursor, const WorldSettings& settings) {
  Fields fields = openFields(cursor);
  const BodyDescription body = readFields(fields, settings);
  closeBody(fields, body);
  if (std::any_of(body.shapes.begin(), body.shapes.end(), isSurface)) {
    refuse(cursor, "a mesh or height field that collides is part of a scene from its start, no command adds one");
  }
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
