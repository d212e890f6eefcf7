// Forces and commands of a scene, and live commands of a running world.
#include "forces/drive.h"
#include "scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Force forceOf(const std::string& force) {
  const World world = worldOf(worldScene("'forces': [" + force + "]"));
  return world.forces.empty() ? Force{} : world.forces[0];
}
std::string forceProblem(const std::string& force) { return worldProblem("'forces': [" + force + "]"); }

Command commandOf(const std::string& command) {
  const World world = worldOf(worldScene("'commands': [" + command + "]"));
  return world.commands.empty() ? Command{} : world.commands.front();
}
std::string commandProblem(const std::string& command) { return worldProblem("'commands': [" + command + "]"); }

/// A live command for a world of one cube of 1 kg.
std::string liveProblem(const Json& command) {
  const World world = worldOf(worldScene("'gravity': [0, 0, 0]"));
  Command out;
  out.step = 1234;
  const std::string sentence = readCommand(command, world, out);
  if (!sentence.empty()) CHECK(out.step == 1234);
  return sentence;
}
std::string liveProblem(const std::string& command) { return liveProblem(json(command)); }

}  // namespace

TEST_CASE("forces arrive") {
  const Force push = forceOf("{'type': 'force', 'body': 0, 'force': [1, 2, 3], 'point': [0.1, 0.2, 0.3], 'frame': 'body'}");
  REQUIRE(typeOf(push) == ForceType::force);
  CHECK(std::get<ConstantForce>(push.model).frame == ForceFrame::body);
  CHECK(push.body == 0);
  CHECK(std::get<ConstantForce>(push.model).force == Vec3{1, 2, 3});
  CHECK(std::get<ConstantForce>(push.model).point == Vec3{0.1, 0.2, 0.3});
  CHECK(push.untilStep == -1);

  const Force turn = forceOf("{'type': 'torque', 'body': 'cube', 'torque': [1, 0, 0]}");
  REQUIRE(typeOf(turn) == ForceType::torque);
  CHECK(std::get<ConstantTorque>(turn.model).frame == ForceFrame::world);
  CHECK(std::get<ConstantTorque>(turn.model).torque == Vec3{1, 0, 0});

  const Force slowed = forceOf("{'type': 'drag', 'body': 0, 'linear': 0.5, 'angular': 0.1}");
  REQUIRE(typeOf(slowed) == ForceType::drag);
  const Drag drag = std::get<Drag>(slowed.model);
  CHECK(drag.linear == 0.5);
  CHECK(drag.angular == 0.1);

  const Force pulled =
      forceOf("{'type': 'spring', 'body': 0, 'point': [0, 0.5, 0], 'anchor': [0, 3, 0], 'stiffness': 100, 'damping': 2, 'restLength': 1}");
  REQUIRE(typeOf(pulled) == ForceType::spring);
  const Spring spring = std::get<Spring>(pulled.model);
  CHECK(spring.point == Vec3{0, 0.5, 0});
  CHECK(spring.anchor == Vec3{0, 3, 0});
  CHECK(spring.stiffness == 100);
  CHECK(spring.damping == 2);
  CHECK(spring.restLength == 1);
}

TEST_CASE("a fluid's drag is that of a plate, of a box, or of something round") {
  const Force plate = forceOf("{'type': 'fluidDrag', 'body': 0, 'normal': [0, 0, 2], 'area': 3, 'flow': [1, 0, 0], 'point': [1, 2, 3]}");
  REQUIRE(typeOf(plate) == ForceType::fluidDrag);
  const FluidDrag fluid = std::get<FluidDrag>(plate.model);
  CHECK(fluid.normal == Vec3{0, 0, 1});
  CHECK(fluid.area == 3);
  CHECK(fluid.flow == Vec3{1, 0, 0});
  CHECK(fluid.point == Vec3{1, 2, 3});
  CHECK(fluid.density == 1.2);
  CHECK(fluid.coefficient == 1);
  const FluidDrag box = std::get<FluidDrag>(forceOf("{'type': 'fluidDrag', 'body': 0, 'size': [1, 2, 3], 'density': 1000}").model);
  CHECK(box.size == Vec3{1, 2, 3});
  CHECK(box.density == 1000);
  CHECK(forceProblem("{'type': 'fluidDrag', 'body': 0}") == "forces[0].area: missing");
  CHECK(forceProblem("{'type': 'fluidDrag', 'body': 0, 'size': [1, 2, 3], 'normal': [0, 0, 1]}") ==
        "forces[0].size: a plate has a normal and an area, a box has a size");
  CHECK(forceProblem("{'type': 'fluidDrag', 'body': 0, 'size': [1, 2, 3], 'area': 1}") ==
        "forces[0].size: the areas of a box follow from its size, leave \"area\" out");
}

