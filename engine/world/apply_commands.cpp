#include "world/apply_commands.h"

#include "bodies/planar.h"
#include "forces/evaluate.h"
#include "tuning.h"
#include "world/explosion.h"
#include "world/joints.h"

namespace tumble {
namespace {

/// Begins a drag, or moves the target of one.
void applyDrag(World& world, const Command& command, const Body& body) {
  const PointerDrag& drag = command.drag;
  for (PointerSpring& spring : world.pointerSprings) {
    if (spring.pointer == drag.pointer && spring.body == command.body) {
      spring.target = drag.target;
      return;
    }
  }
  eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return s.pointer == drag.pointer; });
  const Vec3 local = inverseRotate(bodyOrientation(body), drag.point - bodyOrigin(body));
  world.pointerSprings.push_back({drag.pointer, command.body, local, drag.target});
}

/// Applies an impulse and an angular impulse, unless they would change the spin by more than kMostSpinOfPush.
void applyImpulses(World& world, Body& body, Vec3 impulse, Vec3 angularImpulse) {
  if (body.type != BodyType::dynamic) return;
  const Vec3 i = body.inverseInertia;
  const double most = i.x > i.y ? (i.x > i.z ? i.x : i.z) : (i.y > i.z ? i.y : i.z);
  const Vec3 twist = body.planar ? aboutZ(angularImpulse) : angularImpulse;
  if (!(length(twist) * most <= kMostSpinOfPush * (1 + 1e-9))) {  // the reader checks the same, with other rounding errors
    world.report.flags |= kPushTooStrong;
    return;
  }
  body.v += impulse * body.inverseMass;
  body.L += angularImpulse;
}

/// Wakes the body, and what touches a body that the command moves without contacts, or is joined to it.
void wakeFor(World& world, const Command& command, const Body& body) {
  wakeBody(world.sleepers, world.bodies, bodyIndex(command.body));
  const bool moves = command.type == CommandType::pose || command.type == CommandType::velocity;
  if (!moves || (body.type == BodyType::dynamic && !body.frozen)) return;
  wakeNeighbours(sleepSceneOf(world), bodyIndex(command.body));
  wakeJoined(world, command.body);
}

void applyToBody(World& world, const Command& command, Body& body) {
  wakeFor(world, command, body);
  switch (command.type) {
    case CommandType::impulse:
      applyImpulses(world, body, command.impulse, command.point ? cross(*command.point - body.x, command.impulse) : Vec3{});
      break;
    case CommandType::angularImpulse: applyImpulses(world, body, {}, command.impulse); break;
    case CommandType::force: {
      if (world.forces.size() >= kMostForces) {
        world.report.flags |= kPushTooStrong;
        break;
      }
      Force force = command.force;
      force.body = command.body;
      force.untilStep = world.stepCount + command.steps;
      world.forces.push_back(force);
      break;
    }
    case CommandType::velocity:
      if (body.type == BodyType::fixed) break;
      if (command.velocity) body.v = *command.velocity;
      if (command.angularVelocity) setAngularVelocity(body, *command.angularVelocity);
      break;
    case CommandType::pose:
      setBodyPose(body, command.position.value_or(bodyOrigin(body)), command.orientation.value_or(bodyOrientation(body)));
      if (body.frozen) forgetBatchSlots(world.contactSolver.batches, world.contacts);
      body.frozen = false;
      break;
    case CommandType::drag:
      if (body.type == BodyType::dynamic) applyDrag(world, command, body);
      break;
    case CommandType::removeBody:  // applyCommands removes several at once
    case CommandType::explosion:
    case CommandType::release:
    case CommandType::addBody:
    default: break;  // of no body
  }
}

/// Wakes all bodies of the commands of this step in one pass.
void wakeAll(World& world, Commands::const_iterator due) {
  if (world.sleepers.count == 0) return;
  List<std::uint8_t> islands(world.bodies.bodies.size());
  for (auto command = world.commands.cbegin(); command != due; ++command) {
    const Body* body = command->body == kNoBody ? nullptr : findBody(world.bodies, command->body);
    if (body && isAsleep(*body)) islands[body->island] = 1;
  }
  wakeIslands(world.sleepers, world.bodies, islands);
}

void apply(World& world, const Command& command) {
  if (command.type == CommandType::release) {
    eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return s.pointer == command.drag.pointer; });
  } else if (command.type == CommandType::addBody) {
    if (addBody(world, command.description) == kNoBody) world.report.flags |= kBodyStoreFull;
  } else if (command.type == CommandType::explosion) {
    explode(world, command.explosion);
  } else if (command.type >= CommandType::addJoint) {
    applyToJoint(world, command);
  } else if (Body* body = findBody(world.bodies, command.body)) {
    applyToBody(world, command, *body);
  } else {
    world.report.flags |= kStaleBody;
  }
}

}  // namespace

void applyCommands(World& world) {
  Commands& commands = world.commands;
  const auto due = std::find_if(commands.cbegin(), commands.cend(), [&](const Command& c) { return c.step > world.stepCount; });
  wakeAll(world, due);
  for (auto next = commands.cbegin(); next != due;) {
    List<BodyId> removed;
    for (; next != due && next->type == CommandType::removeBody; ++next) removed.push_back(next->body);
    if (!removed.empty() && removeBodies(world, removed) > 0) world.report.flags |= kStaleBody;
    if (next != due) apply(world, *next++);
  }
  world.report.commandCount = static_cast<std::uint32_t>(std::distance(commands.cbegin(), due));
  commands.erase(commands.cbegin(), due);
  eraseIf(world.forces, [&](const Force& f) { return f.untilStep >= 0 && f.untilStep <= world.stepCount; });
}

}  // namespace tumble
