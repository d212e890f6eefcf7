// Scenes with joints: pendulums, chains, doors, bridges, linkages, carts, ragdolls, gears, pulleys, and trees that fly freely.
#include <algorithm>
#include <array>
#include <cmath>

#include "fuzz/families.h"

namespace tumble::fuzz {
namespace {

/// A gear or a rack of two joints with these names.
Json couplingOf(const char* type, const char* first, const char* second, double ratio) {
  Json coupling = jointOf(type, "", ""), joints = jsonOf(JsonType::array);
  for (const char* name : {first, second}) joints.items.push_back(jsonOf(std::string(name)));
  set(coupling, "joints", std::move(joints));
  set(coupling, "ratio", ratio);
  return coupling;
}

Json limitsOf(double lower, double upper, double restitution) {
  Json limits = jsonOf(JsonType::object);
  set(limits, "lower", lower);
  set(limits, "upper", upper);
  if (restitution > 0) set(limits, "restitution", restitution);
  return limits;
}

/// What a hinge or a slider may have along its coordinate; `scale`: N m or N that its weight takes.
void someDrive(Draft& draft, Json& joint, double scale) {
  Random& random = draft.random;
  const bool isAngle = member(joint, "type")->string == "hinge";
  if (chance(random, 0.3)) {
    const double lower = between(random, -1, 0), upper = between(random, 0, 1);
    set(joint, "limits", limitsOf(lower, upper, pick(random, {0, 0, 0.5, 1})));
  }
  if (chance(random, 0.2)) set(joint, "friction", tidy(scale * pick(random, {0.01, 0.1, 1})));
  if (chance(random, 0.2)) {
    Json spring = jsonOf(JsonType::object);
    set(spring, "stiffness", tidy(scale * spread(random, 1, 1e4), 2));
    if (chance(random, 0.5)) set(spring, "damping", tidy(scale * pick(random, {0.01, 0.1, 1})));
    set(joint, "spring", std::move(spring));
  }
  if (chance(random, 0.15)) {
    Json motor = jsonOf(JsonType::object);
    set(motor, "speed", pick(random, {1, 3, 10, -5}));
    if (chance(random, 0.7)) set(motor, isAngle ? "torque" : "force", tidy(scale * pick(random, {0.1, 1, 10})));
    set(joint, "motor", std::move(motor));
  } else if (chance(random, 0.1)) {
    Json servo = jsonOf(JsonType::object);
    set(servo, isAngle ? "angle" : "position", pick(random, {0.5, -0.5, 1}));
    set(servo, "stiffness", tidy(scale * spread(random, 1, 1e5), 2));
    set(servo, "damping", tidy(scale * pick(random, {0, 0.1, 1, 10})));
    if (chance(random, 0.5)) set(servo, isAngle ? "torque" : "force", tidy(scale * pick(random, {1, 10})));
    set(joint, "servo", std::move(servo));
  }
}

/// Joins them at the point by a joint of any type that leaves them some freedom.
Json anyJoint(Draft& draft, const std::string& a, const std::string& b, Vec3 point, double scale) {
  Random& random = draft.random;
  Json joint = jointOf(pick(random, {"ball", "ball", "hinge", "hinge", "universal", "slider", "fixed"}), a, b);
  set(joint, "point", point);
  const std::string type = member(joint, "type")->string;
  if (type == "hinge" || type == "slider") {
    set(joint, "axis", pick(random, {0, 1}) > 0 ? Vec3{0, 0, 1} : direction(random));
    someDrive(draft, joint, scale);
  } else if (type == "universal") {
    Json axes = jsonOf(JsonType::array);
    axes.items.push_back(numbers({1, 0, 0}));
    axes.items.push_back(numbers({0, 0, 1}));
    set(joint, "axes", std::move(axes));
  } else if (type == "ball" && chance(random, 0.3)) {
    set(joint, "axis", Vec3{0, -1, 0});
    set(joint, "swing", between(random, 0.2, 2));
    if (chance(random, 0.5)) set(joint, "twist", limitsOf(-0.5, 0.5, 0));
  }
  return joint;
}

void something(Draft& draft, Vec3 low, Vec3 high) {
  Random& random = draft.random;
  Json body = thing(draft, "load");
  const Form form = shape(draft, body, kCube | kBall | kBrick, 0.5);
  set(body, "mass", pick(random, {0.5, 2, 10}));
  material(draft, body);
  if (!place(draft, body, form.radius, low, high)) return;
  if (chance(random, 0.5)) set(body, "velocity", vectorWithin(random, 4));
  add(draft, std::move(body));
}

/// Two weights and the rope between them over two pulleys at this height, m; their names.
std::array<std::string, 2> addWeightsOnRope(Draft& draft, double top, Vec3 (&places)[2]) {
  Random& random = draft.random;
  std::array<std::string, 2> names;
  Vec3 points[2];
  for (int i = 0; i < 2; ++i) {
    const double y = between(random, 0.5, 2);
    places[i] = Vec3{2.0 * i, y, 0};
    names[i] = addPart(draft, "weight", {0.4, 0.4, 0.4}, pick(random, {1, 1.2, 3, 10}), places[i]);
    points[i] = Vec3{2.0 * i, tidy(y + 0.2), 0};
  }
  Json joint = jointOf("pulley", names[0], names[1]);
  Json ends = jsonOf(JsonType::array), tops = jsonOf(JsonType::array);
  for (const Vec3 point : points) {
    ends.items.push_back(numbers({point.x, point.y, point.z}));
    tops.items.push_back(numbers({point.x, top, 0}));
  }
  set(joint, "points", std::move(ends));
  set(joint, "pulleys", std::move(tops));
  set(joint, "ratio", pick(random, {1, 1, 2}));
  addJoint(draft, std::move(joint));
  return names;
}

}  // namespace

void pendulums(Draft& draft) {
  Random& random = draft.random;
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    std::string above;
    Vec3 point{3.0 * i, 3, 0};
    const int parts = whole(random, 1, 3);
    const double slope = between(random, -3, 3);
    const Vec3 along{tidy(std::cos(slope), 8), tidy(std::sin(slope), 8), 0};
    for (int k = 0; k < parts; ++k) {
      const double l = pick(random, {0.3, 0.6, 1});
      const double mass = pick(random, {0.1, 1, 1, 5});
      Json body = part(draft, "bob", {l, 0.1, pick(random, {0.1, 0.2})}, mass, point + along * (l / 2));
      set(body, "orientation", axisAngle({0, 0, 1}, slope * 180 / 3.14159265358979));
      if (chance(random, 0.3)) set(body, "angularVelocity", Vec3{0, 0, between(random, -5, 5)});
      const std::string name = add(draft, std::move(body));
      Json joint = jointOf(pick(random, {"hinge", "hinge", "ball"}), above, name);
      set(joint, "point", point);
      if (member(joint, "type")->string == "hinge") {
        set(joint, "axis", Vec3{0, 0, 1});
        if (chance(random, 0.4)) someDrive(draft, joint, mass * l * 10);
      }
      addJoint(draft, std::move(joint));
      above = name;
      point = point + along * l;
    }
  }
  if (chance(random, 0.4)) floorOf(draft);
}