TEST_CASE("numbers of a force may be functions of time") {
  const World world = worldOf(worldScene(
      "'forces': [{'type': 'force', 'body': 0, 'force': [{'type': 'sine', 'amplitude': 2, 'frequency': 0.5, 'phase': 1, 'offset': 3}, 4,"
      " {'type': 'pulse', 'value': 5, 'begin': 1, 'duration': 2, 'otherwise': -1, 'period': 4}]},"
      " {'type': 'spring', 'body': 0, 'anchor': [0, 1, 0], 'stiffness': {'type': 'ramp', 'from': 10, 'to': 20, 'begin': 1, 'duration': 5},"
      " 'restLength': {'type': 'table', 'points': [[0, 1], [2, 3]]}}]"));
  REQUIRE(world.forces.size() == 2);
  REQUIRE(world.signals.signals.size() == 4);
  List<Force> forces = world.forces;
  const auto at = [&](double time) { driveForces({forces.data(), forces.size()}, world.signals, time, time); };
  at(0.25);
  const Vec3& force = std::get<ConstantForce>(forces[0].model).force;
  CHECK(std::fabs(force.x - (3 + 2 * std::sin(0.7853981633974483 + 1))) < 1e-12);
  CHECK(force.y == 4);
  CHECK(force.z == -1);
  const Spring& spring = std::get<Spring>(forces[1].model);
  CHECK(spring.stiffness == 10);
  CHECK(spring.restLength == 1.25);
  at(6.5);
  CHECK(force.z == 5);
  CHECK(spring.stiffness == 20);
  CHECK(spring.restLength == 3);
}

TEST_CASE("a function of time that says nonsense is refused") {
  const auto problem = [](const std::string& number) { return forceProblem("{'type': 'drag', 'body': 0, 'linear': " + number + "}"); };
  CHECK(problem("{'type': 'sine', 'amplitude': 2, 'frequency': 1}") ==
        "forces[0].linear: its values, -2 to 2, are not all within 0 to 1000000000000");
  CHECK(problem("{'type': 'sine', 'frequency': 1}") == "forces[0].linear.amplitude: missing");
  CHECK(problem("{'type': 'table', 'points': [[1, 1], [0, 1]]}") ==
        "forces[0].linear.points[1][0]: 0 is before the time of the point above, 1");
  CHECK(problem("{'type': 'pulse', 'value': 1, 'begin': 1, 'duration': 2, 'period': 2}") ==
        "forces[0].linear.period: 2 s is shorter than what it repeats, which ends at 3 s");
  CHECK(problem("{'type': 'sin'}").find("forces[0].linear.type: ") == 0);
  // Commands have numbers alone, and the ends of a spring between two bodies stay.
  CHECK(commandProblem("{'type': 'force', 'body': 0, 'force': [{'type': 'sine', 'amplitude': 2, 'frequency': 1}, 0, 0]}")
            .find("commands[0].force[0]: ") == 0);
}

TEST_CASE("a force without a point acts at the centre of mass") {
  const World world = worldOf(
      "{'tumble': 1, 'bodies': [{'shapes': [{'type': 'box', 'size': [1, 1, 1], 'position': [3, 0, 0]}]}],"
      " 'forces': [{'type': 'force', 'body': 0, 'force': [0, 1, 0]}]}");
  CHECK(*pointOf(world.forces[0]) == Vec3{3, 0, 0});
}

