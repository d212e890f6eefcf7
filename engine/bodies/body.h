// The state of one rigid body, and its constants.
//
// Primary state is (x, q, v, L), all double: L is the angular momentum about the centre of mass in world axes, and it is
// not touched while no torque acts, so |L| is conserved to the bit. omega is secondary: omega = R I^-1 R^T L
// (Hecker 1997, part 4; Fiedler, "Physics in 3D": primary, secondary, constant quantities).
//
// The frame of q is the principal frame: origin at the centre of mass, axes along the principal axes of inertia, so the
// tensor is three numbers. The body frame is the one the author placed the shapes in.
#pragma once
#include <cstdint>
#include <string>

#include "bodies/motion_scheme.h"
#include "math/quat.h"
#include "math/symmetric3.h"

namespace tumble {

/// Index (20 bits) and generation (12 bits). An id whose body was removed names no body, never another one.
using BodyId = std::uint32_t;
constexpr std::uint32_t kBodyIndexBits = 20;
constexpr std::uint32_t kMaxBodies = 1u << kBodyIndexBits;
constexpr BodyId kNoBody = 0xffffffffu;
constexpr std::uint32_t bodyIndex(BodyId id) { return id & (kMaxBodies - 1); }
constexpr std::uint32_t bodyGeneration(BodyId id) { return id >> kBodyIndexBits; }
constexpr BodyId makeBodyId(std::uint32_t index, std::uint32_t generation) { return index | (generation << kBodyIndexBits); }

/// dynamic: moved by forces and impulses. fixed ("static" in a scene): never moves. kinematic: moves at the velocity it is
/// given and is pushed by nothing.
enum class BodyType : std::uint8_t { dynamic, fixed, kinematic };

/// `Body::island` of a body that does not sleep.
constexpr std::uint32_t kAwake = 0xffffffffu;

/// Members are in the order in which a step reads them, so that a pass over many bodies reads few cache lines of each.
struct Body {
  BodyType type = BodyType::fixed;
  MotionScheme motion = MotionScheme::automatic;
  bool planar = false;  // moves in x and y and turns about z only; see bodies/planar.h
  bool alive = false;
  bool maySleep = true;
  bool continuous = false;        // continuous collision with moving bodies, too
  bool frozen = false;            // had a non-finite state; at rest until it gets a new pose
  std::uint32_t island = kAwake;  // asleep: name of the island it fell asleep with (the index of its first body)
  std::uint32_t stillSteps = 0;   // awake: steps for which it has been still (islands/fall_asleep.h)
  float stillMotion = 0;  // m^2/s^2: the largest of its mean square speeds in the first half of the steps for which it has to be still
  std::uint32_t generation = 0;
  std::uint32_t firstCollider = 0, colliderCount = 0;  // in the collider store

  // Primary state
  Vec3 x;  // m, centre of mass, world
  Quat q;  // principal frame -> world
  Vec3 v;  // m/s, of the centre of mass, world
  Vec3 L;  // kg m^2/s, about the centre of mass, world axes; dynamic bodies

  // Constants of motion
  Vec3 inverseInertia;        // 1/(kg m^2), principal
  double inverseMass = 0;     // 1/kg
  double linearDamping = 0;   // 1/s: dv/dt = -linearDamping v
  double angularDamping = 0;  // 1/s: dL/dt = -angularDamping L

  double radius = 0;    // m, no point of its colliders is farther from x
  double thinness = 0;  // m, least speculativeLimit of its colliders (colliders/speculative_distance.h)
  Vec3 lastGoodX;       // the last finite pose at the end of a step, or as set
  Quat lastGoodQ;

  Vec3 inertia;     // kg m^2, principal moments; isotropic bodies use only inverseInertia
  double mass = 0;  // kg; 0 for static and kinematic bodies

  // Of few bodies, or rarely read
  Vec3 kinematicOmega;          // rad/s, world axes; kinematic bodies, whose L has no meaning
  Vec3 centerOfMass;            // m, in the body frame
  Quat principalToBody;         // principal -> body frame
  Mat3 matrix;                  // principal frame -> world, of schemes that store one: q is the rotation nearest to it by Gram-Schmidt
  Vec3 angles;                  // rad: yaw, pitch, roll of the principal frame, of schemes that store them (math/euler_angles.h)
  double quaternionDefect = 0;  // | |q| - 1 | in the last step, before q was normalized; for display
};

inline bool isAsleep(const Body& body) { return body.island != kAwake; }
/// Whether impulses move it.
inline bool movesByImpulses(const Body& body) { return body.type == BodyType::dynamic && !body.frozen && !isAsleep(body); }
/// True for equal principal moments, as of a cube or a sphere.
inline bool isIsotropic(Vec3 moments) { return moments.x == moments.y && moments.y == moments.z; }
/// R diag(d) R^T with R the rotation of q: a principal tensor in world axes.
inline SymmetricMat3 worldTensor(Quat q, Vec3 d) { return isIsotropic(d) ? SymmetricMat3{d, {}} : similarity(toMatrix(q), d); }
/// R diag(sqrt d) R^T: of the moments of inertia S, sqrt(kg) m, with S S omega = L; of their inverses S^-1.
SymmetricMat3 worldTensorRoot(Quat q, Vec3 d);
/// Angular velocity, rad/s, world axes.
inline Vec3 angularVelocity(const Body& body) {
  if (body.type != BodyType::dynamic) return body.kinematicOmega;
  // A non-orthogonal matrix still has Hecker's omega = A I^-1 A^T L.
  if (storesMatrix(body.motion)) return body.matrix * scaled(body.inverseInertia, transposeTimes(body.matrix, body.L));
  if (isIsotropic(body.inverseInertia)) return body.L * body.inverseInertia.x;
  return rotate(body.q, scaled(body.inverseInertia, inverseRotate(body.q, body.L)));
}
/// domega/dt without torque, rad/s^2, world axes: I domega/dt = L x omega (L. Euler, 1765).
inline Vec3 freeAngularAcceleration(Quat q, Vec3 inverseInertia, Vec3 L, Vec3 omega) {
  return rotate(q, scaled(inverseInertia, inverseRotate(q, cross(L, omega))));
}
/// L = I omega, kg m^2/s, world axes.
inline Vec3 angularMomentumOf(const Body& body, Vec3 omega) {
  if (storesMatrix(body.motion)) {
    const Mat3 toLocal = inverse(body.matrix);
    return transposeTimes(toLocal, scaled(body.inertia, toLocal * omega));
  }
  return rotate(body.q, scaled(body.inertia, inverseRotate(body.q, omega)));
}
/// Orientation of the body frame, body frame -> world.
inline Quat bodyOrientation(const Body& body) { return body.q * conjugate(body.principalToBody); }
/// Origin of the body frame, world.
inline Vec3 bodyOrigin(const Body& body) { return body.x - rotate(bodyOrientation(body), body.centerOfMass); }
/// Bound on 1/(effective mass) of the point at world position p in any direction, 1/kg: 1/m + trace(-r~ I^-1 r~), at most
/// twice the true value of the lightest direction.
inline double inverseMassAt(const Body& body, Vec3 p) {
  const Vec3 r = inverseRotate(body.q, p - body.x), i = body.inverseInertia;
  const double xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
  return body.inverseMass + (yy + zz) * i.x + (xx + zz) * i.y + (xx + yy) * i.z;
}
/// Velocity of the point of the body that is at world position p: v + omega x (p - x).
inline Vec3 velocityAt(const Body& body, Vec3 p) { return body.v + cross(angularVelocity(body), p - body.x); }

}  // namespace tumble
