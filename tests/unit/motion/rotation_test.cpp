// Free rotation against closed forms, at the step of 1/60 s that every scene uses.
#include "math/trigonometry.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"
#include "support/free_top.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kStep = 1.0 / 60;

double rotationalEnergy(const Body& body) { return 0.5 * dot(body.L, angularVelocity(body)); }

}  // namespace

TEST_CASE("a cube turns about a fixed axis at a constant rate: exact at any step") {
  Body body = spinningBody({2, 2, 2}, {1, 2, -2});
  for (int i = 0; i < 600; ++i) moveFreely(body, {}, 0.1);
  CHECK(distance(angularVelocity(body), {1, 2, -2}) < 1e-12);
  CHECK(angleBetween(body.q, fromAxisAngle(Vec3{1, 2, -2} * (1.0 / 3), 3 * 60)) < 1e-11);
}

TEST_CASE("symmetric top over 600 s: body-frame rate (I3 - I1) w3 / I1, precession about L at L / I1") {
  // The closed form in the frame of the top: w turns about the axis at (I3 - I1) w3 / I1 (Landau-Lifshitz 35). In the world
  // q(t) = exp(t L / I1) q0 exp(t (1/I3 - 1/I1) l3 e3).
  for (const Vec3 moments : {Vec3{2, 2, 0.5}, Vec3{1, 1, 1.9}}) {
    Body body = spinningBody(moments, {0.8, 0.3, 3});
    const Vec3 L = body.L, w = angularVelocity(body);
    for (int i = 0; i < 36000; ++i) moveFreely(body, {}, kStep);
    const double rate = (moments.z - moments.x) / moments.x * w.z, angle = rate * 600;
    const Vec3 local = inverseRotate(body.q, angularVelocity(body));
    const Vec3 expected{w.x * std::cos(angle) - w.y * std::sin(angle), w.x * std::sin(angle) + w.y * std::cos(angle), w.z};
    CAPTURE(moments.z);
    CHECK(distance(local, expected) < 1e-8);
    const Quat q =
        fromAxisAngle(normalized(L), length(L) / moments.x * 600) * fromAxisAngle({0, 0, 1}, (1 / moments.z - 1 / moments.x) * L.z * 600);
    CHECK(angleBetween(body.q, q) < 1e-8);
    CHECK(body.L == L);
  }
}

TEST_CASE("a rod about its axis at 100 rad/s") {
  Body body = spinningBody({0.001, 1, 1}, {100, 0, 0});
  for (int i = 0; i < 6000; ++i) moveFreely(body, {}, kStep);
  CHECK(distance(angularVelocity(body), {100, 0, 0}) < 1e-9);
  CHECK(angleBetween(body.q, fromAxisAngle({1, 0, 0}, 1e4)) < 1e-9);
}

TEST_CASE("the oracle itself: known values of Jacobi's functions and of the period") {
  // Abramowitz-Stegun table 17.1: K(k^2 = 0.5) = 1.854074677301372; sn(K) = 1.
  CHECK(ellipticK(std::sqrt(0.5)) == doctest::Approx(1.854074677301372).epsilon(1e-14));
  CHECK(ellipticK(0) == doctest::Approx(kPi / 2).epsilon(1e-15));
  const Jacobi j = jacobi(0.7, 0.6);
  CHECK(j.sn * j.sn + j.cn * j.cn == doctest::Approx(1).epsilon(1e-14));
  const double h = 1e-5;  // sn' = cn dn
  CHECK((jacobi(0.7 + h, 0.6).sn - jacobi(0.7 - h, 0.6).sn) / (2 * h) == doctest::Approx(j.cn * j.dn).epsilon(1e-9));
  const double I[] = {0.77333, 2.77333, 3.33333}, slow[] = {0.01, 5, 0.01}, fast[] = {1, 5, 2};
  CHECK(freeTopOf(I, slow).period() == doctest::Approx(10.033827).epsilon(1e-4));
  CHECK(freeTopOf(I, fast).period() == doctest::Approx(2.575751).epsilon(1e-5));
}

TEST_CASE("asymmetric top against Jacobi's elliptic functions") {
  const double I[] = {0.77333, 2.77333, 3.33333}, start[] = {1, 5, 2};
  const FreeTop top = freeTopOf(I, start);
  double w[3];
  top.omega(0, w);
  Body body = spinningBody({I[0], I[1], I[2]}, {w[0], w[1], w[2]});
  body.q = topOrientation(top, 0, 0);
  body.L = {0, 0, std::sqrt(top.squareMoment)};
  double worst = 0;
  for (int i = 1; i <= 600; ++i) {
    moveFreely(body, {}, kStep);
    top.omega(i * kStep, w);
    worst = worseOf(worst, distance(inverseRotate(body.q, angularVelocity(body)), {w[0], w[1], w[2]}));
  }
  CHECK(worst < 1e-4);
  CHECK(angleBetween(body.q, topOrientation(top, 10, top.azimuth(10))) < 1e-4);
  MESSAGE("asymmetric top, 10 s: omega ", worst, " rad/s, orientation ", angleBetween(body.q, topOrientation(top, 10, top.azimuth(10))),
          " rad");
}

TEST_CASE("the tennis racket flips when Jacobi's functions say") {
  const double I[] = {0.77333, 2.77333, 3.33333}, start[] = {0.01, 5, 0.01};
  const FreeTop top = freeTopOf(I, start);
  double w[3];
  top.omega(0, w);
  Body body = spinningBody({I[0], I[1], I[2]}, {w[0], w[1], w[2]});
  // w2 passes zero at every half period.
  int crossings = 0;
  double before = 0, worst = 0;
  for (int i = 1; i <= 3600; ++i) {
    moveFreely(body, {}, kStep);
    const double now = inverseRotate(body.q, angularVelocity(body)).y;
    if (before * now < 0) {
      const double time = (i - 1 + before / (before - now)) * kStep;  // linear inside the step
      worst = worseOf(worst, std::fabs(time - ++crossings * 0.5 * top.period()));
    }
    if (i > 1 || now != 0) before = now;
  }
  CHECK(crossings == 11);
  CHECK(worst < 5e-3);
  MESSAGE("Dzhanibekov, 60 s: worst flip time error ", worst, " s");
}

TEST_CASE("over 1e5 steps |L| stays to the bit and the energy to 1e-7") {
  Body body = spinningBody({1, 2, 3}, {1, 2, 0.5});
  const Vec3 L = body.L;
  const double energy = rotationalEnergy(body);
  double drift = 0;
  for (int i = 0; i < 100000; ++i) {
    moveFreely(body, {}, kStep);
    if (i % 100 == 0) drift = worseOf(drift, std::fabs(rotationalEnergy(body) / energy - 1));
  }
  CHECK(body.L == L);
  CHECK(drift < 1e-7);
  CHECK(std::fabs(dot(body.q, body.q) - 1) < 1e-15 * 4);
  MESSAGE("asymmetric top, 1e5 steps: energy drift ", drift);
}

TEST_CASE("rotation run back in time returns") {
  Body body = spinningBody({1, 2, 3}, {1, 2, 0.5});
  for (int i = 0; i < 600; ++i) moveFreely(body, {}, kStep);
  for (int i = 0; i < 600; ++i) moveFreely(body, {}, -kStep);
  CHECK(angleBetween(body.q, {}) < 1e-12);
}
