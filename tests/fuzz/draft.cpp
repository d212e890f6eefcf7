#include "fuzz/draft.h"

#include <algorithm>

namespace tumble::fuzz {
namespace {

std::string textOf(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.10g", number);
  if (std::strtod(text, nullptr) != number) std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    char escaped[8];
    if (letter == '"' || letter == '\\') out += '\\', out += letter;
    else if (static_cast<unsigned char>(letter) >= 0x20) out += letter;
    else std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(letter)), out += escaped;
  }
  return out + '"';
}

bool isFlat(const Json& json) {
  return std::all_of(json.items.begin(), json.items.end(), [](const Json& item) { return item.items.empty() && item.members.empty(); });
}

void write(const Json& json, int depth, std::string& out) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  switch (json.type) {
    case JsonType::null: out += "null"; return;
    case JsonType::boolean: out += json.boolean ? "true" : "false"; return;
    case JsonType::number: out += textOf(json.number); return;
    case JsonType::string: out += quoted(json.string); return;
    case JsonType::array: {
      const bool flat = isFlat(json);
      out += '[';
      for (std::size_t i = 0; i < json.items.size(); ++i) {
        if (i > 0) out += flat ? ", " : ",";
        if (!flat) out += "\n  " + indent;
        write(json.items[i], depth + 1, out);
      }
      out += flat ? "]" : "\n" + indent + "]";
      return;
    }
    case JsonType::object: {
      const bool broken = depth == 0;  // one body, one line
      out += '{';
      for (std::size_t i = 0; i < json.members.size(); ++i) {
        if (i > 0) out += broken ? "," : ", ";
        out += broken ? "\n  " : i == 0 ? " " : "";
        out += quoted(json.members[i].key) + ": ";
        write(json.members[i].value, depth + 1, out);
      }
      out += broken ? "\n}\n" : " }";
      return;
    }
  }
}

}  // namespace

std::string textOf(const Json& json) {
  std::string out;
  write(json, 0, out);
  return out;
}

const Json* member(const Json& object, std::string_view key) {
  for (const JsonMember& each : object.members) {
    if (each.key == key) return &each.value;
  }
  return nullptr;
}
Json* member(Json& object, std::string_view key) { return const_cast<Json*>(member(static_cast<const Json&>(object), key)); }

void set(Json& object, const char* key, Json value) {
  if (Json* old = member(object, key)) {
    *old = std::move(value);
  } else {
    object.members.push_back({key, std::move(value)});
  }
}
void set(Json& object, const char* key, Vec3 value) { set(object, key, numbers({value.x, value.y, value.z})); }

Json numbers(std::initializer_list<double> values) {
  Json list = jsonOf(JsonType::array);
  for (double value : values) list.items.push_back(jsonOf(value));
  return list;
}

Json axisAngle(Vec3 axis, double degrees) {
  Json turned = jsonOf(JsonType::object);
  set(turned, "axis", axis);
  set(turned, "angleDegrees", degrees);
  return turned;
}

Draft newDraft(std::uint64_t seed, const char* family) {
  Draft draft;
  std::uint64_t mixed = 0xcbf29ce484222325u;
  for (const char* letter = family; *letter != 0; ++letter) mixed = (mixed ^ static_cast<unsigned char>(*letter)) * 0x100000001b3u;
  draft.random.state = mixed ^ (seed * 0xd1342543de82ef95u);
  Random& random = draft.random;
  next(random);
  draft.stepsPerSecond = static_cast<int>(pick(random, {30, 60, 60, 60, 120, 240}));
  set(draft.scene, "tumble", 1.0);
  if (draft.stepsPerSecond != 60) set(draft.scene, "stepsPerSecond", static_cast<double>(draft.stepsPerSecond));
  if (chance(random, 0.6)) set(draft.scene, "quality", pick(random, {"default", "precise"}));
  if (chance(random, 0.3)) set(draft.scene, "sleeping", false);
  draft.friction = pick(random, {0.5, 0.5, 0.5, 0.3, 0.8, 1, 0.1, 2, 0, 0});
  draft.restitution = pick(random, {0, 0, 0, 0, 0, 0.1, 0.3, 0.5, 0.8, 1});
  draft.mixed = chance(random, 0.2);
  return draft;
}

Json finished(Draft& draft, const std::string& title) {
  set(draft.scene, "title", title);
  if (!(draft.gravity == Vec3{0, -9.81, 0})) set(draft.scene, "gravity", draft.gravity);
  set(draft.scene, "bodies", std::move(draft.bodies));
  if (!draft.forces.items.empty()) set(draft.scene, "forces", std::move(draft.forces));
  if (!draft.joints.items.empty()) set(draft.scene, "joints", std::move(draft.joints));
  if (!draft.commands.items.empty()) set(draft.scene, "commands", std::move(draft.commands));
  return std::move(draft.scene);
}

