// The impulse of one spring or beam over a substep of length h, as a function of the velocities at its end.
//
// The offset from end a to end b is d_0 at the start. The change of their relative velocity is v_1 - v_0 = s + j: jumps j (impacts, new contacts)
// come at once, the smooth part s follows the trapezoidal rule (contacts/springs/force_network.h):
//     d_1 = d_0 + h (v_0 + j + s / 2),    d = (d_0 + d_1) / 2,    l = (l_0 + l_1) / 2,
//     impulse on b = -h k (1 - r / l) d.
// The impulse lies on the line of the ends in the middle of the substep, at the ends' positions there: angular momentum is kept. With d . (d_1 - d_0) =
// (l_1^2 - l_0^2) / 2 = l (l_1 - l_0) its work equals the fall of k (l - r)^2 / 2, at any stiffness and rotation (J. Simo, N. Tarnow, "The
// discrete energy-momentum method", 1992; O. Gonzalez, "Time integration and discrete Hamiltonian systems", 1996). Springs that are slow
// within a substep have theta s, theta from 1/12 on, for s / 4 in d and in l: their period is right to the fourth order (B. Numerov, 1924).
//
// An implicit spring acts at the end of the substep, d_1 = d_0 + h v_1, impulse -h k (1 - r / l_1) d_1, which damps motion too fast for the substep.
// A spring whose line turns too far even for that has a fixed line, e = d_0 / l_0, with the impulse -h k (d_1 - r e). The potential
// k |d - r e|^2 / 2 is an upper bound of the spring's, equal to it at the start, and convex: the implicit rule takes energy from it at any
// step, and so from the spring (a majorant; S. Bouaziz, S. Martin, T. Liu, L. Kavan, M. Pauly, "Projective dynamics", 2014).
#pragma once
#include <cstdint>

#include "math/vec3.h"

namespace tumble {

/// Factors of the velocities at the end and at the start in the impulse of drag over a substep; both x / 2 for small x.
struct DragShare {
  double next = 0, now = 0;
};

/// SpringEnd::body of an anchor that no spring moves.
constexpr std::uint32_t kNotInNetwork = 0xffffffffu;

struct SpringEnd {
  std::uint32_t body = kNotInNetwork;  // in ForceNetwork::bodies
  Vec3 lever;                          // m, predicted for the middle of the substep
};

/// The impulse of a spring on b (N s), and the angular impulses on a and b (N m s).
struct SpringImpulse {
  Vec3 impulse, angularImpulse[2];
};

/// A spring or a beam: it pulls with stiffness (min(l, range) - restLength).
struct SpringRow {
  SpringEnd ends[2];        // a, b
  std::uint32_t group = 0;  // in ForceNetwork::groups
  Vec3 start;               // d_0, m
  Vec3 velocity;            // v_0, m/s
  Vec3 anchorVelocity;      // m/s, of an end a outside of the network
  double stiffness = 0, restLength = 0, range = 0;
  DragShare damping, lateralDamping;  // kg
  double theta = 0;
  double implicit = 0;    // 1: acts at the end of the substep
  bool softened = false;  // an explicit kick
  bool hasFixedLine = false;
  // Of the impulse -K dv in the matrix, K = along n n^T + across (1 - n n^T).
  Vec3 direction;                // n
  double along = 0, across = 0;  // kg
  SpringImpulse applied;         // so far
};

/// Impulse on b. `endVelocity`: of b relative to a at the end of the substep, m/s; `jump`: the part of it that came at once; `late`: the sum of
/// jumps, each times the share of the substep before it.
Vec3 springImpulse(const SpringRow& row, Vec3 endVelocity, Vec3 jump, Vec3 late, double h);
/// Sets n and K.
void linearize(SpringRow& row, double h);
/// K v.
inline Vec3 stiffTimes(const SpringRow& row, Vec3 v) {
  return v * row.across + row.direction * ((row.along - row.across) * dot(row.direction, v));
}

}  // namespace tumble
