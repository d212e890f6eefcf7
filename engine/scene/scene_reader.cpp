#include "scene/scene_reader.h"

#include <algorithm>
#include <bit>

#include "motion/schemes.h"
#include "scene/body_reader.h"
#include "scene/force_reader.h"
#include "scene/overlap_estimate.h"
#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kQualities[] = {"default", "precise"};

void readFormat(Fields& fields) {
  const Cursor at = needFirst(fields, "tumble");
  if (!at) return;
  const auto format = static_cast<double>(readWhole(at, {1, 1e6}));
  if (format > kSceneFormat) refuse(at, "# is a newer format than this version reads, which is #", {format, kSceneFormat * 1.0});
}

/// Text and camera are the page's, which has the document itself: here they are only checked.
void checkPresentation(Fields& fields) {
  if (const Cursor at = take(fields, "title")) readText(at, kMaxTextLength);
  if (const Cursor at = take(fields, "expect")) readText(at, kMaxTextLength);
  if (const Cursor at = take(fields, "labels")) readBoolean(at);
  if (const Cursor camera = take(fields, "camera")) {
    Fields parts = openFields(camera);
    const Cursor position = need(parts, "position"), target = need(parts, "target");
    const Vec3 from = position ? readVector(position, kPositionRange) : Vec3{};
    const Vec3 to = target ? readVector(target, kPositionRange) : Vec3{};
    close(parts);
    if (from == to) refuse(camera, "position and target are the same point");
  }
}

/// Tells documents from each other (FNV-1a, G. Fowler, L. Noll, K. Vo, 1991): not what keeps out whoever wants two to be taken for one.
class Fingerprint {
 public:
  void add(const Json& json) {
    add(static_cast<std::uint64_t>(json.type) + json.items.size() + json.members.size() + json.boolean);
    add(std::bit_cast<std::uint64_t>(json.number));
    add(json.string);
    for (const Json& item : json.items) add(item);
    for (const JsonMember& member : json.members) add(member.key), add(member.value);
  }
  /// Not 0.
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
  take(fields, "gravity", kGravityRange, settings.gravity);
  if (const Cursor at = take(fields, "stepsPerSecond")) {
    settings.stepsPerSecond = static_cast<int>(readWhole(at, kStepsPerSecondRange));
  }
  if (const Cursor at = take(fields, "quality")) {
    settings.quality = readChoice(at, kQualities) == 0 ? Quality::standard : Quality::precise;
  }
  take(fields, "motion", motionSchemeNames(), settings.motion);
  take(fields, "planar", settings.planar);
  take(fields, "collisions", settings.collisions);
  take(fields, "sleeping", settings.sleeping);
  return settings;
}

