// The state hash: every field that decides how a world goes on changes it, and nothing else does.
#include <functional>

#include "replay/state_hash.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Change {
  const char* what;
  std::function<void(World&)> make;
};

/// A world with something of everything: contacts, forces, a held body, waiting commands, a free slot.
World fullWorld() {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'position': [0,0.5,0], 'friction': 0.3}, {'size': [1,1,1], 'position': [0.1,1.5,0]},"
      " {'size': [1,2,3], 'position': [8,5,0], 'angularVelocity': [1,2,3]}, {'size': [1,1,1], 'position': [0,9,0]},"
      " {'type': 'kinematic', 'size': [1,1,1], 'position': [-8,5,0], 'angularVelocity': [0,1,0]}],"
      " 'forces': [{'type': 'spring', 'body': 3, 'anchor': [8,9,0], 'stiffness': 5, 'restLength': 1}],"
      " 'commands': [{'type': 'drag', 'body': 2, 'point': [0.1,1.5,0], 'target': [0.1,1.6,0]},"
      " {'type': 'removeBody', 'body': 4}, {'type': 'impulse', 'step': 500, 'body': 1, 'impulse': [1,0,0]},"
      " {'type': 'addBody', 'step': 500, 'body': {'size': [1,1,1]}}]}");
  run(world, 20);
  return world;
}

void checkEach(const std::vector<Change>& changes) {
  const World world = fullWorld();
  REQUIRE(world.contacts.keys.size() >= 2);
  REQUIRE(world.contacts.pool[0].count > 0);
  const std::uint64_t hash = stateHash(world);
  std::vector<std::uint64_t> seen{hash};
  for (const Change& change : changes) {
    World changed = world;
    change.make(changed);
    const std::uint64_t other = stateHash(changed);
    CHECK_MESSAGE(std::find(seen.begin(), seen.end(), other) == seen.end(), change.what);
    seen.push_back(other);
  }
}

/// The next number up: the smallest change there is.
void nudge(double& x) { x = std::nextafter(x, 1e300); }
void nudge(float& x) { x = std::nextafter(x, 1e30f); }

Spring& springOf(World& world) { return std::get<Spring>(world.forces[0].model); }

}  // namespace

TEST_CASE("a matrix or angles that a scheme keeps are part of the state, and of no other body's") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  const std::uint64_t plain = stateHash(world);
  bodyAt(world, id).matrix.cx.x = 2;
  CHECK(stateHash(world) == plain);
  bodyAt(world, id).motion = MotionScheme::explicitEuler;
  const std::uint64_t before = stateHash(world);
  CHECK(before != plain);
  bodyAt(world, id).matrix.cx.x = 3;
  CHECK(stateHash(world) != before);
}

TEST_CASE("the last bit of each number of a body's state and constants") {
  checkEach({
      {"x", [](World& w) { nudge(w.bodies.bodies[3].x.x); }},
      {"x.z", [](World& w) { nudge(w.bodies.bodies[3].x.z); }},
      {"q", [](World& w) { nudge(w.bodies.bodies[3].q.w); }},
      {"v", [](World& w) { nudge(w.bodies.bodies[3].v.y); }},
      {"L", [](World& w) { nudge(w.bodies.bodies[3].L.z); }},
      {"kinematicOmega", [](World& w) { nudge(w.bodies.bodies[5].kinematicOmega.x); }},
      {"mass", [](World& w) { nudge(w.bodies.bodies[3].mass); }},
      {"inertia", [](World& w) { nudge(w.bodies.bodies[3].inertia.y); }},
      {"centerOfMass", [](World& w) { nudge(w.bodies.bodies[3].centerOfMass.x); }},
      {"principalToBody", [](World& w) { nudge(w.bodies.bodies[3].principalToBody.x); }},
      {"linearDamping", [](World& w) { nudge(w.bodies.bodies[3].linearDamping); }},
      {"angularDamping", [](World& w) { nudge(w.bodies.bodies[3].angularDamping); }},
      {"type", [](World& w) { w.bodies.bodies[3].type = BodyType::kinematic; }},
      {"frozen", [](World& w) { w.bodies.bodies[3].frozen = true; }},
      {"generation", [](World& w) { ++w.bodies.bodies[3].generation; }},
      {"maySleep", [](World& w) { w.bodies.bodies[3].maySleep = false; }},
      {"continuous", [](World& w) { w.bodies.bodies[3].continuous = true; }},
      {"island", [](World& w) { w.bodies.bodies[3].island = 3; }},
      {"stillSteps", [](World& w) { ++w.bodies.bodies[3].stillSteps; }},
      {"stillMotion", [](World& w) { nudge(w.bodies.bodies[3].stillMotion); }},
      {"a dead slot's generation", [](World& w) { ++w.bodies.bodies[4].generation; }},
      {"sign of zero", [](World& w) { w.bodies.bodies[0].v.x = -0.0; }},
  });
}

