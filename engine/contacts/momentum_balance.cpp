#include "contacts/momentum_balance.h"

namespace tumble {
namespace {

/// What one contact did in a substep.
struct ContactImpulse {
  Vec3 impulse;       // N s, on B
  Vec3 spinA, spinB;  // changes of the scaled spins
};

Vec3 toVec3(const Lanes3& lanes, int lane) { return toDouble(vectorOf(lanes, lane)); }

Vec3 impulseOf(const ContactRows& rows, const Lanes* impulses, int lane) {
  double normal = 0;
  for (int i = 0; i < rows.pointCount; ++i) normal += static_cast<double>(impulses[i].f[lane]);
  const Vec3 n = toVec3(rows.normal, lane), t = toVec3(rows.tangent, lane);
  return n * normal + t * static_cast<double>(impulses[kMaxManifoldPoints].f[lane]) +
         cross(n, t) * static_cast<double>(impulses[kMaxManifoldPoints + 1].f[lane]);
}

ContactImpulse contactImpulse(const ContactRows& rows, int lane) {
  ContactImpulse c{impulseOf(rows, rows.impulse, lane), {}, {}};
  const auto add = [&](const Lanes3& armA, const Lanes3& armB, float impulse) {
    c.spinA -= toVec3(armA, lane) * static_cast<double>(impulse);
    c.spinB += toVec3(armB, lane) * static_cast<double>(impulse);
  };
  for (int i = 0; i < rows.pointCount; ++i) add(rows.points[i].armA, rows.points[i].armB, rows.impulse[i].f[lane]);
  for (int k = 0; k < kFrictionRows; ++k)
    add(rows.friction[k].armA, rows.friction[k].armB, rows.impulse[kMaxManifoldPoints + k].f[lane]);
  return c;
}

/// A heavy body may have got less than single precision shows: it has its part in the balance all the same.
void markPressed(ContactSolver& solver, std::uint32_t index) {
  solver.bodies.marks[index].touched = solver.bodies.marks[index].pressed = true;
}

}  // namespace

void addBalance(ContactSolver& solver, const Body& body, std::uint32_t index) {
  if (solver.balance.empty()) solver.balance.push_back({});  // what does not move
  solver.balance.push_back({{}, {}, body.x, body.v, {}, body.inverseMass, inertiaRootOf(solver.bodies, index, body), false});
}

void balanceBlow(ContactSolver& solver, std::uint32_t index, const SolverBody& before, Vec3 dv, Vec3 angularImpulse, double time) {
  if (solver.balance.empty()) return;
  MomentumBalance& body = solver.balance[index];
  const SolverBody& now = solver.bodies.state[index];
  body.v += dv - (vectorOf(now.velocity) - vectorOf(before.velocity));
  body.x -= dv * time;
  body.L += angularImpulse - body.root * (vectorOf(now.spin) - vectorOf(before.spin));
}

void notePlaces(ContactSolver& solver) {
  const double h = static_cast<double>(solver.substep);
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    body.place = solver.bodies.marks[i].struck ? body.x : body.x + body.before * (0.5 * h);
    body.x += (vectorOf(solver.bodies.state[i].velocity) + body.v) * h;
  }
  if (solver.balance.empty()) return;
  solver.biasedImpulses.clear();
  if (solver.substepsDone == 0) solver.acted.assign(solver.rows.size(), 0);
  for (const ContactRows& rows : solver.rows) {
    for (const Lanes& impulse : rows.impulse) solver.biasedImpulses.push_back(impulse);
  }
}

void balanceContacts(ContactSolver& solver) {
  if (solver.balance.empty()) return;
  const double h = static_cast<double>(solver.substep);
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    const SolverBody& state = solver.bodies.state[i];
    const SolverBodyWarmStart& before = solver.bodies.warm[i];
    body.x -= body.v * h;  // by what it lacked at the start of the substep; below, at the end
    body.v -= vectorOf(state.velocity) - vectorOf(before.velocity);
    body.L -= body.root * (vectorOf(state.spin) - vectorOf(before.spin));
  }
  for (std::uint32_t group = 0; group < solver.rows.size(); ++group) {
    const ContactRows& rows = solver.rows[group];
    for (int lane = 0; lane < kLanes; ++lane) {
      if (rows.contact[lane] == kNoContact) continue;
      const std::uint32_t ia = rows.a[lane], ib = rows.b[lane];
      MomentumBalance &a = solver.balance[ia], &b = solver.balance[ib];
      const ContactImpulse c = contactImpulse(rows, lane);
      const Vec3 biased = impulseOf(rows, &solver.biasedImpulses[group * kRowsPerGroup], lane);
      const Vec3 push = solver.pushes.empty() ? Vec3{} : toVec3(solver.pushes[group], lane);
      if (biased == Vec3{} && c.impulse == Vec3{} && push == Vec3{}) continue;
      solver.acted[group] |= static_cast<std::uint8_t>(1u << lane);
      Vec3 onA = a.root * c.spinA, onB = b.root * c.spinB;
      if (ia != 0 && ib != 0) {
        const Vec3 pushed = (biased - c.impulse) * h + push;
        markPressed(solver, ia);
        markPressed(solver, ib);
        const Vec3 v = vectorOf(solver.bodies.state[ib].velocity) - vectorOf(solver.bodies.state[ia].velocity);
        const Vec3 half = (onA + onB + cross(b.place - a.place, c.impulse) + cross(pushed, v)) * 0.5;
        onA -= half;
        onB -= half;
      }
      a.x -= push * a.inverseMass;
      b.x += push * b.inverseMass;
      a.v -= c.impulse * a.inverseMass;
      b.v += c.impulse * b.inverseMass;
      a.L += onA;
      b.L += onB;
    }
  }
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    const Vec3 v = vectorOf(solver.bodies.state[i].velocity) + body.v;
    const Vec3 steady = toDouble(solver.bodies.drive[i].acceleration) * h;
    body.x += body.v * h;
    body.x -= (solver.bodies.marks[i].struck ? steady : v - body.before) * (0.5 * h);
    body.before = v;
  }
}

void closeBalance(ContactSolver& solver) {
  if (solver.balance.empty()) return;
  solver.balance[0].held = true;
  for (bool spreads = true; spreads;) {
    spreads = false;
    for (std::uint32_t group = 0; group < solver.rows.size(); ++group) {
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!(solver.acted[group] >> lane & 1)) continue;
        MomentumBalance &a = solver.balance[solver.rows[group].a[lane]], &b = solver.balance[solver.rows[group].b[lane]];
        spreads |= a.held != b.held;
        a.held = b.held = a.held || b.held;
      }
    }
  }
}

}  // namespace tumble
