// Manifolds of two boxes against hand-computed contacts.
#include "narrow_phase/box_box.h"

#include <doctest/doctest.h>

#include <cmath>

#include "math/trigonometry.h"
#include "support/worst.h"
#include "unit/narrow_phase/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr float kMargin = 0.02f;

Quat turn(Vec3 axis, double angle) { return fromAxisAngle(normalized(axis), angle); }

// Is there a point at `p` (from the centre of A) within `tolerance`, with this separation?
bool hasPoint(const Manifold& m, Vec3 p, double separation, double tolerance = 1e-6) {
  for (int i = 0; i < m.count; ++i)
    if (length(toDouble(m.points[i].position) - p) <= tolerance &&
        std::abs(static_cast<double>(m.points[i].separation) - separation) <= tolerance)
      return true;
  return false;
}

bool exactly(Vec3f a, Vec3f b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// The points are where they say they are: on both boxes to within the separation.
void checkSound(const OrientedBox& a, const OrientedBox& b, const Manifold& m, double tolerance = 2e-6) {
  REQUIRE(m.count >= 0);
  REQUIRE(m.count <= kMaxManifoldPoints);
  if (m.count > 0) CHECK(static_cast<double>(length(m.normal)) == doctest::Approx(1).epsilon(1e-6));
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    const Vec3 fromA = toDouble(p.position), fromB = fromA + (a.center - b.center);
    const double gap = static_cast<double>(p.separation) > 0 ? static_cast<double>(p.separation) / 2 : 0.0;
    const double slop = static_cast<double>(pairSlop(a.halfExtents, b.halfExtents));
    CHECK(outside(a, fromA) <= gap + slop + tolerance);
    CHECK(outside(b, fromB) <= gap + slop + tolerance);
    for (int k = 0; k < i; ++k) CHECK(m.feature[k] != m.feature[i]);
  }
}

}  // namespace

TEST_CASE("box-box: a cube flat on an equal cube touches with its four corners") {
  const OrientedBox a = makeCube({3, 7, -2}), b = makeCube({3, 7.999, -2});
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  CHECK(exactly(m.normal, {0, 1, 0}));
  for (const double x : {-0.5, 0.5})
    for (const double z : {-0.5, 0.5}) CHECK(hasPoint(m, {x, 0.4995, z}, -0.001));
  Vec3f sum;
  for (int i = 0; i < 4; ++i) {
    sum += m.points[i].position;
    CHECK(m.points[i].separation == m.points[0].separation);
  }
  CHECK(sum.x == 0);  // exactly in the middle: nothing turns the cube
  CHECK(sum.z == 0);
  checkSound(a, b, m);
}

TEST_CASE("box-box: the normal points from A to B along every axis") {
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3 axis : axes) {
    for (const double sign : {-1.0, 1.0}) {
      const OrientedBox a = makeCube({}), b = makeCube(axis * (sign * 0.99));
      const Manifold m = collideBoxes(a, b, kMargin, {});
      REQUIRE(m.count == 4);
      CHECK(exactly(m.normal, toFloat(axis * sign)));
      CHECK(static_cast<double>(m.points[2].separation) == doctest::Approx(-0.01).epsilon(1e-4));
      checkSound(a, b, m);
    }
  }
}

TEST_CASE("box-box: a shifted cube touches over the common rectangle") {
  const OrientedBox a = makeCube({}), b = makeCube({0.3, 1.005, -0.6});
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  for (const double x : {-0.2, 0.5})
    for (const double z : {-0.5, -0.1}) CHECK(hasPoint(m, {x, 0.5025, z}, 0.005));
  checkSound(a, b, m);
}

TEST_CASE("box-box: half over the edge, as in a wall of bricks") {
  const OrientedBox a = makeCube({}), b = makeCube({0.5, 1, 0});
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  for (const double x : {0.0, 0.5})
    for (const double z : {-0.5, 0.5}) CHECK(hasPoint(m, {x, 0.5, z}, 0));
}

TEST_CASE("box-box: turned by 45 degrees about the normal, four of eight points hold it evenly") {
  const OrientedBox a = makeCube({}), b = makeCube({0, 0.999, 0}, turn({0, 1, 0}, kPi / 4));
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  CHECK(exactly(m.normal, {0, 1, 0}));
  Vec3f sum;
  for (int i = 0; i < 4; ++i) {
    sum += m.points[i].position;
    const double x = std::abs(static_cast<double>(m.points[i].position.x)), z = std::abs(static_cast<double>(m.points[i].position.z));
    const double c = std::sqrt(0.5) - 0.5;
    CHECK(((std::abs(x - 0.5) < 1e-6 && std::abs(z - c) < 1e-6) || (std::abs(z - 0.5) < 1e-6 && std::abs(x - c) < 1e-6)));
  }
  CHECK(std::abs(static_cast<double>(sum.x)) < 1e-6);
  CHECK(std::abs(static_cast<double>(sum.z)) < 1e-6);
  checkSound(a, b, m);
}

