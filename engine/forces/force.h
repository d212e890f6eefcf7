// Lasting forces: functions of the state, evaluated in every substep (forces/evaluate.h).
#pragma once
#include <utility>
#include <variant>

#include "bodies/body.h"

namespace tumble {

/// Axes of a constant vector: those of the world, or of the body frame.
enum class ForceFrame : unsigned char { world, body };

/// A force F at a point p: torque = (p - x) x F.
struct ConstantForce {
  Vec3 force;                            // N, in `frame`
  Vec3 point;                            // m, body frame (relative to the body's origin as authored)
  ForceFrame frame = ForceFrame::world;  // of `force`
};

struct ConstantTorque {
  Vec3 torque;  // N m, in `frame`
  ForceFrame frame = ForceFrame::world;
};

/// F = -linear v, torque = -angular omega.
struct Drag {
  double linear = 0;   // N s/m
  double angular = 0;  // N m s
};

/// A spring from a point of the body to an anchor: T = k (l - l0), and damping c dl/dt. The anchor is a point of the world, or of another body.
struct Spring {
  Vec3 point;                    // m, body frame
  Vec3 anchor;                   // m, world; set by updateAnchor if `other` is a body
  BodyId other = kNoBody;        // body of the anchor; kNoBody: the world
  Vec3 otherPoint;               // m, in the body frame of `other`
  Vec3 anchorVelocity;           // m/s, world; 0 without `other`
  double anchorInverseMass = 0;  // 1/kg, of `other` at its point
  double stiffness = 0;          // k, N/m
  double damping = 0;            // c, N s/m
  double restLength = 0;         // l0, m
};

/// A uniform field: F = m a at the centre of mass. On kNoBody it acts on every dynamic body.
struct AccelerationField {
  Vec3 acceleration;  // m/s^2, world
};

/// A tractor beam from a point of the body to an anchor in the world: T = strength, or strength l / range where l < range.
struct Beam {
  Vec3 point;           // m, body frame
  Vec3 anchor;          // m, world
  double strength = 0;  // N
  double range = 0;     // m
  double damping = 0;   // N s/m, in all directions
};

/// The resistance of a fluid, by the square of the speed (forces/fluid_drag.h): on a flat plate, if there is a normal; on the faces of a box, if there
/// is a size; else on something round at the point.
struct FluidDrag {
  Vec3 point;              // m, body frame: the middle
  Vec3 normal;             // body frame, unit; 0: no plate
  Vec3 size;               // m, edges along the axes of the body; 0: no box
  Vec3 flow;               // m/s, world: velocity of the fluid
  double area = 0;         // m^2, of a plate or of something round
  double density = 0;      // kg/m^3, of the fluid
  double coefficient = 0;  // 1
};

enum class ForceType : unsigned char { force, torque, drag, spring, field, beam, fluidDrag };
/// In the order of ForceType.
using ForceModel = std::variant<ConstantForce, ConstantTorque, Drag, Spring, AccelerationField, Beam, FluidDrag>;

struct Force {
  BodyId body = kNoBody;
  std::int64_t untilStep = -1;  // acts in steps before this one; -1: for ever
  ForceModel model;
  std::uint32_t firstSignal = 0, signalCount = 0;  // of its numbers that depend on time, in World::signals
};

/// Whether some of its numbers are functions of time.
inline bool isDriven(const Force& force) { return force.signalCount > 0; }
inline ForceType typeOf(const Force& force) { return static_cast<ForceType>(force.model.index()); }
/// The model of a type, with its usual members.
ForceModel defaultModel(ForceType type);

/// Whether it pulls along a line to an anchor.
inline bool isSpring(const Force& force) { return typeOf(force) == ForceType::spring || typeOf(force) == ForceType::beam; }
/// Whether a body with this force may fall asleep.
bool letsRest(const Force& force);
/// The point at which it acts, m, body frame; null for a model without one.
const Vec3* pointOf(const Force& force);

/// Its spring, if that joins two bodies; else null.
inline const Spring* couplingOf(const Force& force) {
  const Spring* const spring = std::get_if<Spring>(&force.model);
  return spring && spring->other != kNoBody ? spring : nullptr;
}
inline Spring* couplingOf(Force& force) { return const_cast<Spring*>(couplingOf(std::as_const(force))); }
/// The body at the other end of a spring, or kNoBody.
inline BodyId otherBodyOf(const Force& force) {
  const Spring* const spring = couplingOf(force);
  return spring ? spring->other : kNoBody;
}

}  // namespace tumble
