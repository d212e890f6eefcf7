#include "world/jointed_motion.h"

#include <algorithm>
#include <cmath>

#include "forces/evaluate.h"
#include "joints/group_energy.h"
#include "joints/group_momentum.h"
#include "joints/joint_events.h"
#include "joints/joint_stages.h"
#include "joints/passed_limit.h"
#include "joints/taut_rate.h"
#include "motion/composition.h"
#include "tuning.h"

namespace tumble {
namespace {

/// A stage that no impulses were found for becomes two of half the length, down to a share of 1/2^kMostHalvings, and so often in a part of a step.
constexpr int kMostHalvings = 5, kMostFailures = 16;

/// The state that a stage which is not good is taken back to; modes that were chosen since stay.
struct Checkpoint {
  struct JointState {
    double coordinate;
    Vec3 impulse, angularImpulse;
  };
  List<MotionState> bodies;
  List<JointState> joints;
};

Checkpoint checkpointOf(const FlightGroup& group) {
  Checkpoint checkpoint{statesOf(group.bodies), {}};
  for (const AssembledJoint& j : group.assembly.joints) checkpoint.joints.push_back({j.joint.coordinate, j.impulse, j.angularImpulse});
  return checkpoint;
}

void goBack(FlightGroup& group, const Checkpoint& to) {
  setStates(group.bodies, to.bodies);
  for (std::size_t i = 0; i < to.joints.size(); ++i) {
    AssembledJoint& j = group.assembly.joints[i];
    j.joint.coordinate = to.joints[i].coordinate;
    j.impulse = to.joints[i].impulse, j.angularImpulse = to.joints[i].angularImpulse;
  }
}

/// rad/s. How fast a rod turns: a short one much faster than the bodies that it connects.
double turningOf(const AssembledJoint& j, std::span<const Body> bodies) {
  const auto end = [&](const JointEnd& of, std::uint32_t index, Vec3& v) {
    if (index == kWorldEnd) return of.anchor;
    const Body& body = bodies[index];
    const Vec3 lever = rotate(body.q, of.anchor);
    v = body.v + cross(angularVelocity(body), lever);
    return body.x + lever;
  };
  Vec3 vA, vB;
  const Vec3 a = end(j.joint.a, j.a, vA), rod = end(j.joint.b, j.b, vB) - a;
  const double square = dot(rod, rod);
  return square > 0 ? length(cross(rod, vB - vA)) / square : 0;
}

/// A rod turns faster within a part of a step than at its start: with 1, two bodies of 13 cm on one of 15 mm gained 4 % in 6 s.
constexpr double kRodTurns = 2;

/// 1/s. How fast anything turns or swings.
double rateOfGroup(const World& world, FlightGroup& group) {
  double rate = 0;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const Body& body = group.bodies[i];
    const std::span<const Force> forces = group.forcesOf(i);
    rate = std::max(rate, length(angularVelocity(body)));
    if (!forces.empty())
      rate = std::max(rate, springRate(forces, body, timeStep(world)).fastest() + dragRate(forces, body, timeStep(world)));
  }
  for (const AssembledJoint& j : group.assembly.joints) {
    if (j.joint.type == JointType::distance) rate = std::max(rate, kRodTurns * turningOf(j, group.bodies));
  }
  return rate;
}

int stagesFor(double rate, double time, double angle, int fewest, int most) {
  const double wanted = rate * time / angle;
  return wanted < fewest ? fewest : wanted < most ? static_cast<int>(wanted) + 1 : most;
}

/// The most stages of a group in a part of the step. `share`: of the time that all groups may take. The parts of a step share its budget.
int affordableStages(const JointAssembly& assembly, std::size_t bodies, double share) {
  constexpr double kRoundsOfStage = 2;
  const double round = static_cast<double>(assembly.rows.size() + bodies);
  if (assembly.matrix.isRelaxed) {
    const double stages = kJointRows * share / (kRoundsOfStage * round);
    return std::min(kJointStagesRelaxed, std::max(kFewestJointStages / 2, static_cast<int>(stages)));
  }
  const double stages = std::min(kJointWork * share / (1 + assembly.matrix.work), assembly.workLeft / (kRoundsOfStage * round));
  return std::max(kFewestJointStages, static_cast<int>(stages));
}

/// Kick - constrained drift - kick; `done`: s, since the start of the part of the step.
bool advanceStage(const World& world, FlightGroup& group, double done, double time) {
  setTimes(world, group, done, done + 0.5 * time);
  kickAll(group, world.settings.gravity, 0.5 * time);
  if (!constrainedDrift(group.assembly, group.bodies, group.gravity, time)) return false;
  if (group.assembly.isYielding && !group.assembly.matrix.isRelaxed) easeGaps(group.assembly, group.bodies, time);
  setTimes(world, group, done + 0.5 * time, done + time);
  kickAll(group, world.settings.gravity, 0.5 * time);
  projectVelocities(group.assembly, group.bodies, time);
  return true;
}

/// The same where no impulses hold the constraints: to the end of the part of the step they yield.
void advanceYielding(const World& world, FlightGroup& group, const Checkpoint& start, double done, double time) {
  goBack(group, start);
  group.assembly.isYielding = true;
  advanceStage(world, group, done, time);
}

bool mayTryAgain(const JointAssembly& assembly, int halvings) {
  return assembly.failures <= kMostFailures && halvings < kMostHalvings && assembly.workLeft >= 0;
}

/// Takes two halves, of so many stages together, from the budget. False where a stage may not be made of them.
bool takeHalves(JointAssembly& assembly, int stages, int halvings) {
  if (halvings >= kMostHalvings || assembly.stagesLeft < stages || assembly.workLeft < 0) return false;
  assembly.stagesLeft -= stages;
  return true;
}

bool areStopsFree(const JointAssembly& assembly) {
  return std::all_of(assembly.stops.begin(), assembly.stops.end(), [](const JointRow& stop) { return stop.value >= 0; });
}

bool isRod(const AssembledJoint& j) { return j.joint.type == JointType::distance && j.joint.maximum < kNoLimit; }

/// 1/s^2. The fastest vibration of an end of a rod or rope across it, times the rate at which that turns. `forces`: N, of the joints. A taut rod of
/// length l drives its ends back with F / l, as a string its beads: of two neighbours that go opposite ways with twice that.
double fastestAcrossRods(const FlightGroup& group, const List<Vec3>& forces) {
  const List<AssembledJoint>& joints = group.assembly.joints;
  if (std::none_of(joints.begin(), joints.end(), isRod)) return 0;
  List<double> across(group.bodies.size()), turning(group.bodies.size());  // 1/s^2; rad/s
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const AssembledJoint& j = joints[i];
    if (!isRod(j)) continue;
    const double turns = turningOf(j, group.bodies), perLength = length(forces[i]) / j.joint.maximum;
    for (const std::uint32_t index : {j.a, j.b}) {
      if (index == kWorldEnd) continue;
      across[index] += 2 * perLength * group.assembly.masses[index].inverseMass;
      turning[index] = std::max(turning[index], turns);
    }
  }
  double most = 0;
  for (std::size_t i = 0; i < across.size(); ++i) most = std::max(most, std::sqrt(across[i]) * turning[i]);
  return most;
}

