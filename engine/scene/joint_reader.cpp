#include "scene/joint_reader.h"

#include <algorithm>
#include <cmath>

#include "bodies/planar.h"
#include "forces/evaluate.h"
#include "joints/joint_row.h"
#include "math/trigonometry.h"
#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"ball",     "hinge", "slider", "universal", "fixed",
                                       "distance", "gear",  "rack",   "pulley"};  // as JointType
constexpr double kRadian = kPi / 180;
constexpr double kLeastRod = 1e-6;  // m

const Body* bodyOf(const BodyReferences& references, BodyId id) { return id == kNoBody ? nullptr : findBody(references.world->bodies, id); }

/// The end of a joint on a body; `p`: in the world.
JointEnd endOn(const BodyReferences& references, BodyId id, Vec3 p, Quat frame) {
  const Body* const body = bodyOf(references, id);
  if (!body) return {kNoBody, p, frame};
  const Quat toPrincipal = conjugate(body->q);
  return {id, rotate(toPrincipal, p - body->x), normalized(toPrincipal * frame)};
}

Vec3 pointInWorld(const BodyReferences& references, BodyId id, Vec3 p) {
  const Body* const body = bodyOf(references, id);
  return body ? worldPoint(*body, p) : p;
}
Vec3 directionInWorld(const BodyReferences& references, BodyId id, Vec3 n) {
  const Body* const body = bodyOf(references, id);
  return body ? rotate(bodyOrientation(*body), n) : n;
}