TEST_CASE("forces that are refused") {
  CHECK(forceProblem("{'type': 'force', 'body': 0}") == "forces[0].force: missing");
  CHECK(forceProblem("{'type': 'force', 'force': [1, 0, 0]}") == "forces[0].body: missing");
  CHECK(forceProblem("{'type': 'forse', 'body': 0}") == "forces[0].type: \"forse\" is unknown, did you mean force?");
  CHECK(forceProblem("{'type': 'force', 'body': 0, 'force': [1e13, 0, 0]}") == "forces[0].force[0]: 10000000000000 is above 1000000000000");
  CHECK(forceProblem("{'type': 'force', 'body': 0, 'force': [1, 0, 0], 'frame': 'local'}") ==
        "forces[0].frame: \"local\" is not one of world, body");
  CHECK(forceProblem("{'type': 'torque', 'body': 0, 'force': [1, 0, 0]}") ==
        "forces[0].force: unknown key, known here are type, body, torque, frame");
  CHECK(forceProblem("{'type': 'drag', 'body': 0, 'linear': -1}") == "forces[0].linear: -1 is below 0");
  CHECK(forceProblem("{'type': 'spring', 'body': 0, 'anchor': [0, 0, 0]}") == "forces[0].stiffness: missing");
  CHECK(forceProblem("{'type': 'spring', 'body': 0, 'stiffness': 1}") == "forces[0].anchor: missing");
  CHECK(forceProblem("{'type': 'spring', 'body': 0, 'stifness': 1}") == "forces[0].stifness: unknown key, did you mean stiffness?");
  CHECK(forceProblem("3") == "forces[0]: 3 is not an object");
}

TEST_CASE("references to bodies: by index, by name, by name of a copy") {
  const std::string bodies =
      "'bodies': [{'size': [1, 1, 1], 'name': 'ground', 'position': [0, -9, 0]}, {'size': [1, 1, 1], 'name': 'brick',"
      "'arrangement': {'type': 'stack', 'count': 3, 'spacing': 2}}, {'size': [1, 1, 1], 'name': 'ball', 'position': [9, 0, 0]}]";
  const auto scene = [&](const std::string& body) {
    return json("{'tumble': 1, " + bodies + ", 'forces': [{'type': 'torque', 'torque': [1, 0, 0], 'body': " + body + "}]}");
  };
  CHECK(worldOf(scene("0")).forces[0].body == 0);
  CHECK(worldOf(scene("4")).forces[0].body == 4);
  CHECK(worldOf(scene("'ground'")).forces[0].body == 0);
  CHECK(worldOf(scene("'ball'")).forces[0].body == 4);
  CHECK(worldOf(scene("'brick[0]'")).forces[0].body == 1);
  CHECK(worldOf(scene("'brick[2]'")).forces[0].body == 3);
  CHECK(problemOf(scene("5")) == "forces[0].body: there is no body 5, the scene has 5");
  CHECK(problemOf(scene("-1")) == "forces[0].body: -1 is below 0");
  CHECK(problemOf(scene("0.5")) == "forces[0].body: 0.5 is not a whole number");
  CHECK(problemOf(scene("1048576")) == "forces[0].body: there is no body 1048576, the scene has 5");  // another generation
  CHECK(problemOf(scene("4294967295")) == "forces[0].body: 4294967295 is above 4294967294");
  CHECK(problemOf(scene("'brick'")) == "forces[0].body: \"brick\" names 3 bodies, the first is \"brick[0]\"");
  CHECK(problemOf(scene("'brick[3]'")) == "forces[0].body: \"brick\" names 3 bodies, there is no \"brick[3]\"");
  CHECK(problemOf(scene("'ball[0]'")) == "forces[0].body: \"ball\" names 1 body, there is no \"ball[0]\"");
  CHECK(problemOf(scene("'bal'")) == "forces[0].body: no body is called \"bal\", did you mean \"ball\"?");
  CHECK(problemOf(scene("'table'")) == "forces[0].body: no body is called \"table\"");
  CHECK(problemOf(scene("''")) == "forces[0].body: no body is called \"\"");
  CHECK(problemOf(scene("'[1]'")) == "forces[0].body: no body is called \"[1]\"");
  CHECK(problemOf(scene("null")) == "forces[0].body: null is not a number");
}

