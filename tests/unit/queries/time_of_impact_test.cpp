// Time of impact against closed forms and against looking very often.
#include "queries/time_of_impact.h"
#include "math/trigonometry.h"
#include "unit/narrow_phase/box_oracle.h"

#include <doctest/doctest.h>

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGap = 1e-4;
constexpr ImpactTolerance kApart{kGap, 0, 0};

/// A box that flies straight and turns evenly about a fixed axis.
struct Mover {
  Vec3 x, move;  // m, m per step
  Quat q;
  Vec3 turn;  // rad per step
  Vec3f half{0.5f, 0.5f, 0.5f};
  ColliderShape shape = ColliderShape::box;
};

OrientedBox boxOf(const void* context, double t) {
  const auto& m = *static_cast<const Mover*>(context);
  const double rate = length(m.turn);
  const Quat q = rate > 0 ? fromAxisAngle(m.turn * (1 / rate), rate * t) * m.q : m.q;
  OrientedBox box = makeBox(m.x + m.move * t, normalized(q), m.half);
  box.shape = m.shape;
  return box;
}

BoxPath pathOf(const Mover& m, bool axisKnown = true) {
  return {boxOf, &m, m.move, m.move, axisKnown ? m.turn : Vec3{}, axisKnown ? 0 : length(m.turn), static_cast<double>(length(m.half))};
}

TimeOfImpact firstMeeting(const BoxPath& a, const BoxPath& b, ImpactTolerance near) {
  int looks = 1000;
  return timeOfImpact(a, b, near, looks);
}

TimeOfImpact meet(const Mover& a, const Mover& b, ImpactTolerance near = kApart) { return firstMeeting(pathOf(a), pathOf(b), near); }

double gapAt(const Mover& a, const Mover& b, double t) { return judge(boxOf(&a, t), boxOf(&b, t)).separation; }

}  // namespace

TEST_CASE("two cubes head on: t = distance / speed, to the gap") {
  const Mover a{{0, 0, 0}, {}, {}, {}}, b{{5, 0, 0}, {-8, 0, 0}, {}, {}};
  const TimeOfImpact m = meet(a, b);
  CHECK(m.happens);
  CHECK(std::fabs(m.time - 4.0 / 8) < 2 * kGap / 8);
  CHECK(gapAt(a, b, m.time) > 0);
  // Both move: only the difference counts.
  const TimeOfImpact both = meet({{0, 0, 0}, {100, 3, 0}, {}, {}}, {{5, 0, 0}, {92, 3, 0}, {}, {}});
  CHECK(std::fabs(both.time - 0.5) < 2 * kGap / 8);
}

TEST_CASE("what flies by, away, or not far enough does not meet") {
  const Mover a{{0, 0, 0}, {}, {}, {}};
  CHECK(!meet(a, {{5, 0, 0}, {8, 0, 0}, {}, {}}).happens);
  CHECK(!meet(a, {{5, 0, 0}, {-3.99, 0, 0}, {}, {}}).happens);
  CHECK(!meet(a, {{5, 1.001, 0}, {-50, 0, 0}, {}, {}}).happens);
  CHECK(meet(a, {{5, 0.999, 0}, {-50, 0, 0}, {}, {}}).happens);
  CHECK(!meet(a, {{5, 0, 0}, {-9, 2.5, 0}, {}, {}}).happens);  // over the corner
}

TEST_CASE("nothing is too thin or too fast: a millimetre at a kilometre a step, and a needle point first") {
  const Mover plate{{0, 0, 0}, {}, {}, {}, {2, 2, 0.0005f}};
  for (const double speed : {1.0, 100.0, 1000.0}) {
    const TimeOfImpact m = meet(plate, {{0.3, 0.2, 0.9}, {0, 0, -speed}, {}, {}, {0.05f, 0.05f, 0.05f}});
    CHECK(m.happens);
    CHECK(std::fabs(m.time * speed - (0.9 - 0.0505)) < 2 * kGap);
  }
  const Quat upright = fromAxisAngle({1, 0, 0}, kPi / 2);
  const TimeOfImpact m = meet(plate, {{0, 0, 3}, {0, 0, -60}, upright, {}, {0.001f, 1, 0.001f}});
  CHECK(m.happens);
  CHECK(std::fabs(m.time * 60 - (2 - 0.0005)) < 2 * kGap);
}