/// The entries of "bodies"; stops as soon as they are too many, before their copies take memory.
std::vector<SceneBody> readBodies(const Cursor& list, const WorldSettings& settings) {
  const std::int64_t entries = openList(list, 0, kMaxSceneBodies);
  std::vector<SceneBody> bodies(static_cast<std::size_t>(entries));
  std::size_t bodyCount = 0, shapeCount = 0, vertexCount = 0, triangleCount = 0;
  for (std::int64_t i = 0; i < entries && isWell(list); ++i) {
    SceneBody& body = bodies[static_cast<std::size_t>(i)];
    body = readSceneBody(element(list, i), settings);
    bodyCount += body.copies.size();
    shapeCount += body.copies.size() * body.description.shapes.size();
    for (const Shape& shape : body.description.shapes) {
      vertexCount += body.copies.size() * shape.vertices.size();
      triangleCount += body.copies.size() * (shape.triangles.size() / 3);
    }
    if (bodyCount > kMaxSceneBodies) refuse(list, "# bodies are more than #", {static_cast<double>(bodyCount), kMaxSceneBodies * 1.0});
    if (shapeCount > kMaxSceneShapes) refuse(list, "# shapes are more than #", {static_cast<double>(shapeCount), kMaxSceneShapes * 1.0});
    if (vertexCount > kMaxSceneVertices) refuse(list, "# vertices are more than #", {static_cast<double>(vertexCount), kMaxSceneVertices * 1.0});
    if (triangleCount > kMaxSceneTriangles) refuse(list, "# triangles are more than #", {static_cast<double>(triangleCount), kMaxSceneTriangles * 1.0});
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

/// The names of the entries, sorted, for references; refuses one that is used twice.
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

/// Gives the ids in the order of the scene.
List<BodyId> addBodies(World& world, const std::vector<SceneBody>& bodies, const SlotsBefore& before) {
  List<BodyId> ids;
  BodyStore& store = world.bodies;
  store.bodies.resize(before.generations.size());
  store.names.resize(before.generations.size());
  for (std::size_t slot = 0; slot < store.bodies.size(); ++slot) store.bodies[slot].generation = before.generations[slot];
  List<std::uint8_t> promised(store.bodies.size());
  for (std::uint32_t slot : before.first) {
    for (; slot != kNoEntry; slot = before.next[slot]) promised[slot] = 1;
  }
  // Slots that are given back, the lowest last. Where the generation went round an old id could name a new body.
  List<std::uint32_t> open;
  for (auto slot = static_cast<std::uint32_t>(promised.size()); slot-- > 0;) {
    if (!promised[slot] && store.bodies[slot].generation != 0) open.push_back(slot);
  }
  for (std::size_t entry = 0; entry < bodies.size(); ++entry) {
    std::uint32_t slot = entry < before.first.size() ? before.first[entry] : kNoEntry;
    for (std::size_t i = 0; i < bodies[entry].copies.size(); ++i) {
      if (slot != kNoEntry) {
        store.freeSlots.assign(1, slot);
        slot = before.next[slot];
      } else if (store.freeSlots.clear(); !open.empty()) {
        store.freeSlots.push_back(open.back());
        open.pop_back();
      }
      ids.push_back(addBody(world, copyOf(bodies[entry], i)));
    }
  }
  store.freeSlots.clear();  // what commands will add comes after all slots there are (body_reference.cpp)
  world.entries.assign(store.bodies.size(), kNoEntry);
  const BodyId* id = ids.data();
  for (std::size_t entry = 0; entry < bodies.size(); ++entry) {
    for (std::size_t i = 0; i < bodies[entry].copies.size(); ++i) world.entries[bodyIndex(*id++)] = static_cast<std::uint32_t>(entry);
  }
  return ids;
}

void readForces(const Cursor& list, World& world, const BodyReferences& references) {
  const std::int64_t count = openList(list, 0, kMaxSceneForces);
  for (std::int64_t i = 0; i < count && isWell(list); ++i) world.forces.push_back(readForce(element(list, i), references));
}

/// Commands that add a body, so that later commands may name it.
std::uint32_t countAddedBodies(const Json& commands) {
  std::uint32_t count = 0;
  for (const Json& command : commands.items) {
    for (const JsonMember& member : command.members) count += member.key == "type" && member.value.string == "addBody";
  }
  return count;
}

/// Step of a command that is still unchecked, for sorting.
double stepOf(const Json& command) {
  for (const JsonMember& member : command.members) {
    if (member.key == "step" && member.value.number > 0) return member.value.number;
  }
  return 0;
}

void readCommands(const Cursor& list, World& world, BodyReferences references) {
  const std::int64_t count = openList(list, 0, kMaxSceneCommands);
  if (count == 0) return;
  references.upcoming = countAddedBodies(*list.json);
  if (world.bodies.aliveCount + references.upcoming > kMaxSceneBodies) {
    refuse(list, "# more bodies than the # of the scene are above #", {references.upcoming * 1.0, world.bodies.aliveCount * 1.0, kMaxSceneBodies * 1.0});
  }
  // The queue is kept in the order of steps; taken in that order, each command goes to its end.
  struct Entry {
    double step;
    std::int64_t index;
  };
  List<Entry> order(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = {stepOf(*element(list, i).json), i};
  const auto less = [](const Entry& a, const Entry& b) { return a.step != b.step ? a.step < b.step : a.index < b.index; };
  std::make_heap(order.begin(), order.end(), less);
  std::sort_heap(order.begin(), order.end(), less);
  for (const Entry& entry : order) {
    if (isWell(list)) enqueue(world, readCommandFields(element(list, entry.index), references));
  }
}

}  // namespace

std::string readScene(const Json& document, World& out, const SlotsBefore& before) {
  Problem problem;
  const Cursor root{&document, &problem, nullptr, "scene", -1};
  Fields fields = openFields(root);
  readFormat(fields);
  checkPresentation(fields);
  World world;
  world.settings = readSettings(fields);
  const Cursor list = need(fields, "bodies"), forces = take(fields, "forces"), commands = take(fields, "commands");
  close(fields);
  if (!isWell(root)) return problem.sentence;

  const std::vector<SceneBody> bodies = readBodies(list, world.settings);
  if (isWell(root) && world.settings.collisions) checkOverlaps(list, bodies);
  BodyReferences references;
  references.world = &world;
  if (isWell(root)) references.names = collectNames(list, bodies);
  if (!isWell(root)) return problem.sentence;

  references.ids = addBodies(world, bodies, before);
  if (forces) readForces(forces, world, references);
  if (commands) readCommands(commands, world, references);
  checkExactBodies(list, world);
  if (!isWell(root)) return problem.sentence;
  Fingerprint fingerprint;
  fingerprint.add(document);
  world.scene = fingerprint.result();
  out = std::move(world);
  return {};
}

}  // namespace tumble
