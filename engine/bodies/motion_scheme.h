// The schemes by which a body may be moved while nothing touches it; motion/schemes.h says what each is.
#pragma once
#include <cstdint>

namespace tumble {

enum class MotionScheme : std::uint8_t {
  automatic,  // the production scheme: closed form for translation, splitting of order 4 with as many substeps as it takes
  explicitEuler,
  explicitEulerGramSchmidt,
  rungeKutta4,
  semiImplicitEuler,
  semiImplicitEulerNoGyro,
  midpoint,
  splitting2,
  splitting4,
  exact,
  eulerAngles,
};

/// The orientation is kept as a matrix that need not stay orthogonal (Body::matrix).
constexpr bool keepsMatrix(MotionScheme scheme) {
  return scheme == MotionScheme::explicitEuler || scheme == MotionScheme::explicitEulerGramSchmidt;
}
/// The orientation is kept as yaw, pitch and roll (Body::angles).
constexpr bool keepsAngles(MotionScheme scheme) { return scheme == MotionScheme::eulerAngles; }

/// On springs the body moves as an automatic one: a free rotation that is exact gains nothing there, and takes what is stiff in one kick.
constexpr bool isAutomaticOnSprings(MotionScheme scheme) { return scheme == MotionScheme::automatic || scheme == MotionScheme::exact; }

/// Forces are taken as they are at the start of the step, and not within it.
constexpr bool takesForcesAtStart(MotionScheme scheme) {
  return keepsMatrix(scheme) || scheme == MotionScheme::semiImplicitEuler || scheme == MotionScheme::semiImplicitEulerNoGyro;
}

}  // namespace tumble
