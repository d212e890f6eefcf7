// The world: every store and setting of one simulation, and the functions a host calls.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "containers/list.h"
#include "bodies/body_store.h"
#include "broad_phase/broad_phase.h"
#include "narrow_phase/collide_pairs.h"
#include "colliders/collider.h"
#include "contacts/contact_solver.h"
#include "forces/pointer_spring.h"
#include "islands/sleepers.h"
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
  MotionScheme motion = MotionScheme::automatic;  // of bodies that do not say their own
  bool planar = false;     // of bodies that do not say it themselves
  bool collisions = true;  // false: bodies pass through each other
  bool sleeping = true;    // bodies at rest fall asleep (islands/fall_asleep.h)
};

/// Added to the entry of a slot when the body of the scene is gone from it.
constexpr std::uint32_t kGoneEntry = 0x80000000u;
/// Of a slot in which no body of the scene began.
constexpr std::uint32_t kNoEntry = 0xffffffffu;

/// The part of a step that is being taken, in ticks (world/divide_step.h).
constexpr int kTicksPerStep = 64;
struct StepPart {
  int ticks = kTicksPerStep;      // its length, a power of two
  int ticksLeft = kTicksPerStep;  // of the step, from its start
  float substep = 0.25f;          // of the step: what the impulses of contacts belong to
};

struct World {
  WorldSettings settings;
  std::int64_t stepCount = 0;  // steps taken
  std::uint64_t scene = 0;     // hash of the document that it was read from; 0: from none
  List<std::uint64_t> formerScenes;  // that it was revised from: snapshots of them are of its own past
  BodyStore bodies;
  ColliderStore colliders;
  BroadPhase broadPhase;
  ContactStore contacts;
  ContactCache contactCache;
  ContactSolver contactSolver;
  ContinuousCollision continuous;
  Sleepers sleepers;
  List<Force> forces;
  List<PointerSpring> pointerSprings;
  List<Appearance> appearances;  // shapes that are only drawn
  std::vector<Geometry> geometries;     // of hulls, meshes and points, by the names that appearances have for them; an empty one is nobody's
  List<std::uint32_t> entries;   // by slot: the entry of "bodies" of the scene that its body came from; no slot, none
  std::deque<Command> commands;    // waiting, by (step, order given); they go from the front and mostly come at the back
  List<Force> activeForces; // of this step, by body; scratch
  bool hasCouplings = false;       // of this step: a spring joins two bodies; scratch
  StepPart part;                   // between two steps a whole one
  List<std::uint32_t> fastPairs;   // of the part of a step, as indices of contacts.keys; scratch
  List<std::uint8_t> waited;       // by body: ticks of this step that it has yet to take, of a scheme of its own; scratch
  StepReport report;               // of the last step
  std::uint32_t bodiesVersion = 0; // changes whenever a body comes or goes
  double (*clock)() = nullptr;     // ms, given by the host; only the report reads it

  World();
  World(const World&);
  World(World&&) noexcept;
  World& operator=(const World&);
  World& operator=(World&&) noexcept;
  ~World();
};

/// Seconds in a step; within one, in the part of it that is being taken.
inline double timeStep(const World& world) { return 1.0 / world.settings.stepsPerSecond * (world.part.ticks * (1.0 / kTicksPerStep)); }

/// The solver preset this step uses: rigid rows where the scene asks for `precise`, in small worlds if it says nothing (kPreciseBodyLimit,
/// kPrecisePairLimit), and in yet smaller ones whatever it says (kRigidBodyLimit). Longer steps have more substeps, which are no longer than
/// those of a step of 1/60 s.
SolverPreset presetOf(const World& world);

/// Remembers a scene that the world was revised from. Of very many the oldest is forgotten.
void addFormerScene(World& world, std::uint64_t scene);
/// Creates a body. The description is already checked (scene/ does that). kNoBody when the store is full.
BodyId addBody(World& world, const BodyDescription& description);
/// Removes a body with its contacts, forces and springs. False when the id names no body.
bool removeBody(World& world, BodyId id);
/// Removes those of the bodies that exist, in one pass. Returns how many ids named no body.
std::size_t removeBodies(World& world, std::span<const BodyId> ids);
/// Wakes the body with its island, if it sleeps. A host that changes a body without a command calls this first.
void wake(World& world, BodyId id);
/// The stores that sleeping works on.
inline SleepScene sleepSceneOf(World& world) { return {world.sleepers, world.bodies, world.colliders, world.contacts}; }
/// Queues a command. A step in the past means the next step.
void enqueue(World& world, Command command);
/// Advances by one step of 1 / stepsPerSecond; see world/step.cpp.
const StepReport& step(World& world);

}  // namespace tumble
