#include "scene/shape_reader.h"

#include <algorithm>

#include "colliders/triangle_mesh.h"
#include "scene/text.h"
#include "scene/values.h"
#include "shapes/bounds.h"
#include "shapes/convex_hull.h"
#include "shapes/solids.h"

namespace tumble {
namespace {

constexpr std::string_view kShapeTypes[] = {"box",  "sphere", "cylinder", "capsule",   "cone",
                                            "hull", "mesh",   "points",   "ellipsoid", "heightField"};  // as in ShapeType
/// Becomes a mesh.
constexpr auto kHeightField = static_cast<int>(std::size(kShapeTypes)) - 1;

List<Vec3> readVectors(const Cursor& list, std::int64_t least, std::int64_t most) {
  const std::int64_t count = openList(list, least, most);
  List<Vec3> vectors;
  vectors.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count && isWell(list); ++i) vectors.push_back(readVector(element(list, i), kShapePositionRange));
  return vectors;
}

void readHull(Fields& fields, Shape& shape) {
  const Cursor at = requiredField(fields, "vertices");
  if (!at) return;
  shape.vertices = readVectors(at, 4, kMaxHullVertices);
  if (!isWell(at)) return;
  shape.triangles = convexHull(shape.vertices);
  if (shape.triangles.empty()) return refuse(at, "they lie in one plane or on a line, a hull has a volume");
  const Bounds bounds = boundsOf(shape);
  const Vec3 size = bounds.high - bounds.low;
  const double least = std::min({size.x, size.y, size.z});
  if (least < kSizeRange.low) refuse(at, "their hull is # m thin, # at least", {least, kSizeRange.low});
}

void readTriangles(const Cursor& list, Shape& shape) {
  const std::int64_t count = openList(list, 1, kMaxMeshTriangles);
  const double last = static_cast<double>(shape.vertices.size()) - 1;
  for (std::int64_t i = 0; i < count && isWell(list); ++i) {
    const Cursor triangle = element(list, i);
    if (openList(triangle, 3, 3) == 0) return;
    for (int k = 0; k < 3; ++k) shape.triangles.push_back(static_cast<std::uint32_t>(readWhole(element(triangle, k), {0, last})));
  }
}

void readMesh(Fields& fields, Shape& shape) {
  if (const Cursor at = requiredField(fields, "vertices")) shape.vertices = readVectors(at, 3, kMaxMeshVertices);
  if (const Cursor at = requiredField(fields, "triangles"); at && !shape.vertices.empty()) readTriangles(at, shape);
}

/// A surface need not close, but its triangles have to be wide enough to collide.
void checkMesh(const Cursor& at, const Shape& shape) {
  if (isSurface(shape)) {
    const std::size_t flat = flatTriangle(shape.vertices, shape.triangles);
    if (flat != kNoTriangle) refuse(at, "the corners of triangle # lie on a line, within # m", {static_cast<double>(flat), kLeastAltitude});
    return;
  }
  const double volume = polyhedronSolid(1, shape.vertices, shape.triangles).mass;
  if (!isClosedSurface(shape.triangles)) {
    refuse(at, "they do not close: each edge must belong to two triangles, once in each direction");
  } else if (!(volume > 0)) {
    refuse(at, "they enclose # m^3, list the corners of each counter-clockwise as seen from outside", {volume});
  }
}

/// Nodes (x, height, z) of a grid about the origin of the shape: rows along z, in each the heights along x. The diagonal of each cell runs from its
/// lower corner to its upper one.
void readHeightField(Fields& fields, Shape& shape) {
  Vec3 spacing{1, 1, 0};
  if (const Cursor at = requiredField(fields, "spacing")) spacing = readPlaneVector(at, kFieldSpacingRange);
  const Cursor at = requiredField(fields, "heights");
  if (!at) return;
  const std::int64_t rows = openList(at, 2, kMaxFieldPoints);
  std::int64_t columns = 0;
  for (std::int64_t row = 0; row < rows && isWell(at); ++row) {
    const Cursor line = element(at, row);
    columns = row == 0 ? openList(line, 2, kMaxFieldPoints) : openList(line, columns, columns);
    for (std::int64_t column = 0; column < columns && isWell(at); ++column) {
      const double height = readNumber(element(line, column), kShapePositionRange);
      shape.vertices.push_back({(static_cast<double>(column) - 0.5 * static_cast<double>(columns - 1)) * spacing.x, height,
                                (static_cast<double>(row) - 0.5 * static_cast<double>(rows - 1)) * spacing.y});
    }
  }
  if (rows * columns > kMaxMeshVertices)
    refuse(at, "# heights are more than #", {static_cast<double>(rows * columns), kMaxMeshVertices * 1.0});
  if (!isWell(at)) return;
  const auto width = static_cast<std::uint32_t>(columns);
  for (std::uint32_t row = 0; row + 1 < rows; ++row) {
    for (std::uint32_t column = 0; column + 1 < width; ++column) {
      const std::uint32_t a = row * width + column, b = a + width;
      shape.triangles.append({a, b, b + 1, a, b + 1, a + 1});
    }
  }
}

void readPoints(Fields& fields, Shape& shape) {
  if (const Cursor at = requiredField(fields, "points")) shape.vertices = readVectors(at, 1, kMaxPoints);
  const Cursor at = requiredField(fields, "masses");
  if (!at) return;
  const auto count = static_cast<std::int64_t>(shape.vertices.size());
  if (at.json->type == JsonType::number) {
    shape.masses.assign(shape.vertices.size(), readNumber(at, kMassRange));
  } else if (openList(at, count, count) == count) {
    for (std::int64_t i = 0; i < count && isWell(at); ++i) shape.masses.push_back(readNumber(element(at, i), kMassRange));
  }
}

void readDimensions(Fields& fields, Shape& shape) {
  switch (shape.type) {
    case ShapeType::box:
      if (const Cursor at = requiredField(fields, "size")) shape.halfExtents = readVector(at, kSizeRange) * 0.5;
      break;
    case ShapeType::ellipsoid: {
      if (const Cursor at = requiredField(fields, "radii")) shape.halfExtents = readVector(at, kShapeRadiusRange);
      break;
    }
    case ShapeType::sphere: readRequired(fields, "radius", kShapeRadiusRange, shape.radius); break;
    case ShapeType::cylinder:
    case ShapeType::capsule:
    case ShapeType::cone:
      readRequired(fields, "radius", kShapeRadiusRange, shape.radius);
      readRequired(fields, "height", kSizeRange, shape.height);
      break;
    case ShapeType::hull: readHull(fields, shape); break;
    case ShapeType::mesh: readMesh(fields, shape); break;
    case ShapeType::points: readPoints(fields, shape); break;
  }
}

}  // namespace

