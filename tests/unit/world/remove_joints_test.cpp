// Removing joints: what goes with them.
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"
#include "unit/scene/scene_support.h"
#include "world/joints.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// 0: hinge of a and b, 1: hinge of a, 2: gear of both, 3: ball of b.
World machine() {
  return worldOf(
      "{'tumble': 1, 'collisions': false, 'bodies': [{'name': 'a', 'size': [1, 1, 1], 'density': 1}, {'name': 'b', 'size': [1, 1, 1], "
      "'density': 1, 'position': [3, 0, 0]}], 'joints': [{'type': 'hinge', 'a': 'a', 'b': 'b', 'point': [1, 0, 0], 'axis': [0, 0, 1]}, "
      "{'type': 'hinge', 'b': 'a', 'point': [0, 0, 0], 'axis': [0, 0, 1]}, {'type': 'gear', 'joints': [0, 1], 'ratio': 1}, "
      "{'type': 'ball', 'b': 'b', 'point': [3, 0, 0]}]}");
}

std::string alive(const World& world) {
  std::string text;
  for (const Joint& joint : world.joints) text += joint.alive ? '1' : '0';
  return text;
}

}  // namespace

TEST_CASE("a joint that is removed takes the gear on it along, and no other joint") {
  World world = machine();
  CHECK(alive(world) == "1111");
  removeJoint(world, 1);
  CHECK(alive(world) == "1001");
  removeJoint(world, 3);
  CHECK(alive(world) == "1000");
}

TEST_CASE("a body that is removed takes its joints along, and the gear on them") {
  World world = machine();
  CHECK(removeBody(world, 1));
  CHECK(alive(world) == "0100");
}

TEST_CASE("joints that break in the same step break together") {
  World world = machine();
  world.joints[0].breakForce = world.joints[3].breakForce = 1;
  world.joints[0].force = world.joints[3].force = {2, 0, 0};
  breakJoints(world);
  CHECK(alive(world) == "0100");
}

TEST_CASE("a world goes on from a snapshot as without it after a joint was removed, or added, where its bodies touch something") {
  const std::string hinge = "{'type': 'hinge', 'a': 1, 'b': 2, 'point': [0.55,0.1,0], 'axis': [0,1,0]}";
  const std::string planks =
      "{'tumble': 1, 'sleeping': false, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, {'size': [1,0.2,0.2], "
      "'position': [0,0.1,0]}, {'size': [1,0.2,0.2], 'position': [1.1,0.1,0]}], ";
  for (const std::string& change : {"'joints': [" + hinge + "], 'commands': [{'step': 20, 'type': 'removeJoint', 'joint': 0}]",
                                    "'commands': [{'step': 20, 'type': 'addJoint', 'joint': " + hinge + "}]"}) {
    World world = worldOf(planks + change + "}");
    run(world, 20);
    for (int i = 0; i < 8; ++i) {
      World copy;
      REQUIRE(restore(copy, snapshot(world)) == "");
      step(world);
      step(copy);
      CHECK_MESSAGE(stateHash(copy) == stateHash(world), change, " ", i);
    }
  }
}
