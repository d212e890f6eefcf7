// Scenes in which jointed bodies touch: bobs side by side, riders on swings, and on carousels that turn freely.
#include <cmath>

#include "fuzz/families.h"

namespace tumble::fuzz {
namespace {

/// A rod between a point of the world and one of the body, where both are at the start.
void addRod(Draft& draft, const std::string& body, Vec3 above, Vec3 below) {
  Json rod = jointOf("distance", "", body), points = jsonOf(JsonType::array);
  points.items.push_back(numbers({above.x, above.y, above.z}));
  points.items.push_back(numbers({below.x, below.y, below.z}));
  set(rod, "points", std::move(points));
  addJoint(draft, std::move(rod));
}

}  // namespace

void cradle(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) draft.restitution = pick(random, {0.5, 0.9, 1});
  const int count = whole(random, 2, 6), lifted = whole(random, 1, count - 1);
  const double radius = pick(random, {0.1, 0.2, 0.4}), length = pick(random, {1, 2}), gap = pick(random, {0, 0, 0.001, 0.02}) * radius;
  const double angle = between(random, 0.1, 1.4);
  for (int i = 0; i < count; ++i) {
    const Vec3 pivot{tidy(i * (2 * radius + gap), 8), 3, 0};
    const double lean = i < lifted ? angle : 0;
    const Vec3 at{tidy(pivot.x - length * std::sin(lean), 9), tidy(pivot.y - length * std::cos(lean), 9), 0};
    std::string bob;
    if (chance(random, 0.7)) bob = addBall(draft, "bob", radius, pick(random, {1, 1, 1, 0.3, 4}), at);
    else bob = addPart(draft, "bob", {2 * radius, 2 * radius, 2 * radius}, pick(random, {1, 1, 4}), at);
    const std::string type = pick(random, {"distance", "ball", "hinge"});
    if (type == "distance") {
      addRod(draft, bob, pivot, at);
      continue;
    }
    Json joint = jointOf(type.c_str(), "", bob);
    set(joint, "point", pivot);
    if (type == "hinge") set(joint, "axis", Vec3{0, 0, 1});
    addJoint(draft, std::move(joint));
  }
}

void swing(Draft& draft) {
  Random& random = draft.random;
  const double length = pick(random, {1, 2}), half = pick(random, {0.2, 0.4}), mass = pick(random, {1, 5, 20});
  const double lean = between(random, -1, 1);
  const Vec3 seatAt{tidy(length * std::sin(lean), 9), tidy(3 - length * std::cos(lean), 9), 0};
  const std::string seat = addPart(draft, "seat", {2 * half, 0.05, 2 * half}, mass, seatAt);
  // Four rods of the same length: the seat stays level.
  for (const double x : {-half, half})
    for (const double z : {-half, half}) addRod(draft, seat, {x, 3, z}, {tidy(seatAt.x + x, 9), seatAt.y, z});
  const double size = pick(random, {0.1, 0.2, 0.3});
  const int riders = whole(random, 1, 2);
  for (int i = 0; i < riders; ++i) {
    const Vec3 at{seatAt.x, tidy(seatAt.y + 0.025 + (i + 0.5) * size, 9), 0};
    addPart(draft, "rider", {size, size, size}, pick(random, {0.5, 2, 20}), at);
  }
}

void merryGoRound(Draft& draft) {
  Random& random = draft.random;
  const double radius = pick(random, {1, 2}), omega = between(random, 0.2, 3);
  Json disc = part(draft, "disc", {2 * radius, 0.2, 2 * radius}, pick(random, {5, 50, 500}), {0, 1, 0});
  set(disc, "angularVelocity", Vec3{0, omega, 0});
  const std::string name = add(draft, std::move(disc));
  Json hinge = jointOf("hinge", "", name);
  set(hinge, "point", Vec3{0, 1, 0});
  set(hinge, "axis", Vec3{0, 1, 0});
  if (chance(random, 0.3)) set(hinge, "friction", pick(random, {0.1, 5}));
  addJoint(draft, std::move(hinge));
  const int riders = whole(random, 1, 4);
  for (int i = 0; i < riders; ++i) {
    const double size = pick(random, {0.1, 0.2, 0.3}), r = between(random, 0.1, 0.7) * radius, phi = 1.6 * i;
    const Vec3 at{tidy(r * std::cos(phi), 6), tidy(1.1 + size / 2, 6), tidy(r * std::sin(phi), 6)};
    Json rider = part(draft, "rider", {size, size, size}, pick(random, {0.5, 2, 20}), at);
    set(rider, "velocity", Vec3{tidy(omega * at.z, 9), 0, tidy(-omega * at.x, 9)});
    set(rider, "angularVelocity", Vec3{0, omega, 0});
    add(draft, std::move(rider));
  }
}

}  // namespace tumble::fuzz
