// The laws of the fuzzer themselves: on trajectories in closed form they find nothing, and on wrong ones what is wrong. No engine moves
// anything here; a world only says masses and shapes.
#include <cmath>
#include <functional>

#include "fuzz/laws.h"
#include "unit/scene/scene_support.h"

namespace tumble::fuzz {
namespace {

using test::worldOf;

constexpr double kStep = 1.0 / 60;
constexpr double kGravity = 9.81;

/// Ground and a ball of 1 kg and radius 0.5 m, moment 0.1 kg m^2; `more` about all.
std::string ballScene(const std::string& more = "") {
  return "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [100, 2, 100], 'position': [0, -1, 0]" + more +
         "}, {'shapes': [{'type': 'sphere', 'radius': 0.5}], 'mass': 1, 'position': [0, 0.5, 0]" + more + "}]}";
}
std::string boxScene(const std::string& more = "") {
  return "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [100, 2, 100], 'position': [0, -1, 0]" + more +
         "}, {'size': [1, 1, 1], 'mass': 6, 'position': [0, 0.5, 0]" + more + "}]}";
}
std::string pairScene(const std::string& more = "") {
  return "{'tumble': 1, 'gravity': [0, 0, 0], 'bodies': [{'size': [1, 1, 1], 'mass': 6}, {'size': [1, 1, 1], 'mass': 6, 'position': [3, 0, "
         "0]}]" +
         more + "}";
}

using Motion = std::function<void(Frame& frame, double time)>;

/// Gives the laws a trajectory; `move` sets the bodies as they are at a time.
std::vector<Finding> lookAt(const std::string& scene, double seconds, const Motion& move) {
  World world = worldOf(scene);
  Frame before = frameOf(world);
  move(before, 0);
  Laws laws = lawsOf(factsOf(world), before);
  const int steps = static_cast<int>(seconds / kStep + 0.5);
  for (int i = 1; i <= steps; ++i) {
    Frame now = before;
    move(now, i * kStep);
    watch(laws, before, now, i);
    before = now;
  }
  finish(laws, before, steps);
  return laws.findings;
}

bool finds(const std::vector<Finding>& findings, std::string_view law) {
  for (const Finding& finding : findings) {
    if (law == finding.law) return true;
  }
  return false;
}

std::string namesOf(const std::vector<Finding>& findings) {
  std::string names;
  for (const Finding& finding : findings) names += std::string(finding.law) + ": " + finding.what + "\n";
  return names;
}

void spin(BodyFrame& body, Vec3 omega, double time, double moment) {
  const double rate = length(omega);
  body.omega = omega;
  body.L = omega * moment;
  body.q = rate > 0 ? fromAxisAngle(omega * (1 / rate), rate * time) : Quat{};
}

/// A parabola from 30 m that goes on for 2 s.
void fly(Frame& frame, double t) {
  frame.bodies[1].x = {2 * t, 30 - 0.5 * kGravity * t * t, 0};
  frame.bodies[1].v = {2, -kGravity * t, 0};
  spin(frame.bodies[1], {0, 3, 4}, t, 0.1);
}

}  // namespace

TEST_CASE("laws of the fuzzer: a right flight breaks none") {
  const auto findings = lookAt(ballScene(), 2, fly);
  CHECK_MESSAGE(findings.empty(), namesOf(findings));
}

TEST_CASE("laws of the fuzzer: what hangs in mid-air and reports a velocity breaks two") {
  const auto findings = lookAt(ballScene(), 2, [](Frame& frame, double t) { fly(frame, std::fmin(t, 1)); });
  CHECK(finds(findings, "flight"));
  CHECK(finds(findings, "consistency"));
  CHECK(finds(findings, "spin-consistency"));
}

TEST_CASE("laws of the fuzzer: a velocity that is a fifth too large is not the change of position") {
  const auto findings = lookAt(ballScene(), 2, [](Frame& frame, double t) {
    fly(frame, t);
    frame.bodies[1].v.x = 2.4;
  });
  CHECK(finds(findings, "consistency"));
}

TEST_CASE("laws of the fuzzer: an angular velocity that is a fifth too large is not the change of orientation") {
  const auto wrong = lookAt(ballScene(), 2, [](Frame& frame, double t) {
    fly(frame, t);
    frame.bodies[1].omega = frame.bodies[1].omega * 1.2;
  });
  CHECK(finds(wrong, "spin-consistency"));
}

TEST_CASE("laws of the fuzzer: an angular momentum that drifts in flight is found") {
  const auto findings = lookAt(ballScene(), 2, [](Frame& frame, double t) {
    fly(frame, t);
    frame.bodies[1].L = frame.bodies[1].L * (1 + 1e-5 * t);
  });
  CHECK(finds(findings, "flight"));
}

TEST_CASE("laws of the fuzzer: a bounce may lose energy, and not gain it") {
  const auto bounce = [](double restitution) {
    return lookAt(ballScene(", 'restitution': 1"), 1.5, [=](Frame& frame, double t) {
      const double height = 2, fall = std::sqrt(2 * height / kGravity), speed = restitution * kGravity * fall;
      const double s = t - fall;
      frame.bodies[1].x.y = 0.5 + (s < 0 ? height - 0.5 * kGravity * t * t : speed * s - 0.5 * kGravity * s * s);
      frame.bodies[1].v.y = s < 0 ? -kGravity * t : speed - kGravity * s;
    });
  };
  for (double restitution : {1.0, 0.6}) {
    const auto findings = bounce(restitution);
    // (the weaker bounce would be on the ground again before the end: 2 speed / g = 0.77 s, after 0.64 s)
    if (restitution == 1) CHECK_MESSAGE(findings.empty(), namesOf(findings));
    CHECK_FALSE(finds(findings, "energy"));
  }
  CHECK(finds(bounce(1.01), "energy"));
}

TEST_CASE("laws of the fuzzer: two cubes that meet keep momentum, angular momentum and the way of their centre") {
  // Centre to centre, without bounce, at t = 1: the first comes at 2 m/s, both go on at 1 m/s.
  const auto meet = [](double after, double spinAfter) {
    return lookAt(pairScene(), 2, [=](Frame& frame, double t) {
      frame.bodies[0].x.x = t < 1 ? 2 * t : 2 + after * (t - 1);
      frame.bodies[0].v.x = t < 1 ? 2 : after;
      frame.bodies[1].x.x = t < 1 ? 3 : 3 + (t - 1);
      frame.bodies[1].v.x = t < 1 ? 0 : 1;
      spin(frame.bodies[0], {0, 0, t < 1 ? 0 : spinAfter}, t - 1, 1);
    });
  };
  const auto right = meet(1, 0);
  CHECK_MESSAGE(right.empty(), namesOf(right));
  CHECK(finds(meet(1.0001, 0), "momentum"));
  CHECK(finds(meet(1.01, 0), "center-of-mass"));
  CHECK(finds(meet(1, 0.001), "angular-momentum"));
}

TEST_CASE("laws of the fuzzer: a spring in the air oscillates, and an explicit step of it gains energy") {
  const std::string scene = pairScene(", 'forces': [{'type': 'spring', 'body': 0, 'other': 1, 'stiffness': 30, 'restLength': 2.5}]");
  const auto swing = [&](double growth) {
    return lookAt(scene, 4, [=](Frame& frame, double t) {
      const double w = std::sqrt(30 * 2 / 6.0), half = 0.25 * std::exp(growth * t);  // reduced mass 3 kg; stretch 0.5 m
      frame.bodies[0].x.x = 0.25 - half * std::cos(w * t);
      frame.bodies[0].v.x = half * w * std::sin(w * t);
      frame.bodies[1].x.x = 2.75 + half * std::cos(w * t);
      frame.bodies[1].v.x = -half * w * std::sin(w * t);
    });
  };
  const auto right = swing(0);
  CHECK_MESSAGE(right.empty(), namesOf(right));
  CHECK(finds(swing(0.005), "energy"));
}

TEST_CASE("laws of the fuzzer: sliding without friction, and rolling, go on for ever") {
  const auto slide = [](double loss) {
    return lookAt(boxScene(", 'friction': 0"), 3, [=](Frame& frame, double t) {
      frame.bodies[1].x.x = 3 * t - 0.5 * loss * t * t;
      frame.bodies[1].v.x = 3 - loss * t;
    });
  };
  CHECK_MESSAGE(slide(0).empty(), namesOf(slide(0)));
  CHECK(finds(slide(0.01), "plane"));
  const auto roll = [](double loss) {
    return lookAt(ballScene(", 'friction': 0.5"), 3, [=](Frame& frame, double t) {
      const double way = 3 * t - 0.5 * loss * t * t, speed = 3 - loss * t;
      frame.bodies[1].x.x = way;
      frame.bodies[1].v.x = speed;
      spin(frame.bodies[1], {0, 0, -speed / 0.5}, t, 0.1);
      frame.bodies[1].q = fromAxisAngle({0, 0, 1}, -way / 0.5);
    });
  };
  CHECK_MESSAGE(roll(0).empty(), namesOf(roll(0)));
  CHECK(finds(roll(0.01), "rolling"));
}

TEST_CASE("laws of the fuzzer: what is in the ground, or behind it, is found") {
  const auto at = [](double y) {
    return lookAt(boxScene(), 2, [=](Frame& frame, double t) { frame.bodies[1].x.y = 0.5 + (t < 0.5 ? 0 : y); });
  };
  CHECK_MESSAGE(at(0).empty(), namesOf(at(0)));
  CHECK(finds(at(-0.2), "overlap"));
  CHECK_FALSE(finds(at(-0.2), "through"));
  CHECK(finds(at(-0.6), "through"));
  CHECK(finds(at(-4), "through"));  // in one step to the other side
  CHECK_FALSE(finds(at(4), "through"));
}

TEST_CASE("laws of the fuzzer: a box with friction comes to rest, and stands on what holds it") {
  const auto tremble = [](double speed) {
    return lookAt(boxScene(), 12, [=](Frame& frame, double t) { frame.bodies[1].v.x = speed * std::cos(300 * t); });
  };
  CHECK_FALSE(finds(tremble(0.01), "rest"));
  CHECK(finds(tremble(0.3), "rest"));
  const auto lean = [](double degrees, double lift) {
    return lookAt(boxScene(), 3, [=](Frame& frame, double) {
      const double angle = degrees * 3.14159265358979 / 180;
      frame.bodies[1].q = fromAxisAngle({0, 0, 1}, angle);
      frame.bodies[1].x.y = lift + 0.5 * (std::cos(angle) + std::sin(angle));
    });
  };
  CHECK_MESSAGE(lean(0, 0).empty(), namesOf(lean(0, 0)));
  CHECK(finds(lean(20, 0), "hangs"));        // on one edge
  CHECK_FALSE(finds(lean(45, 0), "hangs"));  // balanced
  CHECK(finds(lean(0, 0.04), "hangs"));      // above the ground
}

TEST_CASE("laws of the fuzzer: what is not finite, or was frozen, is found") {
  const auto broken = [](double value) {
    return lookAt(ballScene(), 0.5, [=](Frame& frame, double t) {
      fly(frame, t);
      if (t > 0.2) frame.bodies[1].v.z = value;
    });
  };
  CHECK(finds(broken(test::kNaN), "finite"));
  CHECK(finds(broken(test::kInfinity), "finite"));
  const auto frozen = lookAt(ballScene(), 0.5, [](Frame& frame, double t) {
    fly(frame, t);
    frame.bodies[1].frozen = t > 0.2;
  });
  CHECK(finds(frozen, "frozen"));
}

TEST_CASE("laws of the fuzzer: between two impacts of one step a body goes as fast as its striker, and no faster") {
  // A heavy ball at 10 m/s takes a light one along at the beginning of the 31st step, over the gap to another heavy one, and there all go on at 5 m/s.
  const double start = 30 * kStep, way = 10 * kStep;
  const auto ball = [](double mass, double radius, double x) {
    return "{'shapes': [{'type': 'sphere', 'radius': " + std::to_string(radius) + "}], 'mass': " + std::to_string(mass) +
           ", 'position': [" + std::to_string(x) + ", 0, 0]}";
  };
  const std::string scene = "{'tumble': 1, 'gravity': [0, 0, 0], 'bodies': [" + ball(1000, 0.5, -0.55 - 10 * start) + "," +
                            ball(0.001, 0.05, 0) + "," + ball(1000, 0.5, 0.55 + way) + "]}";
  const auto strike = [&](double strikerSpeed, double lightWay) {
    return lookAt(scene, 1, [=](Frame& frame, double t) {
      const double after = std::fmax(t - start - kStep, 0);
      frame.bodies[0].x.x = -0.55 + strikerSpeed * (std::fmin(t - start, kStep)) + 5 * after;
      frame.bodies[1].x.x = t > start + 0.5 * kStep ? lightWay + 5 * after : 0;
      frame.bodies[2].x.x = 0.55 + way + 5 * after;
      const bool goesOn = t > start + 0.5 * kStep;
      frame.bodies[0].v.x = goesOn ? 5 : strikerSpeed;
      frame.bodies[1].v.x = frame.bodies[2].v.x = goesOn ? 5 : 0;
    });
  };
  CHECK_FALSE(finds(strike(10, way), "consistency"));
  CHECK(finds(strike(10, 2.5 * way), "consistency"));
  CHECK(finds(strike(0, way), "consistency"));
}

TEST_CASE("laws of the fuzzer: what is squeezed moves what lies against it, and nothing that lies apart") {
  const std::string scene =
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [100, 2, 100], 'position': [0, -1, 0]},"
      "{'type': 'kinematic', 'size': [1, 1, 1], 'position': [0, 1.3, 0]}, {'size': [1, 1, 1], 'mass': 6, 'position': [0, 0.4, 0]},"
      "{'size': [1, 1, 1], 'mass': 6, 'position': [1, 0.5, 0]}, {'size': [1, 1, 1], 'mass': 6, 'position': [5, 0.5, 0]}]}";
  for (const std::size_t moves : {3, 4}) {
    const auto findings = lookAt(scene, 1, [&](Frame& frame, double t) { frame.bodies[moves].x.z = 0.5 * t; });
    CHECK(finds(findings, "consistency") == (moves == 4));
  }
}

