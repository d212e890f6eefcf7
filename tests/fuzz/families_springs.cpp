// Scenes with springs, constant forces and drag, in the air and in contact.
#include "fuzz/families.h"

#include <algorithm>

namespace tumble::fuzz {
namespace {

Json force(const char* type, const std::string& body) {
  Json law = jsonOf(JsonType::object);
  set(law, "type", type);
  set(law, "body", body);
  return law;
}

/// A spring from a body to another, or with an empty name to the world.
Json spring(Draft& draft, const std::string& body, const std::string& other, double stiffness, double damping) {
  Json law = force("spring", body);
  if (!other.empty()) set(law, "other", other);
  set(law, "stiffness", stiffness);
  if (damping > 0) set(law, "damping", damping);
  (void)draft;
  return law;
}

/// A net or a block of balls joined by springs, along the edges and across.
struct Lattice {
  std::vector<std::string> names;
  std::vector<Vec3> places;
};

void join(Draft& draft, const Lattice& lattice, double reach, double stiffness, double damping) {
  for (std::size_t i = 0; i < lattice.names.size(); ++i) {
    for (std::size_t j = i + 1; j < lattice.names.size(); ++j) {
      const double distance = length(lattice.places[i] - lattice.places[j]);
      if (distance > reach) continue;
      Json law = spring(draft, lattice.names[i], lattice.names[j], stiffness, damping);
      set(law, "restLength", tidy(distance, 6));
      draft.forces.items.push_back(std::move(law));
    }
  }
}

double someDamping(Random& random, double stiffness, double mass) {
  const double critical = 2 * std::sqrt(stiffness * mass);
  return tidy(critical * pick(random, {0, 0, 0, 0.01, 0.1, 1}), 2);
}

}  // namespace

void hangingSprings(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.2)) draft.gravity = {0, 0, 0};
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "weight");
    const Form form = shape(draft, body, kAny & ~kPole, 0.6);
    const double mass = pick(random, {0.1, 1, 2, 10});
    set(body, "mass", mass);
    if (!place(draft, body, form.radius, {4.0 * i, -1, -1}, {4.0 * i + 1, 1, 1})) continue;
    if (chance(random, 0.3)) set(body, "velocity", vectorWithin(random, 2));
    const Vec3 at = draft.taken.back().center;
    const std::string name = add(draft, std::move(body));
    const double stiffness = spread(random, 1, 1e5);
    Json law = spring(draft, name, "", stiffness, someDamping(random, stiffness, mass));
    // Stretched by what some times its weight would stretch it: a stiff spring drawn out by a metre is a gun.
    const double rest = chance(random, 0.5) ? between(random, 0.5, 2) : 0;
    const double stretch = std::min(1.0, between(random, 0, 20) * 10 * mass / stiffness);
    set(law, "anchor", Vec3{at.x, tidy(at.y + rest + stretch, 8), at.z});
    if (rest > 0) set(law, "restLength", rest);
    if (chance(random, 0.5)) set(law, "point", Vec3{0.1, 0.2, 0.1});
    draft.forces.items.push_back(std::move(law));
  }
}

void slidingSprings(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) draft.friction = 0;
  floorOf(draft);
  Json body = thing(draft, "block");
  const double s = pick(random, {1, 0.5, 0.2});
  const Form form = shape(draft, body, kCube | kBrick | kSlab | kBall, s);
  const double mass = pick(random, {1, 2, 10});
  set(body, "mass", mass);
  material(draft, body);
  set(body, "position", Vec3{0, tidy(form.size.y > 0 ? form.size.y / 2 : form.radius, 8), 0});
  if (chance(random, 0.3)) set(body, "velocity", Vec3{between(random, -2, 2), 0, 0});
  const std::string name = add(draft, std::move(body));
  const double stiffness = spread(random, 10, 1e4);
  Json law = spring(draft, name, "", stiffness, someDamping(random, stiffness, mass));
  const double rest = chance(random, 0.5) ? between(random, 1, 2) : 0;
  set(law, "anchor", Vec3{tidy(rest + pick(random, {0.1, 0.3, 0.5})), tidy(form.size.y > 0 ? form.size.y / 2 : form.radius, 8), 0});
  if (rest > 0) set(law, "restLength", rest);
  draft.forces.items.push_back(std::move(law));
  if (chance(random, 0.3)) {
    Json rider = thing(draft, "rider");
    box(rider, {0.3, 0.3, 0.3});
    set(rider, "mass", pick(random, {0.1, 1, 5}));
    material(draft, rider);
    set(rider, "position", Vec3{tidy(form.radius + 1), 0.15, 0});
    add(draft, std::move(rider));
  }
}

