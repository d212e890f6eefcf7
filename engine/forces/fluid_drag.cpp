#include "forces/fluid_drag.h"

#include <algorithm>

namespace tumble {
namespace {

/// Points of Gauss and Legendre in a half of an edge, as a share of it: with two along each edge, the square of a velocity that varies over a face, and
/// its moment, are integrated exactly.
constexpr double kGauss = 0.57735026918962576;
/// Share of a velocity that one evaluation may take.
constexpr double kMostSlowed = 0.5;

/// Calls add(point, force, rate) for each part: m and N in world axes, and dF/du, N s/m.
template <class Add> void forEachPart(const FluidDrag& fluid, const Body& body, Add add) {
  const Quat orientation = bodyOrientation(body);
  const double pressure = 0.5 * fluid.density * fluid.coefficient;
  const auto at = [&](Vec3 point, Vec3 normal, double area, bool isFace) {
    const Vec3 p = worldPoint(body, point), u = velocityAt(body, p) - fluid.flow;
    const double speed = length(u), rate = 2 * pressure * area * speed;
    if (normal == Vec3{}) return add(p, u * (-0.5 * rate), rate);
    const Vec3 n = rotate(orientation, normal);
    const double along = dot(n, u);
    if (isFace) {
      if (along > 0) add(p, n * (-pressure * area * along * along), 2 * pressure * area * along);
    } else if (speed > 0) {
      const double share = along / speed;
      add(p, n * (-rate * along / (1 + share * share)), rate);
    }
  };
  if (fluid.size == Vec3{}) return at(fluid.point, fluid.normal, fluid.area, false);
  for (int axis = 0; axis < 3; ++axis) {
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    for (int part = 0; part < 8; ++part) {
      const double side = part & 4 ? 1 : -1;
      Vec3 normal, offset;
      normal[axis] = side;
      offset[axis] = 0.5 * side * fluid.size[axis];
      offset[j] = (part & 1 ? 0.5 : -0.5) * kGauss * fluid.size[j];
      offset[k] = (part & 2 ? 0.5 : -0.5) * kGauss * fluid.size[k];
      at(fluid.point + offset, normal, 0.25 * fluid.size[j] * fluid.size[k], true);
    }
  }
}

}  // namespace

double fluidDragRate(std::span<const Force> forces, const Body& body) {
  double sum = 0;
  for (const Force& force : forces) {
    if (const auto* fluid = std::get_if<FluidDrag>(&force.model))
      forEachPart(*fluid, body, [&](Vec3 p, Vec3, double rate) { sum += rate * inverseMassAt(body, p); });
  }
  return sum;
}

void addFluidDrag(Wrench& sum, std::span<const Force> forces, const Body& body, double time) {
  const double turned = time > 0 ? fluidDragRate(forces, body) * time : 0;
  const double share = turned > kMostSlowed ? kMostSlowed / turned : 1;
  for (const Force& force : forces) {
    const auto* fluid = std::get_if<FluidDrag>(&force.model);
    if (!fluid) continue;
    forEachPart(*fluid, body, [&](Vec3 p, Vec3 drag, double) {
      sum.force += drag * share;
      sum.torque += cross(p - body.x, drag * share);
    });
  }
}

void addFluidDragOfSubstep(Wrench& sum, std::span<const Force> forces, const Body& body, double time) {
  Wrench first = {};
  addFluidDrag(first, forces, body, time);
  Body middle = body;
  middle.v += first.force * (0.5 * time * body.inverseMass);
  middle.L += first.torque * (0.5 * time);
  addFluidDrag(sum, forces, middle, time);
}

}  // namespace tumble
