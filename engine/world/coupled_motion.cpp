#include "world/coupled_motion.h"

#include <algorithm>

#include "forces/evaluate.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"
#include "tuning.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

struct Member {
  std::uint32_t index;                 // in the body store
  Body body;
  std::size_t firstLaw, lawCount;      // in Group::laws
};

/// Bodies that move together, with copies of their laws, whose anchors follow the partners from stage to stage.
struct Group {
  List<Member> members;
  List<Member> outsiders;       // partners that move by themselves
  List<Force> laws;
  List<std::uint32_t> place;    // by body index: 0, or 1 + index among members and then outsiders

  std::span<Force> lawsOf(const Member& m) { return {laws.data() + m.firstLaw, m.lawCount}; }
};

bool movesCoupled(const World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  return isCoupled(world, index) && !body.frozen && !wasTouched(world.contactSolver, index);
}

/// A partner that is not of the group, as a kinematic body from where it was to where it is.
Body outsiderOf(const World& world, std::uint32_t index) {
  Body body = world.bodies.bodies[index];
  if (body.type == BodyType::dynamic) {
    const bool arrived = wasTouched(world.contactSolver, index);
    body.kinematicOmega = angularVelocity(body);
    if (arrived) {
      body.v = (body.x - body.lastGoodX) * (1 / timeStep(world));
      body.x = body.lastGoodX;
      body.q = body.lastGoodQ;
    }
    if (body.frozen) body.v = body.kinematicOmega = {};
    body.type = BodyType::kinematic;
  }
  return body;
}

/// Everything that springs join to body `first`, directly or through others.
Group groupOf(const World& world, std::uint32_t first, List<std::uint8_t>& done) {
  Group group;
  group.place.assign(world.bodies.bodies.size(), 0);
  const auto add = [&](std::uint32_t index) {
    done[index] = 1;
    group.members.push_back({index, world.bodies.bodies[index], 0, 0});
  };
  add(first);
  List<std::uint32_t> outside;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const std::span<const Force> laws = forcesOn(world, group.members[i].index);
    group.members[i].firstLaw = group.laws.size();
    group.members[i].lawCount = laws.size();
    group.laws.append(laws);
    for (const Force& law : laws) {
      if (law.other == kNoBody) continue;
      const std::uint32_t other = bodyIndex(law.other);
      if (!movesCoupled(world, other)) outside.push_back(other);
      else if (!done[other]) add(other);
    }
  }
  for (std::size_t i = 0; i < group.members.size(); ++i) group.place[group.members[i].index] = static_cast<std::uint32_t>(i + 1);
  for (const std::uint32_t index : outside) {
    if (group.place[index] != 0) continue;
    group.outsiders.push_back({index, outsiderOf(world, index), 0, 0});
    group.place[index] = static_cast<std::uint32_t>(group.members.size() + group.outsiders.size());
  }
  return group;
}

/// The anchors of all laws from the states of the partners; `members` may be those of a stage.
void followPartners(Group& group, std::span<const Member> members) {
  for (Force& law : group.laws) {
    if (law.other == kNoBody) continue;
    const std::size_t place = group.place[bodyIndex(law.other)] - 1;
    followPartner(law, place < members.size() ? members[place].body : group.outsiders[place - members.size()].body);
  }
}

/// As kick of motion/free_motion.cpp, for all at once.
void kickAll(Group& group, Vec3 gravity, double time) {
  followPartners(group, group.members);
  List<Member> middle = group.members;
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const std::span<const Force> laws = group.lawsOf(middle[i]);
    pushWithDrag(middle[i].body, wrenchBesidesDrag(laws, group.members[i].body), dragOf(laws), gravity, 0.5 * time);
  }
  followPartners(group, middle);
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const std::span<const Force> laws = group.lawsOf(middle[i]);
    pushWithDrag(group.members[i].body, wrenchBesidesDrag(laws, middle[i].body), dragOf(laws), gravity, time);
  }
}

/// As kickOfOrder4 of motion/free_motion.cpp: y += h/6 (a + 2 (b + c) + d), each slope at the state that the one before leads to.
void kickAllOfOrder4(Group& group, double time) {
  constexpr double kLead[4] = {0.5, 0.5, 1, 0}, kWeight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  if (!dependsOnVelocity(group.laws)) {
    followPartners(group, group.members);
    for (Member& m : group.members) push(m.body, totalWrench(group.lawsOf(m), m.body), time);
    return;
  }
  const List<Member> start = group.members;
  List<Member> stage = start;
  for (int k = 0; k < 4; ++k) {
    followPartners(group, stage);
    for (std::size_t i = 0; i < stage.size(); ++i) {
      const Wrench slope = totalWrench(group.lawsOf(stage[i]), stage[i].body);
      push(group.members[i].body, slope, kWeight[k] * time);
      stage[i].body = start[i].body;
      push(stage[i].body, slope, kLead[k] * time);
    }
  }
}

void driftAll(const World& world, Group& group, bool falls, double time) {
  for (Member& m : group.members) {
    const Drag drag = dragOf(group.lawsOf(m));
    const bool slowed = drag.linear != 0 || drag.angular != 0;
    moveFreely(m.body, falls || !slowed ? world.settings.gravity : Vec3{}, time);
  }
  for (Member& m : group.outsiders) {
    if (m.body.type == BodyType::kinematic) moveFreely(m.body, {}, time);
  }
}

void moveGroup(const World& world, Group& group) {
  followPartners(group, group.members);
  double springs = 0, drag = 0;
  for (Member& m : group.members) {
    springs = std::max(springs, springRate(group.lawsOf(m), m.body, timeStep(world)).fastest());
    drag = std::max(drag, dragRate(group.lawsOf(m), m.body));
  }
  const int affordable = std::max(static_cast<int>(kFlightWork / static_cast<double>(group.laws.size())), kForceSubsteps);
  const int substeps = std::min(forceSubsteps(springs, timeStep(world)), affordable);
  const double h = timeStep(world) / substeps;
  if (drag * h < kSpringAngle) {
    const int thirds = (substeps + 2) / 3;
    double kick = 0;  // what is left of the last one goes into the next
    for (int i = 0; i < thirds; ++i) {
      for (const double share : {kYoshidaOuter, kYoshidaInner, kYoshidaOuter}) {
        const double part = share * timeStep(world) / thirds;
        kickAllOfOrder4(group, kick + 0.5 * part);
        driftAll(world, group, true, part);
        kick = 0.5 * part;
      }
    }
    return kickAllOfOrder4(group, kick);
  }
  for (int i = 0; i < substeps; ++i) {
    kickAll(group, world.settings.gravity, 0.5 * h);
    driftAll(world, group, false, h);
    kickAll(group, world.settings.gravity, 0.5 * h);
  }
}

}  // namespace

bool isCoupled(const World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  if (!world.hasCouplings || !body.alive || body.type != BodyType::dynamic || !isAutomaticOnSprings(body.motion)) return false;
  for (const Force& law : forcesOn(world, index)) {
    if (law.other != kNoBody) return true;
  }
  return false;
}

void moveCoupledBodies(World& world) {
  if (!world.hasCouplings) return;
  List<std::uint8_t> done(world.bodies.bodies.size());
  for (std::uint32_t i = 0; i < done.size(); ++i) {
    if (done[i] || !movesCoupled(world, i)) continue;
    Group group = groupOf(world, i, done);
    moveGroup(world, group);
    for (const Member& m : group.members) world.bodies.bodies[m.index] = m.body;
  }
}

}  // namespace tumble