TEST_CASE("commands arrive") {
  const Command impulse = commandOf("{'step': 60, 'type': 'impulse', 'body': 'cube', 'impulse': [1, 2, 3], 'point': [0.5, 0, 0]}");
  CHECK(impulse.type == CommandType::impulse);
  CHECK(impulse.step == 60);
  CHECK(impulse.body == 0);
  CHECK(impulse.impulse == Vec3{1, 2, 3});
  CHECK(impulse.point == Vec3{0.5, 0, 0});
  CHECK_FALSE(commandOf("{'type': 'impulse', 'body': 0, 'impulse': [1, 2, 3]}").point);

  const Command spin = commandOf("{'type': 'angularImpulse', 'body': 0, 'angularImpulse': [0, 1, 0]}");
  CHECK(spin.type == CommandType::angularImpulse);
  CHECK(spin.impulse == Vec3{0, 1, 0});

  const Command force = commandOf("{'type': 'force', 'body': 0, 'force': [0, 9, 0], 'point': [1, 0, 0], 'frame': 'body', 'steps': 30}");
  CHECK(force.type == CommandType::force);
  CHECK(force.steps == 30);
  REQUIRE(typeOf(force.force) == ForceType::force);
  const ConstantForce push = std::get<ConstantForce>(force.force.model);
  CHECK(push.frame == ForceFrame::body);
  CHECK(force.force.body == 0);
  CHECK(push.force == Vec3{0, 9, 0});
  CHECK(push.point == Vec3{1, 0, 0});

  const Command torque = commandOf("{'type': 'torque', 'body': 0, 'torque': [0, 9, 0]}");
  CHECK(torque.type == CommandType::force);
  CHECK(torque.steps == 1);
  CHECK(typeOf(torque.force) == ForceType::torque);

  const Command velocity = commandOf("{'type': 'velocity', 'body': 0, 'angularVelocity': [0, 9, 0]}");
  CHECK(velocity.type == CommandType::velocity);
  CHECK_FALSE(velocity.velocity);
  CHECK(velocity.angularVelocity == Vec3{0, 9, 0});

  const Command pose = commandOf("{'type': 'pose', 'body': 0, 'position': [1, 2, 3], 'orientation': [0, 1, 0, 0]}");
  CHECK(pose.type == CommandType::pose);
  CHECK(pose.position == Vec3{1, 2, 3});
  CHECK(pose.orientation == Quat{0, 1, 0, 0});

  const Command drag = commandOf("{'type': 'drag', 'body': 0, 'pointer': 2, 'point': [0, 0.5, 0], 'target': [0, 3, 0]}");
  CHECK(drag.type == CommandType::drag);
  CHECK(drag.drag.pointer == 2);
  CHECK(drag.drag.point == Vec3{0, 0.5, 0});
  CHECK(drag.drag.target == Vec3{0, 3, 0});
  CHECK(commandOf("{'type': 'release', 'pointer': 2}").type == CommandType::release);
  CHECK(commandOf("{'type': 'release', 'pointer': 2}").drag.pointer == 2);

  const Command add = commandOf("{'type': 'addBody', 'body': {'size': [2, 2, 2], 'mass': 3, 'position': [0, 5, 0]}}");
  CHECK(add.type == CommandType::addBody);
  CHECK(add.description.mass == 3);
  CHECK(add.description.position == Vec3{0, 5, 0});
  CHECK(add.description.shapes[0].halfExtents == Vec3{1, 1, 1});
  CHECK(commandOf("{'type': 'removeBody', 'body': 0}").type == CommandType::removeBody);
}

TEST_CASE("commands wait in the order of their steps, then of the scene") {
  const World world = worldOf(
      worldScene("'commands': [{'step': 9, 'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0]}, {'step': 3, 'type': 'impulse', 'body': 0,"
                 "'impulse': [2, 0, 0]}, {'step': 9, 'type': 'impulse', 'body': 0, 'impulse': [3, 0, 0]}]"));
  CHECK(world.commands.size() == 3);
  const std::vector<Command> commands(world.commands.begin(), world.commands.end());
  CHECK(commands[0].impulse.x == 2);
  CHECK(commands[1].impulse.x == 1);
  CHECK(commands[2].impulse.x == 3);
}