TEST_CASE("settings, step count, free slots, colliders") {
  checkEach({
      {"stepCount", [](World& w) { ++w.stepCount; }},
      {"gravity", [](World& w) { nudge(w.settings.gravity.x); }},
      {"stepsPerSecond", [](World& w) { ++w.settings.stepsPerSecond; }},
      {"quality", [](World& w) { w.settings.quality = Quality::standard; }},
      {"collisions", [](World& w) { w.settings.collisions = false; }},
      {"sleeping", [](World& w) { w.settings.sleeping = !w.settings.sleeping; }},
      {"free slots", [](World& w) { w.bodies.freeIndices.push_back(3); }},
      {"halfExtents", [](World& w) { nudge(w.colliders.colliders[3].halfExtents.x); }},
      {"collider position", [](World& w) { nudge(w.colliders.colliders[3].position.y); }},
      {"collider orientation", [](World& w) { nudge(w.colliders.colliders[3].orientation.z); }},
      {"friction", [](World& w) { nudge(w.colliders.colliders[3].friction); }},
      {"restitution", [](World& w) { nudge(w.colliders.colliders[3].restitution); }},
  });
}

TEST_CASE("contacts with their impulses") {
  checkEach({
      {"keys", [](World& w) { ++w.contacts.keys[0]; }},
      {"normal impulse", [](World& w) { nudge(w.contacts.pool[0].normalImpulse[0]); }},
      {"friction impulse", [](World& w) { nudge(w.contacts.pool[0].frictionImpulse.x); }},
      {"twist impulse", [](World& w) { nudge(w.contacts.pool[0].twistImpulse); }},
      {"normal", [](World& w) { nudge(w.contacts.pool[0].normal.x); }},
      {"separation", [](World& w) { nudge(w.contacts.pool[0].points[0].separation); }},
      {"position", [](World& w) { nudge(w.contacts.pool[0].points[0].position.x); }},
      {"feature", [](World& w) { ++w.contacts.pool[0].feature[0]; }},
      {"axis", [](World& w) { ++w.contacts.pool[0].axis; }},
      {"base of a separation", [](World& w) { nudge(w.contacts.recycling[0].base[0]); }},
      {"versions", [](World& w) { ++w.contacts.recycling[0].versions; }},
      {"slack", [](World& w) { nudge(w.contacts.recycling[0].slack); }},
      {"batch slot", [](World& w) { ++w.contacts.recycling[0].batchSlot; }},
      {"batches", [](World& w) { ++w.contactSolver.batches.layout.batchCount; }},
      {"sorted batches", [](World& w) { ++w.contactSolver.batches.layout.sortedCount; }},
      {"empty slots", [](World& w) { ++w.contactSolver.batches.layout.emptySlots; }},
      {"outdated batches", [](World& w) { w.contactSolver.batches.layout.outdated = !w.contactSolver.batches.layout.outdated; }},
      {"a sleeping contact",
       [](World& w) {
         w.sleepers.contacts = w.contacts;
         ++w.sleepers.contacts.keys[0];
       }},
  });
}

