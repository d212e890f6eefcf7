// Impacts with restitution of jointed bodies: the assembly answers as one.
//
// Joints stop at once what would open them. With the Jacobian G of their rigid rows, impulses f on the bodies change the velocities by
//     M dv = f + G^T lambda,  G dv = 0:    dv = Y f,    Y = M^-1 - M^-1 G^T (G M^-1 G^T)^-1 G M^-1.
// Y is symmetric, so the law of impact (impact_law.h) holds with J Y J^T in place of J M^-1 J^T, and lambda does no work, since G v = 0 before and after.
// A ball that a hinge holds at the distance l of its centre answers like a mass of m + I / l^2. (With the masses of free bodies, and joints solved after
// the impact, a cradle with gaps of a fifth of a ball lost 0.4 of its energy in 6 s, and two linked balls that bounce 0.87.)
// Springs, servos, and drives and bearings with a greatest force give no impulse at once. Stops answer with the other rows, after the impact.
//
// The velocity v- before the impact is that of its moment: what the joints will change in the substep is found before, and of that the share alpha.
// What is left of G v- goes with the impact: it would be work of lambda.
#pragma once
#include "bodies/body_store.h"
#include "contacts/impacts/flight_state.h"
#include "contacts/impacts/impact_law.h"
#include "joints/joint_system.h"

namespace tumble {

struct JointedContacts;

/// Forgets the answers, and finds the assemblies that contacts support. At the start of the impacts of a substep.
void beginJointedImpacts(ContactSolver& solver);
/// Finds what joints will change in this substep in the velocities of the assembly of a solver body, if there is one, unless that is known.
void answerBeforeImpacts(ContactSolver& solver, const BodyStore& store, std::uint32_t index);
/// What joints will change in the velocities of a solver body in this substep, in its units; 0 where it is not known.
JointVelocity jointAnswerOf(const ContactSolver& solver, std::uint32_t index);
/// The assembly of a solver body if its answer is known; null otherwise.
const JointedContacts* answeringGroupOf(const ContactSolver& solver, std::uint32_t index);

/// As flightStateAt, of a solver body with a known answer.
FlightState jointedStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t index, double alpha);

/// One side of an impact.
struct JointedImpact {
  ImpactBody* body = nullptr;
  std::uint32_t index = 0;  // solver body
};

/// The response of a pair at alpha; false where no joint answers at once. Takes from the velocities of the bodies what opens their joints. Work of the
/// assemblies is taken from the budget.
bool findPairResponse(ContactSolver& solver, const BodyStore& store, const JointedImpact (&sides)[2], double alpha, PairResponse& response);
/// The impulses on all bodies of the assembly of `sides[side]` by an impact, of which findPairResponse found the response: JointedContacts::impulses. The bodies
/// of the group are those of the moment. Null where no joint answers, or where the other side has answered for both.
JointedContacts* answerImpact(ContactSolver& solver, const JointedImpact (&sides)[2], int side);

}  // namespace tumble