/// Axes with the first along u, and the second near w if that is given.
Quat axesAlong(Vec3 u, Vec3 w = {}) {
  Vec3 second = w - u * dot(u, w);
  if (dot(second, second) < 1e-6) {
    const Vec3 other = std::abs(u.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    second = other - u * dot(u, other);
  }
  second = normalized(second);
  return normalized(fromMatrix({u, second, cross(u, second)}));
}

struct Place {
  Vec3 pointA, pointB;  // m, world
};

/// In the world: "point", of ropes and rods "points"; or "pointA" and "pointB" in the frames of the bodies.
Place readPlace(Fields& fields, const BodyReferences& references, BodyId a, BodyId b, bool mustMeet) {
  Place place;
  const char* const key = mustMeet ? "point" : "points";
  if (const Cursor inWorld = optionalField(fields, key)) {
    if (has(fields, "pointA") || has(fields, "pointB")) refuse(inWorld, {"give ", quoted(key), ", or \"pointA\" and \"pointB\", not both"});
    if (mustMeet) place.pointA = place.pointB = readVector(inWorld, kPositionRange);
    else if (openList(inWorld, 2, 2) == 2) {
      place.pointA = readVector(element(inWorld, 0), kPositionRange);
      place.pointB = readVector(element(inWorld, 1), kPositionRange);
    }
    return place;
  }
  const Cursor atA = requiredField(fields, "pointA"), atB = requiredField(fields, "pointB");
  if (!atA || !atB) {
    if (!atA && !atB) fields.missing = key;
    return place;
  }
  place.pointA = pointInWorld(references, a, readVector(atA, kPositionRange));
  place.pointB = pointInWorld(references, b, readVector(atB, kPositionRange));
  const double gap = length(place.pointB - place.pointA);
  if (mustMeet && gap > kMostJointGap) refuse(atB, "the two points are # m apart, more than # m", {gap, kMostJointGap});
  return place;
}

/// "axis" in the world, or "axisA" and "axisB" in the frames of the bodies, which must agree.
Vec3 readAxis(Fields& fields, const BodyReferences& references, BodyId a, BodyId b, bool required) {
  if (const Cursor at = optionalField(fields, "axis")) {
    if (has(fields, "axisA") || has(fields, "axisB")) refuse(at, "give \"axis\", or \"axisA\" and \"axisB\", not both");
    return readDirection(at);
  }
  const Cursor atA = optionalField(fields, "axisA"), atB = optionalField(fields, "axisB");
  if (!atA || !atB) {
    if (required && fields.missing.empty()) fields.missing = "axis";
    return {1, 0, 0};
  }
  const Vec3 u = directionInWorld(references, a, readDirection(atA)), w = directionInWorld(references, b, readDirection(atB));
  const double off = std::sqrt(lengthSquared(cross(u, w)));
  if (off > kMostJointTilt || dot(u, w) < 0) refuse(atB, "the two axes are # rad apart", {arcTangent2(off, dot(u, w))});
  return normalized(u + w);
}

struct Pins {
  Vec3 a{1, 0, 0}, b{0, 1, 0};  // unit, world
};

/// Of a cross: "axes" in the world, or "axisA" and "axisB" in the frames of the bodies.
Pins readPins(Fields& fields, const BodyReferences& references, BodyId a, BodyId b) {
  Pins pins;
  Cursor last;
  if (const Cursor list = optionalField(fields, "axes")) {
    if (has(fields, "axisA") || has(fields, "axisB")) refuse(list, "give \"axes\", or \"axisA\" and \"axisB\", not both");
    if (openList(list, 2, 2) != 2) return pins;
    last = list;
    pins = {readDirection(element(list, 0)), readDirection(element(list, 1))};
  } else {
    const Cursor atA = requiredField(fields, "axisA"), atB = requiredField(fields, "axisB");
    if (!atA && !atB) fields.missing = "axes";
    if (!atA || !atB) return pins;
    last = atB;
    pins = {directionInWorld(references, a, readDirection(atA)), directionInWorld(references, b, readDirection(atB))};
  }
  const double cosine = dot(pins.a, pins.b);
  if (isWell(last) && std::abs(cosine) > kMostJointTilt)
    refuse(last, "the two pins are # rad from each other, not perpendicular", {arcTangent2(length(cross(pins.a, pins.b)), cosine)});
  return pins;
}

void readDrive(Fields& fields, bool isAngle, Joint& joint) {
  const char* const most = isAngle ? "torque" : "force";
  const Cursor motor = optionalField(fields, "motor"), servo = optionalField(fields, "servo");
  if (motor && servo) refuse(servo, "a joint has a motor or a servo, not both");
  JointDrive& drive = joint.drive;
  if (motor) {
    Fields parts = openFields(motor);
    drive.kind = DriveKind::motor;
    readRequired(parts, "speed", kJointSpeedRange, drive.target);
    readOptional(parts, most, kJointForceRange, drive.most);
    close(parts);
  }
  if (servo) {
    Fields parts = openFields(servo);
    drive.kind = DriveKind::servo;
    if (isAngle) readAngle(parts, "angle", "angleDegrees", drive.target);
    else readOptional(parts, "position", kPositionRange, drive.target);
    readRequired(parts, "stiffness", kCoefficientRange, drive.stiffness);
    readOptional(parts, "damping", kCoefficientRange, drive.damping);
    readOptional(parts, most, kJointForceRange, drive.most);
    close(parts);
  }
}

/// What lies along the coordinate of a hinge or slider.
void readCoordinate(Fields& fields, Joint& joint) {
  const bool isAngle = joint.type == JointType::hinge;
  if (const Cursor at = optionalField(fields, "limits")) readJointLimits(at, isAngle, joint.limits);
  if (const Cursor at = optionalField(fields, "spring")) {
    Fields parts = openFields(at);
    readRequired(parts, "stiffness", kCoefficientRange, joint.spring.stiffness);
    readOptional(parts, "damping", kCoefficientRange, joint.spring.damping);
    if (isAngle) readAngle(parts, "rest", "restDegrees", joint.spring.rest);
    else readOptional(parts, "rest", kPositionRange, joint.spring.rest);
    close(parts);
  }
  readDrive(fields, isAngle, joint);
  readOptional(fields, "friction", kJointForceRange, joint.friction);
}

void readBreak(Fields& fields, Joint& joint) {
  const Cursor at = optionalField(fields, "break");
  if (!at) return;
  Fields parts = openFields(at);
  readOptional(parts, "force", kJointForceRange, joint.breakForce);
  readOptional(parts, "torque", kJointForceRange, joint.breakTorque);
  close(parts);
}

/// Both joints of a gear or a rack.
void readCoupling(Fields& fields, const BodyReferences& references, Joint& joint) {
  const bool isGear = joint.type == JointType::gear;
  const Cursor list = requiredField(fields, "joints");
  readRequired(fields, "ratio", kJointRatioRange, joint.ratio);
  if (joint.ratio == 0) refuse(fields.at, "a ratio of 0 couples nothing");
  if (!list || openList(list, 2, 2) != 2) return;
  const JointType wanted[2] = {JointType::hinge, isGear ? JointType::hinge : JointType::slider};
  for (int i = 0; i < 2; ++i) {
    const Cursor at = element(list, i);
    const JointIndex index = readJointReference(at, references);
    if (index == kNoJoint) return;
    (i == 0 ? joint.first : joint.second) = index;
    if (references.world->joints[index].type != wanted[i]) refuse(at, {"this joint is no ", kTypes[static_cast<int>(wanted[i])]});
  }
  if (joint.first == joint.second) refuse(list, "the two joints are the same");
}

void readDistance(Fields& fields, Joint& joint, const Place& place) {
  const double apart = length(place.pointB - place.pointA);
  const bool hasBounds = has(fields, "minimum") || has(fields, "maximum");
  const Cursor at = optionalField(fields, "length");
  if (at && hasBounds) refuse(at, "give \"length\", or \"minimum\" and \"maximum\", not both");
  if (!hasBounds) joint.minimum = joint.maximum = at ? readNumber(at, kLengthRange) : apart;
  readOptional(fields, "minimum", kLengthRange, joint.minimum);
  readOptional(fields, "maximum", kLengthRange, joint.maximum);
  if (joint.minimum > joint.maximum) refuse(fields.at, "the minimum # is above the maximum #", {joint.minimum, joint.maximum});
  if (!(joint.maximum > 0)) refuse(fields.at, "a distance of 0 is a joint of type ball");
  if (joint.minimum - apart > kMostJointGap || apart - joint.maximum > kMostJointGap) {
    refuse(fields.at, "the points are # m apart, not within its lengths from # to # m", {apart, joint.minimum, joint.maximum});
  }
  if (joint.minimum > 0 && apart < kLeastRod) refuse(fields.at, "its points are # m apart, too close to have a direction", {apart});
}

void readPulley(Fields& fields, Joint& joint, const Place& place) {
  const Cursor list = requiredField(fields, "pulleys");
  readOptional(fields, "ratio", kJointRatioRange, joint.ratio);
  if (!(joint.ratio > 0)) refuse(fields.at, "the ratio of a pulley is above 0, not #", {joint.ratio});
  if (list && openList(list, 2, 2) == 2) {
    joint.pulleyA = readVector(element(list, 0), kPositionRange);
    joint.pulleyB = readVector(element(list, 1), kPositionRange);
  }
  const double partA = length(place.pointA - joint.pulleyA), partB = length(place.pointB - joint.pulleyB);
  if (!(partA > kMostJointGap && partB > kMostJointGap))
    refuse(fields.at, "a point of it lies on its pulley, the rope there has no direction");
  const double present = partA + joint.ratio * partB;
  joint.maximum = present;
  readOptional(fields, "length", kLengthRange, joint.maximum);
  if (present - joint.maximum > kMostJointGap)
    refuse(fields.at, "its rope of # m is shorter than the # m between its ends", {joint.maximum, present});
}

/// A planar body turns about z and stays in its plane.
void checkPlane(const Cursor& at, const BodyReferences& references, const Joint& joint, Vec3 axis) {
  const bool turns = joint.type == JointType::hinge || joint.type == JointType::universal;
  for (const JointEnd* end : {&joint.a, &joint.b}) {
    const Body* const body = bodyOf(references, end->body);
    if (!body || !body->planar) continue;
    if (turns && std::abs(axis.z) < 1 - 1e-6) refuse(at, "a planar body turns about z alone");
    if (joint.type == JointType::slider && std::abs(axis.z) > 1e-6) refuse(at, "a planar body slides in its plane alone");
  }
}

/// Every joint starts with the coordinate 0. In the unit in which the scene gives the limit.
void checkStart(const Cursor& cursor, const Joint& joint) {
  const bool isLow = joint.limits.lower > kMostJointTilt;
  if (!isLow && !(joint.limits.upper < -kMostJointTilt)) return;
  Fields fields = openFields(cursor);
  Fields limits = openFields(optionalField(fields, joint.type == JointType::ball ? "twist" : "limits"));
  if (const Cursor degrees = optionalField(limits, isLow ? "lowerDegrees" : "upperDegrees"))
    return refuse(cursor, "at the start its angle is 0, which its limit of # degrees excludes", {readNumber(degrees, kAngleDegreesRange)});
  const double limit = isLow ? joint.limits.lower : joint.limits.upper;
  if (joint.type == JointType::slider) return refuse(cursor, "at the start its position is 0, which its limit of # m excludes", {limit});
  refuse(cursor, "at the start its angle is 0, which its limit of # rad excludes", {limit});
}

}  // namespace

