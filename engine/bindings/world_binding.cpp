#include "bindings/world_binding.h"

#include <emscripten.h>
#include <emscripten/bind.h>

#include <algorithm>

#include "bindings/json_from_bytes.h"
#include "forces/drive.h"
#include "forces/evaluate.h"
#include "motion/schemes.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "scene/revision.h"
#include "scene/scene_reader.h"
#include "world/finalize_poses.h"
#include "world/joint_rate.h"
#include "world/lasting_forces.h"
#include "world/measure.h"
#include "world/point_kinematics.h"

namespace tumble {
namespace {

/// Added to the kind of a cavity.
constexpr int kCavity = 16;

double now() { return emscripten_get_now(); }

void write(Quat from, float (&to)[4]) {
  to[0] = static_cast<float>(from.x), to[1] = static_cast<float>(from.y), to[2] = static_cast<float>(from.z),
  to[3] = static_cast<float>(from.w);
}
/// By rows.
void write(const Mat3& from, double (&to)[9]) {
  for (int i = 0; i < 9; ++i) to[i] = from.column(i % 3)[i / 3];
}

/// A new record behind the others, all 0.
template <class Record, class Number> Record& extend(List<Number>& numbers) {
  const std::size_t size = numbers.size();
  numbers.resize(size + sizeof(Record) / sizeof(Number));
  return *reinterpret_cast<Record*>(numbers.data() + size);
}

}  // namespace

WorldBinding::WorldBinding() { world_.clock = now; }

ViewAddress WorldBinding::viewOf(const void* data, std::size_t count) {
  view_[0] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(data));
  view_[1] = static_cast<std::uint32_t>(count);
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(view_));
}

ViewAddress WorldBinding::viewOf(const std::string& text) {
  text_ = text;
  return viewOf(text_.data(), text_.size());
}

std::uint32_t WorldBinding::inbox(std::uint32_t size) {
  inbox_.clear();
  inbox_.resize(size);
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(inbox_.data()));
}

ViewAddress WorldBinding::load() {
  Json json;
  std::string problem = jsonFromBytes(inbox_, json);
  if (problem.empty()) problem = readScene(json, world_);
  if (problem.empty()) {
    world_.clock = now;
    ++loads_;
  }
  return viewOf(problem);
}

ViewAddress WorldBinding::revise() {
  Json json;
  const std::string problem = jsonFromBytes(inbox_, json);
  if (!problem.empty()) return viewOf(problem);
  const Json &scene = json.items[0], &numbers = json.items[1];
  List<BodyMatch> entries(numbers.items.size() / 2);
  const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(numbers.items[i].number); };
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = {number(2 * i), static_cast<std::uint32_t>(number(2 * i + 1))};
  return viewOf(reviseScene(scene, entries, world_));
}

ViewAddress WorldBinding::command() {
  Json json;
  Command read;
  std::string problem = jsonFromBytes(inbox_, json);
  if (problem.empty()) problem = readCommand(json, world_, read);
  read.isLive = true;
  if (problem.empty()) enqueue(world_, std::move(read));
  return viewOf(problem);
}

std::uint32_t WorldBinding::step() {
  world_.contactSolver.impacts.enabled = recordsImpacts_;
  return tumble::step(world_).flags;
}

ViewAddress WorldBinding::poses() {
  poses_.resize(world_.bodies.bodies.size());
  layout::Pose* out = poses_.data();
  for (const Body& body : world_.bodies.bodies) {
    out->position = toFloat(body.x);
    out->padding = 0;
    write(bodyOrientation(body), out->orientation);
    ++out;
  }
  return viewOf<float>(poses_);
}

ViewAddress WorldBinding::ids() {
  ids_.clear();
  for (std::uint32_t i = 0; i < slotCount(); ++i) ids_.push_back(world_.bodies.bodies[i].alive ? idOf(world_.bodies, i) : kNoBody);
  return viewOf<std::uint32_t>(ids_);
}

