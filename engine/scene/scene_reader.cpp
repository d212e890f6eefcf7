#include "scene/scene_reader.h"

#include <algorithm>
#include <bit>

#include "motion/schemes.h"
#include "scene/body_reader.h"
#include "scene/force_reader.h"
#include "scene/joint_reader.h"
#include "scene/overlap_estimate.h"
#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kQualities[] = {"default", "precise"};

void readFormat(Fields& fields) {
  const Cursor at = requiredFirstField(fields, "tumble");
  if (!at) return;
  const auto format = static_cast<double>(readWhole(at, {1, 1e6}));
  if (format > kSceneFormat) refuse(at, "# is a newer format than this version reads, which is #", {format, kSceneFormat * 1.0});
}

/// Checks title, text and camera, which only the page uses, and the address of the schema, which is for editors.
void checkPresentation(Fields& fields) {
  for (const char* const key : {"title", "expect", "$schema"})
    if (const Cursor at = optionalField(fields, key)) readText(at, kMaxTextLength);
  if (const Cursor at = optionalField(fields, "labels")) readBoolean(at);
  for (const char* const key : {"show", "controls", "keys"}) optionalField(fields, key);  // the page checks these (web/src/figure)
  if (const Cursor camera = optionalField(fields, "camera")) {
    Fields parts = openFields(camera);
    const Cursor position = requiredField(parts, "position"), target = requiredField(parts, "target");
    const Vec3 from = position ? readVector(position, kPositionRange) : Vec3{};
    const Vec3 to = target ? readVector(target, kPositionRange) : Vec3{};
    close(parts);
    if (from == to) refuse(camera, "position and target are the same point");
  }
}

/// A hash of a document (FNV-1a, G. Fowler, L. Noll, K. Vo, 1991); not a cryptographic one.
class Fingerprint {
 public:
  void add(const Json& json) {
    add(static_cast<std::uint64_t>(json.type) + json.items.size() + json.members.size() + json.boolean);
    add(std::bit_cast<std::uint64_t>(json.number));
    add(json.string);
    for (const Json& item : json.items) add(item);
    for (const JsonMember& member : json.members) add(member.key), add(member.value);
  }
  /// Never 0.
  std::uint64_t result() const { return hash_ | 1; }

 private:
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) hash_ = (hash_ ^ (word >> shift & 255)) * 0x100000001b3ull;
  }
  void add(const std::string& text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    add(text.size());
  }
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

WorldSettings readSettings(Fields& fields) {
  WorldSettings settings;
  readOptional(fields, "gravity", kGravityRange, settings.gravity);
  if (const Cursor at = optionalField(fields, "stepsPerSecond")) {
    settings.stepsPerSecond = static_cast<int>(readWhole(at, kStepsPerSecondRange));
  }
  if (const Cursor at = optionalField(fields, "quality")) {
    settings.quality = readChoice(at, kQualities) == 0 ? Quality::standard : Quality::precise;
  }
  readOptional(fields, "motion", motionSchemeNames(), settings.motion);
  readOptional(fields, "planar", settings.planar);
  readOptional(fields, "collisions", settings.collisions);
  readOptional(fields, "sleeping", settings.sleeping);
  return settings;
}

/// Reads "bodies"; stops at the limits, before copies are made.
std::vector<SceneBody> readBodies(const Cursor& list, const WorldSettings& settings) {
  const std::int64_t entries = openList(list, 0, kMaxSceneBodies);
  std::vector<SceneBody> bodies(static_cast<std::size_t>(entries));
  std::size_t bodyCount = 0, shapeCount = 0, vertexCount = 0, triangleCount = 0, surfaceCount = 0;
  for (std::int64_t i = 0; i < entries && isWell(list); ++i) {
    SceneBody& body = bodies[static_cast<std::size_t>(i)];
    body = readSceneBody(element(list, i), settings);
    bodyCount += body.copies.size();
    shapeCount += body.copies.size() * body.description.shapes.size();
    for (const Shape& shape : body.description.shapes) {
      vertexCount += body.copies.size() * shape.vertices.size();
      triangleCount += body.copies.size() * (shape.triangles.size() / 3);
      surfaceCount += isSurface(shape) ? body.copies.size() * (shape.triangles.size() / 3) : 0;
    }
    if (bodyCount > kMaxSceneBodies) refuse(list, "# bodies are more than #", {static_cast<double>(bodyCount), kMaxSceneBodies * 1.0});
    if (shapeCount > kMaxSceneShapes) refuse(list, "# shapes are more than #", {static_cast<double>(shapeCount), kMaxSceneShapes * 1.0});
    if (vertexCount > kMaxSceneVertices)
      refuse(list, "# vertices are more than #", {static_cast<double>(vertexCount), kMaxSceneVertices * 1.0});
    if (surfaceCount > kMaxSurfaceTriangles)
      refuse(list, "# triangles that collide are more than #", {static_cast<double>(surfaceCount), kMaxSurfaceTriangles * 1.0});
    if (triangleCount > kMaxSceneTriangles)
      refuse(list, "# triangles are more than #", {static_cast<double>(triangleCount), kMaxSceneTriangles * 1.0});
  }
  return bodies;
}

