// Bodies that turn about an edge or a corner on the ground, against their equations of motion solved finely and without contacts.
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;

/// A body with one point held: Euler's equations about it in body axes, I w' = (I w) x w + d x m R^T g, by Runge and Kutta.
struct HeavyTop {
  Mat3 inertia;  // about the point, kg m^2
  Vec3 d;        // m, from the point to the centre of mass
  double mass;
  Quat q;
  Vec3 omega;  // rad/s, body axes

  struct Rates {
    Quat q;
    Vec3 omega;
  };
  Rates rates(Quat at, Vec3 w) const {
    const Vec3 torque = cross(inertia * w, w) + cross(d, inverseRotate(at, {0, -kGravity * mass, 0}));
    const Quat turn = at * Quat{0.5 * w.x, 0.5 * w.y, 0.5 * w.z, 0};
    return {turn, inverse(inertia) * torque};
  }
  void advance(double h) {
    const auto moved = [&](const Rates& r, double t) {
      return Rates{{q.x + r.q.x * t, q.y + r.q.y * t, q.z + r.q.z * t, q.w + r.q.w * t}, omega + r.omega * t};
    };
    const Rates k1 = rates(q, omega), at2 = moved(k1, h / 2), k2 = rates(at2.q, at2.omega), at3 = moved(k2, h / 2);
    const Rates k3 = rates(at3.q, at3.omega), at4 = moved(k3, h), k4 = rates(at4.q, at4.omega);
    for (const auto& [k, share] : {std::pair{k1, h / 6}, {k2, h / 3}, {k3, h / 3}, {k4, h / 6}}) {
      q = {q.x + k.q.x * share, q.y + k.q.y * share, q.z + k.q.z * share, q.w + k.q.w * share};
      omega += k.omega * share;
    }
    q = normalized(q);
  }
};

}  // namespace

TEST_CASE("a block topples as a pendulum falls: phi'' = (g r / k^2) sin phi about its edge") {
  for (const double slope : {0.55, 0.7}) {
    // On level ground, with gravity turned instead; 1 wide, 2 high, and enough friction.
    const double angle = std::atan(slope), r = std::sqrt(1.25), k2 = 5.0 / 12 + 1.25, start = angle - std::atan(0.5);
    World world = emptyWorld({kGravity * std::sin(angle), -kGravity * std::cos(angle), 0});
    addGround(world, 1);
    BodyDescription d = boxBody({1, 2, 1}, {0, 1, 0});
    d.shapes[0].friction = 1;
    const BodyId id = addBody(world, d);
    double phi = start, rate = 0, worst = 0;
    const int finer = 1000;
    const double h = 1.0 / 60 / finer;
    const auto pull = [&] { return kGravity * r / k2 * std::sin(phi); };
    while (phi - start < 0.2) {
      step(world);
      for (int i = 0; i < finer; ++i) {  // velocity Verlet
        rate += 0.5 * h * pull();
        phi += h * rate;
        rate += 0.5 * h * pull();
      }
      worst = worseOf(worst, std::fabs(angleBetween(bodyAt(world, id).q, {}) - (phi - start)));
    }
    CHECK(
        worst <
        0.0006);  // 0.0016 with levers that serve until the block has turned by 1 mrad, 0.006 with levers as they were at the start of each step, or friction in the middle of the face
    MESSAGE("toppling by 0.2 rad on a slope of ", slope, ": ", worst, " rad");
  }
}