ViewAddress WorldBinding::shapes() {
  shapes_.clear();
  const auto add = [&](std::uint32_t slot, int kind, Vec3f dimensions, Vec3 position, Quat q) {
    layout::Shape& shape = shapes_.extend();
    shape.slot = static_cast<float>(slot);
    shape.kind = static_cast<float>(kind);
    shape.dimensions = dimensions;
    shape.position = toFloat(position);
    write(q, shape.orientation);
  };
  // The page finds the colour of a shape by this order (web/src/figure/scene-look.ts).
  for (const Collider& c : world_.colliders.colliders) {
    if (!c.alive || c.hull) continue;  // hulls are drawn by their appearance
    const Body& body = world_.bodies.bodies[c.body];
    constexpr ShapeType types[] = {ShapeType::box,  ShapeType::sphere, ShapeType::capsule,  ShapeType::cylinder,
                                   ShapeType::cone, ShapeType::hull,   ShapeType::ellipsoid};
    const ShapeType type = types[static_cast<int>(c.shape)];
    const Vec3f h = c.halfExtents;
    const float height = c.isSphere() ? 0 : 2 * (type == ShapeType::capsule ? h.y - h.x : h.y);
    const Vec3f dimensions = type == ShapeType::box || type == ShapeType::ellipsoid ? h : Vec3f{h.x, height, 0};
    add(c.body, static_cast<int>(type), dimensions, rotate(body.principalToBody, c.position), body.principalToBody * c.orientation);
  }
  for (const Appearance& a : world_.appearances) {
    const bool isListed = hasVertices(a.type);
    const Vec3f dimensions = isListed ? Vec3f{static_cast<float>(a.geometry), 0, 0} : toFloat(a.dimensions);
    const int kind = static_cast<int>(a.type) + (a.subtract ? kCavity : 0);
    add(a.body, kind, dimensions, a.position - world_.bodies.bodies[a.body].centerOfMass, a.orientation);
  }
  return viewOf<float>(shapes_);
}

ViewAddress WorldBinding::geometry(std::uint32_t index) {
  geometry_.clear();
  if (index < world_.geometries.size()) {
    const Geometry& g = world_.geometries[index];
    for (const std::uint32_t corner : g.triangles) extend<Vec3f>(geometry_) = toFloat(g.vertices[corner]);
    for (std::size_t i = 0; i < g.masses.size(); ++i) {
      extend<layout::PointMass>(geometry_) = {toFloat(g.vertices[i]), static_cast<float>(g.masses[i])};
    }
  }
  return viewOf<float>(geometry_);
}

ViewAddress WorldBinding::states() {
  states_.clear();
  for (const Body& body : world_.bodies.bodies) states_.push_back({body.x, bodyOrientation(body), body.v, angularVelocity(body)});
  return viewOf<double>(states_);
}