TEST_CASE("a rod that turns in place hits a wall with its end: the closed form") {
  // Half length 1, half width w; the wall's face at x = d. The corner (1, w) reaches d when cos(angle - atan w) = d / sqrt(1 + w^2).
  const double w = 0.01, d = 0.6;
  Mover rod{{0, 0, 0}, {}, fromAxisAngle({0, 0, 1}, kPi / 2), {0, 0, -2}, {1, static_cast<float>(w), 0.01f}};
  const Mover wall{{d + 0.005, 0, 0}, {}, {}, {}, {0.005f, 3, 3}};
  const double halfTurn = std::acos(d / std::sqrt(1 + w * w)) + std::atan(w);  // angle of the rod's axis above x when it meets
  for (const bool axisKnown : {true, false}) {
    const TimeOfImpact m = firstMeeting(pathOf(rod, axisKnown), pathOf(wall), kApart);
    CHECK(m.happens);
    CHECK(std::fabs(m.time * 2 - (kPi / 2 - halfTurn)) < 3 * kGap);
  }
}

TEST_CASE("spheres: with each other, with a face, and past a corner that their bounding box would hit") {
  struct Ball {
    Vec3 x, move;
    float r;
  };
  const auto boxAt = [](const void* context, double t) {
    const Ball& b = *static_cast<const Ball*>(context);
    return OrientedBox{b.x + b.move * t, {}, {b.r, b.r, b.r}, ColliderShape::sphere};
  };
  const auto path = [&](const Ball& b) { return BoxPath{boxAt, &b, b.move, b.move, {}, 0, 0}; };
  const Ball a{{0, 0, 0}, {}, 1}, b{{5, 1.2, 0}, {-8, 0, 0}, 0.5f};
  const TimeOfImpact balls = firstMeeting(path(a), path(b), kApart);
  CHECK(balls.happens);
  CHECK(std::fabs(balls.time * 8 - (5 - std::sqrt(1.5 * 1.5 - 1.2 * 1.2))) < 3 * kGap);
  const Mover plate{{0, 0, 0}, {}, {}, {}, {0.005f, 2, 2}};
  const Ball shot{{7, 0.3, 0.1}, {-300, 2, 0}, 0.05f};
  const TimeOfImpact face = firstMeeting(path(shot), pathOf(plate), kApart);
  CHECK(face.happens);
  CHECK(std::fabs(face.time * 300 - (7 - 0.055)) < 2 * kGap);
  // Its lowest point is 0.1 above the edge at (0.5, 0.5), its bounding box is not.
  const Mover cube{{0, 0, 0}, {}, {}, {}};
  const double diagonal = std::sqrt(0.5);
  const Ball past{Vec3{0.5, 0.5, 0} + Vec3{diagonal, diagonal, 0} * 1.1 + Vec3{-3, 3, 0}, {6, -6, 0}, 1};
  CHECK(!firstMeeting(path(past), pathOf(cube), kApart).happens);
  const Ball into{past.x - Vec3{diagonal, diagonal, 0} * 0.2, {6, -6, 0}, 1};
  CHECK(firstMeeting(path(into), pathOf(cube), kApart).happens);
}

TEST_CASE("round shapes meet a floor where they are, not where the box around them is") {
  const Mover floor{{0, -1, 0}, {}, {}, {}, {50, 1, 50}};
  const double angle = 0.7, c = std::cos(angle), s = std::sin(angle);
  const Quat tilted = fromAxisAngle({0, 0, 1}, angle);
  // Their lowest points, below the centre: a rim, the foot of a cone, a ball on the end of a segment, an ellipse.
  const struct {
    ColliderShape shape;
    Vec3f half;
    double lowest;
  } kShapes[] = {{ColliderShape::cylinder, {0.5f, 0.02f, 0.5f}, 0.5 * s + 0.02 * c},
                 {ColliderShape::cone, {0.3f, 0.6f, 0.3f}, 0.3 * s + 0.6 * c},
                 {ColliderShape::capsule, {0.1f, 0.7f, 0.1f}, 0.6 * c + 0.1},
                 {ColliderShape::ellipsoid, {0.6f, 0.2f, 0.4f}, std::sqrt(0.36 * s * s + 0.04 * c * c)}};
  for (const auto& [shape, half, lowest] : kShapes) {
    const Mover thrown{{0.3, 3, 0.2}, {0.5, -4, 0}, tilted, {}, half, shape};
    const TimeOfImpact m = meet(thrown, floor);
    CHECK(m.happens);
    CHECK(std::fabs(m.time - (3 - lowest) / 4) < 3 * kGap / 4);
    CHECK(!meet({{0.3, 4 + lowest + 0.001, 0.2}, {0, -4, 0}, tilted, {}, half, shape}, floor).happens);
  }
}

