// The impulse of one spring or beam over a substep of length h, as a function of the velocities at its end.
//
// From a to b the ends are d_0 apart at the start. Of the change of their velocity, v_1 - v_0 = s + j, the jumps j (blows, landings) come at
// once, and what is smooth goes by the trapezoidal rule (contacts/springs/force_network.h), so that
//     d_1 = d_0 + h (v_0 + j + s / 2),    d = (d_0 + d_1) / 2,    l = (l_0 + l_1) / 2,
//     impulse on b = -h k (1 - r / l) d.
// It is along the line of the ends in the middle, at the points where they are there: angular momentum stays. And d . (d_1 - d_0) =
// (l_1^2 - l_0^2) / 2 = l (l_1 - l_0), so that what it gives to the motion is what it takes from k (l - r)^2 / 2, at any stiffness and however
// the spring turns (J. Simo, N. Tarnow, "The discrete energy-momentum method", 1992; O. Gonzalez, "Time integration and discrete
// Hamiltonian systems", 1996). Springs that are slow within a substep have theta s, theta from 1/12 on, for s / 4 in d and in l: the
// period is right to the fourth order then (B. Numerov, 1924).
//
// What the substep cannot follow goes by its end, d_1 = d_0 + h v_1, impulse -h k (1 - r / l_1) d_1, and dies away. Where even the
// line of the spring turns too far, it is held on its first one, e = d_0 / l_0: the impulse is -h k (d_1 - r e). Its potential
// k |d - r e|^2 / 2 is nowhere below that of the spring and the same at the start; it is convex, so the rule of the end takes energy from it
// at any step, and so from the spring (a majorant; S. Bouaziz, S. Martin, T. Liu, L. Kavan, M. Pauly, "Projective dynamics", 2014).
#pragma once
#include <cstdint>

#include "math/vec3.h"

namespace tumble {

/// The share of the velocity at the end, and of that at the start, in the impulse of drag over a substep; both x / 2 for small x.
struct DragShare {
  double next = 0, now = 0;
};

/// One end of a spring; `body` is a place in ForceNetwork::bodies.
struct SpringEnd {
  std::uint32_t body = 0xffffffffu;
  Vec3 arm;  // m, lever in the middle of the substep as it is foreseen
};

/// The impulse of a spring on b (N s), and the angular impulses on a and b (N m s).
struct SpringPull {
  Vec3 impulse, twist[2];
};

/// A spring or a beam: it pulls with stiffness (min(l, reach) - restLength).
struct SpringRow {
  SpringEnd ends[2];                  // a, b
  std::uint32_t group = 0;            // in ForceNetwork::groups
  Vec3 start;                         // d_0, m
  Vec3 velocity;                      // v_0, m/s
  Vec3 still;                         // m/s, of an end a that is not in the network
  double stiffness = 0, restLength = 0, reach = 0;
  DragShare damping, lateralDamping;  // kg
  double theta = 0;
  double unseen = 0;                  // 1: goes by the end of the substep
  bool softened = false;              // as an explicit kick
  bool held = false;                  // on its first line
  // Of the impulse -K dv in the matrix, K = along n n^T + across (1 - n n^T).
  Vec3 direction;                     // n
  double along = 0, across = 0;       // kg
  SpringPull done;                    // so far
};

/// Impulse on b for the velocity `now` of b against a at the end, and the jump in it; `late` is what comes of it late, each
/// part by the share of the substep before it.
Vec3 springImpulse(const SpringRow& row, Vec3 now, Vec3 jump, Vec3 late, double h);
/// Sets n and K.
void linearize(SpringRow& row, double h);
/// K v.
inline Vec3 stiffTimes(const SpringRow& row, Vec3 v) {
  return v * row.across + row.direction * ((row.along - row.across) * dot(row.direction, v));
}

}  // namespace tumble
