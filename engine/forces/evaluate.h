// Force, torque and potential energy of lasting forces as functions of the state of their body.
#pragma once
#include <cmath>
#include <span>

#include "forces/force.h"

namespace tumble {

/// Force and torque about the centre of mass, world axes.
struct Wrench {
  Vec3 force;   // N
  Vec3 torque;  // N m: (p - x) x F
};

/// Body point (m, body frame) to world.
Vec3 worldPoint(const Body& body, Vec3 pointInBody);
/// Sets the anchor of a spring from the state of the body at its other end.
void updateAnchor(Spring& spring, const Body& other);
/// Wrench of one force.
Wrench wrenchOf(const Force& force, const Body& body);
/// Potential energy of one force, J: the force is minus its gradient. k (l - l0)^2 / 2 of a spring, -m g.x of a field,
/// -F.p of a force in world axes; 0 where the work depends on the path (drag, torques, a force in the body frame or of
/// limited duration) or on the time (a field or a force that signals drive; a driven spring has what is stored in it).
double potentialEnergy(const Force& force, const Body& body);
/// Sum of all forces on `body`.
Wrench totalWrench(std::span<const Force> forces, const Body& body);
/// Sum of all but drag. `time`: as for fluidWrench.
Wrench wrenchBesidesDrag(std::span<const Force> forces, const Body& body, double time = 0);
/// Sum of those that depend on neither position nor velocity: constant forces and torques, fields.
Wrench steadyWrench(std::span<const Force> forces, const Body& body);

/// A spring or a beam at one position of its point: F = -n (T + c n.v) - c' (v - n (n.v)), dF/dx = -(k n n^T + k' (1 - n n^T)). The lateral stiffness
/// k' of a stretched spring is T / l; that of a compressed one is negative, and set to 0; with rest length 0 k' = k.
struct SpringLine {
  Vec3 anchor;                             // m, world
  Vec3 anchorVelocity;                     // m/s, world
  double anchorInverseMass = 0;            // 1/kg
  Vec3 direction;                          // n, from the anchor to the point; 0 where they coincide
  double tension = 0;                      // T, N
  double stiffness = 0, lateral = 0;       // k, k', N/m
  double damping = 0, lateralDamping = 0;  // c, c', N s/m
};
/// Of a spring or a beam with its point at `point`, m, world.
SpringLine lineOf(const Force& force, Vec3 point);

/// The sum of all drag.
Drag dragOf(std::span<const Force> forces);
/// Whether a drag is among them, or may be at another time.
bool hasDrag(std::span<const Force> forces);
/// Fastest rate of the drag among `forces`, 1/s; that of fluids, which grows with the speed, also after the forces have acted for `time` seconds.
double dragRate(std::span<const Force> forces, const Body& body, double time);

/// Bounds on the rates of all springs of a body, and of the bodies that they join it to. With x_a, x_b in the units of the masses,
/// w_a = 1/m_a at the point of the spring and |w_a + w_b| (x_a^2 / w_a + x_b^2 / w_b) >= (x_a - x_b)^2, the largest of the sums over the
/// springs of one body of k (w_a + w_b) is above every eigenvalue of M^-1 K. A spring under the tension T at a lever r also makes the body
/// a pendulum, with the squared rate T r / I whatever its stiffness; and its line rotates with the body, and about an anchor that it passes.
struct SpringRate {
  double squared = 0;   // 1/s^2
  double damping = 0;   // 1/s
  double swinging = 0;  // 1/s^2: T r / I
  double turning = 0;   // 1/s: of a line, with the body or about the anchor
  /// For choosing substeps.
  double fastest() const { return std::sqrt(squared + swinging) + damping + turning; }
};
/// Over `time` seconds at the present velocity, in which springs are stretched.
SpringRate springRate(std::span<const Force> forces, const Body& body, double time);
/// False where all forces are constant during a kick.
bool dependsOnVelocity(std::span<const Force> forces);

}  // namespace tumble