TEST_CASE("laws of the fuzzer: a turntable does the work that its friction says") {
  const std::string scene =
      "{'tumble': 1, 'bodies': [{'type': 'kinematic', 'size': [20, 1, 20], 'position': [0, -0.5, 0], 'angularVelocity': [0, 2, 0]},"
      "{'size': [1, 1, 1], 'mass': 6, 'position': [3, 0.5, 0]}]}";
  // A box carried along: nothing is wrong with it going round at 6 m/s, having come from rest.
  const auto carried = [&](double gain) {
    return lookAt(scene, 3, [=](Frame& frame, double t) {
      const double rate = t < 1 ? 2 * t : 2, angle = t < 1 ? t * t : 2 * t - 1;
      const double r = 3;
      frame.bodies[0].omega = {0, 2, 0};
      frame.bodies[0].q = fromAxisAngle({0, 1, 0}, 2 * t);
      frame.bodies[1].x = {r * std::cos(angle), 0.5 + gain * t, -r * std::sin(angle)};
      frame.bodies[1].v = {-r * rate * std::sin(angle), gain, -r * rate * std::cos(angle)};
      spin(frame.bodies[1], {0, rate, 0}, 1, 1);
      frame.bodies[1].q = fromAxisAngle({0, 1, 0}, angle);
    });
  };
  CHECK_MESSAGE(carried(0).empty(), namesOf(carried(0)));
  // The table does 220 J, of which the box keeps 110: what is lost does not come back. What it climbs comes from nowhere.
  CHECK_FALSE(finds(carried(0.002), "energy"));
  CHECK(finds(carried(0.2), "energy"));
}

}  // namespace tumble::fuzz
