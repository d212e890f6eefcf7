// An assembly: bodies that joints connect, directly or through others, and their joints, advanced together.
#pragma once
#include <span>

#include "joints/joint_system.h"
#include "joints/joint_types.h"

namespace tumble {

/// What a stop is the end of.
inline bool isUpperStop(const JointLimits& limits, std::uint8_t index) { return index == 1 || limits.lower <= -kNoLimit; }

/// How a drive or a friction acts in a stage.
enum class DriveMode : std::uint8_t { none, hold, push, soft };

struct AssembledJoint {
  Joint joint;                                 // a copy; its coordinate is that of the present pose
  std::uint32_t index = 0;                     // in World::joints
  std::uint32_t a = kWorldEnd, b = kWorldEnd;  // in the bodies of the assembly
  std::uint32_t first = 0, second = 0;         // of a coupling: in JointAssembly::joints
  std::uint8_t activeStops = 0;                // a bit each: in touch, a constraint while it pushes
  std::uint8_t releasedStops = 0;              // that would have pulled, or rebounded, at the present moment
  std::uint8_t heldStops = 0;                  // that were hit again at the moment at which they let go: there they stay, even if they pull
  DriveMode drive = DriveMode::none, friction = DriveMode::none;
  double drivePush = 0, frictionPush = 0;  // N or N m on b, where the mode is push
  double holdStart = 0;                    // coordinate at the start of the stage
  Vec3 impulse, angularImpulse;            // N s, N m s about the anchor: on b, since the start of the step

  /// Whether the motor drives against this stop.
  bool drivesAgainst(std::uint8_t stop) const {
    return joint.drive.kind == DriveKind::motor && (isUpperStop(joint.limits, stop) ? joint.drive.target > 0 : joint.drive.target < 0);
  }
  /// N or N m: the most that the drive gives in the sense of this sign.
  double mostOfDrive(double sense) const { return joint.drive.onlyPushes && sense * joint.drive.target < 0 ? 0 : joint.drive.most; }
  /// Whether it does so in touch. A stop is stronger than any motor.
  bool isBlocked() const { return ((activeStops & 1) != 0 && drivesAgainst(0)) || ((activeStops & 2) != 0 && drivesAgainst(1)); }
};

/// What a stage changes in a body.
struct MotionState {
  Vec3 x;
  Quat q;
  Vec3 v, L;
};

struct JointAssembly {
  List<AssembledJoint> joints;
  BlockMatrix matrix;
  double time = 0;            // s, length of the present stage, for the targets of motors
  double fullStage = 0;       // s: a shorter stage removes no more than its share of the gaps at its start
  bool areStopsHard = true;   // false: stops are rows all the time, with a stiffness while they push
  bool isYielding = false;    // rigid rows yield in drifts: no impulses were found that hold them, as of a taut chain at its dead point
  double workLeft = 0;        // budget of this part of the step: rows, times rounds
  bool missesEnergy = false;  // in this part of the step: by the closing of gaps, or a stage that is not good was not halved
  int stagesLeft = 0;         // of this part of the step, for halves of those that are too long
  int failures = 0;           // stages of this part of the step for which no impulses were found

  // Of the present pose, and scratch
  List<JointRow> rows, stops;
  List<JointMass> masses;
  List<double> stiffness, residual, impulses;
  List<JointVelocity> velocities;

  // Scratch of a drift: its start, and the impulses that came nearest
  List<JointRow> start;
  List<MotionState> from;
  List<double> nearest;
};

/// Stiffness of a rigid row over the mass that it moves. A row is short of this share of its impulse in a round; rounding errors grow with it.
constexpr double kRigidRow = 1e9;
/// The same of rows that yield: they close all but a hundredth of a gap, and nothing moves by more than five times as much.
constexpr double kYieldingRow = 1e2;
/// Ways above this, of the largest gap, do not close it.
constexpr double kFarWay = 50;

/// As new, with the memory of what it was: lists need not grow again.
void renew(JointAssembly& assembly);
/// The joints with these indices; `place` by body index: 1 + index in the assembly.
void assembleJoints(JointAssembly& assembly, std::span<const Joint> joints, List<JointIndex> joined, std::span<const std::uint32_t> place);
/// Mass and inertia in world axes; 0 for what no impulse moves.
JointMass jointMassOf(const Body& body);
/// Stiffness, damping and rest of a soft row.
JointSpring softnessOf(const JointAssembly& assembly, const JointRow& row);
/// Whether a joint takes momentum from the bodies of the assembly to the world.
bool isHeldByWorld(const JointAssembly& assembly);
/// N or N m on b, of a push.
double pushOf(const JointAssembly& assembly, const JointRow& row);
/// The rate that a rigid row holds.
double targetRateOf(const JointAssembly& assembly, const JointRow& row);
/// Sets the stiffness of the rows, kg, for a drift of `time`; 0: for velocities alone.
void setStiffness(JointAssembly& assembly, double time);
/// Adds impulses to the reactions of the joints. Those of a coupling are told as torque (force) on b of its second joint.
void addReactions(JointAssembly& assembly, std::span<const Body> bodies, std::span<const JointRow> rows, std::span<const double> impulses);

/// The impulses that close the gaps of some rows, for solve. Returns the largest gap, m or rad.
double gatherGaps(JointAssembly& assembly, bool (*isGap)(const JointRow& row, double stiffness));

/// Sets the masses at the pose of the bodies; without one: what no impulse moves.
void gatherMasses(JointAssembly& assembly, std::span<const Body> bodies);
void gatherVelocities(JointAssembly& assembly, std::span<const Body> bodies);
/// The coordinate of a hinge or slider, with its Jacobian.
JointRow coordinateOf(const AssembledJoint& joint, std::span<const Body> bodies);
/// The rows at the pose of the bodies; those of stops in touch and of drives are among `rows`, the others in `stops`. Coordinates follow the pose.
void gatherRows(JointAssembly& assembly, std::span<const Body> bodies);
/// Lays out the matrix of the assembly; it is relaxed when a factorization would take more than `mostWork` products.
void layOutAssembly(JointAssembly& assembly, std::span<const Body> bodies, double mostWork);

}  // namespace tumble
