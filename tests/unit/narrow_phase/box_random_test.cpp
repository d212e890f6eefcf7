// Random pairs of boxes against the oracle: a hundred thousand of each kind.
#include <doctest/doctest.h>

#include "narrow_phase/box_box.h"
#include "support/worst.h"
#include "unit/narrow_phase/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Outcome {
  int overlapping = 0, missed = 0, ghosts = 0, shallow = 0, unsound = 0;
  double worst = 0;  // relative error of the separation
};

// Sizes between low and high (m, half sides), drawn evenly in the logarithm; centres within `range` of each other.
template <class DrawHalf> Outcome compare(int pairs, DrawHalf drawHalf, double range) {
  Random random;
  Outcome outcome;
  for (int k = 0; k < pairs; ++k) {
    const Vec3f ha = drawHalf(random, 0), hb = drawHalf(random, 1);
    const OrientedBox a = makeBox(random.inCube(100), random.rotation(), ha);
    const OrientedBox b = makeBox(a.center + random.inCube(range), random.rotation(), hb);
    const OracleAnswer truth = judge(a, b);
    const double scale = static_cast<double>(length(ha) < length(hb) ? length(ha) : length(hb));

    BoxPair pair;
    placePair(a, b, 0.02f, pair);
    const BoxPair* const four[4] = {&pair, &pair, &pair, &pair};
    SatResult sat;
    separateBoxes(four, sat);
    const double s = static_cast<double>(sat.separation[bestAxis(sat, 3)][3]);
    const double size = std::abs(truth.separation) > scale ? std::abs(truth.separation) : scale;
    const double error = std::abs(s - truth.separation) / size;
    outcome.worst = worseOf(outcome.worst, error);

    Manifold nobody, m;
    if (sat.apart == 0) makeManifolds(four, sat, 8, {&nobody, &nobody, &nobody, &m});
    if (truth.separation > 0.0201 && m.count > 0) ++outcome.ghosts;
    if (truth.separation >= -1e-6 * scale) continue;
    ++outcome.overlapping;
    if (m.count == 0) {
      ++outcome.missed;
      continue;
    }
    // The deepest point is as deep as the overlap: an axis that was preferred may be deeper by the tolerances, a point never
    // less deep by more.
    double deepest = 1;
    for (int i = 0; i < m.count; ++i) {
      deepest = static_cast<double>(m.points[i].separation) < deepest ? static_cast<double>(m.points[i].separation) : deepest;
      const Vec3 p = toDouble(m.points[i].position);
      // Half way between the surfaces: off each by half the separation at most.
      const double slop = 0.5 * std::abs(static_cast<double>(m.points[i].separation)) + static_cast<double>(pair.slop) + 1e-5 * scale;
      if (outside(a, p) > slop || outside(b, p + (a.center - b.center)) > slop) ++outcome.unsound;
    }
    const double tolerance = static_cast<double>(pair.slop) * 1.5 + 2e-3 * std::abs(truth.separation) + 1e-4 * scale;
    if (deepest > truth.separation + tolerance || deepest < truth.separation - tolerance) ++outcome.shallow;
  }
  return outcome;
}

void checkOutcome(const Outcome& outcome, int leastOverlapping, double accuracy) {
  CHECK(outcome.overlapping > leastOverlapping);
  CHECK(outcome.missed == 0);
  CHECK(outcome.ghosts == 0);
  CHECK(outcome.shallow == 0);
  CHECK(outcome.unsound == 0);
  CHECK(outcome.worst < accuracy);
}

}  // namespace

TEST_CASE("random boxes of similar size") {
  checkOutcome(compare(100000, [](Random& r, int) { return toFloat(Vec3{0.6, 0.6, 0.6} + r.inCube(0.4)); }, 1.6), 40000, 1e-4);
}

TEST_CASE("random plates, rods and blocks, sides from 1 mm to 1 m") {
  const auto draw = [](Random& r, int) {
    Vec3f h;
    for (int i = 0; i < 3; ++i) {
      double size = 1;
      for (double steps = r.between(0, 30); steps > 1; --steps) size *= 0.794;
      h[i] = static_cast<float>(size * 0.5);
    }
    return h;
  };
  checkOutcome(compare(100000, draw, 0.5), 3000, 1e-3);
}

TEST_CASE("random small boxes round and in a large one") {
  const auto draw = [](Random& r, int which) {
    return which == 0 ? toFloat(Vec3{75, 75, 75} + r.inCube(25)) : toFloat(Vec3{0.6, 0.6, 0.6} + r.inCube(0.4));
  };
  checkOutcome(compare(100000, draw, 90), 20000, 1e-3);
}

TEST_CASE("random boxes with parallel axes on a lattice: every tie there is") {
  Random random;
  const Quat quarter{0, 0.70710678118654752, 0, 0.70710678118654752};
  int overlapping = 0;
  for (int k = 0; k < 100000; ++k) {
    const auto lattice = [&](double half, double step) {
      Vec3 v = random.inCube(half);
      for (int i = 0; i < 3; ++i) v[i] = static_cast<double>(static_cast<int>(v[i] / step)) * step;
      return v;
    };
    const Vec3f ha = toFloat(lattice(0.75, 0.25) + Vec3{1, 1, 1}), hb = toFloat(lattice(0.75, 0.25) + Vec3{1, 1, 1});
    const OrientedBox a = makeBox({}, random.unit() < 0.5 ? Quat{} : quarter, ha);
    const OrientedBox b = makeBox(lattice(2.5, 0.25), random.unit() < 0.5 ? Quat{} : quarter, hb);
    const double s = judge(a, b).separation;
    const Manifold m = collideBoxes(a, b, 0.02f, {});
    if (s > 0.0201) CHECK(m.count == 0);
    if (s < -1e-5) {
      ++overlapping;
      CHECK(m.count == 4);
      CHECK(std::abs(static_cast<double>(m.points[0].separation) - s) < 1e-5);
    }
  }
  CHECK(overlapping > 10000);
}
