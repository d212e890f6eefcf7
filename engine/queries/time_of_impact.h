// When two moving boxes or spheres first meet within a step: conservative advancement.
//
// While two boxes are apart along an axis n by s > 0, and no points of them close in along n faster than mu (metres per step),
// they cannot meet before s / mu of the step has gone. So time is advanced by the longest such span over the 15 axes of the
// separating-axis test (for a sphere: the line from its centre to the nearest point of the other), again and again, until the gap is small enough (B. Mirtich, "Impulse-based dynamic simulation of rigid
// body systems", 1996, section 2.3; E. Catto, "Continuous Collision", GDC 2013). The centres close in by n.v, and turning adds
// at most |omega x n| R for points within R of the centre of rotation. It never steps over a meeting, however thin the boxes.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// A box or sphere on its way through one step.
struct BoxPath {
  /// The box at the share t in [0, 1] of the step.
  OrientedBox (*boxAt)(const void* context, double t);
  const void* context;
  Vec3 start, end;     // m per step: velocity of the centre of rotation at both ends; it lies between them in the step
  Vec3 turn;           // rad per step: a turning whose axis stays...
  double turnSize = 0; // rad per step: ... or, where the axis wanders, a bound on its size; then turn is 0
  double radius = 0;   // m: no point that the turning moves is farther from the axis (or, where that wanders, from the centre)
};

struct Meeting {
  bool happens = false;
  double time = 0;  // share of the step
  Vec3 face;        // normal of the face of b that the centre of a would pass, out of b; 0 where it is the boxes that meet
};

/// The axis of the separating-axis test along which two boxes or spheres are farthest apart, or overlap least.
struct Separation {
  Vec3 axis;                  // unit, from a to b
  double distance = -1e300;   // m
};
Separation separationOf(const OrientedBox& a, const OrientedBox& b);

/// What counts as a meeting, m.
struct Nearness {
  double gap;    // boxes that start farther apart than `seen` have met when they are as near as this
  double seen;   // those that start nearer are the contact solver's, which turns a thin one about its end and lets it slide:
  double depth;  // they have met where they overlap so much more than at the start (what it did not see coming: the other end)
};

/// First time at which the boxes meet. Those that start apart are never let through each other. For those that touch, a moment
/// at which the centre of `a` would enter `b` is one, too. `looks`: how often the two may be looked at yet; when there are none left they
/// count as met where they are.
Meeting timeOfImpact(const BoxPath& a, const BoxPath& b, const Nearness& near, int& looks);

/// Where the straight way of the centre of a enters b, whose turning is left out.
Meeting centerEnters(const BoxPath& a, const BoxPath& b, double gap);

}  // namespace tumble
