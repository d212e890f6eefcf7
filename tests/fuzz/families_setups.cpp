// Set-ups of the classroom and the toy box: ramps, dominoes, seesaws, billiards, bridges, carts, mills.
#include "fuzz/families.h"
#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

std::string addBox(Draft& draft, const char* name, Vec3 size, Vec3 position) {
  Json body = thing(draft, name);
  box(body, size);
  material(draft, body);
  set(body, "position", position);
  return add(draft, std::move(body));
}

Json moving(Draft& draft, const char* name, Vec3 position) {
  Json body = thing(draft, name);
  set(body, "type", "kinematic");
  set(body, "position", position);
  material(draft, body);
  return body;
}

void addRamp(Draft& draft, double degrees, double length, Vec3 position) {
  Json body = thing(draft, "ramp");
  set(body, "type", "static");
  box(body, {length, 0.4, 3});
  set(body, "position", position);
  set(body, "orientation", axisAngle({0, 0, 1}, degrees));
  material(draft, body);
  add(draft, std::move(body));
}

void addSpring(Draft& draft, const std::string& body, Vec3 point, const std::string& other, Vec3 otherPoint, double stiffness, double rest,
               double damping) {
  Json spring = jsonOf(JsonType::object);
  set(spring, "type", "spring");
  set(spring, "body", body);
  set(spring, "point", point);
  if (other.empty()) {
    set(spring, "anchor", otherPoint);
  } else {
    set(spring, "other", other);
    set(spring, "otherPoint", otherPoint);
  }
  set(spring, "stiffness", stiffness);
  set(spring, "restLength", rest);
  if (damping > 0) set(spring, "damping", damping);
  draft.forces.items.push_back(std::move(spring));
}

}  // namespace

void rampRace(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double degrees = between(random, 4, 60), length = pick(random, {4, 8});
  const SineCosine turned = sineCosine(degrees * kPi / 180);
  const double middle = tidy(turned.sine * length / 2 + 0.3);
  addRamp(draft, degrees, length, {0, middle, 0});
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "racer");
    const Form form = shape(draft, body, kSimple, pick(random, {0.3, 0.6}));
    weigh(draft, body);
    material(draft, body);
    const double along = between(random, -0.1, 0.4) * length, above = form.radius + 0.2 + pick(random, {0.01, 0.1, 0.5});
    set(body, "position",
        Vec3{tidy(along * turned.cosine - above * turned.sine, 6), tidy(middle + along * turned.sine + above * turned.cosine, 6),
             1.2 * (i - 1.5)});
    if (chance(random, 0.5)) set(body, "orientation", axisAngle({0, 0, 1}, degrees));
    add(draft, std::move(body));
  }
}

void dominoes(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 3, 12);
  const double h = pick(random, {0.05, 0.5, 1, 2}), t = tidy(h * pick(random, {0.1, 0.2, 0.3})), w = tidy(h * pick(random, {0.4, 0.5, 1}));
  const double gap = tidy(h * between(random, 0.25, 0.9));
  std::string first;
  for (int i = 0; i < count; ++i) {
    const std::string name = addBox(draft, "domino", {t, h, w}, {tidy((t + gap) * i, 6), h / 2, 0});
    if (i == 0) first = name;
  }
  set(draft.bodies.items[draft.bodies.items.size() - static_cast<std::size_t>(count)], "angularVelocity",
      Vec3{0, 0, -tidy(std::sqrt(9.81 / h) * pick(random, {0.6, 1, 2}))});
}

void seesaw(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double h = pick(random, {0.3, 0.6, 1}), length = pick(random, {3, 4, 6});
  fixedBox(draft, "fulcrum", {pick(random, {0.05, 0.2, 0.5}), h, 1}, {0, h / 2, 0});
  const double t = pick(random, {0.1, 0.2});
  addBox(draft, "board", {length, t, 1}, {between(random, -0.1, 0.1), tidy(h + t / 2, 6), 0});
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "load");
    const Form form = shape(draft, body, kCube | kBall | kBrick, pick(random, {0.4, 0.7}));
    set(body, "mass", spread(random, 1, 1000));
    material(draft, body);
    const double side = i == 0 ? -1 : 1;
    set(body, "position",
        Vec3{tidy(side * (length / 2 - 0.4 - 0.1 * i)), tidy(h + t + form.radius + pick(random, {0.01, 1, 4}) + 2 * i), 0});
    add(draft, std::move(body));
  }
}

