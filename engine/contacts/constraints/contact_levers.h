// How the levers of a contact change: where a round shape touches, the point moves over it (kinematic_velocity.h, parts 1 and 3).
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

inline const Body& bodyOf(const ContactScene& scene, std::uint32_t collider) {
  return scene.bodies.bodies[scene.colliders.colliders[collider].body];
}

/// rad/s. The spin of a ball or of another solid of revolution about its axis, which turns no normal and moves no surface along its normal.
Vec3 idleSpinOf(const ContactScene& scene, std::uint32_t collider);
/// Whether the normal is that of a face of the collider on this side (0: A) and turns with it.
bool ownsFace(const ContactScene& scene, const TouchingPair& pair, int side);

/// r' of the contact points of a shape that rolls, by lever.
struct RollingLever {
  Vec3 omega, center;  // of the body; of the shape, from the centre of mass
  Vec3 pointRate;      // of a single point
  Vec3 lineRate;       // rad/s: what turns a line of contact about the centre of the shape
  bool isLine = false;

  Vec3 rateAt(Vec3 lever) const { return isLine ? cross(omega, center) + cross(lineRate, lever - center) : pointRate; }
  Vec3 accelerationAt(Vec3 lever) const { return cross(omega, rateAt(lever)); }
};

/// A single point, `at` m from the centre of the shape, is that farthest along `direction`, while the normal is that of a face of the other body: on
/// an edge, or on what is round, the normal turns as well. The point stays at its end of the axis; the farthest of all would go from one
/// end of a generator to the other at once. A line is a generator, which turns with the axis of the shape about the normal; that of a face on its
/// rim stays where it is. 0 of a new contact.
RollingLever rollingLeverOf(const OrientedBox& shape, const Manifold& manifold, const Body& body, Vec3 direction, Vec3 at, bool isOnFace,
                            float timeStep);

/// omega x (omega x c) of a rolling ball off its centre of mass; 0 of a new contact, which may stop the rotation.
Vec3 ballLeverAcceleration(const Manifold& manifold, Vec3 omega, Vec3 c, float timeStep);

/// r_B' (m/s) of the body that touches a kinematic one, and omega x r_B' (m/s^2).
struct LeverRate {
  Vec3 rate, acceleration;
  Vec3 turned;  // m, from the manifold's point to that of the middle of the step, beyond what the rate explains
};

/// How the lever of what touches a kinematic body changes: the contact point goes along with a ball, whose normal may turn; over what is round it
/// stays at the support point, be it the kinematic body or the other; else it is a point of the other.
class PartnerLever {
 public:
  /// side: of the kinematic body; n: from A to B; center: m, of the manifold.
  PartnerLever(const ContactScene& scene, const TouchingPair& pair, int side, Vec3 n, Vec3 normalTurning, Vec3 center, float timeStep);

  /// `p`: of the contact, m, world.
  LeverRate rateAt(Vec3 p) const;

 private:
  enum class Kind : std::uint8_t { ball, round, onRound, other };
  const Body &body_, &other_;
  Vec3 normalTurning_, midStepRotation_;
  Kind kind_ = Kind::other;
  RollingLever rolling_;
  Vec3 ballCenter_, ballAcceleration_;
};

}  // namespace tumble