TEST_CASE("forces, springs, waiting commands") {
  checkEach({
      {"force body", [](World& w) { w.forces[0].body = 2; }},
      {"point", [](World& w) { nudge(springOf(w).point.x); }},
      {"anchor", [](World& w) { nudge(springOf(w).anchor.x); }},
      {"other", [](World& w) { springOf(w).other = 2; }},
      {"otherPoint", [](World& w) { springOf(w).other = 2, springOf(w).otherPoint.x = 1; }},
      {"stiffness", [](World& w) { nudge(springOf(w).stiffness); }},
      {"damping", [](World& w) { nudge(springOf(w).damping); }},
      {"restLength", [](World& w) { nudge(springOf(w).restLength); }},
      {"force", [](World& w) { w.forces[0].model = ConstantForce{}; }},
      {"force vector", [](World& w) { w.forces[0].model = ConstantForce{{1, 0, 0}, {}}; }},
      {"force point", [](World& w) { w.forces[0].model = ConstantForce{{}, {1, 0, 0}}; }},
      {"force frame", [](World& w) { w.forces[0].model = ConstantForce{{}, {}, ForceFrame::body}; }},
      {"torque", [](World& w) { w.forces[0].model = ConstantTorque{{1, 0, 0}}; }},
      {"torque frame", [](World& w) { w.forces[0].model = ConstantTorque{{1, 0, 0}, ForceFrame::body}; }},
      {"linear drag", [](World& w) { w.forces[0].model = Drag{1, 0}; }},
      {"angular drag", [](World& w) { w.forces[0].model = Drag{0, 1}; }},
      {"field", [](World& w) { w.forces[0].model = AccelerationField{{1, 0, 0}}; }},
      {"beam", [](World& w) { w.forces[0].model = Beam{}; }},
      {"beam's point", [](World& w) { w.forces[0].model = Beam{{1, 0, 0}, {}}; }},
      {"beam's anchor", [](World& w) { w.forces[0].model = Beam{{}, {1, 0, 0}}; }},
      {"beam's strength", [](World& w) { w.forces[0].model = Beam{{}, {}, 1}; }},
      {"beam's range", [](World& w) { w.forces[0].model = Beam{{}, {}, 0, 1}; }},
      {"beam's damping", [](World& w) { w.forces[0].model = Beam{{}, {}, 0, 0, 1}; }},
      {"untilStep", [](World& w) { w.forces[0].untilStep = 1000; }},
      {"no force", [](World& w) { w.forces.clear(); }},
      {"spring target", [](World& w) { nudge(w.pointerSprings[0].target.x); }},
      {"spring point", [](World& w) { nudge(w.pointerSprings[0].point.x); }},
      {"spring pointer", [](World& w) { ++w.pointerSprings[0].pointer; }},
      {"no spring", [](World& w) { w.pointerSprings.clear(); }},
      {"command step", [](World& w) { ++w.commands.front().step; }},
      {"command impulse", [](World& w) { nudge(w.commands.front().impulse.x); }},
      {"command body", [](World& w) { w.commands.front().body = 2; }},
      {"described size", [](World& w) { nudge(std::next(w.commands.begin())->description.shapes[0].halfExtents.x); }},
      {"described position", [](World& w) { nudge(std::next(w.commands.begin())->description.position.x); }},
      {"no command", [](World& w) { w.commands.pop_back(); }},
  });
}

TEST_CASE("what is scratch or only told does not enter") {
  World world = fullWorld();
  const std::uint64_t hash = stateHash(world);
  world.report.flags = 77;
  world.activeForces.clear();
  const BatchLayout layout = world.contactSolver.batches.layout;
  world.contactSolver = {};
  world.contactSolver.batches.layout = layout;
  world.bodiesVersion = 99;
  CHECK(stateHash(world) == hash);
}
