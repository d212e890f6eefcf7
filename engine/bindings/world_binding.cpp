#include "bindings/world_binding.h"

#include <emscripten.h>
#include <emscripten/bind.h>

#include "bindings/json_from_bytes.h"
#include "forces/evaluate.h"
#include "motion/schemes.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "scene/revision.h"
#include "scene/scene_reader.h"
#include "world/finalize_poses.h"
#include "world/measure.h"
#include "world/point_kinematics.h"

namespace tumble {
namespace {

void append(List<double>& out, Vec3 v) { out.append({v.x, v.y, v.z}); }
void append(List<double>& out, Quat q) { out.append({q.x, q.y, q.z, q.w}); }
void append(List<float>& out, Vec3f v) { out.append({v.x, v.y, v.z}); }
void append(List<double>& out, const Energy& e) { out.append({e.linear, e.rotational, e.potential}); }

/// What the scheme of motion keeps of the orientation, and how far it is from a rotation.
void appendOrientation(List<double>& out, const Body& body) {
  const bool hasMatrix = storesMatrix(body.motion);
  const Mat3 own = hasMatrix ? body.matrix : toMatrix(body.q), matrix = own * transpose(toMatrix(body.principalToBody));
  out.push_back(hasMatrix ? orthogonalityDefect(body.matrix) : 0);
  out.push_back(body.quaternionDefect);
  append(out, body.angles);
  for (int i = 0; i < 9; ++i) out.push_back(matrix.column(i % 3)[i / 3]);
}

/// Added to the kind of a shape that is taken away from its body.
constexpr int kCavity = 16;

double now() { return emscripten_get_now(); }

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

std::uint32_t WorldBinding::step() { return tumble::step(world_).flags; }

ViewAddress WorldBinding::poses() {
  poses_.resize(world_.bodies.bodies.size() * 8);
  float* out = poses_.data();
  for (const Body& body : world_.bodies.bodies) {
    const Vec3f x = toFloat(body.x);
    const Quat q = bodyOrientation(body);
    const float pose[8] = {x.x, x.y, x.z, 0, static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
    for (const float number : pose) *out++ = number;
  }
  return viewOf(poses_);
}

ViewAddress WorldBinding::ids() {
  ids_.clear();
  for (std::uint32_t i = 0; i < slotCount(); ++i) ids_.push_back(world_.bodies.bodies[i].alive ? idOf(world_.bodies, i) : kNoBody);
  return viewOf(ids_);
}

ViewAddress WorldBinding::shapes() {
  shapes_.clear();
  const auto add = [&](std::uint32_t slot, int kind, Vec3f dimensions, Vec3 position, Quat q) {
    shapes_.push_back(static_cast<float>(slot));
    shapes_.push_back(static_cast<float>(kind));
    append(shapes_, dimensions);
    append(shapes_, toFloat(position));
    for (const double number : {q.x, q.y, q.z, q.w}) shapes_.push_back(static_cast<float>(number));
  };
  for (const Collider& c : world_.colliders.colliders) {
    if (!c.alive) continue;
    const Body& body = world_.bodies.bodies[c.body];
    const ShapeType type = c.isSphere ? ShapeType::sphere : ShapeType::box;
    const Vec3f dimensions = c.isSphere ? Vec3f{c.halfExtents.x, 0, 0} : c.halfExtents;
    add(c.body, static_cast<int>(type), dimensions, rotate(body.principalToBody, c.position), body.principalToBody * c.orientation);
  }
  for (const Appearance& a : world_.appearances) {
    const bool isListed = a.type >= ShapeType::hull;
    const Vec3f dimensions = isListed ? Vec3f{static_cast<float>(a.geometry), 0, 0} : toFloat(a.dimensions);
    const int kind = static_cast<int>(a.type) + (a.subtract ? kCavity : 0);
    add(a.body, kind, dimensions, a.position - world_.bodies.bodies[a.body].centerOfMass, a.orientation);
  }
  return viewOf(shapes_);
}

ViewAddress WorldBinding::geometry(std::uint32_t index) {
  geometry_.clear();
  if (index < world_.geometries.size()) {
    const Geometry& g = world_.geometries[index];
    for (const std::uint32_t corner : g.triangles) append(geometry_, toFloat(g.vertices[corner]));
    for (std::size_t i = 0; i < g.masses.size(); ++i) {
      append(geometry_, toFloat(g.vertices[i]));
      geometry_.push_back(static_cast<float>(g.masses[i]));
    }
  }
  return viewOf(geometry_);
}

ViewAddress WorldBinding::states() {
  states_.clear();
  for (const Body& body : world_.bodies.bodies) {
    append(states_, body.x);
    append(states_, bodyOrientation(body));
    append(states_, body.v);
    append(states_, angularVelocity(body));
  }
  return viewOf(states_);
}

ViewAddress WorldBinding::bodyState(std::uint32_t id) {
  numbers_.assign(1, 0);
  const Body* body = findBody(world_.bodies, id);
  if (body) {
    numbers_[0] = 1;
    append(numbers_, body->x);
    append(numbers_, bodyOrientation(*body));
    append(numbers_, body->v);
    append(numbers_, angularVelocity(*body));
    append(numbers_, body->v * body->mass);
    append(numbers_, body->L);
    append(numbers_, energyOf(world_, bodyIndex(id)));
    appendOrientation(numbers_, *body);
  }
  numbers_.resize(37);
  return viewOf(numbers_);
}

// A point of a body, in the body frame: valid, position, velocity, acceleration, its tangential and its centripetal part, and the
// accelerations of the body: a, alpha.
ViewAddress WorldBinding::pointState(std::uint32_t id, double x, double y, double z) {
  numbers_.assign(1, 0);
  const Body* body = findBody(world_.bodies, id);
  if (body) {
    numbers_[0] = 1;
    const Accelerations accelerations = accelerationsOf(world_, bodyIndex(id));
    const PointKinematics k = kinematicsOf(*body, {x, y, z}, accelerations);
    for (const Vec3 v : {k.position, k.velocity, k.acceleration, k.tangential, k.centripetal}) append(numbers_, v);
    append(numbers_, accelerations.linear);
    append(numbers_, accelerations.angular);
  }
  numbers_.resize(22);
  return viewOf(numbers_);
}

ViewAddress WorldBinding::measures() {
  const Measures m = measure(world_);
  numbers_.clear();
  append(numbers_, m.energy);
  append(numbers_, m.momentum);
  append(numbers_, m.angularMomentum);
  return viewOf(numbers_);
}

ViewAddress WorldBinding::report() {
  const StepReport& r = world_.report;
  numbers_.clear();
  for (const std::uint32_t n : {r.flags, r.bodyCount, r.pairCount, r.contactCount, contactPointCount(world_), r.commandCount, r.frozenBody,
                                r.sleeperCount}) {
    numbers_.push_back(n);
  }
  numbers_.append(r.stageMilliseconds);
  return viewOf(numbers_);
}

void WorldBinding::appendContacts(const ContactStore& store) {
  // Manifolds hold what the last substep did; all of them do alike where a contact is worth showing.
  const float substeps = 1 / world_.part.substep;
  forEachTouching(store, [&](const TouchingPair& pair) {
    const Manifold& m = store.pool[pair.contactIndex];
    const Vec3f center = toFloat(world_.colliders.boxes[pair.colliderA].center);
    for (int k = 0; k < m.count; ++k) {
      append(contacts_, center + m.points[k].position);
      append(contacts_, m.normal);
      contacts_.push_back(m.normalImpulse[k] * substeps);
      contacts_.push_back(static_cast<float>(world_.colliders.colliders[pair.colliderA].body));
      contacts_.push_back(static_cast<float>(world_.colliders.colliders[pair.colliderB].body));
    }
  });
}

ViewAddress WorldBinding::contacts() {
  contacts_.clear();
  appendContacts(world_.contacts);
  appendContacts(world_.sleepers.contacts);
  return viewOf(contacts_);
}

// The lasting forces of the last step, each at the present state of its body.
ViewAddress WorldBinding::forces() {
  numbers_.clear();
  for (const Force& law : world_.activeForces) {
    const Body* body = findBody(world_.bodies, law.body);
    if (!body || body->type != BodyType::dynamic) continue;
    const Wrench wrench = wrenchOf(law, *body);
    const bool hasPoint = law.type == ForceType::force || law.type == ForceType::spring || law.type == ForceType::beam;
    numbers_.push_back(bodyIndex(law.body));
    append(numbers_, hasPoint ? worldPoint(*body, law.point) : body->x);
    append(numbers_, wrench.force);
    append(numbers_, wrench.torque);
  }
  return viewOf(numbers_);
}

// The impacts of the last step (contacts/impacts/impact_events.h).
ViewAddress WorldBinding::blows() {
  numbers_.clear();
  for (const ImpactEvent& impact : world_.contactSolver.impacts) {
    numbers_.append({static_cast<double>(impact.a.index), static_cast<double>(impact.b.index), impact.time,
                                     static_cast<double>(impact.pointCount), impact.approach, impact.restitution});
    for (const Vec3 v : {impact.point, impact.normal, impact.impulse}) append(numbers_, v);
    for (const ImpactEventBody* body : {&impact.a, &impact.b}) {
      for (const Vec3 v : {body->x, body->v, body->omega, body->angularImpulse}) append(numbers_, v);
      append(numbers_, body->q * conjugate(world_.bodies.bodies[body->index].principalToBody));
    }
  }
  return viewOf(numbers_);
}

// Slot, type, scheme of motion, mass, planar, entry of "bodies" in the scene it came from (-1: a body that was added later),
// principal moments, centre of mass in the body frame, tensor of inertia in the body frame by rows; nothing for no body.
ViewAddress WorldBinding::bodyInfo(std::uint32_t id) {
  numbers_.clear();
  if (const Body* body = findBody(world_.bodies, id)) {
    // A planar body has one moment, about z; the locked ones are no property of it.
    const Vec3 moments = body->planar ? Vec3{0, 0, body->inertia.z} : body->inertia;
    const Mat3 tensor = toMatrix(worldTensor(body->principalToBody, moments));
    const std::uint32_t slot = bodyIndex(id), entry = slot < world_.sceneIndices.size() ? world_.sceneIndices[slot] : kNoSceneIndex;
    numbers_.append({static_cast<double>(slot), static_cast<double>(body->type), static_cast<double>(body->motion), body->mass,
                     static_cast<double>(body->planar), entry < kRemovedFromScene ? static_cast<double>(entry) : -1.0});
    append(numbers_, moments);
    append(numbers_, body->centerOfMass);
    for (int i = 0; i < 9; ++i) numbers_.push_back(tensor.column(i % 3)[i / 3]);
  }
  return viewOf(numbers_);
}

ViewAddress WorldBinding::bodyName(std::uint32_t id) { return viewOf(findBody(world_.bodies, id) ? world_.bodies.names[bodyIndex(id)] : ""); }

ViewAddress WorldBinding::motionSchemeName(std::uint32_t scheme) { return viewOf(std::string(motionSchemeNames()[scheme])); }

ViewAddress WorldBinding::hash() {
  const std::uint64_t h = stateHash(world_);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(h >> shift) & 15];
  return viewOf(text);
}

ViewAddress WorldBinding::snapshot() {
  snapshot_ = tumble::snapshot(world_);
  return viewOf(snapshot_);
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
  expose<&WorldBinding::blows>("blows");
  expose<&WorldBinding::bodyInfo>("bodyInfo");
  expose<&WorldBinding::bodyName>("bodyName");
  expose<&WorldBinding::motionSchemeName>("motionSchemeName");
  expose<&WorldBinding::hash>("hash");
  expose<&WorldBinding::snapshot>("snapshot");
  expose<&WorldBinding::restore>("restore");
}