TEST_CASE("commands that are refused") {
  CHECK(commandProblem("{'body': 0}") == "commands[0].type: missing");
  CHECK(commandProblem("{'type': 'impulse', 'body': 0}") == "commands[0].impulse: missing");
  CHECK(commandProblem("{'type': 'push', 'body': 0}").find("commands[0].type: \"push\" is not one of impulse, ") == 0);
  CHECK(commandProblem("{'type': 'impuls', 'body': 0}") == "commands[0].type: \"impuls\" is unknown, did you mean impulse?");
  CHECK(commandProblem("{'step': -1, 'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0]}") == "commands[0].step: -1 is below 0");
  CHECK(commandProblem("{'step': 1e10, 'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0]}") ==
        "commands[0].step: 10000000000 is above 1000000000");
  CHECK(commandProblem("{'step': 0.5, 'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0]}") ==
        "commands[0].step: 0.5 is not a whole number");
  CHECK(commandProblem("{'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0], 'point': [0, 20000, 0]}") ==
        "commands[0].point[1]: 20000 is above 10000");
  CHECK(commandProblem("{'type': 'impulse', 'body': 0, 'impulse': [0, 5000, 0]}") ==
        "commands[0].impulse: would change the velocity by 5000 m/s, above 1000");
  CHECK(commandProblem("{'type': 'angularImpulse', 'body': 0, 'angularImpulse': [0, 50000, 0]}") ==
        "commands[0].angularImpulse: would change the angular velocity by 300000 rad/s, above 100000");
  CHECK(commandProblem("{'type': 'force', 'body': 0, 'force': [0, 1, 0], 'steps': 0}") == "commands[0].steps: 0 is not above 0");
  CHECK(commandProblem("{'type': 'velocity', 'body': 0}") == "commands[0].velocity: missing");
  CHECK(commandProblem("{'type': 'pose', 'body': 0}") == "commands[0].position: missing");
  CHECK(commandProblem("{'type': 'pose', 'body': 0, 'orientation': [0, 0, 0, 0]}") ==
        "commands[0].orientation: the zero quaternion is no orientation");
  CHECK(commandProblem("{'type': 'drag', 'body': 0, 'point': [0, 0, 0]}") == "commands[0].target: missing");
  CHECK(commandProblem("{'type': 'drag', 'body': 0, 'pointer': 32, 'point': [0, 0, 0], 'target': [0, 0, 0]}") ==
        "commands[0].pointer: 32 is above 31");
  CHECK(commandProblem("{'type': 'release', 'body': 0}") == "commands[0].body: unknown key, known here are step, type, pointer");
  CHECK(commandProblem("{'type': 'addBody'}") == "commands[0].body: missing");
  CHECK(commandProblem("{'type': 'addBody', 'body': 3}") == "commands[0].body: 3 is not an object");
  CHECK(commandProblem("{'type': 'addBody', 'body': {'size': [1, 1, 1], 'density': -2}}") == "commands[0].body.density: -2 is not above 0");
  CHECK(commandProblem("{'type': 'addBody', 'body': {'size': [1, 1, 1], 'arrangement': {}}}")
            .find("commands[0].body.arrangement: unknown key") == 0);
  CHECK(commandProblem("{'type': 'removeBody', 'body': 1}") == "commands[0].body: there is no body 1, the scene has 1");
}

TEST_CASE("a scene may push bodies that it adds later, so that every session can be a scene") {
  const std::string add = "{'step': 1, 'type': 'addBody', 'body': {'size': [1, 1, 1]}}";
  CHECK(commandProblem(add + ", {'step': 2, 'type': 'impulse', 'body': 1, 'impulse': [0, 1, 0]}") == "");
  CHECK(commandProblem(add + ", {'step': 2, 'type': 'impulse', 'body': 2, 'impulse': [0, 1, 0]}") ==
        "commands[1].body: there is no body 2, the scene has 1");
  CHECK(commandProblem("{'type': 'removeBody', 'body': 0}, " + add + ", {'step': 2, 'type': 'removeBody', 'body': 1048576}") == "");
}