void chain(Draft& draft) {
  Random& random = draft.random;
  const int links = whole(random, 3, 12);
  const double l = pick(random, {0.2, 0.4}), mass = pick(random, {0.1, 1}), load = mass * pick(random, {1, 10, 100, 1000});
  const bool level = chance(random, 0.5);
  const char* const type = pick(random, {"ball", "ball", "hinge", "universal"});
  std::string before;
  Vec3 point{0, 4, 0};
  const Vec3 along = level ? Vec3{1, 0, 0} : Vec3{0, -1, 0};
  for (int i = 0; i < links; ++i) {
    const bool isLast = i + 1 == links;
    const double w = isLast ? 0.5 * l : 0.2 * l;
    const std::string name = addPart(draft, "link", level ? Vec3{l, w, w} : Vec3{w, l, w}, isLast ? load : mass, point + along * (l / 2));
    Json joint = jointOf(type, before, name);
    set(joint, "point", point);
    if (std::string_view(type) == "hinge") set(joint, "axis", Vec3{0, 0, 1});
    if (std::string_view(type) == "universal") {
      Json axes = jsonOf(JsonType::array);
      axes.items.push_back(numbers({0, 0, 1}));
      axes.items.push_back(level ? numbers({0, 1, 0}) : numbers({1, 0, 0}));
      set(joint, "axes", std::move(axes));
    }
    if (chance(random, 0.05)) {
      Json limit = jsonOf(JsonType::object);
      set(limit, "force", tidy(10 * load));
      set(joint, "break", std::move(limit));
    }
    addJoint(draft, std::move(joint));
    before = name;
    point = point + along * l;
  }
  if (chance(random, 0.5)) floorOf(draft, 40, level ? 4.0 - 0.6 * l * links : 4.0 - 0.7 * l * links - 1);
  if (chance(random, 0.5)) something(draft, {-1, 3, -1}, {2, 5, 1});
}