/// Whether a stage of `time` from `start` to now was too long for bodies between taut joints: they vibrate, the faster the lighter they are, whatever
/// the rate at which anything turned before the joints became taut.
bool isTooLong(const FlightGroup& group, const Checkpoint& start, double time, double angle) {
  List<Vec3> forces;
  List<double> turning(group.bodies.size());  // rad/s, of levers: a top may spin about its own as it likes
  const auto addEnd = [&](std::uint32_t index, const JointEnd& end) {
    if (index == kWorldEnd || end.anchor == Vec3{}) return;
    const Body& body = group.bodies[index];
    const Vec3 lever = rotate(body.q, end.anchor);
    turning[index] = std::max(turning[index], length(cross(angularVelocity(body), lever)) / length(lever));
  };
  for (std::size_t i = 0; i < start.joints.size(); ++i) {
    const AssembledJoint& j = group.assembly.joints[i];
    forces.push_back((j.impulse - start.joints[i].impulse) * (1 / time));
    addEnd(j.a, j.joint.a), addEnd(j.b, j.joint.b);
  }
  const List<double> squares = tautRates(group.assembly, group.bodies, forces);
  double most = fastestAcrossRods(group, forces);  // 1/s^2
  for (std::size_t i = 0; i < squares.size(); ++i) most = std::max(most, std::sqrt(squares[i]) * turning[i]);
  return most * time * time > angle * angle;
}

