// Scenes in which things fall, are thrown, stand on each other and are hit.
#include "fuzz/families.h"

namespace tumble::fuzz {
namespace {

double someScale(Random& random) { return pick(random, {1, 1, 1, 1, 0.3, 0.1, 0.02, 5}); }

void addThing(Draft& draft, unsigned kinds, double scale, Vec3 low, Vec3 high, double speed, double spin) {
  Json body = thing(draft, "thing");
  const Form form = shape(draft, body, kinds, scale);
  weigh(draft, body);
  material(draft, body);
  if (!place(draft, body, form.radius, low, high)) return;
  turn(draft, body);
  if (speed > 0) set(body, "velocity", vectorWithin(draft.random, speed));
  if (spin > 0) set(body, "angularVelocity", vectorWithin(draft.random, spin));
  add(draft, std::move(body));
}

}  // namespace

void dropThings(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double s = someScale(random);
  const int count = whole(random, 1, 8);
  for (int i = 0; i < count; ++i) addThing(draft, kAny, s, Vec3{-2, 1.8, -2} * s, Vec3{2, 8, 2} * s, 0, 0);
}

void throwThings(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double s = someScale(random);
  const int count = whole(random, 1, 5);
  for (int i = 0; i < count; ++i) {
    const double spin = pick(random, {0, 5, 20}), speed = pick(random, {3, 8, 15});
    addThing(draft, kAny, s, Vec3{-4, 1.8, -4} * s, Vec3{4, 6, 4} * s, speed, spin);
  }
}

/// Balls that bounce a few times and roll on for long.
void rollOn(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft, 400);
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "ball");
    const double radius = spread(random, 0.02, 0.6);
    ball(body, radius);
    weigh(draft, body);
    material(draft, body);
    set(body, "position", Vec3{0, radius + between(random, 0, 1), 3.0 * i});
    set(body, "velocity", Vec3{pick(random, {0.5, 2, 6, 15}), between(random, -3, 3), 0});
    if (chance(random, 0.4)) set(body, "angularVelocity", vectorWithin(random, pick(random, {5, 60})));
    add(draft, std::move(body));
  }
}

/// Small cubes and balls on the floor, and something large that comes down on them.
void crush(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double wide = between(random, 1, 3);
  const int count = whole(random, 1, 6);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "small");
    const double side = spread(random, 0.02, 0.1);
    const bool round = chance(random, 0.2);
    if (round) ball(body, side / 2);
    else box(body, {side, side, side});
    set(body, "density", spread(random, 10, 10000));
    material(draft, body);
    if (!place(draft, body, side, {-0.4 * wide, side, -0.4 * wide}, {0.4 * wide, side, 0.4 * wide})) continue;
    add(draft, std::move(body));
  }
  Json body = thing(draft, "large");
  box(body, {wide, 0.6 * wide, wide});
  set(body, "density", spread(random, 30, 10000));
  material(draft, body);
  set(body, "position", Vec3{0, 0.3 * wide + between(random, 0.3, 6), 0});
  add(draft, std::move(body));
}

void throwPoles(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "pole");
    const double l = pick(random, {0.2, 1, 1.8, 2, 3, 6}), t = tidy(l / pick(random, {20, 40, 60, 100}), 2);
    box(body, {l, t, t});
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, l / 2, {-3, l / 2 + 0.1, -3}, {3, l / 2 + 3, 3})) continue;
    turn(draft, body);
    if (chance(random, 0.7)) {
      set(body, "velocity", Vec3{between(random, -5, 5), between(random, -2, 4), between(random, -5, 5)});
      set(body, "angularVelocity", vectorWithin(random, pick(random, {2, 6, 12})));
    }
    add(draft, std::move(body));
  }
}