ViewAddress WorldBinding::bodyState(std::uint32_t id) {
  numbers_.clear();
  auto& state = extend<layout::BodyState>(numbers_);
  if (const Body* body = findBody(world_.bodies, id)) {
    state.isValid = 1;
    layout::BodySample& sample = state.sample;
    sample.position = body->x;
    sample.orientation = bodyOrientation(*body);
    sample.velocity = body->v;
    sample.angularVelocity = angularVelocity(*body);
    sample.momentum = body->v * body->mass;
    sample.angularMomentum = body->L;
    const Energy energy = energyOf(world_, bodyIndex(id));
    sample.linearEnergy = energy.linear;
    sample.rotationalEnergy = energy.rotational;
    sample.potentialEnergy = energy.potential;
    const bool hasMatrix = storesMatrix(body->motion);
    sample.matrixDefect = hasMatrix ? orthogonalityDefect(body->matrix) : 0;
    sample.quaternionDefect = body->quaternionDefect;
    state.angles = body->angles;
    write((hasMatrix ? body->matrix : toMatrix(body->q)) * transpose(toMatrix(body->principalToBody)), state.matrix);
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::pointState(std::uint32_t id, double x, double y, double z) {
  numbers_.clear();
  auto& state = extend<layout::PointState>(numbers_);
  if (const Body* body = findBody(world_.bodies, id)) {
    const Accelerations accelerations = accelerationsOf(world_, bodyIndex(id));
    const PointKinematics k = kinematicsOf(*body, {x, y, z}, accelerations);
    state = {1, k.position, k.velocity, k.acceleration, k.tangential, k.centripetal, accelerations.linear, accelerations.angular};
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::measures() {
  const Measures m = measure(world_);
  numbers_.clear();
  extend<layout::Measures>(numbers_) = {m.energy.linear, m.energy.rotational, m.energy.potential, m.momentum, m.angularMomentum};
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::report() {
  const StepReport& r = world_.report;
  numbers_.clear();
  auto& report = extend<layout::Report>(numbers_);
  report.flags = r.flags;
  report.bodyCount = r.bodyCount;
  report.pairCount = r.pairCount;
  report.contactCount = r.contactCount;
  report.contactPointCount = contactPointCount(world_);
  report.commandCount = r.commandCount;
  report.frozenBody = r.frozenBody;
  report.sleeperCount = r.sleeperCount;
  report.impactCount = world_.contactSolver.impacts.count;
  std::copy_n(r.stageMilliseconds, kStageCount, report.stageMilliseconds);
  return viewOf<double>(numbers_);
}

void WorldBinding::appendContacts(const ContactStore& store) {
  // Impulses of the last substep, times their number: in a resting contact all substeps are alike.
  const float substeps = 1 / world_.part.substep;
  forEachTouching(store, [&](const TouchingPair& pair) {
    const Manifold& m = store.pool[pair.contactIndex];
    const Vec3f center = toFloat(world_.colliders.boxes[pair.colliderA].center);
    const auto bodyOf = [&](std::uint32_t collider) { return static_cast<float>(world_.colliders.colliders[collider].body); };
    for (int k = 0; k < m.count; ++k) {
      contacts_.push_back(
          {center + m.points[k].position, m.normal, m.normalImpulse[k] * substeps, bodyOf(pair.colliderA), bodyOf(pair.colliderB)});
    }
  });
}

ViewAddress WorldBinding::contacts() {
  contacts_.clear();
  appendContacts(world_.contacts);
  appendContacts(world_.sleepers.contacts);
  return viewOf<float>(contacts_);
}

// Also before the first step, and after an edit.
ViewAddress WorldBinding::forces() {
  numbers_.clear();
  List<Force> active;
  collectLastingForces(world_, active);
  driveForces({active.data(), active.size()}, world_.signals, startOfPart(world_), startOfPart(world_));
  for (const Force& force : active) {
    const Body* body = findBody(world_.bodies, force.body);
    if (!body || body->type != BodyType::dynamic) continue;
    const Wrench wrench = wrenchOf(force, *body);
    const Vec3* const point = pointOf(force);
    extend<layout::Force>(numbers_) = {static_cast<double>(bodyIndex(force.body)), point ? worldPoint(*body, *point) : body->x,
                                       wrench.force, wrench.torque};
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::joints() {
  numbers_.clear();
  const auto slotOf = [&](const JointEnd& end) { return end.body == kNoBody ? -1.0 : static_cast<double>(bodyIndex(end.body)); };
  const auto toBody = [&](const JointEnd& end) {
    return end.body == kNoBody ? Quat{} : world_.bodies.bodies[bodyIndex(end.body)].principalToBody;
  };
  const auto indexOf = [](JointIndex index) { return index == kNoJoint ? -1.0 : static_cast<double>(index); };
  for (const Joint& joint : world_.joints) {
    auto& out = extend<layout::Joint>(numbers_);
    out.type = static_cast<double>(joint.type);
    out.slotA = slotOf(joint.a);
    out.slotB = slotOf(joint.b);
    out.anchorA = rotate(toBody(joint.a), joint.a.anchor);
    out.anchorB = rotate(toBody(joint.b), joint.b.anchor);
    out.frameA = toBody(joint.a) * joint.a.frame;
    out.frameB = toBody(joint.b) * joint.b.frame;
    out.swing = joint.swing;
    out.minimum = joint.minimum;
    out.maximum = joint.maximum;
    out.ratio = joint.ratio;
    out.first = indexOf(joint.first);
    out.second = indexOf(joint.second);
    out.pulleyA = joint.pulleyA;
    out.pulleyB = joint.pulleyB;
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::jointStates() {
  numbers_.clear();
  for (const Joint& joint : world_.joints) {
    auto& out = extend<layout::JointState>(numbers_);
    out.isAlive = joint.alive;
    out.sample = {joint.coordinate, jointRate(world_.bodies, joint), joint.force, joint.torque};
    out.lower = joint.limits.lower;
    out.upper = joint.limits.upper;
    out.drive = static_cast<double>(joint.drive.kind);
    out.target = joint.drive.target;
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::jointName(std::uint32_t index) {
  return viewOf(index < world_.jointNames.size() ? world_.jointNames[index] : "");
}

ViewAddress WorldBinding::impacts() {
  numbers_.clear();
  const auto write = [&](const ImpactEventBody& from, layout::ImpactBody& to) {
    to = {from.x, from.v, from.omega, from.angularImpulse, from.q * conjugate(world_.bodies.bodies[from.index].principalToBody)};
  };
  for (const ImpactEvent& event : world_.contactSolver.impacts.events) {
    auto& impact = extend<layout::Impact>(numbers_);
    impact.step = stepCount();
    impact.slotA = event.a.index;
    impact.slotB = event.b.index;
    impact.time = event.time;
    impact.pointCount = event.pointCount;
    impact.approachSpeed = event.approachSpeed;
    impact.restitution = event.restitution;
    impact.point = event.point;
    impact.normal = event.normal;
    impact.impulse = event.impulse;
    write(event.a, impact.a);
    write(event.b, impact.b);
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::bodyInfo(std::uint32_t id) {
  numbers_.clear();
  if (const Body* body = findBody(world_.bodies, id)) {
    // A planar body has one moment, about z; the locked ones are no property of it.
    const Vec3 moments = body->planar ? Vec3{0, 0, body->inertia.z} : body->inertia;
    const Mat3 tensor = toMatrix(worldTensor(body->principalToBody, moments));
    const std::uint32_t slot = bodyIndex(id), entry = slot < world_.sceneIndices.size() ? world_.sceneIndices[slot] : kNoSceneIndex;
    auto& info = extend<layout::BodyInfo>(numbers_);
    info.slot = slot;
    info.type = static_cast<double>(body->type);
    info.motion = static_cast<double>(body->motion);
    info.mass = body->mass;
    info.isPlanar = body->planar;
    info.entry = entry < kRemovedFromScene ? static_cast<double>(entry) : -1.0;
    info.inertia = moments;
    info.centerOfMass = body->centerOfMass;
    write(tensor, info.inertiaTensor);
  }
  return viewOf<double>(numbers_);
}

ViewAddress WorldBinding::bodyName(std::uint32_t id) {
  return viewOf(findBody(world_.bodies, id) ? world_.bodies.names[bodyIndex(id)] : "");
}

ViewAddress WorldBinding::motionSchemeName(std::uint32_t scheme) { return viewOf(std::string(motionSchemeNames()[scheme])); }

ViewAddress WorldBinding::hash() {
  const std::uint64_t h = stateHash(world_);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(h >> shift) & 15];
  return viewOf(text);
}

ViewAddress WorldBinding::snapshot() {
  snapshot_ = tumble::snapshot(world_);
  return viewOf<std::uint8_t>(snapshot_);
}

ViewAddress WorldBinding::restore() { return viewOf(tumble::restore(world_, inbox_)); }

namespace {

// Worlds are known to JavaScript by their address.
WorldBinding& worldAt(std::uint32_t handle) { return *reinterpret_cast<WorldBinding*>(static_cast<std::uintptr_t>(handle)); }
std::uint32_t create() { return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(new WorldBinding)); }
void destroy(std::uint32_t handle) { delete &worldAt(handle); }

/// A method as a function of the world and its arguments.
template <auto method> struct Method;
template <class Result, class... Arguments, Result (WorldBinding::*method)(Arguments...)> struct Method<method> {
  static Result call(std::uint32_t handle, Arguments... arguments) { return (worldAt(handle).*method)(arguments...); }
};
template <class Result, class... Arguments, Result (WorldBinding::*method)(Arguments...) const> struct Method<method> {
  static Result call(std::uint32_t handle, Arguments... arguments) { return (worldAt(handle).*method)(arguments...); }
};
template <auto method> void expose(const char* name) { emscripten::function(name, &Method<method>::call); }

}  // namespace
}  // namespace tumble

EMSCRIPTEN_BINDINGS(tumble) {
  using namespace tumble;
  emscripten::function("create", &create);
  emscripten::function("destroy", &destroy);
  expose<&WorldBinding::inbox>("inbox");
  expose<&WorldBinding::load>("load");
  expose<&WorldBinding::revise>("revise");
  expose<&WorldBinding::command>("command");
  expose<&WorldBinding::step>("step");
  expose<&WorldBinding::stepCount>("stepCount");
  expose<&WorldBinding::seconds>("seconds");
  expose<&WorldBinding::stepsPerSecond>("stepsPerSecond");
  expose<&WorldBinding::slotCount>("slotCount");
  expose<&WorldBinding::bodiesVersion>("bodiesVersion");
  expose<&WorldBinding::poses>("poses");
  expose<&WorldBinding::ids>("ids");
  expose<&WorldBinding::shapes>("shapes");
  expose<&WorldBinding::geometry>("geometry");
  expose<&WorldBinding::states>("states");
  expose<&WorldBinding::bodyState>("bodyState");
  expose<&WorldBinding::pointState>("pointState");
  expose<&WorldBinding::measures>("measures");
  expose<&WorldBinding::report>("report");
  expose<&WorldBinding::contacts>("contacts");
  expose<&WorldBinding::forces>("forces");
  expose<&WorldBinding::jointCount>("jointCount");
  expose<&WorldBinding::joints>("joints");
  expose<&WorldBinding::jointStates>("jointStates");
  expose<&WorldBinding::jointName>("jointName");
  expose<&WorldBinding::recordImpacts>("recordImpacts");
  expose<&WorldBinding::impacts>("impacts");
  expose<&WorldBinding::bodyInfo>("bodyInfo");
  expose<&WorldBinding::bodyName>("bodyName");
  expose<&WorldBinding::motionSchemeName>("motionSchemeName");
  expose<&WorldBinding::hash>("hash");
  expose<&WorldBinding::snapshot>("snapshot");
  expose<&WorldBinding::restore>("restore");
}
