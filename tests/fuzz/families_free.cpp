// Scenes without a floor: things that meet, spin and pull at each other in empty space.
#include "fuzz/families.h"

namespace tumble::fuzz {

void meetings(Draft& draft) {
  Random& random = draft.random;
  draft.gravity = {0, 0, 0};
  const int count = whole(random, 2, 6);
  const double s = pick(random, {1, 1, 0.2, 3});
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, i == 0 ? kAny : kAny & ~kPole, s);
    weigh(draft, body);
    material(draft, body);
    const double speed = pick(random, {1, 3, 8});
    if (!place(draft, body, form.radius, Vec3{-4, -4, -4} * s, Vec3{4, 4, 4} * s)) continue;
    turn(draft, body);
    const Vec3 at{member(body, "position")->items[0].number, member(body, "position")->items[1].number,
                  member(body, "position")->items[2].number};
    const Vec3 inwards = normalized(-at) * (speed * s) + vectorWithin(random, 0.2 * s);
    set(body, "velocity", Vec3{tidy(inwards.x), tidy(inwards.y), tidy(inwards.z)});
    if (chance(random, 0.6)) set(body, "angularVelocity", vectorWithin(random, 5));
    add(draft, std::move(body));
  }
}

/// Two things of one size that meet off their centres, mostly without restitution.
void glances(Draft& draft) {
  Random& random = draft.random;
  draft.gravity = {0, 0, 0};
  if (chance(random, 0.8)) draft.restitution = 0, draft.mixed = false;
  const double s = pick(random, {0.2, 1, 1, 3}), speed = pick(random, {0.5, 2, 8}) * s;
  for (const double side : {-1.0, 1.0}) {
    Json body = thing(draft, "thing");
    shape(draft, body, kCube | kBrick | kBall, s);
    weigh(draft, body);
    material(draft, body);
    const Vec3 beside = vectorWithin(random, 0.4 * s);
    set(body, "position", Vec3{tidy(side * 2 * s), beside.y, beside.z});
    turn(draft, body);
    set(body, "velocity", Vec3{tidy(-side * speed), 0, 0});
    if (chance(random, 0.6)) set(body, "angularVelocity", vectorWithin(random, 8));
    add(draft, std::move(body));
  }
}

void elasticGas(Draft& draft) {
  Random& random = draft.random;
  draft.restitution = 1;
  draft.friction = chance(random, 0.5) ? 0 : draft.friction;
  draft.mixed = false;
  if (chance(random, 0.7)) draft.gravity = {0, 0, 0};
  const double w = 4;
  for (int side = 0; side < 6; ++side) {
    const double at = (side & 1 ? 1 : -1) * (w / 2 + 0.25);
    const int axis = side / 2;
    Vec3 size{w + 1, w + 1, w + 1}, position;
    size[axis] = 0.5;
    position[axis] = at;
    fixedBox(draft, "side", size, position);
  }
  const int count = whole(random, 1, 10);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, kCube | kBall | kBrick, 0.4);
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5})) continue;
    set(body, "velocity", vectorWithin(random, pick(random, {1, 5, 10})));
    if (chance(random, 0.4)) set(body, "angularVelocity", vectorWithin(random, 5));
    add(draft, std::move(body));
  }
}

void freeSprings(Draft& draft) {
  Random& random = draft.random;
  draft.gravity = {0, 0, 0};
  const int count = whole(random, 2, 5);
  std::vector<std::string> names;
  std::vector<Vec3> places;
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, kCube | kBall | kBrick | kCompound, 0.5);
    set(body, "mass", pick(random, {0.5, 1, 5}));
    material(draft, body);
    if (!place(draft, body, form.radius, {-2, -2, -2}, {2, 2, 2})) continue;
    set(body, "velocity", vectorWithin(random, 1));
    if (chance(random, 0.5)) set(body, "angularVelocity", vectorWithin(random, 3));
    places.push_back(draft.taken.back().center);
    names.push_back(add(draft, std::move(body)));
  }
  const double stiffness = spread(random, 10, 1e4);
  for (std::size_t i = 1; i < names.size(); ++i) {
    Json law = jsonOf(JsonType::object);
    set(law, "type", "spring");
    set(law, "body", names[i - 1]);
    set(law, "other", names[i]);
    set(law, "stiffness", stiffness);
    if (chance(random, 0.3)) set(law, "damping", tidy(0.1 * std::sqrt(stiffness), 2));
    set(law, "restLength", tidy(length(places[i] - places[i - 1]) * pick(random, {0.3, 0.7, 1, 1.3})));
    if (chance(random, 0.5)) set(law, "point", Vec3{0.1, 0.1, 0});
    draft.forces.items.push_back(std::move(law));
  }
}

void schemes(Draft& draft) {
  Random& random = draft.random;
  static constexpr const char* kNames[] = {"explicitEuler",
                                           "explicitEulerGramSchmidt",
                                           "rungeKutta4",
                                           "semiImplicitEuler",
                                           "semiImplicitEulerNoGyro",
                                           "midpoint",
                                           "splitting2",
                                           "splitting4",
                                           "exact",
                                           "eulerAngles"};
  set(draft.scene, "motion", kNames[whole(random, 0, 9)]);
  const bool onFloor = chance(random, 0.6);
  if (onFloor) floorOf(draft);
  else if (chance(random, 0.5)) draft.gravity = {0, 0, 0};
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, kAny, 1);
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-3, 2, -3}, {3, 5, 3})) continue;
    turn(draft, body);
    if (chance(random, 0.7)) set(body, "velocity", vectorWithin(random, 3));
    if (chance(random, 0.7)) set(body, "angularVelocity", vectorWithin(random, pick(random, {1, 3, 8})));
    add(draft, std::move(body));
  }
}

void spinners(Draft& draft) {
  Random& random = draft.random;
  draft.gravity = chance(random, 0.5) ? Vec3{0, 0, 0} : Vec3{0, -9.81, 0};
  if (chance(random, 0.5)) set(draft.scene, "motion", pick(random, {"exact", "exact", "splitting4", "splitting2", "rungeKutta4"}));
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "top");
    shape(draft, body, kAny, 1);
    weigh(draft, body);
    set(body, "position", Vec3{12.0 * i, 0, 0});
    if (chance(random, 0.5)) turn(draft, body);
    const double rate = pick(random, {1, 5, 20, 50});
    const int axis = whole(random, 0, 4);
    Vec3 omega;
    if (axis < 3) omega[axis] = rate;  // about an axis of the world, which is one of the body or lies across
    else omega = vectorWithin(random, rate);
    set(body, "angularVelocity", omega);
    add(draft, std::move(body));
  }
}

}  // namespace tumble::fuzz
