// The moment of an impact within a substep, and the manifold of that moment.
//
// A linear forecast by the contact constraint picks the pairs that may have an impact; Newton's method on the separation along the paths of the two bodies
// (flight_state.h) finds its moment.
#pragma once
#include "contacts/impacts/flight_state.h"
#include "narrow_phase/manifold.h"

namespace tumble {

struct BouncingContact;
struct ContactScene;
struct ContactStore;

/// Centre of a ball, from the centre of mass of its body, world axes.
struct BallCenter {
  bool isBall = false;
  Vec3 lever;  // m
};

/// Both bodies of a contact at a moment of the substep. Points are relative to the centre of mass of A, world axes.
struct ContactState {
  FlightState a, b;
  BallCenter ballA, ballB;
  Manifold manifold;
};

/// The first point to touch, of those that approach faster than their threshold. It need not be the deepest: a body that just bounced off
/// one corner may fall onto the next.
struct FirstImpactPoint {
  const ManifoldPoint* point = nullptr;
  double time = 0;       // s from now
  double threshold = 0;  // m/s
};

/// Linear prediction by the contact constraint.
struct Forecast {
  bool hasImpact = false;                                                       // within the substep, faster than the threshold
  float approach = 0;                                                           // m/s, of the fastest such point
  float freeSeparation[kMaxManifoldPoints] = {-1e30f, -1e30f, -1e30f, -1e30f};  // m, at which the constraint gives the point no impulse
};

struct PredictedImpact {
  bool found = false;
  bool later = false;     // after this substep
  double threshold = 0;   // m/s
  double alpha = 0;       // share of the substep before it
  double separation = 0;  // m, of the point that touches: the residual of Newton's method
  ContactState state;
};

ContactState contactStateAt(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double alpha);
/// m, from the centre of mass of B.
Vec3 leverOfB(const ContactState& state, const ManifoldPoint& p);
/// v_n, m/s, with the velocities of a and b.
template <class Moving> double approachVelocity(const ContactState& state, const ManifoldPoint& p, const Moving& a, const Moving& b) {
  const Vec3 vB = b.v + cross(b.omega, leverOfB(state, p));
  return dot(toDouble(state.manifold.normal), vB - a.v - cross(a.omega, toDouble(p.position)));
}
FirstImpactPoint firstImpactPoint(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state);
Forecast forecastOf(ContactSolver& solver, const ContactStore& contacts, const BouncingContact& contact);
/// Share of the substep before the last impact of its bodies.
double lastImpactTime(const ContactSolver& solver, const BouncingContact& contact);
/// Newton's method on the separation along the paths, from alpha = earliest on. `contact.approach` is that of its forecast.
PredictedImpact predictImpact(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double earliest);

}  // namespace tumble
