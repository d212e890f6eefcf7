#include "contacts/push_apart.h"

#include "tuning.h"

namespace tumble {
namespace {

/// The separations before the sweep. True if one of them is an overlap to be taken back.
bool findOverlaps(ContactRows& rows, const SolverBody* bodies, const Pass& pass) {
  updateSeparations(rows, bodies, pass);
  F32x4 deepest = zero4();
  for (int i = 0; i < rows.pointCount; ++i) deepest = min(deepest, load(rows.separation[i]) + splat(pass.slop));
  return any(deepest < zero4());
}

/// The same form as a visit, of displacements instead of velocities. No row moves by more than `farthest` (m) beyond where it was.
/// Returns how far it moved them.
F32x4 pushApart(ContactRows& rows, SolverBody* bodies, const Pass& pass, F32x4 farthest, Lanes3& push) {
  Pair p{gather(bodies, rows.a, &SolverBody::displacement), gather(bodies, rows.b, &SolverBody::displacement),
         gather(bodies, rows.a, &SolverBody::turn), gather(bodies, rows.b, &SolverBody::turn)};
  const F32x4 inverseMassA = gather(bodies, rows.a, &SolverBody::velocity).w, inverseMassB = gather(bodies, rows.b, &SolverBody::velocity).w;
  const Vec3x4 n = load(rows.normal);
  const KinematicDrift& drifts = pass.drifts[rows.drift];
  F32x4 most = zero4(), total = zero4();
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactPointRow& point = rows.points[i];
    const Vec3x4 armA = load(point.armA), armB = load(point.armB);
    const F32x4 before = load(rows.separation[i]), drift = load(drifts.rows[i]) * splat(pass.elapsed);
    const F32x4 now = load(point.separation) + dot(n, p.vB.v - p.vA.v) + relativeSpin(p, armA, armB) + drift;
    const F32x4 way = max(min(splat(-kPushOutShare) * (now + splat(pass.slop)), before + farthest - now), zero4());
    most = max(most, way);
    const F32x4 impulse = load(point.mass) * way;
    p.vA.v = p.vA.v - n * (impulse * inverseMassA);
    p.vB.v = p.vB.v + n * (impulse * inverseMassB);
    turn(p, armA, armB, impulse);
    total = total + impulse;
  }
  scatter(bodies, rows.a, &SolverBody::displacement, p.vA);
  scatter(bodies, rows.b, &SolverBody::displacement, p.vB);
  scatter(bodies, rows.a, &SolverBody::turn, p.wA);
  scatter(bodies, rows.b, &SolverBody::turn, p.wB);
  store(push.x, load(push.x) + n.x * total);
  store(push.y, load(push.y) + n.y * total);
  store(push.z, load(push.z) + n.z * total);
  return most;
}

}  // namespace

void pushApart(ContactSolver& solver) {
  const Pass pass = passOf(solver, true);
  SolverBody* const bodies = solver.bodies.state.data();
  bool overlap = false;
  for (ContactRows& rows : solver.rows) overlap |= findOverlaps(rows, bodies, pass);
  solver.pushes.clear();
  if (!overlap) return;
  solver.pushes.resize(solver.rows.size());
  const int groups = static_cast<int>(solver.rows.size());
  const float free = kPushOutSpeed * solver.substep, squeezed = kSqueezeOutSpeed * solver.substep;
  for (int work = 0; overlap && work < kPushOutWork; work += groups) {
    F32x4 most = zero4();
    forEachGroup(solver, [&](ContactRows& rows) {
      const float farthest = work > 0 ? kShallowOverlap : rows.drift != 0 ? squeezed : free;
      most = max(most, pushApart(rows, bodies, pass, splat(farthest), solver.pushes[static_cast<std::size_t>(&rows - solver.rows.data())]));
    });
    overlap = any(most > splat(kPushedOut));
  }
}

}  // namespace tumble
