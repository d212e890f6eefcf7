#include "motion/schemes.h"

#include "assertion.h"

namespace tumble {
namespace {

struct Row {
  MotionScheme scheme;
  std::string_view name;
  const MotionMethod* method;
};

constexpr Row kTable[] = {
    {MotionScheme::automatic, "automatic", nullptr},
    {MotionScheme::explicitEuler, "explicitEuler", &kExplicitEuler},
    {MotionScheme::explicitEulerGramSchmidt, "explicitEulerGramSchmidt", &kExplicitEulerGramSchmidt},
    {MotionScheme::rungeKutta4, "rungeKutta4", &kRungeKutta4},
    {MotionScheme::semiImplicitEuler, "semiImplicitEuler", &kSemiImplicitEuler},
    {MotionScheme::semiImplicitEulerNoGyro, "semiImplicitEulerNoGyro", &kSemiImplicitEulerNoGyro},
    {MotionScheme::midpoint, "midpoint", &kMidpoint},
    {MotionScheme::splitting2, "splitting2", &kSplitting2},
    {MotionScheme::splitting4, "splitting4", &kSplitting4},
    {MotionScheme::exact, "exact", &kExact},
    {MotionScheme::eulerAngles, "eulerAngles", &kEulerAngles},
};
constexpr int kCount = static_cast<int>(std::size(kTable));

constexpr bool isInOrder() {
  for (int i = 0; i < kCount; ++i) {
    if (static_cast<int>(kTable[i].scheme) != i) return false;
  }
  return true;
}
static_assert(isInOrder());

struct Names {
  std::string_view words[kCount];
  constexpr Names() {
    for (int i = 0; i < kCount; ++i) words[i] = kTable[i].name;
  }
};
constexpr Names kNames;

}  // namespace

const MotionMethod& methodOf(MotionScheme scheme) {
  TUMBLE_ASSERT(scheme != MotionScheme::automatic && static_cast<int>(scheme) < kCount, "a scheme of the table has a method");
  return *kTable[static_cast<int>(scheme)].method;
}

std::span<const std::string_view> motionSchemeNames() { return kNames.words; }

void turnByMoving(void (*move)(Body& body, const FlightForces& forces, double time), Body& body, Vec3 meanMomentum, double time) {
  Body free = body;
  free.L = meanMomentum;
  free.angularDamping = 0;
  move(free, {}, time);
  body.q = free.q;
  body.angles = free.angles;
  body.quaternionDefect = free.quaternionDefect;
}

}  // namespace tumble