Json thing(Draft& draft, const char* name) {
  Json body = jsonOf(JsonType::object);
  set(body, "name", std::string(name) + std::to_string(draft.bodies.items.size()));
  return body;
}

std::string add(Draft& draft, Json body) {
  std::string name = member(body, "name")->string;
  draft.bodies.items.push_back(std::move(body));
  return name;
}

void box(Json& body, Vec3 size) { set(body, "size", size); }

void ball(Json& body, double radius) {
  Json one = jsonOf(JsonType::object), list = jsonOf(JsonType::array);
  set(one, "type", "sphere");
  set(one, "radius", radius);
  list.items.push_back(std::move(one));
  set(body, "shapes", std::move(list));
}

Json boxShape(Vec3 size, Vec3 position) {
  Json one = jsonOf(JsonType::object);
  set(one, "type", "box");
  set(one, "size", size);
  set(one, "position", position);
  return one;
}

namespace {

Form compound(Random& random, Json& body, double s) {
  Json list = jsonOf(JsonType::array);
  const double t = std::max(0.006, tidy(s * pick(random, {0.2, 0.3, 0.4}), 2));
  const auto part = [&](Vec3 size, Vec3 position) { list.items.push_back(boxShape(size, position)); };
  const auto knob = [&](double radius, Vec3 position) {
    Json one = jsonOf(JsonType::object);
    set(one, "type", "sphere");
    set(one, "radius", radius);
    set(one, "position", position);
    list.items.push_back(std::move(one));
  };
  switch (whole(random, 0, 4)) {
    case 0:  // L
      part({s, t, t}, {0, 0, 0});
      part({t, s, t}, {tidy(-s / 2 + t / 2), tidy(s / 2 + t / 2), 0});
      break;
    case 1:  // cross
      part({s, t, t}, {0, 0, 0});
      part({t, s, t}, {0, 0, 0});
      break;
    case 2:  // dumbbell
      part({s, tidy(t / 2), tidy(t / 2)}, {0, 0, 0});
      knob(t, {tidy(-s / 2), 0, 0});
      knob(t, {tidy(s / 2), 0, 0});
      break;
    case 3:  // U
      part({s, t, t}, {0, 0, 0});
      part({t, s, t}, {tidy(-s / 2 + t / 2), tidy(s / 2 + t / 2), 0});
      part({t, s, t}, {tidy(s / 2 - t / 2), tidy(s / 2 + t / 2), 0});
      break;
    default:  // table
      part({s, tidy(t / 3), s}, {0, 0, 0});
      for (int i = 0; i < 4; ++i) {
        const double x = tidy((i & 1 ? 1 : -1) * (s / 2 - t / 4)), z = tidy((i & 2 ? 1 : -1) * (s / 2 - t / 4));
        part({tidy(t / 2), tidy(s / 2), tidy(t / 2)}, {x, tidy(-s / 4 - t / 6), z});
      }
  }
  set(body, "shapes", std::move(list));
  return {1.7 * s, t / 3, {}};
}

/// A convex solid within the box.
Json convexShape(Random& random, Vec3 size) {
  Json one = jsonOf(JsonType::object);
  const int which = whole(random, 0, 5);
  if (which == 0) {
    set(one, "type", "ellipsoid");
    set(one, "radii", size * 0.5);
    return one;
  }
  if (which < 4) {
    const double radius = 0.5 * std::min(size.x, size.z);
    set(one, "type", which == 1 ? "cylinder" : which == 2 ? "cone" : "capsule");
    set(one, "radius", radius);
    set(one, "height", which == 3 ? tidy(std::max(size.y, 0.1 * radius)) : size.y);
    return one;
  }
  set(one, "type", "hull");
  Json vertices = jsonOf(JsonType::array);
  const int count = whole(random, 5, 16);
  for (int i = 0; i < count; ++i) {
    const Vec3 p = scaled(direction(random), size * 0.5);
    Json vertex = jsonOf(JsonType::array);
    for (int k = 0; k < 3; ++k) vertex.items.push_back(jsonOf(tidy(p[k])));
    vertices.items.push_back(std::move(vertex));
  }
  set(one, "vertices", std::move(vertices));
  return one;
}

}  // namespace

