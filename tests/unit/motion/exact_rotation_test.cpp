// The closed form of free rotation for every kind of body: against the power series of its equations, against the closed form of
// the symmetric top, and by what it conserves. Equal and nearly equal moments are where it divides small numbers by each other.
#include "motion/exact_rotation.h"
#include "support/taylor_top.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "unit/math/samples.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Top {
  Vec3 moments, L;
  Quat q;
};

Vec3 permuted(Vec3 v, int way) {
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  return {v[orders[way][0]], v[orders[way][1]], v[orders[way][2]]};
}

/// Either sign, any order of magnitude from 1e-18 to 1 alike.
double tiny(Samples& samples) { return std::pow(10, samples.number(-18, 0)) * (samples.number(-1, 1) < 0 ? -1 : 1); }

/// Bodies of every kind: any, exactly and nearly symmetric, exactly and nearly isotropic, rods, plates.
Vec3 momentsOf(Samples& samples, int kind) {
  const double a = samples.number(1, 2), b = samples.number(1, 2), c = samples.number(0.05, 1),
               near = a * (1 + 0.4 * std::fabs(tiny(samples)));
  const Vec3 kinds[] = {{a, b, samples.number(1, 2)},    {a, a, b},           {a, a, c},     {a, near, b}, {a, near, c}, {a, a, a},
                        {a, near, a + 0.5 * (near - a)}, {1e-4 * c, a, near}, {c, a, c + a}, {c, c, 2 * c}};
  return permuted(kinds[kind], static_cast<int>(samples.number(0, 5.999)));
}
constexpr int kKinds = 10;

/// Angular momenta of every kind: any, near or exactly along an axis, near or exactly across one.
Vec3 momentumOf(Samples& samples, int kind) {
  const double a = samples.number(-1, 1), b = samples.number(-1, 1), s = tiny(samples), t = tiny(samples);
  const Vec3 kinds[] = {{a, b, samples.number(-1, 1)}, {a, s, t}, {a, 0, 0}, {a, b, s}, {a, b, 0}, {a, s, 0}};
  return permuted(kinds[kind], static_cast<int>(samples.number(0, 5.999)));
}
constexpr int kDirections = 6;

Top topOf(Samples& samples, int kind, int direction) {
  const Vec3 moments = momentsOf(samples, kind), l = momentumOf(samples, direction);
  const Quat q = samples.number(0, 1) < 0.3 ? Quat{} : samples.rotation();  // unturned bodies have zeros to the bit
  return {moments, rotate(q, l), q};
}

double energyOf(const Top& top, Quat q) {
  const Vec3 l = inverseRotate(q, top.L);
  return 0.5 * (l.x * l.x / top.moments.x + l.y * l.y / top.moments.y + l.z * l.z / top.moments.z);
}

/// Of l in body axes a rounding is an error of the angular velocity as much larger as the smallest moment is small.
double steepness(const Top& top) { return length(top.L) / std::fmin(top.moments.x, std::fmin(top.moments.y, top.moments.z)); }

/// Of the angular velocity, rad/s.
double fastest(const Top& top) {
  return std::sqrt(2 * energyOf(top, top.q) / std::fmin(top.moments.x, std::fmin(top.moments.y, top.moments.z)));
}

}  // namespace

TEST_CASE("the exact rotation against the power series of its equations, for bodies and spins of every kind") {
  Samples samples(5);
  Worst angle, defect, energy;
  for (int i = 0; i < 200; ++i) {
    for (int kind = 0; kind < kKinds; ++kind) {
      for (int direction = 0; direction < kDirections; ++direction) {
        const Top top = topOf(samples, kind, direction);
        // Up to five radians: beside the separatrix an error of rounding grows like exp(angle).
        const double time = samples.number(0.01, 5) / fastest(top);
        const Quat moved = exactRotation(top.q, top.L, top.moments, time);
        angle.add(angleBetween(moved, taylorTop(top.q, top.L, top.moments, time)) / (1 + steepness(top) * time));
        defect.add(moved.x * moved.x + moved.y * moved.y + moved.z * moved.z + moved.w * moved.w - 1);
        energy.add(energyOf(top, moved) / energyOf(top, top.q) - 1);
      }
    }
  }
  MESSAGE("worst: ", angle, " rad, energy ", energy);
  CHECK(angle < 2e-14);
  CHECK(defect < 1e-15);
  CHECK(energy < 1e-12);
}

TEST_CASE("symmetric tops over a thousand seconds: two uniform turns") {
  Samples samples(9);
  Worst angle;
  for (int i = 0; i < 100; ++i) {
    // The symmetric top: the body turns about its axis at (1 / I3 - 1 / I1) l3, and all of that about L at M / I1.
    const double across = samples.number(1, 2), along = samples.number(0.1, 2 * across);
    const Vec3 moments = i % 2 ? Vec3{across, along, across} : Vec3{along, across, across}, axis = i % 2 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const Quat start = samples.rotation();
    Vec3 l = samples.vector();
    if (i % 5 == 0) l = l - axis * dot(l, axis);  // across the axis
    const Vec3 L = rotate(start, l);
    Quat q = start;
    for (int step = 0; step < 10000; ++step) q = exactRotation(q, L, moments, 0.1);
    const double own = (1 / along - 1 / across) * dot(l, axis);
    const Quat expected = fromAxisAngle(normalized(L), length(L) / across * 1000) * start * fromAxisAngle(axis, own * 1000);
    angle.add(angleBetween(q, expected) / (1000 * length(L) / std::fmin(across, along)));
  }
  MESSAGE("worst ", angle, " rad per rad");
  CHECK(angle < 1e-13);  // 10,000 steps of rounding
}

TEST_CASE("a spin about an axis of the body stays there, about the middle one too, at any rate") {
  for (const Vec3 moments :
       {Vec3{1, 2, 3}, Vec3{3, 1, 2}, Vec3{2, 3, 1}, Vec3{1, 1, 2}, Vec3{2, 1, 2}, Vec3{1, 1, 1}, Vec3{1, 1 + 3e-16, 1 - 3e-16}}) {
    for (int i = 0; i < 3; ++i) {
      for (const double rate : {1e-12, 1.0, -7.0, 1e3, 1e6}) {
        Vec3 axis{};
        axis[i] = 1;
        const Quat q = exactRotation({}, axis * (rate * moments[i]), moments, 0.1);
        CHECK(angleBetween(q, fromAxisAngle(axis, rate * 0.1)) < 1e-15 * (1 + std::fabs(rate)));
      }
    }
  }
  CHECK(exactRotation({}, {}, {1, 1, 2}, 0.1) == Quat{});  // at rest
}

TEST_CASE("square plates in a heap, moved by the exact scheme: none freezes, and they come to rest") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  List<BodyId> plates;
  for (int i = 0; i < 5; ++i) {
    BodyDescription d = boxBody({1, 0.1, 1}, {0.02 * i, 0.06 + 0.12 * i, 0});
    d.motion = MotionScheme::exact;
    plates.push_back(addBody(world, d));
  }
  unsigned flags = 0;
  for (int i = 0; i < 300; ++i) flags |= step(world).flags;
  CHECK((flags & kNonFiniteBody) == 0);
  for (int i = 0; i < 5; ++i) {
    const Body& plate = bodyAt(world, plates[static_cast<std::size_t>(i)]);
    CHECK(!plate.frozen);
    CHECK(std::fabs(plate.x.y - (0.05 + 0.1 * i)) < 0.005);
    CHECK(length(plate.v) < 1e-3);
  }
}