TEST_CASE("box-box: no gap in the points while a cube turns about the normal") {
  for (int k = 0; k <= 3600; ++k) {
    const double angle = k * (kPi / 2 / 3600);
    const OrientedBox a = makeCube({}), b = makeCube({0, 0.999, 0}, turn({0, 1, 0}, angle));
    const Manifold m = collideBoxes(a, b, kMargin, {});
    REQUIRE(m.count == 4);
    // The centre of B is well inside the four points: each quarter plane about it holds one.
    double lowest = 1;
    for (int d = 0; d < 16; ++d) {
      const SineCosine s = sineCosine(d * kPi / 8);
      double reach = 0;
      for (int i = 0; i < 4; ++i)
        reach =
            worseOf(reach, s.cosine * static_cast<double>(m.points[i].position.x) + s.sine * static_cast<double>(m.points[i].position.z));
      lowest = std::min(lowest, reach);
    }
    CHECK(lowest > 0.3);
  }
}

TEST_CASE("box-box: edge on face gives two points") {
  const double r = std::sqrt(0.5);
  const OrientedBox ground = makeBox({0, -1, 0}, {}, {10, 1, 10}), b = makeCube({2, r - 0.001, 3}, turn({1, 0, 0}, kPi / 4));
  const Manifold m = collideBoxes(ground, b, kMargin, {});
  REQUIRE(m.count == 2);
  CHECK(exactly(m.normal, {0, 1, 0}));
  CHECK(hasPoint(m, {1.5, 0.9995, 3}, -0.001, 1e-5));
  CHECK(hasPoint(m, {2.5, 0.9995, 3}, -0.001, 1e-5));
  checkSound(ground, b, m);
}

TEST_CASE("box-box: corner on face gives one point") {
  // The diagonal (1, 1, 1) turned upright.
  const Vec3 diagonal = normalized(Vec3{1, 1, 1}), up{0, 1, 0};
  const Quat q = turn(cross(diagonal, up), arcTangent2(length(cross(diagonal, up)), dot(diagonal, up)));
  const OrientedBox ground = makeBox({0, -1, 0}, {}, {10, 1, 10}), b = makeCube({-4, std::sqrt(0.75) + 0.004, 1}, q);
  const Manifold m = collideBoxes(ground, b, kMargin, {});
  REQUIRE(m.count == 1);
  CHECK(exactly(m.normal, {0, 1, 0}));
  CHECK(hasPoint(m, {-4, 1.002, 1}, 0.004, 1e-5));
  checkSound(ground, b, m);
}

TEST_CASE("box-box: crossed edges give one point between them") {
  const double r = std::sqrt(0.5);
  const OrientedBox a = makeCube({}, turn({1, 0, 0}, kPi / 4));
  const OrientedBox b = makeCube({0.1, 2 * r - 0.002, -0.2}, turn({0, 0, 1}, kPi / 4));
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 1);
  CHECK(m.normal.y == doctest::Approx(1));
  // The edge of A lies along x at z = 0, the edge of B along z at x = 0.1.
  CHECK(hasPoint(m, {0.1, r - 0.001, 0}, -0.002));
  checkSound(a, b, m);
  SUBCASE("with a gap") {
    const OrientedBox above = makeCube({0.1, 2 * r + 0.01, -0.2}, turn({0, 0, 1}, kPi / 4));
    const Manifold g = collideBoxes(a, above, kMargin, {});
    REQUIRE(g.count == 1);
    CHECK(hasPoint(g, {0.1, r + 0.005, 0}, 0.01));
  }
  SUBCASE("beyond the end of an edge there is no contact") {
    const OrientedBox beside = makeCube({1.3, 2 * r - 0.002, 0}, turn({0, 0, 1}, kPi / 4));
    CHECK(collideBoxes(a, beside, kMargin, {}).count == 0);
  }
}