TEST_CASE("what touches a round shape slides along it, within the box around it, and enters it with its centre where the shape is") {
  const double radius = 0.1, own = 0.01, at = (radius + own) * std::sqrt(0.5);
  const ImpactTolerance near{kGap, 0.01, 0.005};
  for (const ColliderShape shape : {ColliderShape::cylinder, ColliderShape::sphere, ColliderShape::ellipsoid}) {
    const Vec3f half = shape == ColliderShape::cylinder ? Vec3f{0.1f, 1, 0.1f} : Vec3f{0.1f, 0.1f, 0.1f}, ball{0.01f, 0.01f, 0.01f};
    const Mover drum{{}, {}, {}, {}, half, shape};
    CHECK(!meet({{at, 0, at}, {0.02, 0, -0.02}, {}, {}, ball, ColliderShape::sphere}, drum, near).happens);
    const TimeOfImpact m = meet({{at, 0, at}, {-0.1, 0, -0.1}, {}, {}, ball, ColliderShape::sphere}, drum, near);
    CHECK(m.happens);
    CHECK(m.time * 0.1 * std::sqrt(2) < own + 2 * kGap);
  }
}

TEST_CASE("random boxes that fly and turn: never later than the first of 800 looks that sees them meet, and not much sooner") {
  Random random;
  int met = 0, missed = 0, early = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Mover a{{}, random.inCube(2), random.rotation(), random.inCube(3), {}},
        b{random.inCube(2.5), random.inCube(6), random.rotation(), random.inCube(3), {}};
    for (int i = 0; i < 3; ++i) {
      a.half[i] = static_cast<float>(random.between(0.01, 1));
      b.half[i] = static_cast<float>(random.between(0.01, 1));
    }
    if (gapAt(a, b, 0) < 2 * kGap) continue;
    double first = 2;
    for (int i = 0; i <= 800 && first > 1; ++i) {
      if (gapAt(a, b, i / 800.0) < 0) first = i / 800.0;
    }
    const TimeOfImpact m = meet(a, b);
    if (first <= 1) {
      ++met;
      CHECK(m.happens);
      CHECK(m.time <= first);
      // Not before the boxes come near: over a time they are within a few gaps, or the rounds ran out.
      early += gapAt(a, b, m.time) > 3 * kGap;
    } else if (m.happens) {
      // They came within the gap only, or nearly.
      missed += gapAt(a, b, m.time) > 3 * kGap;
    }
  }
  CHECK(met > 100);
  CHECK(early + missed < met / 25);
}

TEST_CASE("boxes that touch at the start: sliding, spinning and taking off are free, sinking in is not, nor is entering with the centre") {
  const Mover ground{{0, -0.005, 0}, {}, {}, {}, {5, 0.005f, 5}};
  const ImpactTolerance near{kGap, 0.1, 0.02};
  for (const double height : {0.5, 0.5 + 0.5 * kGap, 0.5 + 1.1 * kGap, 0.501, 0.499}) {
    CHECK(!meet({{0, height, 0}, {3, 0, 0}, {}, {}}, ground, near).happens);
    CHECK(!meet({{0, height, 0}, {3, -0.01, 0}, {}, {0, 9, 0}}, ground, near).happens);
    CHECK(!meet({{0, height, 0}, {0, 2, 0}, {}, {}}, ground, near).happens);
    CHECK(!meet({{0, height, 0}, {0, 2, 0}, {}, {0, 0.4, 0}}, ground, near).happens);
    const TimeOfImpact m = meet({{0, height, 0}, {0, -6, 0}, {}, {}}, ground, near);
    CHECK(m.happens);
    CHECK(m.time * 6 - std::fmax(height - 0.5, 0) >= near.depth - 1e-9);
    CHECK(m.time * 6 - std::fmax(height - 0.5, 0) < 1.6 * near.depth);
  }
  // A plate that turns about its edge: the far end comes down.
  const float half = 0.5f, thin = 0.01f;
  const Mover rod{{0, 0.01, 0}, {0, -0.3, 0}, {}, {0, 0, -0.6}, {half, thin, thin}};
  const TimeOfImpact end = meet(rod, ground, {kGap, 0.005, 0.0025});
  CHECK(end.happens);
  CHECK(end.time > 0);
  const Mover sunk{{0, 0.001, 0}, {0, -1, 0}, {}, {}, {half, thin, thin}};
  CHECK(meet(sunk, ground, {kGap, 0.005, 1}).time < 0.0011);
}