bool readAngle(Fields& fields, const char* key, const char* degrees, double& out) {
  const bool inRadians = has(fields, key), inDegrees = has(fields, degrees);
  if (const Cursor at = optionalField(fields, degrees)) {
    if (inRadians) refuse(at, "say it in radians or in degrees, not both");
    out = readNumber(at, kAngleDegreesRange) * kRadian;
  }
  readOptional(fields, key, kJointAngleRange, out);
  return inRadians || inDegrees;
}

void readJointLimits(const Cursor& at, bool isAngle, JointLimits& out) {
  Fields parts = openFields(at);
  if (isAngle) {
    readAngle(parts, "lower", "lowerDegrees", out.lower);
    readAngle(parts, "upper", "upperDegrees", out.upper);
  } else {
    readOptional(parts, "lower", kPositionRange, out.lower);
    readOptional(parts, "upper", kPositionRange, out.upper);
  }
  readOptional(parts, "restitution", kRestitutionRange, out.restitution);
  close(parts);
  if (out.lower > out.upper) refuse(at, "the lower limit # is above the upper limit #", {out.lower, out.upper});
}

JointIndex readJointReference(const Cursor& at, const BodyReferences& references) {
  const World& world = *references.world;
  const auto isThere = [&](JointIndex i) { return i < world.joints.size() && world.joints[i].alive; };
  if (at.json->type == JsonType::string) {
    const std::string_view name = readText(at, kMaxNameLength);
    JointIndex index = kNoJoint;
    if (references.live) {
      for (index = 0; index < world.joints.size() && !(isThere(index) && world.jointNames[index] == name); ++index) {}
    } else if (const NamedBodies* named = findName(references.jointNames, name)) {
      index = named->first;
    }
    if (isThere(index) && !name.empty()) return index;
    refuse(at, {"there is no joint ", quoted(name), references.live ? "" : " before it"});
    return kNoJoint;
  }
  const auto index = static_cast<JointIndex>(readWhole(at, {0, kNoJoint - 1.0}));
  if (isThere(index)) return index;
  refuse(at, {"there is no joint ", index * 1.0, references.live ? "" : " before it"});
  return kNoJoint;
}

