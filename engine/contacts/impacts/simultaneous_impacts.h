// Simultaneous impacts: impacts of one moment that share a moving body are one impact (impact_law.h).
//
// A box that lands on two balls, a table on its four legs, a ball between two others: one after the other, each impact changes the approach of
// the next, so that the order of a list would decide which way the box turns. Solved at once, what is symmetric stays so.
// Impacts that follow from others, as those along a row of balls at rest, are none of one moment: their contacts do not approach before.
#pragma once
#include "containers/list.h"
#include "contacts/impacts/predict_impact.h"

namespace tumble {

/// A contact with an impact at the moment in question.
struct ImpactMember {
  BouncingContact* contact = nullptr;
  ContactState state;
  double threshold = 0;   // m/s
  double separation = 0;  // m, of the point that touches
};

/// Scratch of simultaneous_impacts.h.
struct SimultaneousImpacts {
  List<std::uint32_t> firstOf;  // by solver body: its first bouncing contact, BouncingContact::next the others
  List<ImpactMember> members;   // of the impact that is resolved
};

/// Whether a point of its manifold touches at once with the first.
bool touchesWith(const ImpactMember& member, const ManifoldPoint& point);
/// Links the bouncing contacts of each body that moves. Call when they are gathered.
void linkBouncing(ContactSolver& solver);
/// Finds the members of an impact: its contact, and those that share a body with a member and have an impact at the same moment. Assemblies
/// answer for all their bodies, so each of their impacts is one of its own.
void findSimultaneous(ContactSolver& solver, const ContactScene& scene, BouncingContact& contact, const PredictedImpact& impact);

}  // namespace tumble