enum class Reversible : std::uint8_t { done, noImpulses, passedStop };

/// One step of order 4 (motion/composition.h).
Reversible advanceReversibly(const World& world, FlightGroup& group, double done, double time) {
  for (const double share : kComposition) {
    const double part = share * time;
    setTimes(world, group, done, done + 0.5 * part);
    kickAllOfOrder4(group, 0.5 * part);
    if (!constrainedDrift(group.assembly, group.bodies, group.gravity, part)) return Reversible::noImpulses;
    setTimes(world, group, done + 0.5 * part, done + part);
    kickAllOfOrder4(group, 0.5 * part);
    projectVelocities(group.assembly, group.bodies, part);
    done += part;
    if (!areStopsFree(group.assembly)) return Reversible::passedStop;
  }
  return Reversible::done;
}

double eventValue(const JointWatch& watch, const StageVerdict& verdict) {
  return verdict.isStop ? watch.stops[verdict.index] : watch.slips[verdict.index];
}

/// Finds the event within a stage of `time` from `start` on, and goes there. Returns the time that it takes.
double goToEvent(const World& world, FlightGroup& group, const Checkpoint& start, const JointWatch& before, const JointWatch& after,
                 const StageVerdict& verdict, double done, double time) {
  constexpr int kMostCuts = 12;
  constexpr double kFound = 1e-10;
  double low = 0, high = time, atLow = eventValue(before, verdict), atHigh = eventValue(after, verdict);
  if (verdict.isStop && atLow <= kFound) return goBack(group, start), 0;
  double at = 0;
  for (int cut = 0; cut < kMostCuts; ++cut) {
    at = low + (high - low) * std::min(std::max(atLow / (atLow - atHigh), 0.02), 0.98);
    goBack(group, start);
    if (!advanceStage(world, group, done, at)) {
      advanceYielding(world, group, start, done, at);
      break;
    }
    const double value = eventValue(watchOf(group.assembly, group.bodies), verdict);
    if (std::abs(value) <= kFound) break;
    // Illinois: the end that stays counts half, so that both move.
    if ((value > 0) == (atLow > 0)) low = at, atLow = value, atHigh *= 0.5;
    else high = at, atHigh = value, atLow *= 0.5;
  }
  return at;
}