TEST_CASE("box-box: bars that cross nearly flat touch where each of two edges of one crosses each of two of the other") {
  // Rolled about their lengths by a = 0.02 and b = 0.03 rad, across each other: the edges nearest to the other bar are 2 h sin a and 2 h sin b
  // nearer than those beside them, and each crossing is half way between its two edges.
  const double h = 0.025, a = 0.02, b = 0.03, gap = -1e-4;
  const double edge = h * (std::cos(a) + std::sin(a)), other = h * (std::cos(b) + std::sin(b)), y = edge + other + gap;
  const OrientedBox lower = makeBox({}, turn({1, 0, 0}, a), {3, 0.025f, 0.025f}),
                    upper = makeBox({0, y, 0}, turn({0, 0, 1}, b), {0.025f, 0.025f, 3});
  for (const bool swapped : {false, true}) {
    const Manifold m = swapped ? collideBoxes(upper, lower, kMargin, {}) : collideBoxes(lower, upper, kMargin, {});
    REQUIRE(m.count == 4);
    CHECK(static_cast<double>(m.normal.y) == doctest::Approx(swapped ? -1 : 1));
    for (const int i : {0, 1}) {
      for (const int k : {0, 1}) {
        const double apart = gap + 2 * h * (i * std::sin(a) + k * std::sin(b));
        const double x = h * (std::sin(b) + (2 * k - 1) * std::cos(b)), z = h * (std::sin(a) + (2 * i - 1) * std::cos(a));
        const Vec3 p{x, edge - 2 * h * i * std::sin(a) + 0.5 * apart, z};
        CAPTURE(i);
        CAPTURE(k);
        CHECK(hasPoint(m, swapped ? p - Vec3{0, y, 0} : p, apart, 2e-6));
      }
    }
    checkSound(swapped ? upper : lower, swapped ? lower : upper, m);
  }
}

TEST_CASE("box-box: apart means no points") {
  CHECK(collideBoxes(makeCube({}), makeCube({0, 1.021, 0}), kMargin, {}).count == 0);
  CHECK(collideBoxes(makeCube({}), makeCube({0, 1.019, 0}), kMargin, {}).count == 4);
  CHECK(collideBoxes(makeCube({}), makeCube({0, 1.019, 0}), 0.0f, {}).count == 0);
  CHECK(collideBoxes(makeCube({}), makeCube({30, 40, 50}), kMargin, {}).count == 0);
  // Edge beside edge: 21 mm, and 14 mm.
  CHECK(collideBoxes(makeCube({}), makeCube({1.015, 1.015, 0}), kMargin, {}).count == 0);
  const Manifold beside = collideBoxes(makeCube({}), makeCube({1.01, 1.01, 0}), kMargin, {});
  CHECK(beside.count == 2);
  CHECK(length(beside.normal - Vec3f{std::sqrt(0.5f), std::sqrt(0.5f), 0}) < 1e-6f);
}

TEST_CASE("box-box: a small box inside a large one is pushed out of the nearest face") {
  const OrientedBox a = makeBox({}, {}, {2, 2, 2}), b = makeBox({0.2, 1.3, -0.4}, {}, {0.25f, 0.25f, 0.25f});
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  CHECK(exactly(m.normal, {0, 1, 0}));
  CHECK(static_cast<double>(m.points[0].separation) == doctest::Approx(-(2 - 1.3 + 0.25)));
  const Manifold other = collideBoxes(b, a, kMargin, {});
  REQUIRE(other.count == 4);
  CHECK(exactly(other.normal, {0, -1, 0}));
}

TEST_CASE("box-box: coincident cubes have a definite axis and keep it") {
  Manifold m = collideBoxes(makeCube({1, 2, 3}), makeCube({1, 2, 3}), kMargin, {});
  REQUIRE(m.count == 4);
  CHECK(static_cast<double>(length(m.normal)) == 1);
  CHECK(static_cast<double>(m.points[0].separation) == -1);
  Random random;
  const Vec3f normal = m.normal;
  for (int k = 0; k < 100; ++k) {
    m = collideBoxes(makeCube(Vec3{1, 2, 3} + random.inCube(1e-5)), makeCube(Vec3{1, 2, 3} + random.inCube(1e-5)), kMargin, m);
    REQUIRE(m.count == 4);
    CHECK(exactly(m.normal, normal));
  }
}

TEST_CASE("box-box: very thin plates lie flat on each other") {
  const Vec3f plate{1, 0.0005f, 1};
  const OrientedBox a = makeBox({}, {}, plate), b = makeBox({0.1, 0.0011, 0}, turn({0, 1, 0}, 0.1), plate);
  const Manifold m = collideBoxes(a, b, kMargin, {});
  REQUIRE(m.count == 4);
  CHECK(exactly(m.normal, {0, 1, 0}));
  for (int i = 0; i < 4; ++i) CHECK(relativeError(static_cast<double>(m.points[i].separation), 1e-4) < 1e-3);
  checkSound(a, b, m);
}

