// Joints of a world that goes on as a changed scene, and joints by commands.
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "scene/revision.h"
#include "support/worlds.h"
#include "unit/scene/scene_support.h"
#include "world/joints.h"

using namespace tumble;
using namespace tumble::test;

namespace {

const std::string kBodies =
    "'bodies': [{'name': 'wheel', 'size': [1, 1, 0.2], 'angularVelocity': [0, 0, 9]}, {'name': 'arm', 'size': [1, 0.2, 0.2], 'position': "
    "[3, 0, 0]}]";
const std::string kAxle = "{'type': 'hinge', 'name': 'axle', 'b': 'wheel', 'point': [0, 0, 0], 'axis': [0, 0, 1]}";
const std::string kShoulder = "{'type': 'hinge', 'b': 'arm', 'point': [2.5, 0, 0], 'axis': [0, 0, 1], 'motor': {'speed': 1, 'torque': 5}}";
const std::string kGear = "{'type': 'gear', 'joints': ['axle', 'shoulder'], 'ratio': 1}";

std::string sceneOf(const std::string& joints, const std::string& more = "") {
  return "{'tumble': 1, " + kBodies + ", 'joints': [" + joints + "]" + more + "}";
}
World running(const std::string& scene, int steps) {
  World world = worldOf(scene);
  run(world, steps);
  return world;
}
std::string revise(World& world, const std::string& scene) {
  const BodyMatch kept[] = {{0}, {1}};
  return reviseScene(json(scene), kept, world);
}
Vec3 endOf(const World& world, const JointEnd& end) {
  const Body* const body = end.body == kNoBody ? nullptr : findBody(world.bodies, end.body);
  return body ? body->x + rotate(body->q, end.anchor) : end.anchor;
}

}  // namespace

TEST_CASE("a joint that stays keeps its turns, and the run goes on to the bit") {
  World edited = running(sceneOf(kAxle + "," + kShoulder), 120), other = edited;
  CHECK(edited.joints[0].coordinate > 17);
  CHECK(revise(edited, sceneOf(kAxle + "," + kShoulder)) == "");
  CHECK(stateHash(edited) == stateHash(other));
  run(edited, 30), run(other, 30);
  CHECK(stateHash(edited) == stateHash(other));
}

TEST_CASE("joints match by name, or by bodies in their order; what is edited of them applies") {
  World world = running(sceneOf(kAxle + "," + kShoulder), 120);
  const double axle = world.joints[0].coordinate, shoulder = world.joints[1].coordinate;
  const std::string faster = "{'type': 'hinge', 'b': 'arm', 'point': [2.5, 0, 0], 'axis': [0, 0, 1], 'motor': {'speed': 7}}";
  CHECK(revise(world, sceneOf(faster + "," + kAxle)) == "");
  CHECK(world.joints[0].coordinate == shoulder);
  CHECK(world.joints[0].drive.target == 7);
  CHECK(world.joints[1].coordinate == axle);
}

TEST_CASE("what commands made of a motor and of limits stays through an edit of something else, and goes when that is edited") {
  const auto motor = [](const char* speed, const char* upper) {
    return std::string("{'type': 'hinge', 'name': 'm', 'b': 'arm', 'point': [2.5, 0, 0], 'axis': [0, 0, 1], 'motor': {'speed': ") + speed +
           "}, 'limits': {'lower': -1, 'upper': " + upper + "}}";
  };
  World world = running(sceneOf(motor("0.5", "100")), 5);
  CHECK(give(world, "{'type': 'motor', 'joint': 'm', 'speed': -0.25}") == "");
  CHECK(give(world, "{'type': 'limits', 'joint': 'm', 'limits': {'lower': -2, 'upper': 50}}") == "");
  run(world, 1);
  World copy;
  CHECK(restore(copy, snapshot(world)) == "");
  for (World* const w : {&world, &copy}) {
    CHECK(revise(*w, sceneOf(motor("0.5", "100") + "," + kAxle)) == "");
    CHECK(w->joints[0].drive.target == -0.25);
    CHECK(w->joints[0].limits == JointLimits{-2, 50, 0});
    CHECK(revise(*w, sceneOf(motor("0.75", "100") + "," + kAxle)) == "");
    CHECK(w->joints[0].drive.target == 0.75);
    CHECK(w->joints[0].limits.upper == 50);
    CHECK(revise(*w, sceneOf(motor("0.75", "90") + "," + kAxle)) == "");
    CHECK(w->joints[0].limits == JointLimits{-1, 90, 0});
  }
}

