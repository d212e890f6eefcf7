// Joints of a scene: what arrives in the world, and each sentence of refusal.
#include "bodies/body_store.h"
#include "forces/evaluate.h"
#include "scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Two cubes, the second one turned and off its origin, a static post and a planar cube.
std::string jointScene(const std::string& joints, const std::string& more = "") {
  return "{'tumble': 1, 'bodies': ["
         "{'name': 'door', 'size': [1, 2, 0.1]},"
         "{'name': 'frame', 'size': [1, 1, 1], 'position': [2, 0, 0], 'mass': 1, 'inertia': [0.1, 0.15, 0.2], 'centerOfMass': [0.1, 0.2, "
         "0.3],"
         " 'orientation': {'axis': [0, 0, 1], 'angleDegrees': 90}},"
         "{'name': 'post', 'type': 'static', 'size': [1, 1, 1], 'position': [0, 5, 0]},"
         "{'name': 'flat', 'planar': true, 'size': [1, 1, 1], 'position': [0, -5, 0]}"
         "], 'joints': [" +
         joints + "]" + more + "}";
}
World jointWorld(const std::string& joints) { return worldOf(jointScene(joints)); }
Joint jointOf(const std::string& joint) {
  const World world = jointWorld(joint);
  return world.joints.empty() ? Joint{} : world.joints[0];
}
std::string jointProblem(const std::string& joints) { return problemOf(jointScene(joints)); }

Vec3 pointOf(const World& world, const JointEnd& end) {
  const Body* const body = end.body == kNoBody ? nullptr : findBody(world.bodies, end.body);
  return body ? body->x + rotate(body->q, end.anchor) : end.anchor;
}
Vec3 axisOf(const World& world, const JointEnd& end, Vec3 axis) {
  const Body* const body = end.body == kNoBody ? nullptr : findBody(world.bodies, end.body);
  const Vec3 u = rotate(end.frame, axis);
  return body ? rotate(body->q, u) : u;
}
bool isNear(Vec3 a, Vec3 b) { return length(a - b) < 1e-12; }

}  // namespace

TEST_CASE("a hinge at a point of the world has its ends there, and its axis along the one given") {
  const World world =
      jointWorld("{'type': 'hinge', 'name': 'hinge', 'a': 'frame', 'b': 'door', 'point': [1, 0.5, 0.25], 'axis': [0, 3, 4]}");
  REQUIRE(world.joints.size() == 1);
  CHECK(world.jointNames[0] == "hinge");
  const Joint& joint = world.joints[0];
  CHECK(joint.type == JointType::hinge);
  CHECK(joint.a.body == 1);
  CHECK(joint.b.body == 0);
  for (const JointEnd& end : {joint.a, joint.b}) {
    CHECK(isNear(pointOf(world, end), {1, 0.5, 0.25}));
    CHECK(isNear(axisOf(world, end, {1, 0, 0}), {0, 0.6, 0.8}));
  }
  // In the starting pose the frames lie one on the other: every coordinate is 0.
  for (const Vec3 axis : {Vec3{0, 1, 0}, Vec3{0, 0, 1}}) CHECK(isNear(axisOf(world, joint.a, axis), axisOf(world, joint.b, axis)));
}

TEST_CASE("points and axes in the frames of the bodies are from their origins, and of the world where no body is") {
  const World world =
      jointWorld("{'type': 'slider', 'a': 1, 'b': 0, 'pointA': [0, 1, 0], 'pointB': [1, 0, 0], 'axisA': [0, -1, 0], 'axisB': [1, 0, 0]}");
  REQUIRE(world.joints.size() == 1);
  for (const JointEnd& end : {world.joints[0].a, world.joints[0].b}) {
    CHECK(isNear(pointOf(world, end), {1, 0, 0}));
    CHECK(isNear(axisOf(world, end, {1, 0, 0}), {1, 0, 0}));
  }
  const World fixed = jointWorld("{'type': 'ball', 'b': 0, 'pointA': [0, 1, 0], 'pointB': [0, 1, 0]}");
  CHECK(fixed.joints[0].a.body == kNoBody);
  CHECK(fixed.joints[0].a.anchor == Vec3{0, 1, 0});
}