void billiards(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double r = pick(random, {0.03, 0.25, 0.5});
  const int rows = whole(random, 1, 4);
  const double gap = pick(random, {0, 0, 0.001, 0.1}), step = 2 * r * (1 + gap);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i <= row; ++i) {
      Json body = thing(draft, "ball");
      ball(body, r);
      material(draft, body);
      set(body, "position", Vec3{tidy(row * step * 0.8660254037844386, 9), r, tidy((i - 0.5 * row) * step, 9)});
      add(draft, std::move(body));
    }
  }
  Json cue = thing(draft, "cue");
  ball(cue, r);
  material(draft, cue);
  set(cue, "position", Vec3{tidy(-10 * r), r, tidy(r * between(random, -1.5, 1.5))});
  set(cue, "velocity", Vec3{tidy(r * pick(random, {10, 40, 100})), 0, 0});
  if (chance(random, 0.4)) set(cue, "angularVelocity", vectorWithin(random, pick(random, {5, 50})));
  add(draft, std::move(cue));
}

/// Two supports with a beam, storeys of them: lintels, a gate, a house of blocks; and something that hits it.
void gate(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int storeys = whole(random, 1, 3);
  const double w = pick(random, {0.2, 0.4}), h = pick(random, {1, 2}), span = pick(random, {1, 2}), t = pick(random, {0.1, 0.3});
  double y = 0;
  for (int i = 0; i < storeys; ++i) {
    for (int side = -1; side <= 1; side += 2) addBox(draft, "post", {w, h, w}, {tidy(side * span / 2), tidy(y + h / 2, 8), 0});
    const Vec3 beam{span + 2 * w, t, pick(random, {0.2, 0.5})};  // of two arguments a compiler may draw either first
    addBox(draft, "beam", beam, {between(random, -0.05, 0.05), tidy(y + h + t / 2, 8), 0});
    y += h + t;
  }
  if (chance(random, 0.5)) return;
  Json shot = thing(draft, "shot");
  ball(shot, pick(random, {0.1, 0.3}));
  weigh(draft, shot);
  material(draft, shot);
  set(shot, "position", Vec3{-4, between(random, 0.5, 2), between(random, -0.2, 0.2)});
  set(shot, "velocity", Vec3{pick(random, {4, 12}), 2, 0});
  add(draft, std::move(shot));
}

void conveyor(Draft& draft) {
  Random& random = draft.random;
  const double speed = pick(random, {0.2, 1, 3, 8});
  Json belt = moving(draft, "belt", {0, -0.25, 0});
  box(belt, {200, 0.5, 4});
  set(belt, "velocity", Vec3{speed, 0, 0});
  add(draft, std::move(belt));
  if (chance(random, 0.4)) fixedBox(draft, "stop", {0.5, 2, 4}, {6, 1.01, 0});
  const int count = whole(random, 1, 5);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "parcel");
    const Form form = shape(draft, body, kAny, pick(random, {0.3, 0.8}));
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-4, 0.9, -1}, {3, 3, 1})) continue;
    turn(draft, body);
    add(draft, std::move(body));
  }
}

/// A cross of paddles that turns about a level or an upright axis, with things that fall on it.
void mill(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const bool level = chance(random, 0.6);
  Json cross = moving(draft, "mill", {0, 2.2, 0});
  Json shapes = jsonOf(JsonType::array);
  const double t = pick(random, {0.1, 0.3});
  shapes.items.push_back(boxShape({3, t, level ? 2.0 : t}, {0, 0, 0}));
  shapes.items.push_back(level ? boxShape({t, 3, 2}, {0, 0, 0}) : boxShape({t, t, 3}, {0, 0, 0}));
  set(cross, "shapes", std::move(shapes));
  const double rate = pick(random, {0.3, 1, 3, -2});
  set(cross, "angularVelocity", level ? Vec3{0, 0, rate} : Vec3{0, rate, 0});
  add(draft, std::move(cross));
  const int count = whole(random, 1, 6);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "grain");
    const Form form = shape(draft, body, kSimple, pick(random, {0.2, 0.4}));
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-1.5, 4.5, -0.7}, {1.5, 8, 0.7})) continue;
    turn(draft, body);
    add(draft, std::move(body));
  }
}