TEST_CASE("live commands") {
  const World world = worldOf(worldScene("'gravity': [0, 0, 0]"));
  Command out;
  CHECK(readCommand(json("{'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0], 'point': [0, 0.5, 0]}"), world, out) == "");
  CHECK(out.impulse == Vec3{1, 0, 0});
  CHECK(out.step == 0);
  CHECK(readCommand(json("{'step': 12, 'type': 'addBody', 'body': {'size': [1, 1, 1]}}"), world, out) == "");
  CHECK(out.step == 12);
  CHECK(out.description.shapes.size() == 1);
}

TEST_CASE("live commands that are refused") {
  CHECK(liveProblem("{'type': 'impulse', 'body': 7, 'impulse': [1, 0, 0]}") == "body: there is no body 7");
  CHECK(liveProblem("{'type': 'impulse', 'body': 1048576, 'impulse': [1, 0, 0]}") == "body: there is no body 1048576");
  CHECK(liveProblem("{'type': 'impulse', 'body': 'cube', 'impulse': [1, 0, 0]}") == "body: \"cube\" is not a number");
  CHECK(liveProblem("{'type': 'impulse', 'body': 0, 'impulse': [1e9, 0, 0]}") ==
        "impulse: would change the velocity by 1000000000 m/s, above 1000");
  CHECK(liveProblem("{'type': 'impulse', 'body': 0, 'impulse': [900, 0, 0], 'point': [0, 100, 0]}") ==
        "impulse: would change the angular velocity by 540000 rad/s, above 100000");
  CHECK(liveProblem("[]") == "command: a list is not an object");
  CHECK(liveProblem("{}") == "type: missing");
  CHECK(liveProblem("{'type': 'impulse', 'body': 0, 'impulse': [1, 0, 0], '__proto__': 1}").find("__proto__: unknown key") == 0);
  for (const double value : {kNaN, kInfinity, -kInfinity}) {
    Json command = json("{'type': 'impulse', 'body': 0, 'impulse': [0, 0, 0], 'point': [0, 0, 0]}");
    command.members[2].value.items[1] = jsonOf(value);
    CHECK(liveProblem(command).find("impulse[1]: ") == 0);
    CHECK(liveProblem(command).find(" is not finite") != std::string::npos);
    command.members[2].value.items[1] = jsonOf(0.0);
    command.members[3].value.items[2] = jsonOf(value);
    CHECK(liveProblem(command).find("point[2]: ") == 0);
    command.members[3].value.items[2] = jsonOf(0.0);
    command.members[1].value = jsonOf(value);
    CHECK(liveProblem(command).find("body: ") == 0);
  }
}

TEST_CASE("a live command to a removed body is refused, until a waiting command can bring its id to life") {
  World world = worldOf("{'tumble': 1, 'bodies': [{'size': [1,1,1]}, {'size': [1,1,1], 'position': [3,0,0]}]}");
  removeBody(world, 1);
  Command out;
  const auto push = [&](BodyId id) {
    return readCommand(json("{'type': 'impulse', 'body': " + std::to_string(id) + ", 'impulse': [1, 0, 0]}"), world, out);
  };
  const BodyId next = makeBodyId(1, 1), afterNext = makeBodyId(2, 0);
  CHECK(push(1) == "body: there is no body 1");
  CHECK(push(next) == "body: there is no body 1048577");
  CHECK(readCommand(json("{'type': 'addBody', 'body': {'size': [1, 1, 1]}}"), world, out) == "");
  enqueue(world, out);
  CHECK(push(1) == "body: there is no body 1");  // its generation is over
  CHECK(push(next) == "");
  CHECK(push(afterNext) == "");  // one command for two ids: which of them comes to be is not known here
  CHECK(push(makeBodyId(3, 0)) == "body: there is no body 3");
  enqueue(world, out);
  step(world);
  CHECK(findBody(world.bodies, next) != nullptr);
  CHECK(push(next) == "");
  CHECK(push(afterNext) == "body: there is no body 2");
}

TEST_CASE("a static body may be pushed: nothing happens to it") {
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'type': 'static', 'size': [1, 1, 1]}],"
                  "'commands': [{'type': 'impulse', 'body': 0, 'impulse': [1e9, 0, 0]}]}") == "");
}
