// One step of the world, stage by stage. Each stage is a function in its own file.
#include "assertion.h"
#include "broad_phase/assert_pairs.h"
#include "contacts/assert_solver.h"
#include "contacts/impacts/resolve_impacts.h"
#include "contacts/joints/jointed_gaps.h"
#include "contacts/springs/assert_network.h"
#include "narrow_phase/collide_pairs.h"
#include "world/apply_commands.h"
#include "world/assert_world.h"
#include "world/divide_step.h"
#include "world/finalize_poses.h"
#include "world/guard.h"
#include "world/joints.h"
#include "world/lasting_forces.h"
#include "world/place_bodies.h"
#include "world/sleep.h"
#include "world/stopwatch.h"
#include "world/world.h"

namespace tumble {
namespace {

/// Skips the rest of the step; the bodies keep their poses. Returns false.
bool haltStep(World& world, StepFlag reason) {
  world.report.flags |= reason;
  world.part.ticksLeft = world.part.ticks;
  for (Recycling& recycling : world.contacts.recycling) recycling.isNew = false;
  forgetBatchSlots(world.contactSolver.batches, world.contacts);
  return false;
}

/// Advances the world by one part of the step. False when the work exceeds its limit.
bool advancePart(World& world, Stopwatch& watch) {
  beginPart(world);
  placeBodies(world);
  listJoinedBodies(world, world.broadPhase.joined);
  divideContacts(sleepSceneOf(world));  // before pairs end: those of woken bodies belong to the awake store
  if (world.settings.collisions) {
    const PairChanges& changes = updatePairs(world.broadPhase, world.colliders, static_cast<float>(timeStep(world)));
    if constexpr (kAssertions) assertPairs(world.broadPhase, world.colliders);
    if (changes.overload) return haltStep(world, kPairOverload);
    updateContacts(world.contacts, changes);
    endContacts(world.sleepers.contacts, changes);
    updateFlushSolids(world.contactCache.flushSolids, staticTreeOf(world.broadPhase, world.colliders), world.colliders);
  }
  choosePart(world);
  watch.lap(Stage::pairs);

  if (!collidePairs(world.contacts, world.colliders, static_cast<float>(timeStep(world)), world.contactCache))
    return haltStep(world, kWorkOverload);
  wakeTouched(sleepSceneOf(world));
  watch.lap(Stage::collide);

  ContactSolver& solver = world.contactSolver;
  const ContactScene scene{world.bodies, world.colliders, world.contacts, world.contactCache};
  gatherLastingForces(world);
  solver.joints = {world.joints, &world.jointGraph};
  prepareContacts(solver, scene, world.settings.gravity, timeStep(world));
  if constexpr (kAssertions) assertConstraints(solver, scene), assertNetwork(solver.network, world.bodies);
  watch.lap(Stage::prepare);

  for (int i = 0; i < solver.preset.substeps; ++i) {
    applyLastingForces(world);
    integrateVelocities(solver);
    resolveImpacts(solver, scene);
    beginJointedSubstep(solver, world.bodies.bodies);
    expectImpacts(solver, scene);
    warmStartContacts(solver);
    solveContacts(solver);
    integratePositions(solver);
    closeJointGaps(solver, world.bodies.bodies);
    relaxContacts(solver);
    recordImpacts(solver, scene);
  }
  recordForNextPart(world);
  if (solver.network.rough) world.report.flags |= kSpringsRough;
  if (solver.impactWorkLeft < 0) world.report.flags |= kImpactsRough;
  watch.lap(Stage::solve);

  storeImpulses(solver, world.contacts);
  finalizePoses(world);
  stopAtImpacts(world);
  cleanContacts(world);
  watch.lap(Stage::finalize);
  return true;
}

}  // namespace

const StepReport& step(World& world) {
  const StepReport before = world.report;
  world.report = {};
  clearImpacts(world.contactSolver.impacts);
  beginBudgets(world.contactSolver, static_cast<int>(world.bodies.aliveCount));
  Stopwatch watch(world);

  applyCommands(world);
  forgetReactions(world);
  if (canSkipStep(world)) return skipStep(world, before);
  watch.lap(Stage::commands);

  bool moved = true;
  do moved = advancePart(world, watch);
  while (endPart(world) && moved);
  if (!moved) return world.report;

  ++world.stepCount;
  breakJoints(world);
  updateSleep(world);
  countContacts(world);
  if constexpr (kAssertions) assertWorld(world);
  watch.lap(Stage::finalize);
  return world.report;
}

}  // namespace tumble
