// Two cards that lean on each other, and boxes that meet corner to corner: edges along edges. The push between two mirror images is along the normal of
// the mirror, whatever the faces at the edges.
#include <cmath>
#include <string>

#include "math/trigonometry.h"
#include "support/random.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

std::string turnedAboutZ(double angle) {
  return ", 'orientation': [0, 0, " + digits(std::sin(angle / 2)) + ", " + digits(std::cos(angle / 2)) + "]";
}

/// Two square cards of side L and thickness t, with an angle `apex` between them.
World leaningCards(double apex, double L, double t, double friction, int stepsPerSecond) {
  const double h = apex / 2, x = 0.5 * (std::sin(h) * L + std::cos(h) * t), y = 0.5 * (std::cos(h) * L + std::sin(h) * t);
  const auto card = [&](int side) {
    return "{'size': [" + digits(t) + ", " + digits(L) + ", " + digits(L) + "], 'density': 700, 'friction': " + digits(friction) +
           ", 'position': [" + digits(side * x) + ", " + digits(y) + ", 0]" + turnedAboutZ(side * h) + "}";
  };
  return worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(stepsPerSecond) +
                 ", 'bodies': [{'type': 'static', 'size': " + vector(20 * L, 2 * L, 20 * L) + ", 'position': " + vector(0, -L, 0) +
                 ", 'friction': " + digits(friction) + "}, " + card(-1) + ", " + card(1) + "]}");
}

}  // namespace

TEST_CASE("two cards that lean on each other stand if the floor has friction enough: mu > (tan h - t / L) / 2") {
  // About the foot of a card: its weight, at L sin(h) / 2 - t cos(h) / 2, against the push at the top, level, at L cos(h).
  for (const double apex : {0.5, 0.7, 0.9, 1.2}) {
    for (const double L : {0.09, 0.6, 2.0}) {
      for (const int stepsPerSecond : {60, 240}) {
        for (const double share : {0.8, 1.1, 1.5}) {
          CAPTURE(apex);
          CAPTURE(L);
          CAPTURE(stepsPerSecond);
          CAPTURE(share);
          const double t = 0.05 * L, h = apex / 2;
          World world = leaningCards(apex, L, t, share * 0.5 * (std::tan(h) - t / L), stepsPerSecond);
          for (int i = 0; i < 2 * stepsPerSecond; ++i) step(world);
          const Vec3 left = world.bodies.bodies[1].x, right = world.bodies.bodies[2].x;
          const bool stands = left.y > 0.48 * std::cos(h) * L && right.y > 0.48 * std::cos(h) * L;
          CHECK(stands == (share > 1));
          if (stands) CHECK(std::hypot(left.x + right.x, left.y - right.y) < 1e-3 * L);
        }
      }
    }
  }
}

TEST_CASE("boxes that are mirror images and meet corner to corner part as mirror images") {
  Random random{3};
  Worst asymmetry;
  for (int i = 0; i < 40; ++i) {
    const double width = random.number(0.2, 1.5), height = random.number(0.2, 1.5),
                 angle = i % 10 == 0 ? 0.25 * kPi : random.number(0.1, 1.4);
    const double speed = random.number(0.5, 8), restitution = i % 2 == 0 ? 0 : random.number(0.1, 0.9), friction = random.number(0.1, 0.8);
    const auto box = [&](int side) {
      return "{'size': [" + digits(width) + ", " + digits(height) + ", 1], 'mass': 2, 'position': [" + digits(2.5 * side) +
             ", 0, 0], 'velocity': [" + digits(-side * speed) + ", 0, 0], 'restitution': " + digits(restitution) +
             ", 'friction': " + digits(friction) + turnedAboutZ(-side * angle) + "}";
    };
    World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::string(i % 3 == 0 ? "240" : "60") +
                          ", 'gravity': [0, 0, 0], 'bodies': [" + box(-1) + ", " + box(1) + "]}");
    const int steps = static_cast<int>((4 / speed + 0.5) * world.settings.stepsPerSecond);
    for (int k = 0; k < steps; ++k) step(world);
    const Vec3 a = world.bodies.bodies[0].v, b = world.bodies.bodies[1].v;
    asymmetry.add((std::fabs(a.x + b.x) + std::fabs(a.y - b.y) + std::fabs(a.z) + std::fabs(b.z)) / speed);
  }
  CHECK(asymmetry < 0.02);  // by the normal of a face of one of them, as large as the speed
}
