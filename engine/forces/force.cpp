#include "forces/force.h"

#include <type_traits>

namespace tumble {
namespace {

template <ForceType type, class Model>
constexpr bool kIsModelOf = std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(type), ForceModel>, Model>;
static_assert(kIsModelOf<ForceType::force, ConstantForce> && kIsModelOf<ForceType::torque, ConstantTorque> &&
              kIsModelOf<ForceType::drag, Drag> && kIsModelOf<ForceType::spring, Spring> &&
              kIsModelOf<ForceType::field, AccelerationField> && kIsModelOf<ForceType::beam, Beam> &&
              kIsModelOf<ForceType::fluidDrag, FluidDrag>);

}  // namespace

ForceModel defaultModel(ForceType type) {
  switch (type) {
    case ForceType::force: return ConstantForce{};
    case ForceType::torque: return ConstantTorque{};
    case ForceType::drag: return Drag{};
    case ForceType::spring: return Spring{};
    case ForceType::field: return AccelerationField{};
    case ForceType::beam: return Beam{};
    case ForceType::fluidDrag: return FluidDrag{};
  }
  return {};
}

bool letsRest(const Force& force) {
  const auto* fluid = std::get_if<FluidDrag>(&force.model);
  const bool rests = fluid ? fluid->flow == Vec3{} : typeOf(force) == ForceType::drag || typeOf(force) == ForceType::field;
  return rests && !isDriven(force);
}

const Vec3* pointOf(const Force& force) {
  if (const auto* constant = std::get_if<ConstantForce>(&force.model)) return &constant->point;
  if (const auto* spring = std::get_if<Spring>(&force.model)) return &spring->point;
  if (const auto* fluid = std::get_if<FluidDrag>(&force.model)) return &fluid->point;
  const auto* beam = std::get_if<Beam>(&force.model);
  return beam ? &beam->point : nullptr;
}

}  // namespace tumble
