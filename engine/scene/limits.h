// The limits of values in scenes and commands, each with unit and reason. A value beyond a limit is refused with a
// sentence; nothing is clamped in silence. (Tuning constants of the engine itself are in tuning.h.)
#pragma once
#include <cstddef>
#include <cstdint>

#include "tuning.h"

namespace tumble {

/// Closed interval of allowed numbers.
struct Range {
  double low, high;
};

// --- the document ------------------------------------------------------------------------------------------------------
constexpr int kSceneFormat = 1;  // "tumble": 1. A newer number is refused: its scenes may say things this reader ignores.
/// Nesting of arrays and objects. The format itself goes 7 deep (commands[0].body.shapes[0].orientation.axis[0]); a million
/// opening brackets would overflow the stack of recursive readers.
constexpr int kMaxJsonDepth = 16;
/// Values in one document, about 50 bytes of memory each: room for 20,000 bodies written out one by one.
constexpr std::size_t kMaxJsonNodes = 1'000'000;
constexpr int kMaxNameLength = 80;   // code points
constexpr int kMaxTextLength = 400;  // code points; title and expect are one line and one sentence

// --- counts ------------------------------------------------------------------------------------------------------------
constexpr int kMaxSceneBodies = 20'000;  // after arrangements are expanded; about 1 KB each, 26 ms a step when piled up
constexpr int kMaxShapesPerBody = 64;    // one body is tested shape by shape
constexpr int kMaxSceneShapes = 40'000;  // of all bodies together
constexpr int kMaxHullVertices = 256;    // building a hull takes time by vertices times faces: a millisecond
constexpr int kMaxMeshVertices = 10'000;
constexpr int kMaxMeshTriangles = 20'000;
constexpr int kMaxFieldPoints = 256;  // along a side of a height field
/// Triangles that collide, of all copies together: each is a collider, half a kilobyte.
constexpr int kMaxSurfaceTriangles = 20'000;
constexpr int kMaxPoints = 10'000;           // point masses of one shape
constexpr int kMaxSceneVertices = 200'000;   // of all copies together; each is stored and drawn
constexpr int kMaxExactBodies = 5'000;       // elliptic integrals, 20 us each in every step
constexpr int kMaxSceneTriangles = 400'000;  // likewise: twice as many as vertices, as on a closed surface without holes
constexpr int kMaxSceneJoints = 20'000;      // as forces
constexpr int kMaxSceneForces = 20'000;      // each is evaluated in every substep
constexpr int kMaxSignals = 20'000;          // numbers of forces that depend on time; each is evaluated with its force
constexpr int kMaxSignalKnots = 1000;        // of one table
constexpr int kMaxSceneKnots = 200'000;
constexpr int kMaxDrivenFields = 4;         // on all bodies, each a force on each body
constexpr int kMaxSceneCommands = 100'000;  // ten minutes of dragging, with room
/// Explosions of one step, and those times the number of shapes: 0.1 s.
constexpr int kMaxExplosions = 1000;
constexpr double kMaxExplosionWork = 1e6;
/// Pairs of shapes that already overlap when the scene starts. Bodies put into each other cost time by the square of
/// their number and burst apart; a pile as an author means it has none, or a few per body where tilted boxes lie close. 150
/// bodies at one point are the most, and take 0.1 s for their first steps.
constexpr std::int64_t maxInitialOverlaps(std::size_t shapeCount) { return 10'000 + 5 * static_cast<std::int64_t>(shapeCount); }

// --- time --------------------------------------------------------------------------------------------------------------
inline constexpr Range kStepsPerSecondRange{10, 10'000};  // 10,000: the finest step of published benchmarks
inline constexpr Range kStepRange{0, 1e9};                // a day at 10,000 steps a second

// --- shapes and materials ----------------------------------------------------------------------------------------------
inline constexpr Range kSizeRange{1e-3, 1e3};           // m, an edge; contacts are computed in single precision
inline constexpr Range kShapeRadiusRange{5e-4, 500};    // m, half of the sizes
inline constexpr Range kShapePositionRange{-1e3, 1e3};  // m, each coordinate in the body frame; as far as the largest box reaches
inline constexpr Range kFieldSpacingRange{1e-3, 1e3};   // m, from a height to the next
inline constexpr Range kDensityRange{1e-3, 1e5};        // kg/m^3; osmium is 22,600
inline constexpr Range kFrictionRange{0, 10};           // rubber on rubber is about 1.2
inline constexpr Range kRollingFrictionRange{0, 100};   // m; a tyre on a road has 0.005, on sand 0.1
inline constexpr Range kRestitutionRange{0, 1};         // above 1 a bounce makes energy
inline constexpr Range kMassRange{1e-9, 1e12};          // kg; beyond, impulses leave single precision
inline constexpr Range kInertiaRange{1e-18, 1e20};      // kg m^2, principal moments; those of boxes within the limits above
/// Share of the sum of the moments that each must have: a rod of points without width has no moment about itself.
constexpr double kThinnest = 1e-12;
/// A rigid body has Ix + Iy >= Iz; tables round, so this share of the sum may be missing.
constexpr double kTriangleTolerance = 1e-9;
/// Largest difference between I_xy and I_yx, as a share of the largest moment.
constexpr double kSymmetryTolerance = 1e-9;

// --- state -------------------------------------------------------------------------------------------------------------
inline constexpr Range kPositionRange{-1e4, 1e4};         // m, each coordinate; pictures are drawn in single precision
inline constexpr Range kVelocityRange{-1e3, 1e3};         // m/s, each component; three times the speed of sound
inline constexpr Range kAngularVelocityRange{-1e3, 1e3};  // rad/s, each component; 16 turns a picture at 60 Hz
inline constexpr Range kDampingRange{0, 1e3};             // 1/s
/// How far |q| may be from 1: six digits written by hand are a rotation, four are a typing error.
constexpr double kUnitTolerance = 1e-6;
inline constexpr Range kAngleDegreesRange{-36'000, 36'000};  // a hundred turns
inline constexpr Range kAxisRange{-1e6, 1e6};                // any length but 0; only the direction counts

// --- forces and commands -----------------------------------------------------------------------------------------------
inline constexpr Range kGravityRange{-1e3, 1e3};     // m/s^2, each component; the sun's surface has 274
inline constexpr Range kForceRange{-1e12, 1e12};     // N or N m, each component; gravity of the heaviest body
inline constexpr Range kImpulseRange{-1e12, 1e12};   // N s or N m s, each component
inline constexpr Range kCoefficientRange{0, 1e12};   // drag N s/m and N m s, stiffness N/m, damping N s/m
inline constexpr Range kLengthRange{0, 1e4};         // m, rest length of a spring
inline constexpr Range kBeamRangeLimits{1e-3, 1e4};  // m, of a tractor beam: within it the pull falls off, so that a body can come to rest
constexpr double kDefaultBeamRange = 0.5;            // m
inline constexpr Range kExplosionRadiusRange{1e-3, 1e4};  // m, of an explosion
inline constexpr Range kAreaRange{0, 1e6};                // m^2, of what a fluid resists
inline constexpr Range kFluidSizeRange{0, 1e3};           // m, an edge
inline constexpr Range kFluidCoefficientRange{0, 100};    // 1.2 for a square plate, 0.5 for a ball
inline constexpr Range kFluidDensityRange{0, 1e5};        // kg/m^3; 0: a vacuum
constexpr double kDefaultFluidDensity = 1.2;              // kg/m^3: air
// joints
inline constexpr Range kJointAngleRange{-1e4, 1e4};  // rad, counted over turns
inline constexpr Range kJointSpeedRange{-1e4, 1e4};  // rad/s or m/s, of a motor
inline constexpr Range kJointForceRange{0, 1e12};    // N or N m
inline constexpr Range kJointRatioRange{-1e3, 1e3};
constexpr double kMostJointGap = 1e-3,
                 kMostJointTilt = 1e-3;           // m, rad: by which the ends of a new joint may be apart; they are drawn together
inline constexpr Range kFrequencyRange{0, 1e4};   // Hz
inline constexpr Range kPhaseRange{-1e4, 1e4};    // rad
inline constexpr Range kSignalTimeRange{0, 1e9};  // s
inline constexpr Range kPeriodRange{1e-3, 1e9};   // s
/// m/s. One push may not change a velocity by more: a slip of the keyboard should not fire a body out of the world.
constexpr double kMaxVelocityChange = 1e3;
/// rad/s, likewise. Larger than the limit of a scene, since a needle spins up easily.
constexpr double kMaxAngularVelocityChange = kMostSpinOfPush;
inline constexpr Range kPointerRange{0, 31};  // fingers on a screen

// --- arrangements ------------------------------------------------------------------------------------------------------
inline constexpr Range kCountRange{1, kMaxSceneBodies};
inline constexpr Range kSpacingRange{0, 1e4};        // m
inline constexpr Range kJitterRange{0, 1e3};         // m
inline constexpr Range kRadiusRange{1e-3, 1e4};      // m
inline constexpr Range kSeedRange{0, 4294967295.0};  // 32 bits

}  // namespace tumble