TEST_CASE("two joints cannot have one name, also by commands") {
  World world = running(sceneOf(kAxle), 5);
  const auto ball = [&](const char* name) {
    return give(world,
                std::string("{'type': 'addJoint', 'joint': {'type': 'ball', 'name': '") + name + "', 'a': 0, 'b': 1, 'point': [1, 0, 0]}}");
  };
  CHECK(ball("axle") == "joint: \"axle\" is the name of a joint already");
  CHECK(ball("new") == "");
  CHECK(ball("new") == "joint: \"new\" is the name of a joint already");
  run(world, 1);
  CHECK(ball("new") == "joint: \"new\" is the name of a joint already");
  CHECK(give(world, "{'type': 'removeJoint', 'joint': 'new'}") == "");
  run(world, 1);
  CHECK(ball("new") == "");
}

TEST_CASE("a new joint connects its bodies as they are now") {
  World world = running(sceneOf(kAxle), 20);
  CHECK(world.bodies.bodies[1].x.y < -0.1);  // the arm falls
  CHECK(revise(world, sceneOf(kAxle + ", {'type': 'fixed', 'a': 'arm', 'b': 'wheel', 'point': [2, 0, 0]}")) == "");
  const Joint& weld = world.joints[1];
  CHECK(distance(endOf(world, weld.a), endOf(world, weld.b)) < 1e-12);
  run(world, 1);
  CHECK(distance(endOf(world, weld.a), endOf(world, weld.b)) < 1e-6);
}

TEST_CASE("a joint that was removed does not return, its gear neither; one that was added stays with its number known to commands") {
  const std::string shoulder = "{'type': 'hinge', 'name': 'shoulder', 'b': 'arm', 'point': [2.5, 0, 0], 'axis': [0, 0, 1]}";
  World world = running(sceneOf(kAxle + "," + shoulder + "," + kGear), 20);
  CHECK(give(world, "{'type': 'removeJoint', 'joint': 'shoulder'}") == "");
  CHECK(give(world, "{'type': 'addJoint', 'joint': {'type': 'ball', 'name': 'new', 'a': 0, 'b': 1, 'point': [1, 0, 0]}}") == "");
  run(world, 1);
  CHECK(world.joints[0].alive);
  CHECK_FALSE(world.joints[1].alive);
  CHECK_FALSE(world.joints[2].alive);
  REQUIRE(world.joints.size() == 4);
  CHECK(give(world, "{'type': 'removeJoint', 'step': 100, 'joint': 'new'}") == "");
  CHECK(revise(world,
               sceneOf(shoulder + "," + kAxle +
                       ", {'type': 'gear', 'joints': ['axle', 'shoulder'], 'ratio': 1}, {'type': 'fixed', 'b': 1, 'point': [3, 0, 0]}")) ==
        "");
  REQUIRE(world.joints.size() == 5);
  CHECK_FALSE(world.joints[0].alive);
  CHECK(world.joints[1].alive);
  CHECK_FALSE(world.joints[2].alive);
  CHECK(world.joints[3].alive);
  CHECK(world.joints[4].alive);
  CHECK(world.jointNames[4] == "new");
  REQUIRE(world.commands.size() == 1);
  CHECK(world.commands.front().joint.index == 4);
  World copy;
  CHECK(restore(copy, snapshot(world)) == "");
  CHECK(stateHash(copy) == stateHash(world));
  run(world, 90), run(copy, 90);
  CHECK_FALSE(world.joints[4].alive);
  CHECK(stateHash(copy) == stateHash(world));
}