void door(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const std::string post = fixedBox(draft, "post", {0.2, 2, 0.2}, {0, 1, 0});
  const double w = pick(random, {0.8, 1.2}), mass = pick(random, {5, 20, 50});
  Json leaf = part(draft, "door", {w, 1.8, 0.05}, mass, {tidy(0.1 + w / 2), 1, 0});
  if (chance(random, 0.5)) set(leaf, "angularVelocity", Vec3{0, between(random, -3, 3), 0});
  const std::string name = add(draft, std::move(leaf));
  Json joint = jointOf("hinge", chance(random, 0.5) ? post : "", name);
  set(joint, "point", Vec3{0.1, 1, 0});
  set(joint, "axis", chance(random, 0.7) ? Vec3{0, 1, 0} : Vec3{0.2, 1, 0});
  someDrive(draft, joint, mass * w);
  addJoint(draft, std::move(joint));
  const int things = whole(random, 0, 3);
  for (int i = 0; i < things; ++i) something(draft, {0.2, 0.6, 1}, {2, 1.5, 3});
}

void bridge(Draft& draft) {
  Random& random = draft.random;
  const int planks = whole(random, 4, 10);
  const double l = 0.5, mass = pick(random, {1, 5});
  const std::string left = fixedBox(draft, "bank", {1, 1, 2}, {-0.55, -0.5, 0});
  const std::string right = fixedBox(draft, "bank", {1, 1, 2}, {tidy(planks * l + 0.55), -0.5, 0});
  std::string before = left;
  for (int i = 0; i <= planks; ++i) {
    const std::string name = i < planks ? addPart(draft, "plank", {0.46, 0.06, 1}, mass, {tidy(l * i + l / 2), -0.03, 0}) : right;
    // Two balls a side as ropes do, or one hinge.
    Json joint = jointOf("hinge", before, name);
    set(joint, "point", Vec3{tidy(l * i), -0.03, 0});
    set(joint, "axis", Vec3{0, 0, 1});
    if (chance(random, 0.1)) set(joint, "friction", 1.0);
    // The last one leaves the bridge hanging loose, or closes the loop.
    if (i < planks || chance(random, 0.7)) addJoint(draft, std::move(joint));
    before = name;
  }
  const int loads = whole(random, 0, 3);
  for (int i = 0; i < loads; ++i) something(draft, {0.5, 0.6, -0.2}, {planks * l - 0.5, 2, 0.2});
}

void linkage(Draft& draft) {
  Random& random = draft.random;
  // Four bars in a plane, the ground is the fourth; none stands at a dead point.
  const double crank = between(random, 0.3, 0.6), mass = pick(random, {0.5, 1, 3}), w = 0.05;
  const Vec3 a{0, 1, 0}, b{0, tidy(1 + crank), 0}, c{1.2, tidy(1 + between(random, 0.8, 1.2)), 0}, d{1.2, 1, 0};
  const Vec3 ends[][2] = {{a, b}, {b, c}, {c, d}};
  std::string names[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = ends[i][1] - ends[i][0];
    Json body = part(draft, "bar", {tidy(length(way) * 0.9), w, w}, mass, (ends[i][0] + ends[i][1]) * 0.5);
    set(body, "orientation", axisAngle({0, 0, 1}, std::atan2(way.y, way.x) * 180 / 3.14159265358979));
    names[i] = add(draft, std::move(body));
  }
  const std::string joined[][2] = {{"", names[0]}, {names[0], names[1]}, {names[1], names[2]}, {names[2], ""}};
  const Vec3 points[] = {a, b, c, d};
  const bool driven = chance(random, 0.4);
  for (int i = 0; i < 4; ++i) {
    Json joint = jointOf(i == 2 && chance(random, 0.3) ? "ball" : "hinge", joined[i][0], joined[i][1]);
    set(joint, "point", points[i]);
    if (member(joint, "type")->string == "hinge") set(joint, "axis", Vec3{0, 0, 1});
    if (i == 0 && driven) {
      Json motor = jsonOf(JsonType::object);
      set(motor, "speed", pick(random, {2, 6, -4}));
      set(motor, "torque", tidy(mass * pick(random, {5, 50})));
      set(joint, "motor", std::move(motor));
    }
    addJoint(draft, std::move(joint));
  }
  if (chance(random, 0.3)) floorOf(draft);
}

