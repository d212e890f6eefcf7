// Measured order of convergence: halve the step, and the error of order p falls by 2^p.
#include "math/trigonometry.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"
#include "support/worlds.h"
#include "tuning.h"

using namespace tumble;
using namespace tumble::test;

namespace {

using Rotation = Quat (*)(Quat, Vec3, Vec3, double);
const Vec3 kMoments{1, 2, 3};

Quat after(Rotation method, Vec3 L, double time, int steps) {
  Quat q;
  for (int i = 0; i < steps; ++i) q = method(q, L, kMoments, time / steps);
  return q;
}

double measuredOrder(Rotation method, Vec3 L, double time, int steps) {
  const Quat exact = after(freeRotation, L, time, 32 * steps);
  const double coarse = angleBetween(after(method, L, time, steps), exact), fine = angleBetween(after(method, L, time, 2 * steps), exact);
  CAPTURE(coarse);
  CHECK(fine > 1e-14);  // above rounding, or the order means nothing
  return std::log2(coarse / fine);
}

}  // namespace

TEST_CASE("rotation of order 2 has order 2") { CHECK(std::fabs(measuredOrder(freeRotationOrder2, {1, 4, 1.5}, 2, 100) - 2) < 0.1); }

TEST_CASE("rotation of order 4 has order 4") {
  // One substep in a step, so that its own choice of substeps does not hide the order.
  const Vec3 L{1, 4, 1.5};
  const double time = 2;
  // The largest difference of the inverse moments is 1 - 1/2.
  const int enough = static_cast<int>(0.5 * length(L) * time / kMaxPlanarAngle) + 1;
  CHECK(std::fabs(measuredOrder(freeRotation, L, time, enough) - 4) < 0.1);
}

TEST_CASE("order 4 is what free bodies get: far closer than order 2 at the same step") {
  const Vec3 L{1, 4, 1.5};
  const Quat exact = after(freeRotation, L, 10, 20000);
  const double two = angleBetween(after(freeRotationOrder2, L, 10, 600), exact),
               four = angleBetween(after(freeRotation, L, 10, 600), exact);
  CHECK(four * 50 < two);
  CHECK(four < 1e-5);
}

TEST_CASE("motion under an engine fixed to a turning brick, with drag, has order 2") {
  const ConstantForce engine{{3, 1, 0}, {0.2, 0.3, 0.2}, ForceFrame::body};
  const Force forces[] = {forceOn(kNoBody, engine), forceOn(kNoBody, Drag{0.4, 0.05})};
  const auto run = [&](int steps) {
    Body body = bodyFrom(boxBody({1, 0.6, 0.4}));
    setAngularVelocity(body, {1, -2, 0.5});
    for (int i = 0; i < steps; ++i) moveUnderForces(body, {{0, -9.81, 0}, forces}, 1.0 / steps);
    return body;
  };
  const Body exact = run(3200), coarse = run(50), fine = run(100);
  CHECK(std::fabs(std::log2(distance(coarse.x, exact.x) / distance(fine.x, exact.x)) - 2) < 0.1);
  CHECK(std::fabs(std::log2(angleBetween(coarse.q, exact.q) / angleBetween(fine.q, exact.q)) - 2) < 0.1);
  CHECK(std::fabs(std::log2(distance(coarse.L, exact.L) / distance(fine.L, exact.L)) - 2) < 0.1);
}

TEST_CASE("motion under springs has order 4") {
  // A stiff spring at a corner of a turning brick: forces depend on position, orientation and velocity at once.
  const Force spring = cornerSpring();
  const auto run = [&](int steps) {
    Body body = bodyFrom(boxBody({1, 0.6, 0.4}));
    setAngularVelocity(body, {1, -2, 0.5});
    for (int i = 0; i < steps; ++i) moveUnderForces(body, {{0, -9.81, 0}, {&spring, 1}}, 1.0 / steps);
    return body;
  };
  const Body exact = run(800), coarse = run(20), fine = run(40);  // of 16 substeps each
  CHECK(std::fabs(std::log2(distance(coarse.x, exact.x) / distance(fine.x, exact.x)) - 4) < 0.1);
  CHECK(std::fabs(std::log2(angleBetween(coarse.q, exact.q) / angleBetween(fine.q, exact.q)) - 4) < 0.1);
  CHECK(std::fabs(std::log2(distance(coarse.L, exact.L) / distance(fine.L, exact.L)) - 4) < 0.1);
}

TEST_CASE("a fast body costs a bounded number of substeps") {
  // 1e5 rad/s: the substeps are cut off, the result stays a finite rotation with L untouched.
  Body body = spinningBody({1, 2, 3}, {1e5, 1e5, -1e5});
  const Vec3 L = body.L;
  for (int i = 0; i < 100; ++i) moveFreely(body, {}, 1.0 / 60);
  CHECK(isFinite(body));
  CHECK(body.L == L);
  CHECK(std::fabs(dot(body.q, body.q) - 1) < 1e-14);
}
