// Force, torque and potential energy of the lasting forces at one state of their body.
#pragma once
#include <cmath>
#include <span>

#include "forces/force.h"

namespace tumble {

/// About the centre of mass, world axes.
struct Wrench {
  Vec3 force;   // N
  Vec3 torque;  // N m: (p - x) x F
};

/// Body point (m, body frame) to world.
Vec3 worldPoint(const Body& body, Vec3 pointInBody);
/// The anchor of a spring to another body, from the present state of that body.
void followPartner(Force& law, const Body& partner);
/// One law at this state.
Wrench wrenchOf(const Force& law, const Body& body);
/// Potential energy of one law at this state, J: its force is minus the gradient. k (l - l0)^2 / 2 of a spring, -m g.x of a field,
/// -F.p of a force in world axes; 0 where the work depends on the way (drag, torques, an engine that turns with its body, a force
/// that ends).
double potentialEnergy(const Force& law, const Body& body);
/// Sum of all laws; `laws` all act on `body`.
Wrench totalWrench(std::span<const Force> laws, const Body& body);
Wrench wrenchBesidesDrag(std::span<const Force> laws, const Body& body);
/// Sum of those that depend neither on where the body is nor on how fast it moves: forces, torques, fields.
Wrench steadyWrench(std::span<const Force> laws, const Body& body);

/// A spring or a beam at one place, with the anchor it has now: F = -n (T + c n.v) - c' (v - n (n.v)), and how F changes with the
/// place, -(k n n^T + k' (1 - n n^T)). Across its line a stretched spring has the stiffness T / l, a pressed one would have less than none
/// (it is taken as none); with rest length 0 it is the same in all directions.
struct SpringLine {
  Vec3 direction;             // n, from the anchor to the point; 0 where they are one
  double tension = 0;         // T, N
  double stiffness = 0, lateral = 0;       // k, k', N/m
  double damping = 0, lateralDamping = 0;  // c, c', N s/m
};
inline bool isSpring(const Force& law) { return law.type == ForceType::spring || law.type == ForceType::beam; }
SpringLine lineOf(const Force& law, Vec3 point);

/// All drag together: F = -linear v, torque = -angular omega.
struct Drag {
  double linear = 0;   // N s/m
  double angular = 0;  // N m s
};
Drag dragOf(std::span<const Force> laws);
/// Fastest rate of the drag among `laws`, 1/s.
double dragRate(std::span<const Force> laws, const Body& body);

/// Bounds on what the springs of a body, and of others that they join it to, do together. With x_a, x_b in the units of the masses,
/// w_a = 1/m_a at the point of the spring and |w_a + w_b| (x_a^2 / w_a + x_b^2 / w_b) >= (x_a - x_b)^2, the largest of the sums over the
/// springs of one body of k (w_a + w_b) is above every eigenvalue of M^-1 K. A spring under the tension T at a lever r also turns the body
/// to and fro as a pendulum does, at T r / I, be it as soft as it may; and its line turns with the body, and about an anchor that it passes.
struct SpringRate {
  double squared = 0;   // 1/s^2
  double damping = 0;   // 1/s
  double swinging = 0;  // 1/s^2: T r / I
  double turning = 0;   // 1/s: of a line, with the body or about the anchor
  /// For choosing substeps.
  double fastest() const { return std::sqrt(squared + swinging) + damping + turning; }
};
/// While the body moves as it does for `time`, s: springs are drawn out meanwhile.
SpringRate springRate(std::span<const Force> laws, const Body& body, double time);
/// False where a kick is a constant force.
bool dependsOnVelocity(std::span<const Force> laws);

}  // namespace tumble