TEST_CASE("box-box: sizes from a millimetre to a kilometre") {
  for (const double size : {1e-3, 1e-2, 1.0, 30.0, 1e3}) {
    const float h = static_cast<float>(size / 2);
    const Quat q = turn({1, 2, 3}, 0.7);
    const Vec3 up = rotate(q, {0, 1, 0});
    const OrientedBox a = makeBox({}, q, {h, h, h}), b = makeBox(up * (size * 0.999), q, {h, h, h});
    const Manifold m = collideBoxes(a, b, static_cast<float>(0.02 * size), {});
    REQUIRE(m.count == 4);
    CHECK(length(toDouble(m.normal) - up) < 1e-6);
    for (int i = 0; i < 4; ++i) CHECK(relativeError(static_cast<double>(m.points[i].separation) / size, -0.001) < 1e-3);
    checkSound(a, b, m, 2e-6 * size);
  }
}

TEST_CASE("box-box: a cube far out on a large ground is placed to a micrometre") {
  const OrientedBox ground = makeBox({0.3, -1, 0.7}, {}, {100, 1, 100});
  Random random;
  for (int k = 0; k < 200; ++k) {
    const double x = random.between(-98, 98), z = random.between(-98, 98), gap = random.between(-0.01, 0.01);
    const OrientedBox b = makeCube({x, 0.5 + gap, z}, turn({0, 1, 0}, random.between(0, 6)));
    for (const bool swapped : {false, true}) {
      const Manifold m = swapped ? collideBoxes(b, ground, kMargin, {}) : collideBoxes(ground, b, kMargin, {});
      REQUIRE(m.count == 4);
      CHECK(exactly(m.normal, {0, swapped ? -1.0f : 1.0f, 0}));
      for (int i = 0; i < 4; ++i) {
        CHECK(std::abs(static_cast<double>(m.points[i].separation) - gap) < 1e-6);
        // Counted from the centre of A: where that is the ground, to the last place of 98 m (7.7e-6 m) along each axis.
        const Vec3 local = toDouble(m.points[i].position) + (swapped ? Vec3{} : ground.center - b.center);
        CHECK(std::abs(length(Vec3{local.x, 0, local.z}) - std::sqrt(0.5)) < (swapped ? 1e-6 : 1e-6 + 7.7e-6 * std::sqrt(2)));
      }
    }
  }
}

TEST_CASE("box-box: swapping A and B swaps the manifold and the halves of the feature names") {
  Random random;
  int contacts = 0, sameFamily = 0;
  for (int k = 0; k < 5000; ++k) {
    const Vec3f ha = toFloat(Vec3{0.6, 0.6, 0.6} + random.inCube(0.4)), hb = toFloat(Vec3{0.6, 0.6, 0.6} + random.inCube(0.4));
    const OrientedBox a = makeBox(random.inCube(10), random.rotation(), ha),
                      b = makeBox(a.center + random.inCube(1.2), random.rotation(), hb);
    const Manifold m = collideBoxes(a, b, kMargin, {}), w = collideBoxes(b, a, kMargin, {});
    CHECK((m.count > 0) == (w.count > 0));
    if (m.count == 0) continue;
    ++contacts;
    // Two faces within the tolerance of each other may be taken either way; most pairs have a clear winner.
    if (length(toDouble(m.normal) + toDouble(w.normal)) > 1e-5 || m.count != w.count) continue;
    ++sameFamily;
    int matched = 0;
    for (int i = 0; i < m.count; ++i)
      for (int j = 0; j < w.count; ++j) {
        if (m.feature[i] != swapFeature(w.feature[j])) continue;
        ++matched;
        CHECK(length(toDouble(m.points[i].position) - toDouble(w.points[j].position) - (b.center - a.center)) < 1e-5);
        CHECK(static_cast<double>(m.points[i].separation) == doctest::Approx(static_cast<double>(w.points[j].separation)).epsilon(1e-4));
      }
    CHECK(matched == m.count);
  }
  CHECK(contacts > 1000);
  CHECK(sameFamily > contacts * 95 / 100);
}