void stackThings(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 2, 10);
  const double s = pick(random, {1, 1, 0.5, 0.1, 2});
  const int kind = whole(random, 0, 2);
  double y = 0;
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "box");
    Vec3 size{s, s, s};
    if (kind == 1) size = {s, tidy(s * pick(random, {0.2, 0.3, 0.5})), s};
    if (kind == 2) size = {tidy(s * between(random, 0.6, 1.4)), tidy(s * between(random, 0.3, 1)), tidy(s * between(random, 0.6, 1.4))};
    box(body, size);
    weigh(draft, body);
    material(draft, body);
    const double gap = chance(random, 0.3) ? tidy(0.1 * s) : 0;
    set(body, "position", Vec3{tidy(s * between(random, -0.1, 0.1)), tidy(y + gap + size.y / 2, 8), tidy(s * between(random, -0.1, 0.1))});
    if (chance(random, 0.2)) set(body, "orientation", axisAngle({0, 1, 0}, between(random, 0, 90)));
    y += gap + size.y;
    add(draft, std::move(body));
  }
}

void towerOfMasses(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 2, 6);
  const double ratio = pick(random, {10, 100, 1000});
  const bool heavyFirst = chance(random, 0.5), balls = chance(random, 0.2);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "cube");
    if (balls && i == count - 1) ball(body, 0.5);
    else box(body, {1, 1, 1});
    set(body, "mass", ((i & 1) != 0) == heavyFirst ? 1.0 : ratio);
    material(draft, body);
    set(body, "position", Vec3{0, i + 0.5, 0});
    add(draft, std::move(body));
  }
}

void hitWall(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int columns = whole(random, 2, 5), rows = whole(random, 2, 5);
  const double w = pick(random, {1, 0.6, 0.3}), h = tidy(w / 2), depth = tidy(w * pick(random, {0.3, 0.5, 1}));
  Json wall = thing(draft, "brick");
  box(wall, {w, h, depth});
  set(wall, "density", 500.0);
  material(draft, wall);
  set(wall, "position", Vec3{0, h / 2, 0});
  Json grid = jsonOf(JsonType::object);
  set(grid, "type", "wall");
  set(grid, "columns", static_cast<double>(columns));
  set(grid, "rows", static_cast<double>(rows));
  set(grid, "spacing", numbers({chance(random, 0.5) ? w : tidy(1.05 * w), h}));
  set(wall, "arrangement", std::move(grid));
  add(draft, std::move(wall));
  Json shot = thing(draft, "shot");
  const Form form = shape(draft, shot, kCube | kBall | kBrick, w);
  set(shot, "density", pick(random, {500, 2700, 7800}));
  material(draft, shot);
  set(shot, "position", Vec3{between(random, -0.5, 0.5), tidy(form.radius + between(random, 0.1, 1)), -5});
  set(shot, "velocity", Vec3{0, between(random, 0, 4), pick(random, {5, 10, 20})});
  add(draft, std::move(shot));
}

void room(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft, 8);
  const double t = pick(random, {1, 0.2});
  for (int side = 0; side < 4; ++side) {
    const double at = (side & 1 ? 1 : -1) * (2 + t / 2);
    fixedBox(draft, "wall", side < 2 ? Vec3{t, 4, 4 + 2 * t} : Vec3{4, 4, t}, side < 2 ? Vec3{at, 2, 0} : Vec3{0, 2, at});
  }
  const int count = whole(random, 2, 12);
  const double s = pick(random, {0.3, 0.5, 0.8});
  for (int i = 0; i < count; ++i) {
    const double spin = pick(random, {0, 5}), speed = pick(random, {0, 3, 8});
    addThing(draft, kAny, s, {-1, 1, -1}, {1, 6, 1}, speed, spin);
  }
}

