// The world: every store and setting of one simulation, and the functions a host calls.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bodies/body_store.h"
#include "broad_phase/broad_phase.h"
#include "colliders/collider.h"
#include "contacts/contact_solver.h"
#include "containers/list.h"
#include "forces/pointer_spring.h"
#include "forces/signal.h"
#include "islands/sleepers.h"
#include "joints/joint.h"
#include "joints/joint_graph.h"
#include "narrow_phase/collide_pairs.h"
#include "world/appearance.h"
#include "world/command.h"
#include "world/continuous_collision.h"
#include "world/step_report.h"

namespace tumble {

/// Presets of the contact solver. `automatic` picks by the number of dynamic bodies (kPreciseBodyLimit in tuning.h).
enum class Quality : std::uint8_t { automatic, standard, precise };

struct WorldSettings {
  Vec3 gravity{0, -9.81, 0};  // m/s^2
  int stepsPerSecond = 60;
  Quality quality = Quality::automatic;
  MotionScheme motion = MotionScheme::automatic;  // default of bodies
  bool planar = false;                            // default of bodies
  bool collisions = true;                         // false: bodies pass through each other
  bool sleeping = true;                           // bodies at rest fall asleep (islands/fall_asleep.h)
};

/// Bit added to World::sceneIndices when the body was removed.
constexpr std::uint32_t kRemovedFromScene = 0x80000000u;
/// World::sceneIndices of a body that is not from the scene.
constexpr std::uint32_t kNoSceneIndex = 0xffffffffu;

/// The present part of a step, in ticks (world/divide_step.h).
constexpr int kTicksPerStep = 64;
struct StepPart {
  int ticks = kTicksPerStep;      // its length, a power of two
  int ticksLeft = kTicksPerStep;  // of the step, from its start
  float substep = 0.25f;          // as a share of the step; impulses of contacts belong to it
  float untilImpact = 1;          // from its start, as a share of the step (impacts/next_impact.h); 1: none is near
  float longestSubstep = 1;       // share of the step, for taut joints and for springs in contact (divide_step.cpp)
};

/// Where the steps of the present length began: a changed scene may have steps of another length.
struct ClockStart {
  std::int64_t step = 0;
  double seconds = 0;  // of the run
};

struct World {
  WorldSettings settings;
  std::int64_t stepCount = 0;  // steps taken
  ClockStart clockStart;
  std::uint64_t scene = 0;           // hash of its document; 0: none
  List<std::uint64_t> formerScenes;  // before revisions: their snapshots are accepted
  BodyStore bodies;
  ColliderStore colliders;
  BroadPhase broadPhase;
  ContactStore contacts;
  ContactCache contactCache;
  ContactSolver contactSolver;
  ContinuousCollision continuous;
  Sleepers sleepers;
  List<Force> forces;
  SignalStore signals;  // of forces that depend on time
  List<PointerSpring> pointerSprings;
  List<Joint> joints;                   // removed and broken ones keep their place
  std::vector<std::string> jointNames;  // same index
  std::uint32_t sceneJointCount = 0;    // the first ones are those of the scene, the others from commands
  List<Appearance> appearances;         // shapes that are only drawn
  std::vector<Geometry> geometries;     // of hulls, meshes and points, by Appearance::geometry; empty: unused
  List<std::uint32_t> sceneIndices;     // [body index] index in "bodies" of the scene
  Commands commands;                    // waiting
  List<Force> activeForces;             // of this step, by body; scratch
  bool hasCouplings = false;            // of this step: a spring or a joint joins two bodies; scratch
  JointGraph jointGraph;                // of this part of the step; scratch
  StepPart part;                        // between two steps a whole step
  List<std::uint32_t> fastPairs;        // indices of contacts.keys; scratch of a part of a step
  List<std::uint8_t> ticksWaited;       // [body] ticks of this step that a body of another scheme has yet to advance; scratch
  StepReport report;                    // of the last step
  std::uint32_t bodiesVersion = 0;      // incremented when a body is added or removed
  double (*clock)() = nullptr;          // ms, of the host, for the report; may be null

  World();
  World(const World&);
  World(World&&) noexcept;
  World& operator=(const World&);
  World& operator=(World&&) noexcept;
  ~World();
};

/// Seconds of a step; within a step, of its present part.
inline double timeStep(const World& world) { return 1.0 / world.settings.stepsPerSecond * (world.part.ticks * (1.0 / kTicksPerStep)); }

/// Seconds from the start of the run to that of the present part of the step.
inline double startOfPart(const World& world) {
  const ClockStart& start = world.clockStart;
  return start.seconds +
         (static_cast<double>(world.stepCount - start.step) + (kTicksPerStep - world.part.ticksLeft) * (1.0 / kTicksPerStep)) /
             world.settings.stepsPerSecond;
}

/// Pairs, of which those with triangles that are apart count kApartTriangles to one: a ball over a fine mesh has hundreds.
std::size_t pairWorkOf(const World& world);
/// The solver preset of this step: rigid for `precise`, for `automatic` in small worlds (kPreciseBodyLimit, kPrecisePairLimit), and always in very
/// small ones (kRigidBodyLimit, kRigidPairLimit). Longer steps have more substeps: none is longer than those of a step of 1/60 s.
SolverPreset presetOf(const World& world);

/// Adds a scene that the world was revised from. Beyond a limit the oldest is removed.
void addFormerScene(World& world, std::uint64_t scene);
/// Creates a body from a validated description. kNoBody when the store is full.
BodyId addBody(World& world, const BodyDescription& description);
/// Puts a copy of a living body of another world at its index there, which must be free; it keeps its id, and is awake.
void copyBody(World& world, const World& other, std::uint32_t index);
/// Removes a body with its contacts, forces and springs. False when the id names no body.
bool removeBody(World& world, BodyId id);
/// Removes several bodies in one pass. Returns the number of ids without a body.
std::size_t removeBodies(World& world, std::span<const BodyId> ids);
/// Wakes the island of the body. Call before changing a body without a command.
void wake(World& world, BodyId id);
inline SleepScene sleepSceneOf(World& world) {
  return {world.sleepers, world.bodies, world.colliders, world.contacts, world.contactSolver.batches};
}
/// Queues a command; if its step is past, for the next step.
void enqueue(World& world, Command command);
/// Advances by one step of 1 / stepsPerSecond; see world/step.cpp.
const StepReport& step(World& world);

}  // namespace tumble
