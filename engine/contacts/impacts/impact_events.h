// Impact events: the impacts of a step, for display and measurement. The step never reads them; they are in no hash and no snapshot.
//
// An impact is a contact that stops an approach, v_n < 0 with
//     v_n = n.(v_B + omega_B x r_B - v_A - omega_A x r_A):
// with restitution as resolve_impacts.h resolves it, or without, where a point of the contact had no normal impulse in the substep before and the
// solver stops it now. An approach that gravity gives in two steps is no impact: resting, rolling and settling make no event.
//
// An impact without restitution is stopped somewhere in a substep h, at its end as the constraint has it: its impulse J' also stops the velocity that
// lasting forces add in the rest of the substep. Impulses are linear in the approach, so the event has J = J' v_n(t) / v_n(h), with t the
// moment at which the point touches.
#pragma once
#include <cstddef>
#include <cstdint>

#include "containers/list.h"
#include "math/quat.h"

namespace tumble {

struct ContactScene;
struct ContactSolver;

/// One of the two bodies: its state right before the impact, and its impulse.
struct ImpactEventBody {
  std::uint32_t index = 0;  // in the body store
  Vec3 x;                   // m, centre of mass
  Quat q;                   // principal frame -> world
  Vec3 v, omega;            // m/s, rad/s
  Vec3 angularImpulse;      // N m s, about its centre of mass
};

struct ImpactEvent {
  ImpactEventBody a, b;
  Vec3 impulse;              // N s, on B; A got the opposite
  Vec3 normal;               // unit, from A to B
  Vec3 point;                // m, world: where the normal impulses of the points balance; with restitution the mean of the points
  double approachSpeed = 0;  // m/s, -v_n of the fastest point
  double restitution = 0;    // 0 where the contact does not bounce
  double time = 0;           // s after the start of the step
  int pointCount = 0;        // points that touched at once
};

/// A contact that is about to stop an approach in this substep.
struct ExpectedImpact {
  ImpactEvent event;        // without impulses and point
  std::uint32_t batch = 0;  // index of its constraint
  int lane = 0;
  unsigned isNew = 0;       // a bit for each point without an impulse in the substep before
  float approachAtEnd = 0;  // m/s, -v_n of the fastest point at the end of the substep, if nothing stopped it
};

/// Events of one step that are kept, in their order; `count` says how many there were.
constexpr std::size_t kMostImpactEvents = 256;

struct ImpactEvents {
  bool enabled = false;     // by their reader; otherwise none is searched for
  std::uint32_t count = 0;  // impacts of this step
  List<ImpactEvent> events;
  List<ExpectedImpact> expected;
};

/// At the start of a step.
inline void clearImpacts(ImpactEvents& impacts) {
  impacts.count = 0;
  impacts.events.clear();
}
void addImpact(ImpactEvents& impacts, const ImpactEvent& event);

/// Finds the contacts without restitution that are about to stop an approach in this substep. Call after resolveImpacts and before
/// warmStartContacts.
void expectImpacts(ContactSolver& solver, const ContactScene& scene);
/// Records those of them that the solver stopped. Call after relaxContacts.
void recordImpacts(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