Form shape(Draft& draft, Json& body, unsigned kinds, double scale) {
  Random& random = draft.random;
  unsigned kind = 0;
  do kind = 1u << whole(random, 0, 5);
  while ((kind & kinds) == 0);
  const double s = tidy(scale * pick(random, {0.5, 0.7, 1, 1, 1, 1.5}), 2);
  Vec3 size{s, s, s};
  switch (kind) {
    case kBall: {
      const double radius = tidy(s / 2, 2);
      ball(body, radius);
      return {radius, radius, {}};
    }
    case kCompound: return compound(random, body, s);
    case kBrick: size = {s, tidy(s * pick(random, {0.3, 0.5, 0.7})), tidy(s * pick(random, {0.4, 0.5, 1, 1.5}))}; break;
    case kPole: {
      const double t = tidy(s * pick(random, {0.1, 0.05, 0.03, 0.02}), 2), l = tidy(s * pick(random, {1, 2, 3}), 2);
      size = {l, t, t};
      if (chance(random, 0.3)) size = {t, l, t};
      break;
    }
    case kSlab: size = {s, tidy(s * pick(random, {0.1, 0.05, 0.02}), 2), tidy(s * pick(random, {1, 0.6, 2}))}; break;
    default: break;
  }
  for (int i = 0; i < 3; ++i) size[i] = std::max(size[i], 0.002);  // the smallest edge a scene may have is 1 mm
  if (draft.hasAllShapes && (kind == kCube || kind == kBrick) && chance(random, 0.7)) {
    Json list = jsonOf(JsonType::array);
    list.items.push_back(convexShape(random, size));
    set(body, "shapes", std::move(list));
    return {0.5 * length(size) + size.x, std::min({size.x, size.y, size.z}), {}};
  }
  box(body, size);
  return {0.5 * length(size), std::min({size.x, size.y, size.z}), size};
}

void material(Draft& draft, Json& body) {
  Random& random = draft.random;
  double friction = draft.friction, restitution = draft.restitution;
  if (draft.mixed) {
    friction = pick(random, {0, 0.2, 0.5, 0.5, 1, 2});
    restitution = pick(random, {0, 0, 0.2, 0.5, 0.9, 1});
  }
  if (friction != 0.5) set(body, "friction", friction);
  if (restitution != 0) set(body, "restitution", restitution);
}

void weigh(Draft& draft, Json& body) {
  Random& random = draft.random;
  const int how = whole(random, 0, 3);
  if (how == 1) set(body, "density", pick(random, {100, 300, 500, 2700, 7800}));
  if (how == 2) set(body, "mass", pick(random, {0.1, 1, 1, 2, 10, 100}));
}

void turn(Draft& draft, Json& body) {
  Random& random = draft.random;
  const int how = whole(random, 0, 3);
  if (how == 0) return;
  if (how == 1) {
    const double degrees = pick(random, {30, 45, 60, 90, 10});
    set(body, "orientation", axisAngle({chance(random, 0.5) ? 0.0 : 1.0, chance(random, 0.5) ? 1.0 : 0.0, 1}, degrees));
  } else {
    const Vec3 axis = direction(random);
    set(body, "orientation", axisAngle({tidy(axis.x), tidy(axis.y), tidy(axis.z)}, between(random, 0, 360)));
  }
}

bool place(Draft& draft, Json& body, double radius, Vec3 low, Vec3 high) {
  for (int i = 0; i < 60; ++i) {
    Random& random = draft.random;
    const double x = between(random, low.x, high.x), y = between(random, low.y, high.y), z = between(random, low.z, high.z);
    const Vec3 center{x, y, z};
    const bool free = std::none_of(draft.taken.begin(), draft.taken.end(),
                                   [&](const Draft::Ball& other) { return length(other.center - center) < other.radius + radius + 0.005; });
    if (!free) continue;
    draft.taken.push_back({center, radius});
    set(body, "position", center);
    return true;
  }
  return false;
}

std::string fixedBox(Draft& draft, const char* name, Vec3 size, Vec3 position) {
  Json body = thing(draft, name);
  set(body, "type", "static");
  box(body, size);
  set(body, "position", position);
  material(draft, body);
  return add(draft, std::move(body));
}

std::string addBall(Draft& draft, const char* name, double radius, double mass, Vec3 position) {
  Json body = thing(draft, name);
  ball(body, radius);
  set(body, "mass", mass);
  material(draft, body);
  set(body, "position", position);
  return add(draft, std::move(body));
}

Json part(Draft& draft, const char* name, Vec3 size, double mass, Vec3 position) {
  Json body = thing(draft, name);
  box(body, size);
  set(body, "mass", mass);
  material(draft, body);
  set(body, "position", position);
  return body;
}

std::string addPart(Draft& draft, const char* name, Vec3 size, double mass, Vec3 position) {
  return add(draft, part(draft, name, size, mass, position));
}

Json jointOf(const char* type, const std::string& a, const std::string& b) {
  Json joint = jsonOf(JsonType::object);
  set(joint, "type", type);
  if (!a.empty()) set(joint, "a", a);
  if (!b.empty()) set(joint, "b", b);
  return joint;
}

void addJoint(Draft& draft, Json joint) { draft.joints.items.push_back(std::move(joint)); }

std::string floorOf(Draft& draft, double width, double top) {
  const double thick = pick(draft.random, {2, 1, 0.2});
  return fixedBox(draft, "ground", {width, thick, width}, {0, tidy(top - thick / 2), 0});
}

}  // namespace tumble::fuzz