void wheels(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft, 100);
  const double r = pick(random, {0.2, 0.3}), mass = pick(random, {2, 10}), speed = pick(random, {0, 5, 10});
  const std::string chassis = addPart(draft, "chassis", {1.6, 0.2, 0.6}, mass, {0, tidy(r + 0.1), 0});
  for (int i = 0; i < 4; ++i) {
    const Vec3 at{i & 1 ? 0.6 : -0.6, r, i & 2 ? tidy(0.35 + r) : tidy(-0.35 - r)};
    const std::string wheel = addBall(draft, "wheel", r, tidy(mass * pick(random, {0.1, 0.3})), at);
    Json joint = jointOf("hinge", chassis, wheel);
    set(joint, "point", at);
    set(joint, "axis", Vec3{0, 0, 1});
    if (speed > 0) {
      Json motor = jsonOf(JsonType::object);
      set(motor, "speed", -speed);
      set(motor, "torque", tidy(mass * 1.0));
      set(joint, "motor", std::move(motor));
    }
    addJoint(draft, std::move(joint));
  }
  if (chance(random, 0.5)) fixedBox(draft, "kerb", {0.2, 0.1, 3}, {3, 0.05, 0});
  if (chance(random, 0.5)) something(draft, {-0.4, 0.9, -0.1}, {0.4, 1.5, 0.1});
}

void ragdoll(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double h = pick(random, {0, 0.5, 2});
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    const double x = 2.5 * i;
    const std::string torso = addPart(draft, "torso", {0.36, 0.6, 0.2}, 30, {x, tidy(h + 1.2), 0});
    const std::string head = addBall(draft, "head", 0.12, 5, {x, tidy(h + 1.66), 0});
    Json neck = jointOf("ball", torso, head);
    set(neck, "point", Vec3{x, tidy(h + 1.52), 0});
    set(neck, "axis", Vec3{0, 1, 0});
    set(neck, "swing", 0.6);
    addJoint(draft, std::move(neck));
    for (int side = -1; side <= 1; side += 2) {
      const double s = side;
      const std::string arm = addPart(draft, "arm", {0.5, 0.1, 0.1}, 4, {tidy(x + s * 0.46), tidy(h + 1.44), 0});
      Json shoulder = jointOf("ball", torso, arm);
      set(shoulder, "point", Vec3{tidy(x + s * 0.2), tidy(h + 1.44), 0});
      set(shoulder, "axis", Vec3{s, 0, 0});
      set(shoulder, "swing", 1.2);
      addJoint(draft, std::move(shoulder));
      const std::string thigh = addPart(draft, "thigh", {0.14, 0.44, 0.14}, 8, {tidy(x + s * 0.1), tidy(h + 0.66), 0});
      Json hip = jointOf("ball", torso, thigh);
      set(hip, "point", Vec3{tidy(x + s * 0.1), tidy(h + 0.89), 0});
      set(hip, "axis", Vec3{0, -1, 0});
      set(hip, "swing", 1.0);
      addJoint(draft, std::move(hip));
      const std::string shin = addPart(draft, "shin", {0.1, 0.4, 0.1}, 4, {tidy(x + s * 0.1), tidy(h + 0.21), 0});
      Json knee = jointOf("hinge", thigh, shin);
      set(knee, "point", Vec3{tidy(x + s * 0.1), tidy(h + 0.43), 0});
      set(knee, "axis", Vec3{1, 0, 0});
      set(knee, "limits", limitsOf(0, 2.4, 0));
      if (chance(random, 0.3)) set(knee, "friction", 5.0);
      addJoint(draft, std::move(knee));
    }
  }
}

void gears(Draft& draft) {
  Random& random = draft.random;
  const double ratio = pick(random, {1, 2, -1, 0.5, 3});
  std::string names[2];
  for (int i = 0; i < 2; ++i) {
    Json body = part(draft, "wheel", {0.5, 0.5, 0.1}, pick(random, {1, 4}), {1.0 * i, 2, 0});
    if (i == 0 || chance(random, 0.5)) set(body, "angularVelocity", Vec3{0, 0, between(random, -8, 8)});
    names[i] = add(draft, std::move(body));
    Json hinge = jointOf("hinge", "", names[i]);
    set(hinge, "name", i == 0 ? "first" : "second");
    set(hinge, "point", Vec3{1.0 * i, chance(random, 0.7) ? 2.0 : 2.2, 0});
    set(hinge, "axis", Vec3{0, 0, 1});
    if (chance(random, 0.5)) someDrive(draft, hinge, 5);
    addJoint(draft, std::move(hinge));
  }
  addJoint(draft, couplingOf("gear", "first", "second", ratio));
  if (chance(random, 0.5)) {
    const std::string slide = addPart(draft, "slide", {0.5, 0.1, 0.1}, 1, {0, 1, 0});
    Json slider = jointOf("slider", "", slide);
    set(slider, "name", "slide");
    set(slider, "point", Vec3{0, 1, 0});
    set(slider, "axis", Vec3{1, 0, 0});
    if (chance(random, 0.5)) someDrive(draft, slider, 10);
    addJoint(draft, std::move(slider));
    addJoint(draft, couplingOf("rack", "first", "slide", pick(random, {0.25, -0.5})));
  }
  if (chance(random, 0.3)) something(draft, {-0.5, 3, 0}, {1.5, 4, 0});
}