/// Stages of order 2 to the end of `time`, cut at events.
void advanceWithEvents(const World& world, FlightGroup& group, double done, double time, int halvings = 0) {
  constexpr int kMostTries = 24;
  double left = time;
  forgetReleasedStops(group.assembly);
  for (int tries = 0; left > 0; ++tries) {
    const Checkpoint start = checkpointOf(group);
    const JointWatch before = watchOf(group.assembly, group.bodies);
    if (!advanceStage(world, group, done, left)) {
      if (letMotorsRest(group.assembly)) {
        goBack(group, start);
        continue;
      }
      ++group.assembly.failures;
      if (tries >= kMostTries || !mayTryAgain(group.assembly, halvings)) return advanceYielding(world, group, start, done, left);
      goBack(group, start);
      advanceWithEvents(world, group, done, 0.5 * left, halvings + 1);
      done += 0.5 * left, left *= 0.5;
      continue;
    }
    if (tries >= kMostTries || group.assembly.workLeft < 0) return;
    if (!group.assembly.isYielding && isTooLong(group, start, left, kJointTautAngleWithEvents) && takeHalves(group.assembly, 2, halvings)) {
      goBack(group, start);
      advanceWithEvents(world, group, done, 0.5 * left, halvings + 1);
      done += 0.5 * left, left *= 0.5;
      continue;
    }
    group.assembly.start.swap(group.assembly.rows);
    const JointWatch after = watchOf(group.assembly, group.bodies);
    group.assembly.start.swap(group.assembly.rows);
    const StageVerdict verdict = judgeStage(group.assembly, before, after, left);
    if (verdict.result == StageResult::good) return;
    if (verdict.result == StageResult::again) {
      goBack(group, start);
      continue;
    }
    if (group.assembly.isYielding) {
      applyEvent(group.assembly, group.bodies, verdict);
      return;
    }
    const double taken = goToEvent(world, group, start, before, after, verdict, done, left);
    if (taken > 0) forgetReleasedStops(group.assembly);
    const bool acts = applyEvent(group.assembly, group.bodies, verdict);
    if (taken == 0 && !acts && holdReboundedStop(group.assembly, group.bodies, verdict)) continue;
    if (taken == 0 && !acts) {  // it leaves a stop, and comes back within the stage: the next one begins with the impact
      goBack(group, start);
      if (!advanceStage(world, group, done, left)) advanceYielding(world, group, start, done, left);
      return;
    }
    done += taken, left -= taken;
  }
}

/// Whether nothing but gravity does work on the group.
bool isPassive(const FlightGroup& group) {
  const auto worksNot = [](const AssembledJoint& j) {
    return j.joint.drive.kind == DriveKind::none && j.joint.spring.stiffness == 0 && j.joint.spring.damping == 0;
  };
  const auto moves = [](const Body& body) { return body.type == BodyType::kinematic; };
  const auto mayWork = [](const Body& body) { return body.type != BodyType::fixed; };  // a static body holds as the world does
  return group.forces.empty() && std::all_of(group.assembly.joints.begin(), group.assembly.joints.end(), worksNot) &&
         std::none_of(group.bodies.begin(), group.bodies.end(), moves) &&
         std::none_of(group.bodies.begin() + static_cast<std::ptrdiff_t>(group.members.size()), group.bodies.end(), mayWork);
}

/// Whether the group has its energy (J) of before, where it must: a stick that whips about its thin axis turns ten times as fast within one step.
bool keepsEnergy(const FlightGroup& group, Vec3 gravity, double before, double time) {
  const auto isDamped = [](const Body& body) { return body.linearDamping != 0 || body.angularDamping != 0; };
  if (!isPassive(group) || std::any_of(group.bodies.begin(), group.bodies.end(), isDamped)) return true;
  double scale = groupEnergy(group.bodies, {});
  for (const Body& body : group.bodies)
    if (body.inverseMass > 0) scale += lengthSquared(gravity) * time * time / body.inverseMass;
  return std::abs(groupEnergy(group.bodies, gravity) - before) <= kJointEnergyError * scale;
}

/// How often a step is halved that no impulses are found for. Finer halves of a loop end in its dead point, and lose energy there.
int mostHalvingsWithoutImpulses(const FlightGroup& group) { return group.assembly.joints.size() > group.bodies.size() ? 1 : 4; }