void coupledSprings(Draft& draft) {
  Random& random = draft.random;
  if (chance(random, 0.5)) draft.friction = 0;
  floorOf(draft);
  const int count = whole(random, 2, 4);
  const double s = pick(random, {0.5, 0.3}), mass = pick(random, {1, 2, 5}), gap = pick(random, {1, 1.5});
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "block");
    const bool round = chance(random, 0.3);
    if (round) ball(body, tidy(s / 2));
    else box(body, {s, s, s});
    set(body, "mass", chance(random, 0.8) ? mass : 10 * mass);
    material(draft, body);
    set(body, "position", Vec3{tidy(gap * i), tidy(s / 2), 0});
    if (chance(random, 0.2)) set(body, "velocity", Vec3{between(random, -1, 1), 0, 0});
    names.push_back(add(draft, std::move(body)));
  }
  const double stiffness = spread(random, 10, 1e5);
  for (std::size_t i = 1; i < names.size(); ++i) {
    Json law = spring(draft, names[i - 1], names[i], stiffness, someDamping(random, stiffness, mass));
    set(law, "restLength", tidy(gap * pick(random, {0.7, 0.8, 1.2})));
    draft.forces.items.push_back(std::move(law));
  }
}

void net(Draft& draft) {
  Random& random = draft.random;
  const int n = whole(random, 3, 5);
  const double w = 0.5, mass = pick(random, {0.1, 0.3, 1}), stiffness = spread(random, 100, 1e7);
  Lattice lattice;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Vec3 at{tidy(w * (i - (n - 1) / 2.0)), 2, tidy(w * (j - (n - 1) / 2.0))};
      lattice.names.push_back(addBall(draft, "knot", 0.08, mass, at));
      lattice.places.push_back(at);
    }
  }
  const double damping = someDamping(random, stiffness, mass);
  join(draft, lattice, 1.01 * w, stiffness, damping);
  for (int corner : {0, n - 1, n * (n - 1), n * n - 1}) {
    const Vec3 at = lattice.places[static_cast<std::size_t>(corner)];
    Json law = spring(draft, lattice.names[static_cast<std::size_t>(corner)], "", stiffness, damping);
    set(law, "anchor", Vec3{1.2 * at.x, 2.3, 1.2 * at.z});
    set(law, "restLength", 0.3);
    draft.forces.items.push_back(std::move(law));
  }
  Json body = thing(draft, "load");
  shape(draft, body, kCube | kBall, 0.7);
  set(body, "mass", pick(random, {1, 5}));
  material(draft, body);
  set(body, "position", Vec3{0, between(random, 3, 4), 0});
  add(draft, std::move(body));
  if (chance(random, 0.4)) floorOf(draft);
}

void softCube(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const double w = pick(random, {0.5, 1}), mass = pick(random, {0.1, 1}), stiffness = spread(random, 100, 1e7);
  const double y = pick(random, {0.2, 1});
  Lattice lattice;
  for (int i = 0; i < 8; ++i) {
    const Vec3 at{i & 1 ? w : 0, tidy(y + (i & 2 ? w : 0)), i & 4 ? w : 0};
    lattice.names.push_back(addBall(draft, "corner", 0.1, mass, at));
    lattice.places.push_back(at);
  }
  join(draft, lattice, 2 * w, stiffness, someDamping(random, stiffness, mass));
}

