#include "motion/free_rotation.h"

#include "assertion.h"
#include "bodies/body.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

struct Split {
  int a, c;         // body axes of the two planar flows
  double ka, kc;    // 1/Ia - 1/Ib and 1/Ic - 1/Ib
  double inverseB;  // 1/Ib
};

double magnitude(double x) { return x < 0 ? -x : x; }

Split splitOf(Vec3 moments) {
  TUMBLE_ASSERT(moments.x > 0 && moments.y > 0 && moments.z > 0, "what turns freely has moments of inertia");
  if (isIsotropic(moments)) return {0, 0, 0, 0, 1 / moments.x};
  // The middle moment as b makes the two differences smallest, and one of them 0 for a symmetric body.
  const double x = moments.x, y = moments.y, z = moments.z;
  const bool xMiddle = (y <= x && x <= z) || (z <= x && x <= y);
  const bool yMiddle = !xMiddle && ((x <= y && y <= z) || (z <= y && y <= x));
  const int b = xMiddle ? 0 : yMiddle ? 1 : 2, a = (b + 1) % 3, c = (b + 2) % 3;
  const double inverseB = 1 / moments[b];
  return {a, c, 1 / moments[a] - inverseB, 1 / moments[c] - inverseB, inverseB};
}

void planarFlow(Quat& q, Vec3& l, int axis, double k, double h) {
  if (k == 0) return;
  const SineCosine half = sineCosine(0.5 * k * l[axis] * h);
  Vec3 u;
  u[axis] = half.sine;
  q = q * Quat{u.x, u.y, u.z, half.cosine};
  const double c = half.cosine * half.cosine - half.sine * half.sine, s = 2 * half.sine * half.cosine;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double li = l[i], lj = l[j];
  l[i] = c * li + s * lj;
  l[j] = c * lj - s * li;
}

void planarFlows(Quat& q, Vec3& l, const Split& split, double h) {
  planarFlow(q, l, split.a, split.ka, 0.5 * h);
  planarFlow(q, l, split.c, split.kc, h);
  planarFlow(q, l, split.a, split.ka, 0.5 * h);
}

void planarFlowsOrder4(Quat& q, Vec3& l, const Split& split, double h) {
  planarFlows(q, l, split, kYoshidaOuter * h);
  planarFlows(q, l, split, kYoshidaInner * h);
  planarFlows(q, l, split, kYoshidaOuter * h);
}

}  // namespace

namespace {

Quat freeRotationIn(int most, Quat q, Vec3 L, Vec3 moments, double time) {
  const Split split = splitOf(moments);
  if (split.ka != 0 || split.kc != 0) {
    Vec3 l = inverseRotate(q, L);
    const double k = magnitude(split.ka) > magnitude(split.kc) ? magnitude(split.ka) : magnitude(split.kc);
    const double angle = k * length(L) * magnitude(time);
    const int substeps = angle < kMaxPlanarAngle          ? 1
                         : angle < kMaxPlanarAngle * most ? 1 + static_cast<int>(angle / kMaxPlanarAngle)
                                                          : most;
    const double h = time / substeps;
    for (int i = 0; i < substeps; ++i) planarFlowsOrder4(q, l, split, h);
  }
  return rotatedBy(q, L * (split.inverseB * time));
}

}  // namespace

Quat freeRotation(Quat q, Vec3 L, Vec3 moments, double time) { return freeRotationIn(kMaxRotationSubsteps, q, L, moments, time); }
Quat freeRotationFew(Quat q, Vec3 L, Vec3 moments, double time) { return freeRotationIn(kFewRotationSubsteps, q, L, moments, time); }

Quat freeRotationOrder2(Quat q, Vec3 L, Vec3 moments, double time) {
  const Split split = splitOf(moments);
  if (split.ka != 0 || split.kc != 0) {
    Vec3 l = inverseRotate(q, L);
    planarFlows(q, l, split, time);
  }
  return rotatedBy(q, L * (split.inverseB * time));
}

Quat freeRotationOrder4(Quat q, Vec3 L, Vec3 moments, double time) {
  const Split split = splitOf(moments);
  if (split.ka != 0 || split.kc != 0) {
    Vec3 l = inverseRotate(q, L);
    planarFlowsOrder4(q, l, split, time);
  }
  return rotatedBy(q, L * (split.inverseB * time));
}

}  // namespace tumble
