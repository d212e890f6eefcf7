#include "world/apply_commands.h"

#include "forces/evaluate.h"
#include "world/explosion.h"

namespace tumble {
namespace {

void holdOrMove(World& world, const Command& command, const Body& body) {
  for (PointerSpring& spring : world.pointerSprings) {
    if (spring.pointer == command.pointer && spring.body == command.body) {
      spring.target = command.target;
      return;
    }
  }
  eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return s.pointer == command.pointer; });
  const Vec3 local = inverseRotate(bodyOrientation(body), command.point - bodyOrigin(body));
  world.pointerSprings.push_back({command.pointer, command.body, local, command.target});
}

/// A command moves or presses the body: it wakes, and so does what lies near a body that is not carried by contacts itself.
void wakeFor(World& world, const Command& command, const Body& body) {
  wakeBody(world.sleepers, world.bodies, bodyIndex(command.body));
  const bool shifts = command.type == CommandType::pose || command.type == CommandType::velocity;
  if (shifts && (body.type != BodyType::dynamic || body.frozen)) wakeNeighbours(sleepSceneOf(world), bodyIndex(command.body));
}

void applyToBody(World& world, const Command& command, Body& body) {
  wakeFor(world, command, body);
  switch (command.type) {
    case CommandType::impulse:
      applyImpulse(body, command.vector, command.atCenterOfMass ? body.x : command.point);
      break;
    case CommandType::angularImpulse:
      if (body.type == BodyType::dynamic) body.L += command.vector;
      break;
    case CommandType::force: {
      Force force = command.force;
      force.body = command.body;
      force.untilStep = world.stepCount + command.steps;
      world.forces.push_back(force);
      break;
    }
    case CommandType::velocity:
      if (body.type == BodyType::fixed) break;
      if (command.hasFirst) body.v = command.first;
      if (command.hasSecond) setAngularVelocity(body, command.angularVelocity);
      break;
    case CommandType::pose:
      setBodyPose(body, command.hasFirst ? command.first : bodyOrigin(body), command.hasSecond ? command.orientation : bodyOrientation(body));
      if (body.frozen) forgetLanes(world.contacts);
      body.frozen = false;
      break;
    case CommandType::drag:
      if (body.type == BodyType::dynamic) holdOrMove(world, command, body);
      break;
    case CommandType::removeBody:
      removeBody(world, command.body);
      break;
    case CommandType::explosion:
    case CommandType::release:
    case CommandType::addBody: break;  // name no body
  }
}

void apply(World& world, const Command& command) {
  if (command.type == CommandType::release) {
    eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return s.pointer == command.pointer; });
  } else if (command.type == CommandType::addBody) {
    if (addBody(world, command.description) == kNoBody) world.report.flags |= kBodyStoreFull;
  } else if (command.type == CommandType::explosion) {
    explode(world, command.point, command.strength, command.radius);
  } else if (Body* body = findBody(world.bodies, command.body)) {
    applyToBody(world, command, *body);
  } else {
    world.report.flags |= kStaleBody;
  }
}

}  // namespace

void applyCommands(World& world) {
  std::size_t done = 0;
  while (done < world.commands.size() && world.commands[done].step <= world.stepCount) apply(world, world.commands[done++]);
  world.commands.erase(world.commands.begin(), world.commands.begin() + static_cast<std::ptrdiff_t>(done));
  world.report.commandCount = static_cast<std::uint32_t>(done);
  eraseIf(world.forces, [&](const Force& f) { return f.untilStep >= 0 && f.untilStep <= world.stepCount; });
}

}  // namespace tumble
