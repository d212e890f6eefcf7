// The layout of every packed record that crosses the boundary: a struct for each record, a member for each field, in their order in
// memory. The bindings fill these structs; `node build-scripts/generate-layout.mjs` makes web/src/simulation/layout.ts of this file (the
// offset of each field and the stride of each record, in numbers), and a test holds the two together.
//
// A record is made of floats or of doubles. SI units, world axes, quaternions x, y, z, w of the body frame; `slot` is the index of a body.
#pragma once
#include "math/quat.h"
#include "world/step_report.h"

namespace tumble::layout {

/// Of each slot, World.poses().
struct Pose {
  Vec3f position;  // m, centre of mass
  float padding;   // 0
  float orientation[4];
};

/// Of each collider and each other shape, World.shapes(); around the centre of mass, in the body frame.
struct Shape {
  float slot;
  float kind;            // ShapeType; 16 more for a cavity
  Vec3f dimensions;      // m: half extents of a box; radius; radius and height; index of a geometry
  Vec3f position;        // m
  float orientation[4];  // shape -> body frame
};

/// Of each point of a shape of points, World.geometry(), in its own axes. (Of hulls and meshes: three vertices a triangle.)
struct PointMass {
  Vec3f position;  // m
  float mass;      // kg
};

/// Of each slot, World.states().
struct State {
  Vec3 position;  // m, centre of mass
  Quat orientation;
  Vec3 velocity;         // m/s
  Vec3 angularVelocity;  // rad/s
};

/// What is recorded of a body after each step.
struct BodySample {
  Vec3 position;  // m, centre of mass
  Quat orientation;
  Vec3 velocity;            // m/s
  Vec3 angularVelocity;     // rad/s
  Vec3 momentum;            // kg m/s
  Vec3 angularMomentum;     // kg m^2/s, about the centre of mass
  double linearEnergy;      // J
  double rotationalEnergy;  // J
  double potentialEnergy;   // J
  double matrixDefect;      // largest element of |A^T A - 1| where the scheme of motion keeps a matrix, else 0
  double quaternionDefect;  // | |q| - 1 | before the scheme normalised it
};

/// World.bodyState().
struct BodyState {
  double isValid;  // 0: there is no such body, and all else is 0
  BodySample sample;
  Vec3 angles;       // rad, where the scheme keeps Euler angles
  double matrix[9];  // by rows, body frame -> world, as the scheme keeps it
};

/// World.pointState(): a point fixed in a body.
struct PointState {
  double isValid;            // 0: there is no such body, and all else is 0
  Vec3 position;             // m
  Vec3 velocity;             // m/s
  Vec3 acceleration;         // m/s^2
  Vec3 tangential;           // m/s^2, alpha x r
  Vec3 centripetal;          // m/s^2, omega x (omega x r)
  Vec3 centerAcceleration;   // m/s^2, of the centre of mass
  Vec3 angularAcceleration;  // rad/s^2
};

/// World.measures(): sums over all dynamic bodies.
struct Measures {
  double linearEnergy;      // J
  double rotationalEnergy;  // J
  double potentialEnergy;   // J
  Vec3 momentum;            // kg m/s
  Vec3 angularMomentum;     // kg m^2/s, about the origin of the world
};

/// World.report(), of the last step (world/step_report.h).
struct Report {
  double flags;
  double bodyCount;
  double pairCount;
  double contactCount;
  double contactPointCount;
  double commandCount;
  double frozenBody;  // id, or none
  double sleeperCount;
  double impactCount;  // while impacts are recorded
  double stageMilliseconds[6];
};
static_assert(kStageCount == 6);

/// Of each contact point, World.contacts().
struct Contact {
  Vec3f point;    // m
  Vec3f normal;   // unit, from A to B
  float impulse;  // N s, along the normal, in the last step
  float slotA;
  float slotB;
};

/// Of each lasting force that acts now, World.forces().
struct Force {
  double slot;
  Vec3 point;   // m, where it acts
  Vec3 force;   // N
  Vec3 torque;  // N m, about the centre of mass
};

/// One of the two bodies of an impact.
struct ImpactBody {
  Vec3 position;         // m, centre of mass, at the impact
  Vec3 velocity;         // m/s, before
  Vec3 angularVelocity;  // rad/s, before
  Vec3 angularImpulse;   // N m s, about the centre of mass
  Quat orientation;
};

/// Of each impact of the last step, World.impacts() (contacts/impact_events.h).
struct Impact {
  double step;  // steps taken with that of the impact
  double slotA;
  double slotB;
  double time;           // s after the start of the step
  double pointCount;     // points that touched at once
  double approachSpeed;  // m/s
  double restitution;
  Vec3 point;    // m
  Vec3 normal;   // unit, from A to B
  Vec3 impulse;  // N s, on B
  ImpactBody a;
  ImpactBody b;
};

/// Of each joint, World.joints(): what stays as it was made (joints/joint.h). Removed and broken ones keep their place.
struct Joint {
  double type;     // JointType
  double slotA;    // -1: the world
  double slotB;    // -1: the world
  Vec3 anchorA;    // m, from the centre of mass, in the body frame; of the world: in world axes
  Vec3 anchorB;    // m
  Quat frameA;     // axes of the joint -> body frame, or world
  Quat frameB;     // axes of the joint -> body frame, or world
  double swing;    // rad, of a ball
  double minimum;  // m, of a distance
  double maximum;  // m, of a distance or a pulley
  double ratio;    // of gear, rack, pulley
  double first;    // index of the joint that a gear or a rack leads from, else -1
  double second;   // and to
  Vec3 pulleyA;    // m, world, of a pulley
  Vec3 pulleyB;    // m
};

/// What is recorded of a joint after each step.
struct JointSample {
  double coordinate;  // rad of a hinge, m of a slider
  double rate;        // rad/s or m/s
  Vec3 force;         // N, on b in world axes, mean over the step; on a the opposite
  Vec3 torque;        // N m, on b about the anchor
};

/// Of each joint, World.jointStates().
struct JointState {
  double isAlive;  // 0: removed or broken
  JointSample sample;
  double lower;   // rad or m, limits of the coordinate or of a twist
  double upper;   // rad or m
  double drive;   // DriveKind
  double target;  // of the drive: rad/s or m/s of a motor; rad or m of a servo
};

/// World.bodyInfo(), as world.js reads it; nothing for no body.
struct BodyInfo {
  double slot;
  double type;    // BodyType
  double motion;  // scheme of motion
  double mass;    // kg
  double isPlanar;
  double entry;             // of "bodies" in the scene it came from; -1: a body that was added later
  Vec3 inertia;             // kg m^2, principal moments
  Vec3 centerOfMass;        // m, body frame
  double inertiaTensor[9];  // kg m^2, by rows, body frame
};

}  // namespace tumble::layout
