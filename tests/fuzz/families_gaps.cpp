// Scenes in which things are pressed into gaps, and pushed, lifted and turned by kinematic bodies.
#include "fuzz/families.h"
#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

Json uOf(Random& random, double gap) {
  const double t = pick(random, {0.5, 0.2, 0.1}), h = pick(random, {2.5, 1.5, 1}), depth = pick(random, {0.7, 1, 2});
  Json list = jsonOf(JsonType::array);
  const double x = tidy((gap + t) / 2, 6);
  list.items.push_back(boxShape({t, h, depth}, {-x, tidy(h / 2), 0}));
  list.items.push_back(boxShape({t, h, depth}, {x, tidy(h / 2), 0}));
  list.items.push_back(boxShape({gap, 0.5, depth}, {0, 0.25, 0}));
  return list;
}

/// Something to be pressed into a gap.
void addWedge(Draft& draft, double width, Vec3 position, Vec3 velocity) {
  Random& random = draft.random;
  Json body = thing(draft, "thing");
  if (chance(random, 0.25)) ball(body, tidy(width / 2));
  else box(body, {width, chance(random, 0.7) ? width : tidy(width * 1.5), chance(random, 0.7) ? width : tidy(0.6 * width)});
  if (chance(random, 0.5)) set(body, "density", pick(random, {100, 300, 1000}));
  material(draft, body);
  set(body, "position", position);
  if (chance(random, 0.4)) turn(draft, body);
  set(body, "velocity", velocity);
  if (chance(random, 0.5)) set(body, "angularVelocity", vectorWithin(random, 3));
  add(draft, std::move(body));
}

/// From above into the gap of a U.
void dropWedge(Draft& draft, double width) {
  Random& random = draft.random;
  const double fall = pick(random, {0, -5, -10});
  addWedge(draft, width, {tidy(0.1 * between(random, -1, 1)), between(random, 3.8, 5), 0}, {0, fall, 0});
}

Json kinematic(Draft& draft, const char* name, Vec3 size, Vec3 position, Vec3 velocity) {
  Json body = thing(draft, name);
  set(body, "type", "kinematic");
  box(body, size);
  set(body, "position", position);
  set(body, "velocity", velocity);
  material(draft, body);
  return body;
}

void addLoad(Draft& draft, unsigned kinds, double scale, Vec3 position) {
  Json body = thing(draft, "load");
  const Form form = shape(draft, body, kinds, scale);
  weigh(draft, body);
  material(draft, body);
  position.y = tidy(position.y + (form.size.y > 0 ? form.size.y / 2 : form.radius), 8);
  set(body, "position", position);
  add(draft, std::move(body));
}

}  // namespace

void wedgeV(Draft& draft) {
  Random& random = draft.random;
  const double angle = pick(random, {30, 45, 60, 70, 80}), s = pick(random, {1, 1, 0.2});
  const SineCosine turned = sineCosine(angle * kPi / 180);
  for (int side = -1; side <= 1; side += 2) {
    Json plank = thing(draft, "plank");
    set(plank, "type", "static");
    box(plank, Vec3{4 * s, 0.4 * s, 4 * s});
    set(plank, "position", Vec3{tidy(side * (2 * turned.cosine + 0.2 * turned.sine + 0.2) * s), tidy(2 * turned.sine * s), 0});
    set(plank, "orientation", axisAngle({0, 0, 1}, side * angle));
    material(draft, plank);
    add(draft, std::move(plank));
  }
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    const double width = tidy(pick(random, {0.3, 0.5, 0.9, 1.2}) * s);
    const double fall = pick(random, {0, 0, -5, -15}) * s;
    addWedge(draft, width, {tidy(0.1 * s * whole(random, -3, 3)), tidy((3.5 + 2.2 * i) * s), 0}, {0, fall, 0});
  }
}

void wedgeU(Draft& draft) {
  Random& random = draft.random;
  fixedBox(draft, "ground", {40, 2, 40}, {0, -1, 0});
  const double gap = pick(random, {0.8, 1, 0.5}), width = tidy(gap * pick(random, {0.9, 1, 1.02, 1.125, 0.98}), 6);
  Json u = thing(draft, "u");
  set(u, "type", "static");
  set(u, "shapes", uOf(random, gap));
  material(draft, u);
  add(draft, std::move(u));
  if (chance(random, 0.5)) {
    const double up = between(random, 0, 4), forward = between(random, 4, 15);
    addWedge(draft, width, {tidy(0.1 * between(random, -1, 1)), between(random, 1.5, 2.5), 4}, {0, up, -forward});
  } else {
    dropWedge(draft, width);
  }
}

