#include "scene/command_reader.h"

#include <algorithm>

#include "scene/body_reader.h"
#include "scene/force_reader.h"
#include "scene/joint_reader.h"
#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

// In the order of CommandType, but for "torque", which is a force to the engine.
constexpr std::string_view kTypes[] = {"impulse",    "angularImpulse", "force",    "velocity",    "pose",  "drag",  "release", "addBody",
                                       "removeBody", "explosion",      "addJoint", "removeJoint", "motor", "servo", "limits",  "torque"};
constexpr int kTorque = 15;

double largest(Vec3 v) { return v.x > v.y ? (v.x > v.z ? v.x : v.z) : (v.y > v.z ? v.y : v.z); }

void checkChange(const Cursor& at, double change, double limit, const char* what, const char* unit) {
  if (change <= limit) return;
  refuse(at, {"would change the ", what, " by ", change, unit, ", above ", limit});
}

void readImpulse(Fields& fields, Command& command, const BodyReferences& references) {
  const Cursor impulse = requiredField(fields, "impulse");
  if (impulse) command.impulse = readVector(impulse, kImpulseRange);
  if (const Cursor at = optionalField(fields, "point")) command.point = readVector(at, kPositionRange);
  const Body* body = findBody(references.world->bodies, command.body);
  if (!impulse || !body) return;
  checkChange(impulse, length(command.impulse) * body->inverseMass, kMaxVelocityChange, "velocity", " m/s");
  // In a scene the body moves until the step of the command, and the lever is not known.
  if (!references.live || !command.point) return;
  const double twist = length(cross(*command.point - body->x, command.impulse));
  checkChange(impulse, twist * largest(body->inverseInertia), kMaxAngularVelocityChange, "angular velocity", " rad/s");
}

void readAngularImpulse(Fields& fields, Command& command, const BodyReferences& references) {
  const Cursor at = requiredField(fields, "angularImpulse");
  if (!at) return;
  command.impulse = readVector(at, kImpulseRange);
  if (const Body* body = findBody(references.world->bodies, command.body)) {
    const double change = length(command.impulse) * largest(body->inverseInertia);
    checkChange(at, change, kMaxAngularVelocityChange, "angular velocity", " rad/s");
  }
}

void readLastingForce(Fields& fields, Command& command, bool torque, const BodyReferences& references) {
  command.force.body = command.body;
  readModel(fields, command.force, torque ? ForceType::torque : ForceType::force, references);
  readOptional(fields, "steps", {1, kStepRange.high}, command.steps);
}

void readVelocity(Fields& fields, Command& command) {
  if (const Cursor at = optionalField(fields, "velocity")) command.velocity = readVector(at, kVelocityRange);
  if (const Cursor at = optionalField(fields, "angularVelocity")) command.angularVelocity = readVector(at, kAngularVelocityRange);
  if (!command.velocity && !command.angularVelocity && fields.missing.empty()) fields.missing = "velocity";
}

void readPose(Fields& fields, Command& command) {
  if (const Cursor at = optionalField(fields, "position")) command.position = readVector(at, kPositionRange);
  if (const Cursor at = optionalField(fields, "orientation")) command.orientation = readOrientation(at);
  if (!command.position && !command.orientation && fields.missing.empty()) fields.missing = "position";
}

void readPointer(Fields& fields, Command& command) { readOptional(fields, "pointer", kPointerRange, command.drag.pointer); }

void readDrag(Fields& fields, Command& command) {
  readPointer(fields, command);
  readRequired(fields, "point", kPositionRange, command.drag.point);
  readRequired(fields, "target", kPositionRange, command.drag.target);
}

/// Limits the work of the explosions of one step, each of which tests every shape.
void checkExplosions(const Cursor& at, const World& world, const Command& command) {
  const std::int64_t step = std::max(command.step, world.stepCount);
  const auto end = world.commands.rend();
  auto before = std::find_if(world.commands.rbegin(), end, [&](const Command& c) { return c.step <= step; });
  int explosions = 1;
  for (; before != end && before->step == step; ++before) explosions += before->type == CommandType::explosion;
  const double count = explosions, shapes = static_cast<double>(world.colliders.colliders.size());
  if (count > kMaxExplosions) refuse(at, "# explosions in one step are more than #", {count, kMaxExplosions * 1.0});
  if (count * shapes > kMaxExplosionWork)
    refuse(at, "# explosions in one step, with # shapes to meet, are more work than #", {count, shapes, kMaxExplosionWork});
}

void readExplosion(Fields& fields, Command& command, const BodyReferences& references) {
  Explosion& explosion = command.explosion;
  readRequired(fields, "position", kPositionRange, explosion.center);
  readRequired(fields, "impulse", {0, kImpulseRange.high}, explosion.momentum);
  readRequired(fields, "radius", kExplosionRadiusRange, explosion.radius);
  checkExplosions(fields.at, *references.world, command);
}

/// Refuses a command for a motor or a servo on a joint that has none.
void checkDrive(const Cursor& at, const Joint& joint, DriveKind kind, const char* sentence) {
  if (joint.drive.kind != kind) refuse(at, sentence);
}

