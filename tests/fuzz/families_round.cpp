// Round things: hurled at thin walls, driven as rollers, rolled on their vertices, stood on slopes.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "fuzz/families.h"
#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

void setShape(Json& body, Json shape) {
  Json list = jsonOf(JsonType::array);
  list.items.push_back(std::move(shape));
  set(body, "shapes", std::move(list));
}

/// Round about y, of this radius and height.
Json roundShape(const char* type, double radius, double height) {
  Json shape = jsonOf(JsonType::object);
  set(shape, "type", type);
  if (std::string_view(type) == "ellipsoid") {
    set(shape, "radii", Vec3{radius, height / 2, radius});
    return shape;
  }
  set(shape, "radius", radius);
  set(shape, "height", height);
  return shape;
}

/// A regular prism about z.
Json prismShape(int sides, double radius, double height) {
  Json shape = jsonOf(JsonType::object), vertices = jsonOf(JsonType::array);
  set(shape, "type", "hull");
  for (int i = 0; i < 2 * sides; ++i) {
    const SineCosine turned = sineCosine(2 * kPi * (i / 2) / sides);
    vertices.items.push_back(numbers({tidy(radius * turned.cosine, 6), tidy(radius * turned.sine, 6), (i % 2 - 0.5) * height}));
  }
  set(shape, "vertices", std::move(vertices));
  return shape;
}

}  // namespace

void hurlThinThings(Draft& draft) {
  Random& random = draft.random;
  const double thick = spread(random, 0.002, 0.05);
  fixedBox(draft, "wall", {thick, 8, 8}, {thick / 2, 0, 0});
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "disc");
    const double radius = tidy(spread(random, 0.02, 0.3), 3), height = tidy(std::max(0.002, radius * spread(random, 0.02, 0.5)), 4);
    if (chance(random, 0.2)) setShape(body, prismShape(whole(random, 3, 16), radius, height));
    else setShape(body, roundShape(pick(random, {"cylinder", "ellipsoid", "cone"}), radius, height));
    weigh(draft, body);
    material(draft, body);
    set(body, "position", Vec3{tidy(-1 - between(random, 0, 1)), 1.5 * i - 2, 0});
    set(body, "velocity", Vec3{tidy(spread(random, 2, 70)), tidy(between(random, -5, 5)), tidy(between(random, -5, 5))});
    if (chance(random, 0.5)) set(body, "angularVelocity", vectorWithin(random, pick(random, {5, 60, 200})));
    turn(draft, body);
    add(draft, std::move(body));
  }
}

void rollers(Draft& draft) {
  Random& random = draft.random;
  const double radius = pick(random, {0.05, 0.1, 0.2}), spin = pick(random, {2, 10, 30, 60}) * (chance(random, 0.5) ? 1 : -1);
  const bool against = chance(random, 0.3);
  const char* const type = pick(random, {"cylinder", "capsule", "ellipsoid"});
  const int count = whole(random, 2, 8);
  for (int i = 0; i < count; ++i) {
    Json roller = thing(draft, "roller");
    set(roller, "type", "kinematic");
    setShape(roller, roundShape(type, radius, 2));
    set(roller, "orientation", axisAngle({1, 0, 0}, 90));
    set(roller, "position", Vec3{tidy(2.4 * radius * (i - 0.5 * (count - 1)), 6), 0, 0});
    set(roller, "angularVelocity", Vec3{0, 0, against && i >= count / 2 ? -spin : spin});
    material(draft, roller);
    add(draft, std::move(roller));
  }
  floorOf(draft, 40, -2);
  const int loads = whole(random, 1, 3);
  for (int i = 0; i < loads; ++i) {
    Json body = thing(draft, "load");
    const Form form = shape(draft, body, kAny, pick(random, {0.3, 0.6}));
    weigh(draft, body);
    material(draft, body);
    if (!place(draft, body, form.radius, {-0.5, radius + 0.4, -0.2}, {0.5, 2, 0.2})) continue;
    add(draft, std::move(body));
  }
}

void rollHulls(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft, 400);
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "prism");
    const double radius = tidy(spread(random, 0.02, 0.5), 3);
    const int sides = whole(random, 5, 24);
    setShape(body, prismShape(sides, radius, tidy(std::max(0.002, radius * spread(random, 0.1, 2)), 4)));
    weigh(draft, body);
    material(draft, body);
    const double speed = tidy(spread(random, 0.5, 10));
    set(body, "position", Vec3{0, tidy(radius + pick(random, {0.001, 0.3}), 6), 3.0 * i});
    set(body, "velocity", Vec3{speed, 0, 0});
    if (chance(random, 0.8)) set(body, "angularVelocity", Vec3{0, 0, tidy(-speed / radius)});
    add(draft, std::move(body));
  }
}

void columnsOnSlopes(Draft& draft) {
  Random& random = draft.random;
  const double radius = tidy(spread(random, 0.02, 0.6), 3), height = tidy(radius * between(random, 1.5, 8), 3);
  const char* const type = pick(random, {"cylinder", "cylinder", "cone"});
  const double centre = std::string_view(type) == "cone" ? height / 4 : height / 2,
               angle = std::atan(between(random, 0.5, 1.2) * radius / centre);
  const Vec3 up{-std::sin(angle), std::cos(angle), 0};
  Json slope = thing(draft, "slope");
  set(slope, "type", "static");
  set(slope, "size", Vec3{100, 2, 100});
  set(slope, "position", Vec3{-up.x, -up.y, 0});
  set(slope, "orientation", axisAngle({0, 0, 1}, angle * 180 / kPi));
  set(slope, "friction", between(random, 0.3, 1.5));
  add(draft, std::move(slope));
  Json body = thing(draft, "column");
  setShape(body, roundShape(type, radius, height));
  weigh(draft, body);
  material(draft, body);
  set(body, "position", up * (0.5 * height));
  const Quat q = fromAxisAngle({0, 0, 1}, angle) * fromAxisAngle({0, 1, 0}, between(random, 0, 2 * kPi));
  Json turned = jsonOf(JsonType::array);
  for (const double part : {q.x, q.y, q.z, q.w}) turned.items.push_back(jsonOf(part));
  set(body, "orientation", std::move(turned));
  add(draft, std::move(body));
}

}  // namespace tumble::fuzz