TEST_CASE("limits, spring, motor, servo, friction and strength arrive, angles in degrees too") {
  const Joint joint = jointOf(
      "{'type': 'hinge', 'b': 0, 'point': [0, 1, 0], 'axis': [0, 0, 1], 'limits': {'lowerDegrees': -90, 'upper': 1, 'restitution': 0.5},"
      "'spring': {'stiffness': 3, 'damping': 2, 'restDegrees': 180}, 'motor': {'speed': -4, 'torque': 5}, 'friction': 6,"
      "'break': {'force': 7, 'torque': 8}, 'collides': true}");
  CHECK(joint.limits.lower == doctest::Approx(-1.5707963267948966).epsilon(1e-15));
  CHECK(joint.limits.upper == 1);
  CHECK(joint.limits.restitution == 0.5);
  CHECK(joint.spring.stiffness == 3);
  CHECK(joint.spring.damping == 2);
  CHECK(joint.spring.rest == doctest::Approx(3.141592653589793).epsilon(1e-15));
  CHECK(joint.drive.kind == DriveKind::motor);
  CHECK(joint.drive.target == -4);
  CHECK(joint.drive.most == 5);
  CHECK(joint.friction == 6);
  CHECK(joint.breakForce == 7);
  CHECK(joint.breakTorque == 8);
  CHECK(joint.collides);

  const Joint slider = jointOf(
      "{'type': 'slider', 'b': 0, 'point': [0, 1, 0], 'axis': [0, 0, 1], 'servo': {'position': 0.5, 'stiffness': 9, 'damping': 1, 'force': "
      "2}}");
  CHECK(slider.drive.kind == DriveKind::servo);
  CHECK(slider.drive.target == 0.5);
  CHECK(slider.drive.stiffness == 9);
  CHECK(slider.drive.most == 2);
  CHECK(jointOf("{'type': 'hinge', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 0, 1], 'motor': {'speed': 1}}").drive.most == kNoLimit);

  const Joint ball =
      jointOf("{'type': 'ball', 'b': 0, 'point': [0, 1, 0], 'axis': [0, 1, 0], 'swingDegrees': 90, 'twist': {'lower': -1, 'upper': 2}}");
  CHECK(ball.swing == doctest::Approx(1.5707963267948966).epsilon(1e-15));
  CHECK(ball.limits.lower == -1);
  CHECK(ball.limits.upper == 2);
}

TEST_CASE("a cross has its pins in the two bodies") {
  for (const char* axes : {"'axes': [[0, 0, 1], [0, 1, 0]]", "'axisA': [0, 0, 1], 'axisB': [0, 1, 0]"}) {
    const World world = jointWorld("{'type': 'universal', 'a': 1, 'b': 0, 'point': [1, 0, 0], " + std::string(axes) + "}");
    REQUIRE(world.joints.size() == 1);
    CHECK(isNear(axisOf(world, world.joints[0].a, {1, 0, 0}), {0, 0, 1}));
    CHECK(isNear(axisOf(world, world.joints[0].b, {0, 1, 0}), {0, 1, 0}));
  }
}

TEST_CASE("a distance is the present one, a length, or between bounds") {
  const std::string ends = "{'type': 'distance', 'a': 1, 'b': 0, 'points': [[2, 0, 0], [0, 0, 0]]";
  CHECK(jointOf(ends + "}").minimum == 2);
  CHECK(jointOf(ends + "}").maximum == 2);
  CHECK(jointOf(ends + ", 'length': 2.0005}").maximum == 2.0005);
  CHECK(jointOf(ends + ", 'maximum': 3}").minimum == 0);
  CHECK(jointOf(ends + ", 'maximum': 3}").maximum == 3);
  CHECK(jointOf(ends + ", 'minimum': 1}").maximum == kNoLimit);
  const Joint rope =
      jointOf("{'type': 'pulley', 'a': 1, 'b': 0, 'points': [[2, 0, 0], [0, 0, 0]], 'pulleys': [[2, 3, 0], [0, 4, 0]], 'ratio': 2}");
  CHECK(rope.maximum == 11);
  CHECK(rope.pulleyB == Vec3{0, 4, 0});
}