TEST_CASE("a brick that spins and falls about its corner moves as a top with a point held") {
  const Vec3 half{0.5, 1, 0.3}, spin{0, 2, 0};
  const Quat onCorner = fromAxisAngle(normalized(cross(half, {0, 1, 0})), std::acos(half.y / length(half)));
  const Quat q = fromAxisAngle(normalized(Vec3{1, 0, 0.4}), 0.15) * onCorner;
  World world = emptyWorld({0, -kGravity, 0});
  addGround(world, 10);
  BodyDescription d = boxBody(half * 2, rotate(q, half));
  d.shapes[0].friction = 10;  // the corner stays where it is
  d.orientation = q;
  d.angularVelocity = spin;
  d.velocity = cross(spin, d.position);
  const BodyId id = addBody(world, d);

  const Vec3 squares = scaled(half, half);
  const Vec3 central = Vec3{squares.y + squares.z, squares.z + squares.x, squares.x + squares.y} * (1.0 / 3);
  const double r2 = lengthSquared(half);
  HeavyTop top{{{central.x + r2 - squares.x, -half.x * half.y, -half.x * half.z},
                {-half.x * half.y, central.y + r2 - squares.y, -half.y * half.z},
                {-half.x * half.z, -half.y * half.z, central.z + r2 - squares.z}},
               half,
               1,
               q,
               inverseRotate(q, spin)};
  for (int i = 0; i < 24; ++i) {
    step(world);
    for (int k = 0; k < 100; ++k) top.advance(1.0 / 6000);
  }
  const double error = angleBetween(bodyAt(world, id).q, top.q), turned = angleBetween(q, top.q);
  CHECK(turned > 0.5);
  CHECK(error < 0.002);  // 0.13 with levers and inertia of the start of each step, and friction in the middle of a face
  MESSAGE("falling about a corner, 0.4 s, ", turned, " rad: ", error, " rad");
}

TEST_CASE("a rocking block keeps 1 - 3/2 sin^2 alpha of its rate at each impact on its base") {
  // G. Housner, "The Behavior of Inverted Pendulum Structures during Earthquakes", 1963.
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {60, 120}) {
      for (const double width : {0.3, 0.5, 0.8}) {
        World world = emptyWorld(quality, rate);
        addGround(world, 1);
        const double height = 1.5, r = 0.5 * std::hypot(width, height), alpha = std::atan(width / height), start = 0.6 * alpha;
        const double ratio = 1 - 1.5 * std::sin(alpha) * std::sin(alpha), k2 = 4 * r * r / 3;
        // Tilted by `start` about the right-hand lower edge, which is at the origin.
        BodyDescription d = boxBody({width, height, 0.6}, {r * -std::sin(alpha - start), r * std::cos(alpha - start), 0});
        d.shapes[0].friction = 1;
        d.orientation = fromAxisAngle({0, 0, 1}, -start);
        const BodyId id = addBody(world, d);
        // w^2 / 2 + g y / k^2 is constant between impacts, with the height y of the centre.
        // An edge at 0.01 mm comes down in the step in which the tilt changes its sign, in the one before, or in the one after.
        const auto tiltOf = [](const Body& block) { return 2 * std::atan2(block.q.z, block.q.w); };
        const auto levelOf = [&](const Body& block) {
          const double omega = angularVelocity(block).z;
          return omega * omega / 2 + kGravity / k2 * block.x.y;
        };
        double sign = -1;
        std::vector<double> levels(2, kGravity * r / k2 * std::cos(alpha - start));
        const double low = kGravity * r / k2 * std::cos(alpha);
        std::vector<std::size_t> impacts;
        while (levels.size() < 8.0 * rate && impacts.size() < 4) {
          step(world);
          const Body& block = bodyAt(world, id);
          const double tilt = tiltOf(block);
          levels.push_back(levelOf(block));
          if (tilt * sign >= 0) continue;
          sign = -sign;
          impacts.push_back(levels.size() - 1);
        }
        Worst worst;
        step(world);
        levels.push_back(levelOf(bodyAt(world, id)));
        for (const std::size_t i : impacts) worst.add(std::sqrt((levels[i + 1] - low) / (levels[i - 2] - low)) / ratio - 1);
        CAPTURE(width);
        CAPTURE(rate);
        CHECK(impacts.size() == 4);
        CHECK(worst < 4e-3);
      }
    }
  }
}