void wedgeDynamicU(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double gap = pick(random, {0.8, 1, 0.5}), width = tidy(gap * pick(random, {0.9, 1, 1.02, 1.125, 0.98}), 6);
  Json u = thing(draft, "u");
  set(u, "shapes", uOf(random, gap));
  if (chance(random, 0.7)) set(u, "density", pick(random, {100, 300}));
  material(draft, u);
  add(draft, std::move(u));
  dropWedge(draft, width);
}

void press(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) addLoad(draft, kCube | kBrick | kBall, 0.5, {1.2 * i - 1, 0, 0});
  const double speed = pick(random, {0.05, 0.1, 0.2, 0.5}), height = between(random, 1.2, 1.6);
  add(draft, kinematic(draft, "press", {4, 0.3, 2}, {0, height, 0}, {0, -speed, 0}));
}

void pusher(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 1, 8);
  for (int i = 0; i < count; ++i) addLoad(draft, kCube | kBrick | kBall | kSlab, 0.8, {-1 - 1.7 * i, 0, 0});
  if (chance(random, 0.3)) fixedBox(draft, "wall", {1, 3, 6}, {-1 - 1.7 * count, 1.5, 0});
  add(draft, kinematic(draft, "pusher", {0.5, 1, 3}, {1, 0.6, 0}, {-pick(random, {0.2, 0.5, 1, 3}), 0, 0}));
}

void drum(Draft& draft) {
  Random& random = draft.random;
  Json body = thing(draft, "drum");
  set(body, "type", "kinematic");
  Json list = jsonOf(JsonType::array);
  const int sides = whole(random, 4, 10);
  const double radius = pick(random, {1, 2}), t = pick(random, {0.4, 0.2});
  const double side = tidy(2.2 * (radius + t) * sineCosine(kPi / sides).sine / sineCosine(kPi / sides).cosine);
  for (int i = 0; i < sides; ++i) {
    const SineCosine at = sineCosine(2 * kPi * i / sides);
    Json plank = boxShape({t, side, 2}, {tidy((radius + t / 2) * at.cosine, 8), tidy((radius + t / 2) * at.sine, 8), 0});
    set(plank, "orientation", axisAngle({0, 0, 1}, 360.0 * i / sides));
    list.items.push_back(std::move(plank));
  }
  list.items.push_back(boxShape({2 * radius, 2 * radius, 0.2}, {0, 0, -1.1}));
  list.items.push_back(boxShape({2 * radius, 2 * radius, 0.2}, {0, 0, 1.1}));
  set(body, "shapes", std::move(list));
  set(body, "angularVelocity", Vec3{0, 0, pick(random, {0.5, 1, 2, 5, 10})});
  material(draft, body);
  add(draft, std::move(body));
  const int count = whole(random, 1, 10);
  for (int i = 0; i < count; ++i) {
    Json load = thing(draft, "load");
    const Form form = shape(draft, load, kCube | kBall | kBrick, 0.25 * radius);
    weigh(draft, load);
    material(draft, load);
    const double room = 0.6 * radius;
    if (place(draft, load, form.radius, {-room, -room, -0.5}, {room, room, 0.5})) add(draft, std::move(load));
  }
}

void turntable(Draft& draft) {
  Random& random = draft.random;
  Json table = kinematic(draft, "table", {8, 0.5, 8}, {0, -0.25, 0}, {0, 0, 0});
  set(table, "angularVelocity", Vec3{0, pick(random, {0.5, 1, 2, 5}), 0});
  add(draft, std::move(table));
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) addLoad(draft, kCube | kBall | kBrick | kSlab, 0.5, {tidy(1.0 * i - 1.5), 0, tidy(0.5 * i)});
}

void liftPlank(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) floorOf(draft, 40, -1);
  Json plank = kinematic(draft, "plank", {6, 0.3, 3}, {0, 0, 0}, {0, 0, 0});
  if (chance(random, 0.5)) set(plank, "velocity", Vec3{pick(random, {0, 0, 0.5}), pick(random, {0.5, 1, 2}), 0});
  else set(plank, "angularVelocity", Vec3{0, 0, pick(random, {0.1, 0.3, 1})});
  add(draft, std::move(plank));
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) addLoad(draft, kAny & ~kCompound & ~kPole, 0.6, {1.3 * i - 2, 0.15, 0});
}

}  // namespace tumble::fuzz