/// A step of order 4 where that may be (`reversible`), in halves where they are too long; else some with events.
void advanceStages(const World& world, FlightGroup& group, double done, double time, bool reversible, int halvings = 0) {
  JointAssembly& s = group.assembly;
  if (reversible && !s.isYielding && isReversible(s)) {
    const Checkpoint start = checkpointOf(group);
    const double energy = groupEnergy(group.bodies, world.settings.gravity);
    for (std::size_t k = 0; k < group.members.size(); ++k) group.gravity[k] = world.settings.gravity;
    const Reversible result = advanceReversibly(world, group, done, time);
    const bool isDone = result == Reversible::done;
    const bool misses = isDone ? !keepsEnergy(group, world.settings.gravity, energy, time) : result == Reversible::noImpulses;
    const bool isHard =
        isDone ? misses || isTooLong(group, start, time, kJointTautAngle) : misses && halvings < mostHalvingsWithoutImpulses(group);
    const bool inHalves = isHard && takeHalves(s, 2 * kCompositionStages, halvings);
    s.missesEnergy |= misses && !inHalves;
    if (isDone && !inHalves) return;
    goBack(group, start);
    if (inHalves) {
      for (const int half : {0, 1}) advanceStages(world, group, done + half * 0.5 * time, 0.5 * time, reversible, halvings + 1);
      return;
    }
  }
  for (std::size_t k = 0; k < group.members.size(); ++k) group.gravity[k] = hasDrag(group.forcesOf(k)) ? Vec3{} : world.settings.gravity;
  const int parts = reversible ? std::max(1, (kJointStagesWithEvents / kJointStages) >> halvings) : 1;
  for (int p = 0; p < parts; ++p) advanceWithEvents(world, group, done + p * time / parts, time / parts);
}

/// Gaps and the rates along them are closed, and what stops and drives do is chosen from that state.
void settle(JointAssembly& assembly, List<Body>& bodies) {
  chooseModes(assembly, bodies);
  assembly.isYielding = assembly.matrix.isRelaxed || !projectPositions(assembly, bodies);
  projectVelocities(assembly, bodies, 0);
  chooseModes(assembly, bodies);
}

/// The bodies of a group that nothing but gravity acts on from outside; of another, none.
List<std::uint32_t> floatingBodies(const FlightGroup& group) {
  List<std::uint32_t> floating;
  const auto isFree = [](const Body& body) {
    return body.type == BodyType::dynamic && !body.planar && body.linearDamping == 0 && body.angularDamping == 0;
  };
  if (!group.forces.empty() || !group.outsiders.empty() || isHeldByWorld(group.assembly)) return floating;
  if (!std::all_of(group.bodies.begin(), group.bodies.end(), isFree)) return floating;
  for (std::uint32_t i = 0; i < group.bodies.size(); ++i) floating.push_back(i);
  return floating;
}

/// Coordinates, and the impulses as means over the step.
void storeReactions(World& world, const JointAssembly& assembly) {
  const double perSecond = world.settings.stepsPerSecond;
  for (const AssembledJoint& j : assembly.joints) {
    Joint& joint = world.joints[j.index];
    joint.coordinate = j.joint.coordinate;
    noteReturn(joint);
    joint.force += j.impulse * perSecond;
    joint.torque += j.angularImpulse * perSecond;
  }
}

}  // namespace

