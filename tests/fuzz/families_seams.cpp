// Scenes in which things slide, roll and fall along surfaces made of many flush boxes.
#include "fuzz/families.h"

namespace tumble::fuzz {
namespace {

/// A round thing or a hull as high as `size`, lying or upright.
void restingShape(Random& random, Json& body, double size) {
  const int which = whole(random, 0, 5);
  Json one = jsonOf(JsonType::object);
  if (which == 0) {
    set(one, "type", "hull");
    Json vertices = jsonOf(JsonType::array);
    for (int i = 0; i < 8; ++i) {
      const double half = 0.5 * size;
      vertices.items.push_back(numbers({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half}));
    }
    set(one, "vertices", std::move(vertices));
  } else if (which == 1) {
    set(one, "type", "ellipsoid");
    set(one, "radii", Vec3{tidy(0.7 * size), tidy(size / 2, 6), tidy(0.5 * size)});
  } else {
    const bool lies = which > 3;
    set(one, "type", which == 2 ? "cone" : which == 5 ? "capsule" : "cylinder");
    set(one, "radius", tidy(size / 2, 6));
    set(one, "height", tidy(lies ? size * pick(random, {0.5, 1, 2}) : size, 6));
    if (lies) set(one, "orientation", axisAngle(chance(random, 0.5) ? Vec3{0, 0, 1} : Vec3{1, 0, 0}, 90));
  }
  Json list = jsonOf(JsonType::array);
  list.items.push_back(std::move(one));
  set(body, "shapes", std::move(list));
}

/// A slider or a roller that starts on the surface y = 0.
void addMover(Draft& draft, double z) {
  Random& random = draft.random;
  Json body = thing(draft, "mover");
  const double s = pick(random, {0.3, 0.5, 0.6, 1, 1.5});
  double y = tidy(s / 2, 6);
  if (draft.hasAllShapes) restingShape(random, body, s);
  else if (chance(random, 0.4)) ball(body, y);
  else box(body, {s, s, tidy(s * pick(random, {1, 0.5}))});
  weigh(draft, body);
  material(draft, body);
  if (chance(random, 0.3)) y = tidy(y + between(random, 0.01, 0.5), 6);
  set(body, "position", Vec3{-8, y, z});
  set(body, "velocity", Vec3{pick(random, {1, 2, 3, 5, 10}), 0, chance(random, 0.3) ? between(random, -0.3, 0.3) : 0.0});
  if (chance(random, 0.2)) set(body, "orientation", axisAngle({0, 1, 0}, pick(random, {10, 30, 45})));
  add(draft, std::move(body));
}

}  // namespace

void tiles(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) draft.friction = 0;
  const double w = pick(random, {1, 0.5, 2});
  Json tile = thing(draft, "tile");
  set(tile, "type", "static");
  box(tile, {w, 0.5, w});
  material(draft, tile);
  set(tile, "position", Vec3{0, -0.25, 0});
  Json grid = jsonOf(JsonType::object);
  set(grid, "type", "grid");
  set(grid, "count", numbers({20 / w, 1, 6 / w}));
  set(grid, "spacing", numbers({w, w, w}));
  set(tile, "arrangement", std::move(grid));
  add(draft, std::move(tile));
  const int count = whole(random, 1, 2);
  for (int i = 0; i < count; ++i) addMover(draft, tidy(2.0 * i - 1 + between(random, -0.3, 0.3)));
}

void compoundFloor(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) draft.friction = 0;
  Json body = thing(draft, "floor");
  set(body, "type", "static");
  Json list = jsonOf(JsonType::array);
  const int count = whole(random, 4, 20);
  const double w = tidy(20.0 / count, 8);
  for (int i = 0; i < count; ++i) list.items.push_back(boxShape({w, 0.5, 6}, {tidy(-10 + w * (i + 0.5), 10), -0.25, 0}));
  set(body, "shapes", std::move(list));
  material(draft, body);
  add(draft, std::move(body));
  addMover(draft, between(random, -1, 1));
}

void flushWall(Draft& draft) {
  Random& random = draft.random;
  draft.friction = chance(random, 0.7) ? 0.0 : draft.friction;
  draft.mixed = false;
  const double h = pick(random, {0.5, 1, 2});
  Json brick = thing(draft, "brick");
  set(brick, "type", "static");
  box(brick, {1, h, 6});
  material(draft, brick);
  set(brick, "position", Vec3{-0.5, tidy(h / 2 - 15), 0});
  Json stack = jsonOf(JsonType::object);
  set(stack, "type", "stack");
  set(stack, "count", 30 / h);
  set(stack, "spacing", h);
  set(brick, "arrangement", std::move(stack));
  add(draft, std::move(brick));
  Json body = thing(draft, "cube");
  const double s = pick(random, {0.5, 0.7, 1});
  if (chance(random, 0.3)) ball(body, s / 2);
  else box(body, {s, s, s});
  set(body, "mass", pick(random, {1, 10}));
  material(draft, body);
  set(body, "position", Vec3{tidy(s / 2 + pick(random, {0, 0, 0.1})), pick(random, {10, 12}), 0});
  if (chance(random, 0.5)) set(body, "velocity", Vec3{0, pick(random, {3, -3, -8}), 0});
  const std::string name = add(draft, std::move(body));
  // Something holds it to the wall: a push, or gravity that leans.
  const double lean = pick(random, {1, 3, 9.81});
  if (chance(random, 0.5)) draft.gravity = {-lean, -9.81, 0};
  else {
    Json force = jsonOf(JsonType::object);
    set(force, "type", "force");
    set(force, "body", name);
    set(force, "force", Vec3{-10 * lean, 0, 0});
    draft.forces.items.push_back(std::move(force));
  }
}

}  // namespace tumble::fuzz