TEST_CASE("a removed body takes its joints with it, and their gears") {
  const std::string shoulder = "{'type': 'hinge', 'name': 'shoulder', 'b': 'arm', 'point': [2.5, 0, 0], 'axis': [0, 0, 1]}";
  World world = running(sceneOf(kAxle + "," + shoulder + "," + kGear), 5);
  CHECK(removeBody(world, 1));
  CHECK(world.joints[0].alive);
  CHECK_FALSE(world.joints[1].alive);
  CHECK_FALSE(world.joints[2].alive);
  run(world, 5);
}

TEST_CASE("a joint that a scene adds later connects the bodies as they are then") {
  const std::string later =
      ", 'commands': [{'type': 'addJoint', 'step': 30, 'joint': {'type': 'ball', 'a': 'wheel', 'b': 'arm', 'point': [1, 0, 0]}}]";
  World world = running(sceneOf(kAxle, later), 31);
  REQUIRE(world.joints.size() == 2);
  CHECK(distance(endOf(world, world.joints[1].a), endOf(world, world.joints[1].b)) < 1e-6);
}

TEST_CASE("commands set motors, servos and limits, and are refused with what is wrong") {
  World world = worldOf(sceneOf(kAxle + "," + kShoulder));
  CHECK(give(world, "{'type': 'motor', 'joint': 1, 'speed': -3}") == "");
  CHECK(give(world, "{'type': 'limits', 'joint': 'axle', 'limits': {'upperDegrees': 180}}") == "");
  run(world, 1);
  CHECK(world.joints[1].drive.target == -3);
  CHECK(world.joints[0].limits.lower == -kNoLimit);
  CHECK(world.joints[0].limits.upper == doctest::Approx(3.141592653589793));
  CHECK(give(world, "{'type': 'motor', 'joint': 'axle', 'speed': 1}") == "joint: this joint has no motor");
  CHECK(give(world, "{'type': 'servo', 'joint': 1, 'angle': 1}") == "joint: this joint has no servo");
  CHECK(give(world, "{'type': 'motor', 'joint': 7, 'speed': 1}") == "joint: there is no joint 7");
  CHECK(give(world, "{'type': 'removeJoint', 'joint': 'axel'}") == "joint: there is no joint \"axel\"");
  CHECK(give(world, "{'type': 'addJoint', 'joint': {'type': 'ball', 'b': 9, 'point': [0, 0, 0]}}") == "joint.b: there is no body 9");
}

TEST_CASE("each number of a joint is part of the state, its reaction is not") {
  const World world = running(sceneOf(kAxle), 3);
  const std::uint64_t before = stateHash(world);
  const auto changes = [&](auto change) {
    World copy = world;
    change(copy.joints[0]);
    return stateHash(copy) != before;
  };
  CHECK(changes([](Joint& j) { j.coordinate += 1e-12; }));
  CHECK(changes([](Joint& j) { j.alive = false; }));
  CHECK(changes([](Joint& j) { j.collides = true; }));
  CHECK(changes([](Joint& j) { j.limits.upper = 1; }));
  CHECK(changes([](Joint& j) { j.drive.target = 1; }));
  CHECK(changes([](Joint& j) { j.spring.rest = 1; }));
  CHECK(changes([](Joint& j) { j.b.anchor.x += 1e-12; }));
  CHECK(changes([](Joint& j) { j.breakForce = 1; }));
  CHECK_FALSE(changes([](Joint& j) { j.force.x += 1; }));
  World empty = worldOf("{'tumble': 1, " + kBodies + "}");
  CHECK(stateHash(empty) == stateHash(worldOf(sceneOf(""))));
}
