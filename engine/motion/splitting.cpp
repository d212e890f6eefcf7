// The splittings as schemes of fixed order, one step each: those of the production scheme, without its choice of
// substeps. In free flight the rotation alone is split (free_rotation.h); under forces kick - drift - kick (Strang 1968),
// where the drift is the free motion and a kick changes v and L only:
//     order 2:  S(h) = K(h/2) D(h) K(h/2)            order 4:  S(a h) S((1 - 2 a) h) S(a h),  a = 1/(2 - 2^(1/3))
// (H. Yoshida, "Construction of higher order symplectic integrators", 1990). For order 4 the kick itself is Runge-Kutta of
// order 4, since forces may depend on velocities. The exact scheme is order 2 under forces and exact without.
#include "motion/exact_rotation.h"
#include "motion/free_rotation.h"
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

template <Rotation rotation> void moveBySplitting2(Body& body, const FlightForces& forces, double h) {
  if (forces.lasting.empty()) drift(body, forces.gravity, h, rotation);
  else moveByOrder2(body, forces, h, rotation);
}

void moveBySplitting4(Body& body, const FlightForces& forces, double h) {
  if (forces.lasting.empty()) drift(body, forces.gravity, h, freeRotationOrder4);
  else moveByOrder4(body, forces, h, freeRotationOrder4);
}

template <Rotation rotation> void turn(Body& body, Vec3 meanMomentum, double h) {
  body.q = rotation(body.q, meanMomentum, body.inertia, h);
}

}  // namespace

constinit const MotionMethod kSplitting2{moveBySplitting2<freeRotationOrder2>, turn<freeRotationOrder2>};
constinit const MotionMethod kSplitting4{moveBySplitting4, turn<freeRotationOrder4>};
constinit const MotionMethod kExact{moveBySplitting2<exactRotation>, turn<exactRotation>};

}  // namespace tumble