/// A dumbbell, a T, a ring of boxes: compounds that spin while they touch the floor.
void spinningTops(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  Json body = thing(draft, "top");
  Json shapes = jsonOf(JsonType::array);
  const double s = pick(random, {0.1, 0.5, 1});
  const int kind = whole(random, 0, 2);
  const auto sphere = [&](double radius, Vec3 at) {
    Json shape = jsonOf(JsonType::object);
    set(shape, "type", "sphere");
    set(shape, "radius", radius);
    set(shape, "position", at);
    shapes.items.push_back(std::move(shape));
  };
  double lowest = 0;
  if (kind == 0) {
    sphere(0.3 * s, {0, -0.7 * s, 0}), sphere(0.3 * s, {0, 0.7 * s, 0});
    shapes.items.push_back(boxShape(Vec3{0.1, 1, 0.1} * s, {0, 0, 0}));
    lowest = s;
  } else if (kind == 1) {
    shapes.items.push_back(boxShape(Vec3{1.6, 0.2, 0.4} * s, {0, 0, 0}));
    sphere(0.15 * s, {0, -0.25 * s, 0});
    lowest = 0.4 * s;
  } else {
    for (int i = 0; i < 4; ++i) {
      const double at = i < 2 ? 0.5 * s : -0.5 * s;
      shapes.items.push_back(i & 1 ? boxShape(Vec3{1.2, 0.2, 0.2} * s, {0, 0, at}) : boxShape(Vec3{0.2, 0.2, 0.8} * s, {at, 0, 0}));
    }
    lowest = 0.1 * s;
  }
  set(body, "shapes", std::move(shapes));
  material(draft, body);
  set(body, "position", Vec3{0, tidy(lowest + s * pick(random, {0, 0.02, 1}), 8), 0});
  const double spin = pick(random, {3, 15, 60});
  const Vec3 tilt = vectorWithin(random, 0.1 * spin);
  set(body, "angularVelocity", Vec3{tilt.x, spin, tilt.z});
  if (chance(random, 0.3)) set(body, "velocity", Vec3{pick(random, {1, 4}), 0, 0});
  add(draft, std::move(body));
}

/// Planks in a row, their ends joined by springs, with a load on them.
void springBridge(Draft& draft) {
  Random& random = draft.random;
  const int count = whole(random, 2, 7);
  const double w = 0.8, gap = 0.1, mass = pick(random, {2, 20}), stiffness = spread(random, 1e3, 1e6);
  const double damping = tidy(2 * std::sqrt(stiffness * mass) * pick(random, {0, 0.05, 0.5}), 2);
  std::string last;
  const double left = -0.5 * count * (w + gap) + 0.5 * gap;
  fixedBox(draft, "bank", {1, 3, 2}, {tidy(left - gap - 0.5), 1.5, 0});
  fixedBox(draft, "bank", {1, 3, 2}, {tidy(-left + gap + 0.5 - gap), 1.5, 0});
  for (int i = 0; i < count; ++i) {
    Json plank = thing(draft, "plank");
    box(plank, {w, 0.1, 1.5});
    set(plank, "mass", mass);
    material(draft, plank);
    const double x = tidy(left + i * (w + gap) + w / 2, 6);
    set(plank, "position", Vec3{x, 2.95, 0});
    const std::string name = add(draft, std::move(plank));
    for (int side = -1; side <= 1; side += 2) {
      const double z = 0.7 * side;
      if (i == 0) addSpring(draft, name, {-w / 2, 0, z}, "", {tidy(x - w / 2 - gap, 6), 2.95, z}, stiffness, gap, damping);
      else addSpring(draft, name, {-w / 2, 0, z}, last, {w / 2, 0, z}, stiffness, gap, damping);
      if (i == count - 1) addSpring(draft, name, {w / 2, 0, z}, "", {tidy(x + w / 2 + gap, 6), 2.95, z}, stiffness, gap, damping);
    }
    last = name;
  }
  if (chance(random, 0.3)) return;
  Json load = thing(draft, "load");
  const Form form = shape(draft, load, kCube | kBall, 0.5);
  set(load, "mass", mass * pick(random, {0.5, 2, 10}));
  material(draft, load);
  set(load, "position", Vec3{between(random, -0.5, 0.5), tidy(3.02 + form.radius + pick(random, {0, 0.5})), 0});
  add(draft, std::move(load));
}