void readMaterial(Fields& fields, Shape& shape) {
  readOptional(fields, "density", kDensityRange, shape.density);
  readOptional(fields, "friction", kFrictionRange, shape.friction);
  readOptional(fields, "restitution", kRestitutionRange, shape.restitution);
  readOptional(fields, "rollingFriction", kRollingFrictionRange, shape.rollingFriction);
  readOptional(fields, "collides", shape.collides);
  if (const Cursor at = optionalField(fields, "color")) checkColor(at);
}

Shape readShape(const Cursor& cursor, const Shape& material, bool isStatic, bool collisions) {
  Shape shape = material;
  Fields fields = openFields(cursor);
  const Cursor type = requiredFirstField(fields, "type");
  const int choice = type ? readChoice(type, kShapeTypes) : 0;
  const bool isField = choice == kHeightField;
  shape.type = isField ? ShapeType::mesh : static_cast<ShapeType>(choice);
  if (isField) readHeightField(fields, shape);
  else readDimensions(fields, shape);
  readOptional(fields, "position", kShapePositionRange, shape.position);
  readOptional(fields, "orientation", shape.orientation);
  readOptional(fields, "subtract", shape.subtract);
  readMaterial(fields, shape);
  close(fields);
  if (!type) return shape;
  if (isField && !(isStatic && isCollider(shape))) {
    refuseValue(type, " belongs to a static body, and collides");
  } else if (!canCollide(shape.type, isStatic)) {
    const bool isMesh = shape.type == ShapeType::mesh;
    const char* const why = isMesh ? " collides only as part of a static body: make this one of convex shapes, or say \"collides\": false"
                                   : " cannot collide, say \"collides\": false";
    if (collisions && shape.collides && !shape.subtract) refuseValue(type, why);
    shape.collides = shape.collides && !isMesh;
  }
  if (shape.type == ShapeType::mesh && !isField && isWell(cursor)) checkMesh(optionalField(fields, "triangles"), shape);
  return shape;
}

}  // namespace tumble
