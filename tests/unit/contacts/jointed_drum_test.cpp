// A string of balls over a drum, drawn by two loads: an Atwood machine with friction.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kDrum = 0.105, kBall = 0.0057, kPitch = 0.045;
constexpr double kHalfTurn = 3.141592653589793;

std::string ball(double radius, double mass, Vec3 at, double friction) {
  return ",{'shapes': [{'type': 'sphere', 'radius': " + number(radius) + "}], 'mass': " + number(mass) +
         ", 'position': " + vector(at.x, at.y, at.z) + ", 'friction': " + number(friction) + "}";
}

/// Balls on rods over the drum, `hanging` on each side of it; the loads are the last two bodies.
World drumAndString(double light, double heavy, double friction, int hanging, const std::string& quality, int rate) {
  const double reach = kDrum + kBall, step = 2 * std::asin(kPitch / (2 * reach));
  const int around = static_cast<int>(kHalfTurn / step);
  const double left = (kHalfTurn + around * step) / 2, right = kHalfTurn - left;  // the ends of the arc
  std::vector<Vec3> places;
  for (int i = hanging + 1; i > 0; --i) places.push_back({reach * std::cos(left), reach * std::sin(left) - i * kPitch, 0});
  for (int i = 0; i <= around; ++i) places.push_back({reach * std::cos(left - i * step), reach * std::sin(left - i * step), 0});
  for (int i = 1; i <= hanging + 1; ++i) places.push_back({reach * std::cos(right), reach * std::sin(right) - i * kPitch, 0});
  std::string bodies, joints;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool isLoad = i == 0 || i + 1 == places.size();
    bodies += ball(isLoad ? 0.03 : kBall, i == 0 ? light : isLoad ? heavy : 0.045, places[i], friction);
    const Vec3 from = i > 0 ? places[i - 1] : Vec3{}, to = places[i];
    if (i > 0)
      joints += std::string(i > 1 ? "," : "") + "{'type': 'distance', 'a': " + std::to_string(i) + ", 'b': " + std::to_string(i + 1) +
                ", 'points': [" + vector(from.x, from.y, from.z) + "," + vector(to.x, to.y, to.z) + "]}";
  }
  return worldOf("{'tumble': 1, 'sleeping': false, 'quality': '" + quality + "', 'stepsPerSecond': " + std::to_string(rate) +
                 ", 'bodies': [{'type': 'static', 'shapes': [{'type': 'cylinder', 'radius': " + number(kDrum) +
                 ", 'height': 0.2}], 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}, 'friction': " + number(friction) + "}" +
                 bodies + "], 'joints': [" + joints + "]}");
}

}  // namespace

TEST_CASE("a string of light balls slides over a drum, whatever hangs on it, and never stands still in the air") {
  for (const int rate : {30, 60, 120, 240}) {
    for (const double friction : {0.0, 0.1}) {
      for (const std::string quality : {"default", "precise"}) {
        World world = drumAndString(5.4, 26.5, friction, 2, quality, rate);
        const auto heavy = static_cast<std::uint32_t>(world.bodies.bodies.size() - 1);
        const double start = bodyAt(world, heavy).x.y, duration = 0.4;
        int still = 0;
        for (int i = 0; i < duration * rate; ++i) {
          const Vec3 before = bodyAt(world, heavy).x;
          step(world);
          still += length(bodyAt(world, heavy).x - before) < 1e-7;
        }
        // Without friction a = g (M - m) / (M + m); half a turn of it leaves at least M - m e^(mu pi), and the edges between balls take some.
        const double least = 9.81 * (26.5 - 5.4 * std::exp(0.1 * kHalfTurn)) / (26.5 + 5.4);
        CAPTURE(rate);
        CAPTURE(friction);
        CAPTURE(quality);
        CHECK(still == 0);
        CHECK(start - bodyAt(world, heavy).x.y > 0.3 * least * duration * duration / 2);
      }
    }
  }
}
