#include "forces/drive.h"

#include "assertion.h"

namespace tumble {
namespace {

struct Numbers {
  Vec3 *vector = nullptr, *point = nullptr, *anchor = nullptr;
  double* coefficients[3] = {};
};

Numbers numbersOf(ForceModel& model) {
  if (auto* force = std::get_if<ConstantForce>(&model)) return {.vector = &force->force, .point = &force->point};
  if (auto* torque = std::get_if<ConstantTorque>(&model)) return {.vector = &torque->torque};
  if (auto* drag = std::get_if<Drag>(&model)) return {.coefficients = {&drag->linear, &drag->angular}};
  if (auto* s = std::get_if<Spring>(&model))
    return {.point = &s->point, .anchor = &s->anchor, .coefficients = {&s->stiffness, &s->damping, &s->restLength}};
  if (auto* field = std::get_if<AccelerationField>(&model)) return {.vector = &field->acceleration};
  if (auto* beam = std::get_if<Beam>(&model))
    return {.point = &beam->point, .anchor = &beam->anchor, .coefficients = {&beam->strength, &beam->damping}};
  auto* fluid = std::get_if<FluidDrag>(&model);
  return {.vector = &fluid->flow, .point = &fluid->point, .coefficients = {&fluid->area, &fluid->density, &fluid->coefficient}};
}

}  // namespace

double* numberOf(ForceModel& model, std::uint8_t number) {
  const Numbers all = numbersOf(model);
  if (number >= kCoefficientNumber) return number < kForceNumbers ? all.coefficients[number - kCoefficientNumber] : nullptr;
  Vec3* const vectors[] = {all.vector, all.point, all.anchor};
  Vec3* const vector = vectors[number / 3];
  return vector ? &(*vector)[number % 3] : nullptr;
}

void driveForces(std::span<Force> forces, const SignalStore& store, double from, double to) {
  for (Force& force : forces) {
    for (std::uint32_t i = 0; i < force.signalCount; ++i) {
      const Signal& signal = store.signals[force.firstSignal + i];
      const std::uint8_t number = signal.number;
      double* const value = numberOf(force.model, number);
      TUMBLE_ASSERT(value, "a signal is that of a number which the force has");
      *value = meanOf(store, signal, from, to);
      if (number >= kCoefficientNumber && *value < 0) *value = 0;
      auto* const spring = std::get_if<Spring>(&force.model);
      if (spring && number >= kAnchorNumber && number < kCoefficientNumber)
        spring->anchorVelocity[number - kAnchorNumber] = slopeOf(store, signal, from, to);
    }
  }
}

}  // namespace tumble
