// The motion schemes of free bodies; motion/schemes.h describes them.
#pragma once
#include <cstdint>

namespace tumble {

enum class MotionScheme : std::uint8_t {
  automatic,  // the production scheme: closed form for translation, splitting of order 4 with as many substeps as it needs
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

/// Stores the orientation as a matrix that may become non-orthogonal (Body::matrix).
constexpr bool storesMatrix(MotionScheme scheme) {
  return scheme == MotionScheme::explicitEuler || scheme == MotionScheme::explicitEulerGramSchmidt;
}
/// Stores the orientation as yaw, pitch and roll (Body::angles).
constexpr bool storesAngles(MotionScheme scheme) { return scheme == MotionScheme::eulerAngles; }

/// Moves as `automatic` on springs: exact free rotation is no more accurate there, and would apply a stiff spring in one kick.
constexpr bool isAutomaticOnSprings(MotionScheme scheme) { return scheme == MotionScheme::automatic || scheme == MotionScheme::exact; }

/// Evaluates forces at the start of the step only.
constexpr bool evaluatesForcesAtStart(MotionScheme scheme) {
  return storesMatrix(scheme) || scheme == MotionScheme::semiImplicitEuler || scheme == MotionScheme::semiImplicitEulerNoGyro;
}

}  // namespace tumble