void moveJointedGroup(World& world, FlightGroup& group, double share) {
  const double time = timeStep(world);
  JointAssembly& assembly = group.assembly;
  layOutAssembly(assembly, group.bodies, kJointWorkOfMatrix);
  const double budget = std::min(kJointRows, world.contactSolver.jointRowsLeft);
  assembly.workLeft = budget;
  const List<std::uint32_t> floating = floatingBodies(group);
  const GroupMomentum before = momentumOf(floating, group.bodies);
  const double energy = groupEnergy(group.bodies, world.settings.gravity);
  updateAnchors(group, group.bodies);
  settle(assembly, group.bodies);
  assembly.missesEnergy = !keepsEnergy(group, world.settings.gravity, energy, time);
  const int affordable = affordableStages(assembly, group.bodies.size(), share);
  const bool reversible = !assembly.isYielding && isReversible(assembly) && affordable >= kCompositionStages * kJointStages;
  const double rate = rateOfGroup(world, group);
  const int stages = reversible ? stagesFor(rate, time, kJointAngle, kJointStages, std::max(kJointStages, affordable / kCompositionStages))
                                : stagesFor(rate, time, kJointAngleWithEvents, std::min(kJointStagesWithEvents, affordable), affordable);
  const double h = time / stages;
  assembly.fullStage = h;
  assembly.stagesLeft = affordable - (reversible ? kCompositionStages : 1) * stages;
  for (int i = 0; i < stages; ++i) advanceStages(world, group, i * h, h, reversible);
  const bool isRough = assembly.failures > 0 || assembly.isYielding || assembly.missesEnergy || assembly.workLeft < 0;
  if (isRough && isPassive(group)) limitEnergy(group.bodies, world.settings.gravity, energy);
  if (!floating.empty()) restoreMomentum(floating, group.bodies, before, world.settings.gravity, time);
  world.contactSolver.jointRowsLeft -= budget - assembly.workLeft;
  if (assembly.workLeft < 0) world.report.flags |= kJointsRough;
  storeReactions(world, assembly);
}

Rates ratesInJoints(const World& world, FlightGroup& group) {
  constexpr double kLongest = 1e-4, kAngle = 1e-3;  // s; rad, that anything turns or swings by in a stage
  JointAssembly& assembly = group.assembly;
  layOutAssembly(assembly, group.bodies, kJointWorkOfMatrix);
  assembly.workLeft = kJointRows;
  updateAnchors(group, group.bodies);
  settle(assembly, group.bodies);
  const double rate = rateOfGroup(world, group), time = rate * kLongest > kAngle ? kAngle / rate : kLongest;
  assembly.fullStage = time;
  const MotionState start = statesOf(group.bodies)[0];
  for (std::size_t k = 0; k < group.members.size(); ++k) group.gravity[k] = hasDrag(group.forcesOf(k)) ? Vec3{} : world.settings.gravity;
  advanceWithEvents(world, group, 0, time);
  const MotionState middle = statesOf(group.bodies)[0];
  advanceWithEvents(world, group, time, time);
  const MotionState end = statesOf(group.bodies)[0];
  const double weight = 0.5 / time;
  return {{}, (middle.v * 4 - end.v - start.v * 3) * weight, {}, (middle.L * 4 - end.L - start.L * 3) * weight};
}

void settleAssembly(World& world, std::uint32_t index) {
  List<std::uint32_t> place(world.bodies.bodies.size());
  JointedContacts group;
  assemble(group, {world.joints, &world.jointGraph}, world.bodies.bodies, index, place);
  layOutAssembly(group.assembly, group.bodies, kJointWorkOfMatrix);
  settle(group.assembly, group.bodies);
  for (std::size_t i = 0; i < group.store.size(); ++i) {
    if (place[group.store[i]] != 0) world.bodies.bodies[group.store[i]] = group.bodies[i];
  }
  storeReactions(world, group.assembly);
}

void settleJointed(World& world) {
  for (JointedContacts& group : world.contactSolver.jointed) {
    if (!group.touched) continue;
    for (std::size_t i = 0; i < group.store.size(); ++i) group.bodies[i] = world.bodies.bodies[group.store[i]];
    chooseModes(group.assembly, group.bodies);
    holdPassedStops(group.assembly);
    projectPositions(group.assembly, group.bodies);
    chooseModes(group.assembly, group.bodies);
    projectVelocities(group.assembly, group.bodies, 0);
    for (std::size_t i = 0; i < group.store.size(); ++i) {
      if (group.solver[i] != 0) world.bodies.bodies[group.store[i]] = group.bodies[i];
    }
    storeReactions(world, group.assembly);
  }
}

}  // namespace tumble