Joint readJoint(const Cursor& cursor, const BodyReferences& references, std::string& name) {
  Joint joint;
  Fields fields = openFields(cursor);
  if (const Cursor at = requiredFirstField(fields, "type")) joint.type = static_cast<JointType>(readChoice(at, kTypes));
  if (const Cursor at = optionalField(fields, "name")) name = readText(at, kMaxNameLength);
  readBreak(fields, joint);
  if (isCoupling(joint.type)) {
    readCoupling(fields, references, joint);
    close(fields);
    return joint;
  }
  BodyId a = kNoBody, b = kNoBody;
  const Cursor atA = optionalField(fields, "a"), atB = optionalField(fields, "b");
  if (atA) a = readBodyReference(atA, references);
  if (atB) b = readBodyReference(atB, references);
  if (!isWell(cursor)) return joint;
  if ((a != kNoBody && !bodyOf(references, a)) || (b != kNoBody && !bodyOf(references, b)))
    refuse(cursor, "one of its bodies is not there yet");
  const auto yields = [&](BodyId id) { return bodyOf(references, id) && bodyOf(references, id)->type == BodyType::dynamic; };
  const bool hasBody = a != kNoBody || b != kNoBody;
  if (hasBody && a == b) refuse(cursor, "its two bodies are the same");
  else if (hasBody && !yields(a) && !yields(b)) refuse(cursor, "none of its bodies is moved by forces");
  readOptional(fields, "collides", joint.collides);
  const bool isRope = joint.type == JointType::distance || joint.type == JointType::pulley;
  const Place place = readPlace(fields, references, a, b, !isRope);
  Quat frame;
  Vec3 axis{1, 0, 0};
  switch (joint.type) {
    case JointType::hinge:
    case JointType::slider:
      axis = readAxis(fields, references, a, b, true);
      readCoordinate(fields, joint);
      frame = axesAlong(axis);
      break;
    case JointType::ball:
      axis = readAxis(fields, references, a, b, false);
      readAngle(fields, "swing", "swingDegrees", joint.swing);
      if (const Cursor at = optionalField(fields, "twist")) readJointLimits(at, true, joint.limits);
      frame = axesAlong(axis);
      break;
    case JointType::universal: {
      const Pins pins = readPins(fields, references, a, b);
      frame = axesAlong(pins.a, pins.b);
      axis = std::abs(pins.b.z) > std::abs(pins.a.z) ? pins.b : pins.a;
      break;
    }
    case JointType::distance:
      if (fields.missing.empty()) readDistance(fields, joint, place);
      break;
    case JointType::pulley:
      if (fields.missing.empty()) readPulley(fields, joint, place);
      break;
    default: break;
  }
  if (!hasBody) fields.missing = "b";
  close(fields);
  joint.a = endOn(references, a, place.pointA, frame);
  joint.b = endOn(references, b, place.pointB, frame);
  checkPlane(cursor, references, joint, axis);
  checkStart(cursor, joint);
  joint.given = {joint.drive.target, joint.limits};
  return joint;
}

void readJoints(const Cursor& list, World& world, BodyReferences& references) {
  const std::int64_t count = openList(list, 0, kMaxSceneJoints);
  List<NamedBodies>& names = references.jointNames;
  for (std::int64_t i = 0; i < count; ++i) {
    for (const JsonMember& member : element(list, i).json->members) {
      if (member.key == "name" && member.value.type == JsonType::string && !member.value.string.empty())
        names.push_back({member.value.string, static_cast<std::uint32_t>(i)});
    }
  }
  sortNames(names);
  for (std::int64_t i = 0; i < count && isWell(list); ++i) {
    std::string name;
    const Joint joint = readJoint(element(list, i), references, name);
    world.joints.push_back(joint);
    world.jointNames.push_back(std::move(name));
  }
  const std::string_view twice = doubleName(names);
  if (isWell(list) && !twice.empty()) refuse(list, {quoted(twice), " is the name of two joints"});
  world.sceneJointCount = static_cast<std::uint32_t>(world.joints.size());
}

}  // namespace tumble
