// What the laws know of a world: constants of its bodies, and its public state after every step. Copied out once, so that a law can be
// tried on a trajectory that no engine made.
#pragma once
#include <vector>

#include "world/world.h"

namespace tumble::fuzz {

/// A box or a ball that collides, in the principal frame of its body.
enum class Outline : std::uint8_t { box, ball, cylinder, capsule, cone, ellipsoid, hull };

struct Solid {
  std::uint32_t body = 0;
  bool round = false;  // a ball
  Outline outline = Outline::box;
  std::vector<Vec3> vertices;  // m, of a hull, from its centre
  Vec3 half;                   // m; of a ball its radius three times
  Vec3 position;
  Quat orientation;
  double friction = 0, restitution = 0;
};

struct BodyFacts {
  BodyType type = BodyType::fixed;
  MotionScheme motion = MotionScheme::automatic;
  bool alive = false, planar = false, damped = false;
  double mass = 0;
  Vec3 moments;          // kg m^2, principal
  double size = 0;       // m, least thickness of its solids
  double reach = 0;      // m, of its solids from the centre of mass
  Vec3 lever;            // m, of its solids from each principal axis
  Quat principalToBody;  // principal -> body frame
  Vec3 centerOfMass;     // m, in the body frame
  std::size_t firstSolid = 0, solidCount = 0;
};

struct Facts {
  double h = 1.0 / 60;  // s
  Vec3 gravity;         // m/s^2, with the fields on all bodies
  bool collisions = true;
  std::vector<BodyFacts> bodies;
  std::vector<Solid> solids;
  std::vector<Force> forces;  // but for fields on all bodies
  std::vector<Joint> joints;  // as at the start: what changes stands in Frame
};

struct BodyFrame {
  Vec3 x, v, omega, L;
  Quat q;
  bool frozen = false, asleep = false;
};

struct JointState {
  bool alive = false;     // false: removed or broken
  double coordinate = 0;  // rad or m
};

/// The state after a step.
struct Frame {
  std::vector<BodyFrame> bodies;
  std::vector<JointState> joints;
  bool commanded = false;  // a command came, a hand pulls, or a force of some steps acts: laws begin anew behind it
  bool overload = false;   // the engine gave the step up
};

Facts factsOf(const World& world);
Frame frameOf(const World& world);

/// The orientation of the body frame, and a point of it in the world.
inline Quat bodyFrame(const BodyFacts& facts, const BodyFrame& frame) { return frame.q * conjugate(facts.principalToBody); }
inline Vec3 pointOf(const BodyFacts& facts, const BodyFrame& frame, Vec3 point) {
  return frame.x + rotate(bodyFrame(facts, frame), point - facts.centerOfMass);
}
/// The index of the body, kNoBodyIndex of the world.
constexpr std::size_t kNoBodyIndex = ~std::size_t{0};
inline std::size_t bodyAt(const JointEnd& end) { return end.body == kNoBody ? kNoBodyIndex : bodyIndex(end.body); }
/// The joint, which is no gear and no rack, holds the body.
inline bool holds(const Joint& joint, std::size_t body) {
  return !isCoupling(joint.type) && (bodyAt(joint.a) == body || bodyAt(joint.b) == body);
}
/// Something kinematic and something static collide: what is between them may not fit.
bool canSqueeze(const Facts& facts);
bool isJointed(const Facts& facts, std::size_t body);
/// Joined bodies that do not collide with each other.
bool areJoined(const Facts& facts, std::size_t a, std::size_t b);
inline Vec3 velocityOf(const BodyFrame& frame, Vec3 p) { return frame.v + cross(frame.omega, p - frame.x); }
/// Schemes that hold without a condition: the others are explicit in the rotation, and of a thin body that turns fast, where
/// (Imax / Imin) omega h is not small, they make something else by design.
inline bool isSteady(MotionScheme scheme) {
  return scheme == MotionScheme::automatic || scheme == MotionScheme::splitting2 || scheme == MotionScheme::splitting4 ||
         scheme == MotionScheme::exact;
}
inline double stiffnessOfSpin(const BodyFacts& body, Vec3 omega, double h) {
  const Vec3 m = body.moments;
  const double most = m.x > m.y ? (m.x > m.z ? m.x : m.z) : (m.y > m.z ? m.y : m.z);
  const double least = m.x < m.y ? (m.x < m.z ? m.x : m.z) : (m.y < m.z ? m.y : m.z);
  return most / least * length(omega) * h;
}
inline bool isMovable(const BodyFacts& body) { return body.alive && body.type == BodyType::dynamic; }

}  // namespace tumble::fuzz