void checkOverlaps(const Cursor& list, const std::vector<SceneBody>& bodies) {
  List<ShapeBounds> bounds;
  std::uint32_t owner = 0;
  for (const SceneBody& body : bodies) {
    const bool moves = body.description.type == BodyType::dynamic;
    for (const Placement& copy : body.copies) {
      const auto first = bounds.size();
      for (const Shape& shape : body.description.shapes) {
        if (isCollider(shape)) bounds.push_back({boundsOf(std::span(&shape, 1), copy.position, copy.orientation), moves, owner});
      }
      owner += bounds.size() > first;
    }
  }
  const std::int64_t most = maxInitialOverlaps(bounds.size());
  if (countOverlaps(bounds, most).pairs > most) {
    refuse(list, "more than # pairs overlap at the start, place the bodies farther apart", {static_cast<double>(most)});
  }
}

/// The names of bodies, sorted; refuses one that is used twice.
List<NamedBodies> collectNames(const Cursor& list, const std::vector<SceneBody>& bodies) {
  List<NamedBodies> names;
  std::uint32_t first = 0;
  for (const SceneBody& body : bodies) {
    const auto count = static_cast<std::uint32_t>(body.copies.size());
    if (!body.description.name.empty()) names.push_back({body.description.name, first, count});
    first += count;
  }
  sortNames(names);
  const std::string_view twice = doubleName(names);
  if (twice.empty()) return names;
  std::int64_t entry = -1, before = -1;
  for (std::size_t i = 0; i < bodies.size() && entry < 0; ++i) {
    if (bodies[i].description.name != twice) continue;
    (before < 0 ? before : entry) = static_cast<std::int64_t>(i);
  }
  const Cursor body = element(list, entry);
  const Cursor name{list.json, list.problem, &body, "name", -1};
  refuse(name, {quoted(twice), " is the name of bodies[", static_cast<double>(before), "] already"});
  return names;
}

/// Returns the ids in the order of the scene.
List<BodyId> addBodies(World& world, const std::vector<SceneBody>& bodies, const PreviousBodies& before) {
  List<BodyId> ids;
  BodyStore& store = world.bodies;
  store.bodies.resize(before.generations.size());
  store.names.resize(before.generations.size());
  for (std::size_t index = 0; index < store.bodies.size(); ++index) store.bodies[index].generation = before.generations[index];
  List<std::uint8_t> isUsed(store.bodies.size());
  for (std::uint32_t index : before.first) {
    for (; index != kNoSceneIndex; index = before.next[index]) isUsed[index] = 1;
  }
  for (const std::uint32_t index : before.added) isUsed[index] = 1;
  // Free indices, the lowest last. An index whose generation wrapped around is not used: an old id could name a new body.
  List<std::uint32_t> free;
  for (auto index = static_cast<std::uint32_t>(isUsed.size()); index-- > 0;) {
    if (!isUsed[index] && store.bodies[index].generation != 0) free.push_back(index);
  }
  for (std::size_t sceneIndex = 0; sceneIndex < bodies.size(); ++sceneIndex) {
    std::uint32_t index = sceneIndex < before.first.size() ? before.first[sceneIndex] : kNoSceneIndex;
    for (std::size_t i = 0; i < bodies[sceneIndex].copies.size(); ++i) {
      if (index != kNoSceneIndex) {
        store.freeIndices.assign(1, index);
        index = before.next[index];
      } else if (store.freeIndices.clear(); !free.empty()) {
        store.freeIndices.push_back(free.back());
        free.pop_back();
      }
      ids.push_back(addBody(world, copyOf(bodies[sceneIndex], i)));
    }
  }
  store.freeIndices.clear();  // bodies of commands get new indices (body_reference.cpp)
  world.sceneIndices.assign(store.bodies.size(), kNoSceneIndex);
  for (const std::uint32_t index : before.added) copyBody(world, *before.world, index);
  const BodyId* id = ids.data();
  for (std::size_t sceneIndex = 0; sceneIndex < bodies.size(); ++sceneIndex) {
    for (std::size_t i = 0; i < bodies[sceneIndex].copies.size(); ++i)
      world.sceneIndices[bodyIndex(*id++)] = static_cast<std::uint32_t>(sceneIndex);
  }
  return ids;
}