void planarThings(Draft& draft) {
  Random& random = draft.random;
  set(draft.scene, "planar", true);
  fixedBox(draft, "ground", {20, 1, 4}, {0, -0.5, 0});
  if (chance(random, 0.5)) {
    Json ramp = thing(draft, "ramp");
    set(ramp, "type", "static");
    box(ramp, {6, 0.5, 4});
    set(ramp, "position", Vec3{-6, 1.5, 0});
    set(ramp, "orientation", axisAngle({0, 0, 1}, -between(random, 5, 45)));
    material(draft, ramp);
    add(draft, std::move(ramp));
  }
  const int count = whole(random, 1, 7);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "tile");
    const double w = between(random, 0.3, 1), h = between(random, 0.3, 1);
    if (chance(random, 0.3)) ball(body, tidy(w / 2));
    else box(body, {w, h, 1});
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, 0.5 * length(Vec3{w, h, 0}), {-5, 3.5, 0}, {3, 8, 0})) continue;
    if (chance(random, 0.5)) set(body, "orientation", axisAngle({0, 0, 1}, between(random, 0, 90)));
    if (chance(random, 0.5)) set(body, "velocity", Vec3{between(random, -5, 5), between(random, -3, 3), 0});
    if (chance(random, 0.3)) set(body, "angularVelocity", Vec3{0, 0, between(random, -8, 8)});
    add(draft, std::move(body));
  }
}

void commandThings(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 1, 6);
  const std::size_t first = draft.bodies.items.size();
  for (int i = 0; i < count; ++i) addThing(draft, kAny, 1, {-3, 1.8, -3}, {3, 4, 3}, 0, 0);
  if (draft.bodies.items.size() == first) return;
  const int orders = whole(random, 1, 4);
  bool removed = false;
  for (int i = 0; i < orders; ++i) {
    Json command = jsonOf(JsonType::object);
    set(command, "step", static_cast<double>(whole(random, 0, 4) * draft.stepsPerSecond));
    const std::size_t at = first + next(random) % (draft.bodies.items.size() - first);
    const std::string name = member(draft.bodies.items[at], "name")->string;
    switch (whole(random, 0, 6)) {
      case 4: {  // a hand pulls for a second
        Json release = jsonOf(JsonType::object);
        set(release, "step", member(command, "step")->number + draft.stepsPerSecond);
        set(release, "type", "release");
        set(release, "pointer", 0.0);
        set(command, "type", "drag");
        set(command, "body", name);
        set(command, "point", Vec3{0, 0, 0});
        set(command, "target", Vec3{between(random, -2, 2), between(random, 1, 3), between(random, -2, 2)});
        draft.commands.items.push_back(std::move(command));
        draft.commands.items.push_back(std::move(release));
        continue;
      }
      case 5: {  // one more, from above
        Json more = jsonOf(JsonType::object);
        set(more, "name", "more" + std::to_string(i));
        shape(draft, more, kCube | kBall | kBrick, 0.5);
        material(draft, more);
        set(more, "position", Vec3{6, 2.0 + 2 * i, 6});
        set(command, "type", "addBody");
        set(command, "body", std::move(more));
        break;
      }
      case 6:
        if (removed) continue;
        removed = true;
        set(command, "step", 5.0 * draft.stepsPerSecond);  // behind all others
        set(command, "type", "removeBody");
        set(command, "body", name);
        break;
      case 0:
        set(command, "type", "velocity");
        set(command, "body", name);
        set(command, "velocity", vectorWithin(random, 8));
        break;
      case 1:
        set(command, "type", "explosion");
        set(command, "position", vectorWithin(random, 2));
        set(command, "impulse", pick(random, {1, 10, 100}));
        set(command, "radius", pick(random, {2, 5}));
        break;
      case 2:
        set(command, "type", "impulse");
        set(command, "body", name);
        set(command, "impulse", vectorWithin(random, pick(random, {1, 10, 100})));
        break;
      default:
        set(command, "type", "angularImpulse");
        set(command, "body", name);
        set(command, "angularImpulse", vectorWithin(random, pick(random, {0.01, 0.03, 0.1})));
    }
    draft.commands.items.push_back(std::move(command));
  }
}

}  // namespace tumble::fuzz