/// A cart between springs on a floor, with a load on it.
void cart(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double mass = pick(random, {1, 5, 50}), stiffness = spread(random, 10, 1e5);
  Json body = thing(draft, "cart");
  box(body, {1.5, 0.4, 0.8});
  set(body, "mass", mass);
  set(body, "friction", pick(random, {0, 0, 0.1}));
  set(body, "position", Vec3{between(random, -0.4, 0.4), 0.2, 0});
  const std::string name = add(draft, std::move(body));
  addSpring(draft, name, {-0.75, 0, 0}, "", {-3, 0.2, 0}, stiffness, 2.25, 0);
  if (chance(random, 0.6)) addSpring(draft, name, {0.75, 0, 0}, "", {3, 0.2, 0}, stiffness, 2.25, 0);
  const int count = whole(random, 0, 2);
  double y = 0.4;
  for (int i = 0; i < count; ++i) {
    Json load = thing(draft, "load");
    const double side = pick(random, {0.2, 0.4});
    if (chance(random, 0.25)) ball(load, side / 2);
    else box(load, {side, side, side});
    set(load, "mass", mass * pick(random, {0.1, 1}));
    set(load, "friction", pick(random, {0, 0.3, 0.8}));
    set(load, "position", Vec3{0, tidy(y + side / 2, 6), 0});
    y += side;
    add(draft, std::move(load));
  }
}

void stairs(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 3, 7);
  const double rise = pick(random, {0.1, 0.3, 0.5}), tread = pick(random, {0.4, 0.8});
  for (int i = 0; i < count; ++i) {
    const double h = tidy(rise * (i + 1));
    fixedBox(draft, "step", {tread, h, 3}, {tidy(tread * i, 6), h / 2, 0});
  }
  const int things = whole(random, 1, 4);
  for (int i = 0; i < things; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, kAny, pick(random, {0.2, 0.5}));
    weigh(draft, body);
    material(draft, body);
    const double top = rise * count + form.radius;
    if (!place(draft, body, form.radius, {tread * (count - 2), top + 0.1, -1}, {tread * count, top + 2, 1})) continue;
    turn(draft, body);
    set(body, "velocity", Vec3{-between(random, 0, 5), 0, 0});
    add(draft, std::move(body));
  }
}

/// Four sloping walls and a hole.
void funnel(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double degrees = between(random, 25, 65), hole = pick(random, {0.4, 0.8});
  const SineCosine turned = sineCosine(degrees * kPi / 180);
  for (int side = 0; side < 4; ++side) {
    Json wall = thing(draft, "wall");
    set(wall, "type", "static");
    box(wall, side < 2 ? Vec3{3, 0.2, 5} : Vec3{5, 0.2, 3});
    const double out = (side & 1 ? 1 : -1) * (1.5 * turned.cosine + hole / 2), y = tidy(1.5 + 1.5 * turned.sine, 6);
    set(wall, "position", side < 2 ? Vec3{tidy(out, 6), y, 0} : Vec3{0, y, tidy(out, 6)});
    const double tilt = side & 1 ? degrees : -degrees;
    set(wall, "orientation", side < 2 ? axisAngle({0, 0, 1}, tilt) : axisAngle({1, 0, 0}, -tilt));
    material(draft, wall);
    add(draft, std::move(wall));
  }
  const int count = whole(random, 2, 10);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "grain");
    const Form form = shape(draft, body, kAny, pick(random, {0.2, 0.4, 0.7}));
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-1, 4.5, -1}, {1, 8, 1})) continue;
    turn(draft, body);
    add(draft, std::move(body));
  }
}

/// A heap of many, mixed in size and mass.
void heap(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 12, 40);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "stone");
    const Form form = shape(draft, body, kAny, pick(random, {0.2, 0.4, 0.8}));
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-1.5, 1, -1.5}, {1.5, 9, 1.5})) continue;
    turn(draft, body);
    add(draft, std::move(body));
  }
}

}  // namespace tumble::fuzz
