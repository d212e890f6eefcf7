// Rotation of a body no torque acts on: the Casimir splitting.
//
// With the angular momentum in body axes l = R^T L, the kinetic energy is
//     H = |L|^2 / (2 Ib)  +  (1/Ia - 1/Ib) la^2 / 2  +  (1/Ic - 1/Ib) lc^2 / 2 ,
// with b the middle one of the three principal moments. |L|^2 is a Casimir function: it commutes with everything, so the
// flow of the first term is exact and adds no splitting error. The other two are planar rotations about a body axis:
//     isotropic:  q <- exp(h L / Ib) q                          (world axis L)
//     planar a:   phi = (1/Ia - 1/Ib) la h,  q <- q exp(phi ea),  l <- Rot_a(-phi) l
// Each flow is an exact rotation, so |L| and |q| stay constant. For a cube both planar flows vanish and for a symmetric body
// one of them: the result is exact at any step. Order 2 composes a(h/2) c(h) a(h/2); order 4 three of those (Yoshida 1990).
//
// Based on: R. McLachlan, "Explicit Lie-Poisson integration and the Euler equations", 1993; S. Reich, "Momentum conserving
// symplectic integrators", 1994; H. Yoshida, "Construction of higher order symplectic integrators", 1990.
#pragma once
#include "math/quat.h"

namespace tumble {

/// Orientation after `time` seconds of torque-free rotation.
/// q: principal frame -> world; L: angular momentum, world axes, kg m^2/s (constant); moments: principal, kg m^2.
/// Order 4, with as many substeps as keep the planar angles below kMaxPlanarAngle.
Quat freeRotation(Quat q, Vec3 L, Vec3 moments, double time);
/// The same in at most kFewRotationSubsteps: where there are very many bodies, or the step is cut into pieces already.
Quat freeRotationFew(Quat q, Vec3 L, Vec3 moments, double time);

/// The same by one step of order 2, for bodies in contact, whose solver is of lower order.
Quat freeRotationOrder2(Quat q, Vec3 L, Vec3 moments, double time);

/// One step of order 4, however large the angles.
Quat freeRotationOrder4(Quat q, Vec3 L, Vec3 moments, double time);

/// Yoshida's three steps: 1/(2 - 2^(1/3)), and 1 - 2 of it.
constexpr double kYoshidaOuter = 1.3512071919596578, kYoshidaInner = -1.7024143839193153;

}  // namespace tumble