void clamp(Draft& draft) {
  Random& random = draft.random;
  // Two jaws drawn together by a spring hold a block between them, on the floor.
  floorOf(draft);
  const double mass = pick(random, {1, 2, 10}), stiffness = spread(random, 1e3, 1e6), pull = pick(random, {20, 100, 200});
  std::string jaws[2];
  for (int i = 0; i < 2; ++i) {
    Json jaw = thing(draft, "jaw");
    box(jaw, {0.2, 0.6, 0.6});
    set(jaw, "mass", 1.0);
    material(draft, jaw);
    set(jaw, "position", Vec3{i == 0 ? -0.35 : 0.35, 0.3, 0});
    jaws[i] = add(draft, std::move(jaw));
  }
  Json block = thing(draft, "block");
  box(block, {0.5, 0.5, 0.5});
  set(block, "mass", mass);
  material(draft, block);
  set(block, "position", Vec3{0, 0.25, 0});
  add(draft, std::move(block));
  Json law = spring(draft, jaws[0], jaws[1], stiffness, someDamping(random, stiffness, 0.5));
  set(law, "restLength", tidy(0.7 - pull / stiffness, 8));
  draft.forces.items.push_back(std::move(law));
}

void pushes(Draft& draft) {
  Random& random = draft.random;
  floorOf(draft);
  const int count = whole(random, 1, 3);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "thing");
    const Form form = shape(draft, body, kAny & ~kPole, 0.8);
    const double mass = pick(random, {1, 5, 20});
    set(body, "mass", mass);
    material(draft, body);
    const double low = form.size.y > 0 ? form.size.y / 2 : form.radius;
    set(body, "position", Vec3{3.0 * i, tidy(low, 8), 0});
    const std::string name = add(draft, std::move(body));
    const int what = whole(random, 0, 4);
    if (what == 0) {
      Json law = force("torque", name);
      set(law, "torque", vectorWithin(random, mass * pick(random, {0.1, 1, 5})));
      if (chance(random, 0.5)) set(law, "frame", "body");
      draft.forces.items.push_back(std::move(law));
    } else if (what == 1) {
      Json law = force("field", name);
      set(law, "acceleration", vectorWithin(random, 10));
      draft.forces.items.push_back(std::move(law));
    } else if (what == 2) {
      Json law = force("beam", name);
      set(law, "anchor", vectorWithin(random, 5));
      set(law, "strength", mass * pick(random, {2, 10, 20}));
      draft.forces.items.push_back(std::move(law));
    } else {
      Json law = force("force", name);
      set(law, "force", vectorWithin(random, mass * pick(random, {2, 10, 20})));
      if (chance(random, 0.4)) set(law, "frame", "body");
      if (chance(random, 0.4)) set(law, "point", Vec3{0.2, 0.1, 0});
      draft.forces.items.push_back(std::move(law));
    }
    if (chance(random, 0.5)) {
      Json law = force("drag", name);
      set(law, "linear", tidy(mass * pick(random, {0.1, 1, 10})));
      set(law, "angular", tidy(mass * pick(random, {0, 0.1, 1})));
      draft.forces.items.push_back(std::move(law));
    }
  }
}

void dragged(Draft& draft) {
  Random& random = draft.random;
  const int count = whole(random, 1, 4);
  for (int i = 0; i < count; ++i) {
    Json body = thing(draft, "drop");
    shape(draft, body, kCube | kBall | kBrick, 0.5);
    const double mass = pick(random, {0.1, 1, 10});
    set(body, "mass", mass);
    set(body, "position", Vec3{3.0 * i, 0, 0});
    if (chance(random, 0.5)) set(body, "velocity", vectorWithin(random, 10));
    const std::string name = add(draft, std::move(body));
    Json law = force("drag", name);
    set(law, "linear", tidy(mass * spread(random, 0.1, 5000), 2));
    draft.forces.items.push_back(std::move(law));
    if (chance(random, 0.5)) {
      Json push = force("force", name);
      set(push, "force", vectorWithin(random, 10 * mass));
      draft.forces.items.push_back(std::move(push));
    }
  }
}

}  // namespace tumble::fuzz
