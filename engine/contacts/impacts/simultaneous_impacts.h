// The order of impacts that share a moving body: the first comes first, and those of one moment are one impact (impact_law.h).
//
// A table lands on its four legs, a box on two balls, a ball between two others: each impact changes the approach of the next, so that the order of a
// list would decide which way the table turns. Solved at once, what is symmetric stays so.
// Impacts that follow from others, as those along a row of balls at rest, come after them: their contacts do not approach before.
#pragma once
#include "contacts/impacts/predict_impact.h"
#include "containers/list.h"

namespace tumble {

/// A contact with an impact at the moment in question.
struct ImpactMember {
  BouncingContact* contact = nullptr;
  ContactState state;
  double threshold = 0;     // m/s
  double separation = 0;    // m, of the point that touches
  std::uint8_t points = 0;  // a bit for each point of the manifold that takes part (impact_points.h)
};

/// Scratch of simultaneous_impacts.h.
struct SimultaneousImpacts {
  List<std::uint32_t> firstOf;  // by solver body: its first bouncing contact, BouncingContact::next the others
  double alpha = 0;             // share of the substep before the impact that is resolved
  List<ImpactMember> members;   // of it
};

/// Links the bouncing contacts of each body that moves. Call when they are gathered.
void linkBouncing(ContactSolver& solver);
/// Finds, from the impact of a contact on, the first that its bodies have, and all of that moment that share a body with it. Assemblies answer for
/// all their bodies, so each of their impacts is one of its own.
void findFirstImpact(ContactSolver& solver, const ContactScene& scene, BouncingContact& contact, const PredictedImpact& predicted);

}  // namespace tumble
