// When two moving shapes first touch within a step: conservative advancement.
//
// While two boxes are apart along an axis n by s > 0, and no points of them close in along n faster than mu (metres per step),
// they cannot touch before s / mu of the step has gone. So time is advanced by the longest such span over the 15 axes of the
// separating-axis test (for a sphere: the line from its centre to the nearest point of the other; for other shapes: the line of their distance,
// colliders/convex_distance.h), again and again, until the gap is small enough (B. Mirtich, "Impulse-based dynamic simulation of rigid
// body systems", 1996, section 2.3; E. Catto, "Continuous Collision", GDC 2013). The centres close in by n.v, and turning adds
// at most |omega x n| R for points within R of the centre of rotation. A solid of revolution comes closer only as its axis turns
// (world/body_path.cpp): by the speed of its rim a coin that rolls runs out of rounds, and is stopped. No impact is missed, however thin the boxes.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// The motion of a shape through one step.
struct BoxPath {
  /// The shape at the time t in [0, 1] of the step.
  OrientedBox (*boxAt)(const void* context, double t);
  const void* context;
  Vec3 start, end;         // m per step: velocity of the centre of rotation at both ends; it lies between them in the step
  Vec3 turn;               // rad per step: rotation about a fixed axis
  double turnSize = 0;     // rad per step: where the axis changes, a bound on the rate; then turn is 0
  double radius = 0;       // m: bound on the distance of its points from the axis of rotation, or where that changes, from the centre
  double turning = 1e300;  // m per step: bound on the speed of its surface by rotation, along any normal
};

struct TimeOfImpact {
  bool happens = false;
  double time = 0;  // in [0, 1] of the step
  Vec3 face;        // outward normal of the face of b that the centre of a crosses; 0: the surfaces touch
};

/// The axis of the separating-axis test along which two boxes or spheres are farthest apart, or overlap least.
struct Separation {
  Vec3 axis;                 // unit, from a to b
  double distance = -1e300;  // m
};
Separation separationOf(const OrientedBox& a, const OrientedBox& b);

/// The gap at which boxes count as in contact, m.
struct ImpactTolerance {
  double gap;     // for boxes that start farther apart than `solved`
  double solved;  // boxes that start closer are in contact, and the contact solver moves them:
  double depth;   // an impact is where they overlap by this much more than at the start, as at the other end of a tilting stick
};

/// First time of impact of two boxes. Boxes that start apart never pass through each other. For boxes that start in contact, the time at which
/// the centre of `a` enters `b` is one, too. `queries` is a budget of separating-axis tests, and is reduced by those made; when it is used up, the
/// time reached is the result.
TimeOfImpact timeOfImpact(const BoxPath& a, const BoxPath& b, const ImpactTolerance& tolerance, int& queries);

/// When the centre of a, on a straight path, enters b, whose rotation is ignored.
TimeOfImpact centerEnters(const BoxPath& a, const BoxPath& b, double gap);

}  // namespace tumble
