// When two moving boxes or spheres first meet within a step: conservative advancement.
//
// While two boxes are apart along an axis n by s > 0, and no points of them close in along n faster than mu (metres per step),
// they cannot meet before s / mu of the step has gone. So time is advanced by the longest such span over the 15 axes of the
// separating-axis test (for a sphere: the line from its centre to the nearest point of the other), again and again, until the gap is small enough (B. Mirtich, "Impulse-based dynamic simulation of rigid
// body systems", 1996, section 2.3; E. Catto, "Continuous Collision", GDC 2013). The centres close in by n.v, and turning adds
// at most |omega x n| R for points within R of the centre of rotation. It never steps over a meeting, however thin the boxes.
#pragma once
#include "collision/collider.h"

namespace tumble {

/// A box or sphere on its way through one step.
struct BoxPath {
  /// The box at the share t in [0, 1] of the step.
  OrientedBox (*boxAt)(const void* context, double t);
  const void* context;
  Vec3 start, end;     // m per step: velocity of the centre of rotation at both ends; it lies between them in the step
  Vec3 turn;           // rad per step: a turning whose axis stays...
  double turnSize = 0; // rad per step: ... or, where the axis wanders, a bound on its size; then turn is 0
  double radius = 0;   // m: no point that the turning moves is farther from the centre of rotation
};

struct Meeting {
  bool happens = false;
  double time = 0;  // share of the step
};

/// First time at which the boxes are nearer than `gap` (m). Boxes that start apart are never let through each other. Those that
/// touch already are the contact solver's, which may turn a thin one about its end within a step: only the centre of `a` is
/// held back then, where it would enter `b`.
Meeting timeOfImpact(const BoxPath& a, const BoxPath& b, double gap);

}  // namespace tumble