TEST_CASE("gears and racks refer to joints before them, by name or index") {
  const std::string hinges =
      "{'type': 'hinge', 'name': 'one', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 0, 1]},"
      "{'type': 'hinge', 'name': 'two', 'b': 1, 'point': [2, 0, 0], 'axis': [0, 0, 1]},"
      "{'type': 'slider', 'name': 'rail', 'b': 3, 'point': [0, -5, 0], 'axis': [1, 0, 0]},";
  const World world =
      jointWorld(hinges + "{'type': 'gear', 'joints': ['two', 0], 'ratio': -2}, {'type': 'rack', 'joints': [1, 'rail'], 'ratio': 0.5}");
  REQUIRE(world.joints.size() == 5);
  CHECK(world.joints[3].first == 1);
  CHECK(world.joints[3].second == 0);
  CHECK(world.joints[3].ratio == -2);
  CHECK(world.joints[4].second == 2);

  const auto refused = [&](const std::string& gear, const char* sentence) {
    CHECK(jointProblem(hinges + gear) == "joints[3]." + std::string(sentence));
  };
  refused("{'type': 'gear', 'joints': ['one', 'rail'], 'ratio': 1}", "joints[1]: this joint is no hinge");
  refused("{'type': 'rack', 'joints': ['one', 'two'], 'ratio': 1}", "joints[1]: this joint is no slider");
  refused("{'type': 'gear', 'joints': ['one', 'one'], 'ratio': 1}", "joints: the two joints are the same");
  refused("{'type': 'gear', 'joints': ['one', 'none'], 'ratio': 1}", "joints[1]: there is no joint \"none\" before it");
  refused("{'type': 'gear', 'joints': ['one', 3], 'ratio': 1}", "joints[1]: there is no joint 3 before it");
  refused("{'type': 'gear', 'joints': ['one', 'two']}", "ratio: missing");
  refused("{'type': 'gear', 'joints': ['one'], 'ratio': 1}", "joints: 1 entries are fewer than 2");
  CHECK(jointProblem(hinges + "{'type': 'gear', 'joints': ['one', 'two'], 'ratio': 0}") == "joints[3]: a ratio of 0 couples nothing");
}