/// Refuses the name of a joint that is there, or that waits to be added.
void checkNewName(const Cursor& at, const World& world, const std::string& name) {
  if (name.empty()) return;
  bool isTaken = false;
  for (JointIndex i = 0; i < world.joints.size(); ++i) isTaken = isTaken || (world.joints[i].alive && world.jointNames[i] == name);
  for (const Command& command : world.commands)
    isTaken = isTaken || (command.type == CommandType::addJoint && command.isLive && command.jointName == name);
  if (isTaken) refuse(at, {quoted(name), " is the name of a joint already"});
}

void readJointCommand(Fields& fields, Command& command, const BodyReferences& references) {
  const World& world = *references.world;
  if (command.type == CommandType::addJoint) {
    if (const Cursor at = requiredField(fields, "joint")) {
      command.joint.added = readJoint(at, references, command.jointName);
      if (references.live) checkNewName(at, world, command.jointName);
    }
    if (world.joints.size() >= kMaxSceneJoints) refuse(fields.at, "no more than # joints may be in the world", {kMaxSceneJoints * 1.0});
    return;
  }
  const Cursor at = requiredField(fields, "joint");
  if (at) command.joint.index = readJointReference(at, references);
  if (command.joint.index == kNoJoint) return;
  const Joint& joint = world.joints[command.joint.index];
  if (command.type == CommandType::motor) {
    checkDrive(at, joint, DriveKind::motor, "this joint has no motor");
    readRequired(fields, "speed", kJointSpeedRange, command.joint.value);
  } else if (command.type == CommandType::servo) {
    checkDrive(at, joint, DriveKind::servo, "this joint has no servo");
    if (joint.type == JointType::slider) readRequired(fields, "position", kPositionRange, command.joint.value);
    else if (!readAngle(fields, "angle", "angleDegrees", command.joint.value)) fields.missing = "angle";
  } else if (command.type == CommandType::limits) {
    if (!hasCoordinate(joint.type)) refuse(at, "this joint has no limits");
    command.joint.limits = joint.limits;
    if (const Cursor limits = requiredField(fields, "limits"))
      readJointLimits(limits, joint.type == JointType::hinge, command.joint.limits);
  }
}

}  // namespace

void checkExactBodies(const Cursor& at, const World& world) {
  const auto isExact = [](const Body& body) { return body.alive && body.motion == MotionScheme::exact; };
  const auto addsExact = [](const Command& c) { return c.type == CommandType::addBody && c.description.motion == MotionScheme::exact; };
  const auto& bodies = world.bodies.bodies;
  const auto count = static_cast<double>(std::count_if(bodies.begin(), bodies.end(), isExact) +
                                         std::count_if(world.commands.begin(), world.commands.end(), addsExact));
  if (count > kMaxExactBodies) refuse(at, "# bodies that move by \"exact\" are more than #", {count, kMaxExactBodies * 1.0});
}

Command readCommandFields(const Cursor& cursor, const BodyReferences& references) {
  Command command;
  bool torque = false;
  Fields fields = openFields(cursor);
  readOptional(fields, "step", kStepRange, command.step);
  if (const Cursor at = requiredFirstField(fields, "type")) {
    const int choice = readChoice(at, kTypes);
    torque = choice == kTorque;
    command.type = torque ? CommandType::force : static_cast<CommandType>(choice);
  }
  const bool hasBody = command.type != CommandType::addBody && command.type != CommandType::explosion &&
                       command.type != CommandType::release && command.type < CommandType::addJoint;
  if (hasBody) {
    if (const Cursor at = requiredField(fields, "body")) command.body = readBodyReference(at, references);
  }
  switch (command.type) {
    case CommandType::impulse: readImpulse(fields, command, references); break;
    case CommandType::angularImpulse: readAngularImpulse(fields, command, references); break;
    case CommandType::force: readLastingForce(fields, command, torque, references); break;
    case CommandType::velocity: readVelocity(fields, command); break;
    case CommandType::pose: readPose(fields, command); break;
    case CommandType::drag: readDrag(fields, command); break;
    case CommandType::release: readPointer(fields, command); break;
    case CommandType::addBody:
      if (const Cursor at = requiredField(fields, "body")) command.description = readBody(at, references.world->settings);
      break;
    case CommandType::removeBody: break;
    case CommandType::explosion: readExplosion(fields, command, references); break;
    case CommandType::addJoint:
    case CommandType::removeJoint:
    case CommandType::motor:
    case CommandType::servo:
    case CommandType::limits: readJointCommand(fields, command, references); break;
  }
  close(fields);
  return command;
}

std::string readCommand(const Json& document, const World& world, Command& out) {
  Problem problem;
  const Cursor root{&document, &problem, nullptr, "command", -1};
  if (world.commands.size() >= kMaxSceneCommands) {
    refuse(root, "# commands are waiting, no more than # may", {static_cast<double>(world.commands.size()), kMaxSceneCommands * 1.0});
  }
  BodyReferences references;
  references.world = &world;
  references.live = true;
  Command command = readCommandFields(root, references);
  if (command.type == CommandType::addBody && world.bodies.aliveCount >= kMaxSceneBodies) {
    refuse(root, "the world has # bodies, no more than # may be in it", {world.bodies.aliveCount * 1.0, kMaxSceneBodies * 1.0});
  }
  if (command.type == CommandType::addBody && command.description.motion == MotionScheme::exact) checkExactBodies(root, world);
  if (problem.sentence.empty()) out = std::move(command);
  return problem.sentence;
}

}  // namespace tumble
