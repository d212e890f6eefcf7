// The splittings as schemes of fixed order, one step each: what the production scheme is made of, without its choice of
// substeps. In free flight the rotation alone is split (free_rotation.h); under forces kick - drift - kick (Strang 1968),
// where the drift is the free motion and a kick changes v and L only:
//     order 2:  S(h) = K(h/2) D(h) K(h/2)            order 4:  S(a h) S((1 - 2 a) h) S(a h),  a = 1/(2 - 2^(1/3))
// (H. Yoshida, "Construction of higher order symplectic integrators", 1990). For order 4 the kick itself is Runge-Kutta of
// order 4, since forces may depend on velocities. The exact scheme is order 2 under forces and exact without.
#include "forces/evaluate.h"
#include "motion/exact_rotation.h"
#include "motion/free_rotation.h"
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

/// v and L by the forces alone, at a fixed pose.
void kickOfOrder4(Body& body, std::span<const Force> laws, double h) {
  Wrench slope[4];
  const double share[4] = {0, 0.5, 0.5, 1};
  for (int i = 0; i < 4; ++i) {
    Body stage = body;
    if (i > 0) {
      stage.v += slope[i - 1].force * (share[i] * h * body.inverseMass);
      stage.L += slope[i - 1].torque * (share[i] * h);
    }
    const Wrench steady = totalWrench(laws, stage, 0), drag = meanDrag(laws, stage, 0);
    slope[i] = {steady.force + drag.force, steady.torque + drag.torque};
  }
  const double sixth = h / 6;
  body.v += (slope[0].force + (slope[1].force + slope[2].force) * 2.0 + slope[3].force) * (sixth * body.inverseMass);
  body.L += (slope[0].torque + (slope[1].torque + slope[2].torque) * 2.0 + slope[3].torque) * sixth;
}

template <Rotation rotation>
void moveByOrder2(Body& body, const FlightForces& forces, double h) {
  if (!forces.laws.empty()) kick(body, forces.laws, 0.5 * h);
  drift(body, forces.gravity, h, rotation);
  if (!forces.laws.empty()) kick(body, forces.laws, 0.5 * h);
}

void moveByOrder4(Body& body, const FlightForces& forces, double h) {
  if (forces.laws.empty()) return drift(body, forces.gravity, h, freeRotationOrder4);
  for (const double share : {kYoshidaOuter, kYoshidaInner, kYoshidaOuter}) {
    kickOfOrder4(body, forces.laws, 0.5 * share * h);
    drift(body, forces.gravity, share * h, freeRotationOrder4);
    kickOfOrder4(body, forces.laws, 0.5 * share * h);
  }
}

template <Rotation rotation>
void turn(Body& body, Vec3 meanMomentum, double h) {
  body.q = rotation(body.q, meanMomentum, body.inertia, h);
}

}  // namespace

constinit const MotionMethod kSplitting2{moveByOrder2<freeRotationOrder2>, turn<freeRotationOrder2>};
constinit const MotionMethod kSplitting4{moveByOrder4, turn<freeRotationOrder4>};
constinit const MotionMethod kExact{moveByOrder2<exactRotation>, turn<exactRotation>};

}  // namespace tumble