TEST_CASE("a joint is refused with what is wrong and where") {
  const auto refused = [](const std::string& joint, const char* sentence) {
    CHECK(jointProblem("{" + joint + "}") == "joints[0]" + std::string(sentence));
  };
  const std::string place = ", 'point': [1, 0, 0], 'axis': [0, 0, 1]", hinge = "'type': 'hinge', 'a': 1, 'b': 0" + place;
  refused("'type': 'weld', 'b': 0", ".type: \"weld\" is not one of ball, hinge, slider, universal, fixed, distance, gear, rack, pulley");
  refused("'b': 0" + place, ".type: missing");
  refused("'type': 'hinge', 'a': 'dor', 'b': 0" + place, ".a: no body is called \"dor\", did you mean \"door\"?");
  refused("'type': 'hinge', 'a': 9, 'b': 0" + place, ".a: there is no body 9, the scene has 4");
  refused("'type': 'hinge'" + place, ".b: missing");
  refused("'type': 'hinge', 'a': 0, 'b': 'door'" + place, ": its two bodies are the same");
  refused("'type': 'hinge', 'b': 'post'" + place, ": none of its bodies is moved by forces");
  refused("'type': 'hinge', 'b': 0, 'axis': [0, 0, 1]", ".point: missing");
  refused("'type': 'hinge', 'b': 0, 'point': [0, 0, 0]", ".axis: missing");
  refused("'type': 'hinge', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 0, 0]", ".axis: a vector of length 0 has no direction");
  refused(hinge + ", 'pointA': [0, 0, 0]", ".point: give \"point\", or \"pointA\" and \"pointB\", not both");
  refused(hinge + ", 'axisA': [0, 0, 1]", ".axis: give \"axis\", or \"axisA\" and \"axisB\", not both");
  refused("'type': 'ball', 'b': 0, 'pointA': [0, 0, 0], 'pointB': [0, 0.25, 0]",
          ".pointB: the two points are 0.25 m apart, more than 0.001 m");
  refused("'type': 'hinge', 'b': 0, 'point': [0, 0, 0], 'axisA': [0, 0, 1], 'axisB': [0, 0, -1]",
          ".axisB: the two axes are 3.14159265358979 rad apart");
  refused("'type': 'universal', 'b': 0, 'point': [0, 0, 0], 'axisA': [0, 0, 1], 'axisB': [0, 0, 1]",
          ".axisB: the two pins are 0 rad from each other, not perpendicular");
  refused("'type': 'universal', 'b': 0, 'point': [0, 0, 0]", ".axes: missing");
  refused(hinge + ", 'limits': {'lower': 1, 'upper': -1}", ".limits: the lower limit 1 is above the upper limit -1");
  refused(hinge + ", 'limits': {'lower': 0.5, 'upper': 1}", ": at the start its angle is 0, which its limit of 0.5 rad excludes");
  refused(hinge + ", 'limits': {'upperDegrees': -30}", ": at the start its angle is 0, which its limit of -30 degrees excludes");
  refused("'type': 'slider', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 1, 0], 'limits': {'lower': 0.5}",
          ": at the start its position is 0, which its limit of 0.5 m excludes");
  refused("'type': 'ball', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 1, 0], 'twist': {'lowerDegrees': 20}",
          ": at the start its angle is 0, which its limit of 20 degrees excludes");
  refused(hinge + ", 'limits': {'lower': 0, 'lowerDegrees': 0}", ".limits.lowerDegrees: say it in radians or in degrees, not both");
  refused(hinge + ", 'motor': {'speed': 1}, 'servo': {'angle': 1, 'stiffness': 1}", ".servo: a joint has a motor or a servo, not both");
  refused(hinge + ", 'motor': {}", ".motor.speed: missing");
  refused(hinge + ", 'motor': {'speed': 1e30}", ".motor.speed: 1e30 is above 10000");
  refused("'type': 'distance', 'b': 0, 'points': [[0, 3, 0], [0, 0, 0]], 'length': 2",
          ": the points are 3 m apart, not within its lengths from 2 to 2 m");
  refused("'type': 'distance', 'b': 0, 'points': [[0, 3, 0], [0, 0, 0]], 'minimum': 4, 'maximum': 2",
          ": the minimum 4 is above the maximum 2");
  refused("'type': 'distance', 'b': 0, 'points': [[0, 3, 0], [0, 0, 0]], 'length': 3, 'maximum': 4",
          ".length: give \"length\", or \"minimum\" and \"maximum\", not both");
  refused("'type': 'distance', 'b': 0, 'points': [[0, 0, 0], [0, 0, 0]]", ": a distance of 0 is a joint of type ball");
  refused("'type': 'distance', 'b': 0, 'points': [[0, 0, 0], [0, 0, 0]], 'length': 0.0005",
          ": its points are 0 m apart, too close to have a direction");
  refused("'type': 'distance', 'b': 0", ".points: missing");
  const std::string rope = "'type': 'pulley', 'a': 1, 'b': 0, 'points': [[2, 0, 0], [0, 0, 0]], 'pulleys': [[2, 3, 0], [0, 4, 0]]";
  refused(rope + ", 'ratio': 0", ": the ratio of a pulley is above 0, not 0");
  refused(rope + ", 'length': 6", ": its rope of 6 m is shorter than the 7 m between its ends");
  refused("'type': 'pulley', 'a': 1, 'b': 0, 'points': [[2, 0, 0], [0, 0, 0]], 'pulleys': [[2, 0, 0], [0, 4, 0]]",
          ": a point of it lies on its pulley, the rope there has no direction");
  refused("'type': 'hinge', 'b': 'flat', 'point': [0, 0, 0], 'axis': [1, 0, 0]", ": a planar body turns about z alone");
  refused("'type': 'universal', 'b': 'flat', 'point': [0, 0, 0], 'axes': [[1, 0, 0], [0, 1, 0]]", ": a planar body turns about z alone");
  refused("'type': 'slider', 'b': 'flat', 'point': [0, 0, 0], 'axis': [0, 0, 1]", ": a planar body slides in its plane alone");
  refused("'type': 'fixed', 'b': 0, 'point': [0, 0, 0], 'motor': {'speed': 1}",
          ".motor: unknown key, known here are type, name, break, a, b, collides, point");
  CHECK(jointProblem(
            "{'type': 'fixed', 'name': 'x', 'b': 0, 'point': [0, 0, 0]}, {'type': 'fixed', 'name': 'x', 'b': 1, 'point': [2, 0, 0]}") ==
        "joints: \"x\" is the name of two joints");
}

TEST_CASE("no more than 20,000 joints") {
  std::string joints;
  for (int i = 0; i < 20'001; ++i) joints += std::string(i > 0 ? "," : "") + "{'type': 'ball', 'b': 0, 'point': [0, 0, 0]}";
  CHECK(jointProblem(joints).find("20000") != std::string::npos);
}