TEST_CASE("box-box: rocking by 1e-5 changes neither axis nor features") {
  Random random;
  struct Case {
    Vec3 center;
    Quat q;
  };
  const double r = std::sqrt(0.5);
  const Case cases[] = {{{0, 0.9995, 0}, {}},
                        {{0.3, 0.9995, 0.2}, {}},
                        {{0, 0.9995, 0}, turn({0, 1, 0}, 0.4)},
                        {{0, r + 0.4995, 0}, turn({1, 0, 0}, kPi / 4)},
                        {{0.999, 0.999, 0}, {}}};
  for (const Case& c : cases) {
    Manifold m = collideBoxes(makeCube({}), makeCube(c.center, c.q), kMargin, {});
    const Manifold first = m;
    REQUIRE(first.count > 0);
    for (int k = 0; k < 500; ++k) {
      const Quat rocked = normalized(c.q * turn(random.inCube(1), 1e-5));
      m = collideBoxes(makeCube({}), makeCube(c.center + random.inCube(1e-5), rocked), kMargin, m);
      REQUIRE(m.axis == first.axis);
      REQUIRE(m.count == first.count);
      for (int i = 0; i < m.count; ++i) {
        bool kept = false;
        for (int j = 0; j < first.count; ++j) kept = kept || first.feature[j] == m.feature[i];
        CHECK(kept);
      }
    }
  }
}

TEST_CASE("box-box: impulses stay with their points") {
  const Quat q = turn({0, 1, 0}, 0.3);
  Manifold before = collideBoxes(makeCube({}), makeCube({0, 0.9995, 0}, q), kMargin, {});
  REQUIRE(before.count == 4);
  for (int i = 0; i < 4; ++i) before.normalImpulse[i] = static_cast<float>(i + 1);
  before.frictionImpulse = {0.5f, 0.25f, -1};
  before.twistImpulse = 3;
  SUBCASE("by feature") {
    const Manifold after = collideBoxes(makeCube({}), makeCube({0.001, 0.9994, 0}, q), kMargin, before);
    REQUIRE(after.count == 4);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        if (after.feature[i] == before.feature[j]) CHECK(after.normalImpulse[i] == before.normalImpulse[j]);
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += after.normalImpulse[i];
    CHECK(sum == 10);
    CHECK(exactly(after.frictionImpulse, {0.5f, 0, -1}));  // what pointed along the normal is gone
    CHECK(after.twistImpulse == 3);
  }
  SUBCASE("by nearness when the names have changed") {
    for (int i = 0; i < 4; ++i) before.feature[i] = 0xffff;
    const Manifold after = collideBoxes(makeCube({}), makeCube({0.001, 0.9994, 0}, q), kMargin, before);
    float sum = 0;
    for (int i = 0; i < 4; ++i) {
      sum += after.normalImpulse[i];
      for (int j = 0; j < 4; ++j)
        if (length(after.points[i].position - before.points[j].position) < 0.005f) CHECK(after.normalImpulse[i] == before.normalImpulse[j]);
    }
    CHECK(sum == 10);
  }
  SUBCASE("a distant new point starts at nothing") {
    for (int i = 0; i < 4; ++i) before.feature[i] = 0xffff;
    const Manifold after = collideBoxes(makeCube({}), makeCube({0.2, 0.9994, 0.1}, q), kMargin, before);
    for (int i = 0; i < after.count; ++i) CHECK(after.normalImpulse[i] == 0);
  }
  SUBCASE("no contact, no memory of impulses") {
    const Manifold after = collideBoxes(makeCube({}), makeCube({0, 1.2, 0}, q), kMargin, before);
    CHECK(after.count == 0);
    CHECK(exactly(after.frictionImpulse, {0, 0, 0}));
  }
}

TEST_CASE("box-box: the answer does not depend on where in the world the pair is") {
  Random random;
  for (int k = 0; k < 1000; ++k) {
    const Quat qa = random.rotation(), qb = random.rotation();
    // Multiples of 2^-20 up to 1e4 m: the sums are exact in double.
    const auto dyadic = [&](double half) {
      Vec3 v = random.inCube(half);
      for (int i = 0; i < 3; ++i) v[i] = static_cast<double>(static_cast<long long>(v[i] * 1048576)) / 1048576;
      return v;
    };
    const Vec3 offset = dyadic(0.9), place = dyadic(10000);
    const Manifold near = collideBoxes(makeCube({}, qa), makeCube(offset, qb), kMargin, {});
    const Manifold far = collideBoxes(makeCube(place, qa), makeCube(place + offset, qb), kMargin, {});
    REQUIRE(near.count == far.count);
    for (int i = 0; i < near.count; ++i) {
      CHECK(near.points[i].separation == far.points[i].separation);
      CHECK(exactly(near.points[i].position, far.points[i].position));
    }
  }
}