void readForces(const Cursor& list, World& world, const BodyReferences& references) {
  const std::int64_t count = openList(list, 0, kMaxSceneForces);
  int drivenFields = 0;
  for (std::int64_t i = 0; i < count && isWell(list); ++i) {
    const Force force = readForce(element(list, i), references, world.signals);
    drivenFields += isDriven(force) && force.body == kNoBody;
    if (drivenFields > kMaxDrivenFields) refuse(list, "more than # fields on all bodies depend on time", {kMaxDrivenFields * 1.0});
    world.forces.push_back(force);
  }
}

/// Step of a command that is not yet validated, for sorting.
double stepOf(const Json& command) {
  for (const JsonMember& member : command.members) {
    if (member.key == "step" && member.value.number > 0) return member.value.number;
  }
  return 0;
}

/// Number of commands before a step that add a body, which later commands may name.
std::uint32_t countAddedBodies(const Json& commands, double before) {
  std::uint32_t count = 0;
  for (const Json& command : commands.items) {
    for (const JsonMember& member : command.members)
      count += member.key == "type" && member.value.string == "addBody" && stepOf(command) < before;
  }
  return count;
}

void readCommands(const Cursor& list, World& world, BodyReferences references, const World* before) {
  const std::int64_t count = openList(list, 0, kMaxSceneCommands);
  if (count == 0) return;
  references.upcoming = countAddedBodies(*list.json, 1e300);
  if (before) references.added = countAddedBodies(*list.json, static_cast<double>(before->stepCount));
  if (world.bodies.aliveCount + references.upcoming > kMaxSceneBodies) {
    refuse(list, "# more bodies than the # of the scene are above #",
           {references.upcoming * 1.0, world.bodies.aliveCount * 1.0, kMaxSceneBodies * 1.0});
  }
  // Sorted by step, because the queue is: each command is then appended.
  struct IndexedStep {
    double step;
    std::int64_t index;
  };
  List<IndexedStep> order(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = {stepOf(*element(list, i).json), i};
  const auto less = [](const IndexedStep& a, const IndexedStep& b) { return a.step != b.step ? a.step < b.step : a.index < b.index; };
  std::make_heap(order.begin(), order.end(), less);
  std::sort_heap(order.begin(), order.end(), less);
  for (const IndexedStep& command : order) {
    if (isWell(list)) enqueue(world, readCommandFields(element(list, command.index), references));
  }
}

}  // namespace

std::string readScene(const Json& document, World& out, const PreviousBodies& before) {
  Problem problem;
  const Cursor root{&document, &problem, nullptr, "scene", -1};
  Fields fields = openFields(root);
  readFormat(fields);
  checkPresentation(fields);
  World world;
  world.settings = readSettings(fields);
  const Cursor list = requiredField(fields, "bodies"), forces = optionalField(fields, "forces"), joints = optionalField(fields, "joints"),
               commands = optionalField(fields, "commands");
  close(fields);
  if (!isWell(root)) return problem.sentence;

  const std::vector<SceneBody> bodies = readBodies(list, world.settings);
  if (isWell(root) && world.settings.collisions) checkOverlaps(list, bodies);
  BodyReferences references;
  references.world = &world;
  if (isWell(root)) references.names = collectNames(list, bodies);
  if (!isWell(root)) return problem.sentence;

  references.ids = addBodies(world, bodies, before);
  if (world.bodies.aliveCount > kMaxSceneBodies) {
    refuse(list, "with # that commands added, # bodies are more than #",
           {static_cast<double>(before.added.size()), world.bodies.aliveCount * 1.0, kMaxSceneBodies * 1.0});
  }
  if (forces) readForces(forces, world, references);
  if (joints) readJoints(joints, world, references);
  if (commands) readCommands(commands, world, references, before.world);
  checkExactBodies(list, world);
  if (!isWell(root)) return problem.sentence;
  Fingerprint fingerprint;
  fingerprint.add(document);
  world.scene = fingerprint.result();
  out = std::move(world);
  return {};
}

}  // namespace tumble