void pulleys(Draft& draft) {
  Random& random = draft.random;
  Vec3 places[2];
  addWeightsOnRope(draft, 4, places);
  floorOf(draft);
  if (chance(random, 0.5)) something(draft, {-0.2, 2.5, 0}, {0.2, 4, 0});
}

/// Weights on guides with friction, under one rope.
void guides(Draft& draft) {
  Random& random = draft.random;
  Vec3 places[2];
  const std::array<std::string, 2> names = addWeightsOnRope(draft, 8, places);
  for (int i = 0; i < 2; ++i) {
    Json joint = jointOf("slider", "", names[i]);
    set(joint, "point", places[i]);
    set(joint, "axis", Vec3{0, 1, 0});
    if (chance(random, 0.8)) set(joint, "friction", tidy(spread(random, 0.2, 200)));
    addJoint(draft, std::move(joint));
  }
  floorOf(draft);
}

void ropes(Draft& draft) {
  Random& random = draft.random;
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    const double x = 0.42 * i, l = 1.5;
    const bool isRod = chance(random, 0.4);
    const double angle = i == 0 ? between(random, -1.4, -0.2) : 0;
    const Vec3 bob{tidy(x + l * std::sin(angle), 12), tidy(3 - l * std::cos(angle), 12), 0};
    const std::string name = addBall(draft, "ball", 0.2, pick(random, {1, 1, 3}), bob);
    Json joint = jointOf("distance", "", name);
    Json points = jsonOf(JsonType::array);
    points.items.push_back(numbers({x, 3, 0}));
    points.items.push_back(numbers({bob.x, bob.y, bob.z}));
    set(joint, "points", std::move(points));
    if (!isRod) set(joint, "maximum", tidy(l * pick(random, {1.0, 1.0, 1.2})));
    addJoint(draft, std::move(joint));
  }
  if (chance(random, 0.3)) floorOf(draft, 40, 1.0);
}

void freeTrees(Draft& draft) {
  Random& random = draft.random;
  draft.gravity = {0, 0, 0};
  std::vector<std::string> names;
  std::vector<Vec3> places;
  const int count = whole(random, 2, 8);
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 ? 0 : whole(random, 0, i - 1);
    Vec3 at;
    bool free = i == 0;
    for (int attempt = 0; attempt < 40 && !free; ++attempt) {
      const Vec3 way = direction(random);
      at = places[static_cast<std::size_t>(parent)] + Vec3{tidy(way.x), tidy(way.y), tidy(way.z)};
      free = std::none_of(places.begin(), places.end(), [&](Vec3 other) { return length(other - at) < 0.9; });
    }
    if (!free) continue;
    const double mass = pick(random, {1, 1, 3, 10});
    Json body = part(draft, "part", {0.5, pick(random, {0.3, 0.5}), 0.4}, mass, at);
    if (chance(random, 0.7)) set(body, "velocity", vectorWithin(random, 3));
    if (chance(random, 0.7)) set(body, "angularVelocity", vectorWithin(random, 5));
    names.push_back(add(draft, std::move(body)));
    places.push_back(at);
    if (names.size() == 1) continue;
    const std::size_t p = std::min(static_cast<std::size_t>(parent), names.size() - 2);
    addJoint(draft, anyJoint(draft, names[p], names.back(), (places[p] + at) * 0.5, 1));
  }
}

void jointedHeap(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int pairs = whole(random, 2, 6);
  for (int i = 0; i < pairs; ++i) {
    const double y = 0.6 + 1.2 * i, x = between(random, -0.2, 0.2);
    const double mass = pick(random, {1, 5});
    const std::string first = addPart(draft, "half", {0.5, 0.3, 0.4}, mass, {tidy(x - 0.3), y, 0});
    const std::string second = addPart(draft, "half", {0.5, 0.3, 0.4}, mass, {tidy(x + 0.3), y, 0});
    addJoint(draft, anyJoint(draft, first, second, {x, y, 0}, 3));
  }
  const int loads = whole(random, 0, 2);
  for (int i = 0; i < loads; ++i) something(draft, {-1.5, 1, -1.5}, {1.5, 4, -0.8});
}

}  // namespace tumble::fuzz
