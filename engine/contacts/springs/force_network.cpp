#include "contacts/springs/force_network.h"

#include <algorithm>

#include "contacts/contact_solver.h"
#include "contacts/momentum_balance.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

Vec3 axis(std::uint32_t k) { return k == 0 ? Vec3{1, 0, 0} : k == 1 ? Vec3{0, 1, 0} : Vec3{0, 0, 1}; }
std::uint32_t sizeOf(const ForcedBody& body) { return body.turns ? 6 : 3; }

template <class Function> void forEachActive(ForceNetwork& n, Function f) {
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) f(n.bodies[i]);
  }
}

Vec3 velocityOf(const ForcedBody& body, const SpringEnd& end, Vec3 velocity, Vec3 turn) {
  return body.turns ? velocity + cross(turn, end.arm) : velocity;
}

void addToMatrix(ForceNetwork& n, const SpringRow& row) {
  Vec3 columns[2][6];
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNoPlace) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Vec3 unit = axis(k) * (e == 0 ? -1 : 1);
      columns[e][k] = unit;
      columns[e][3 + k] = cross(n.bodies[row.ends[e].body].inverseRoot * unit, row.ends[e].arm);
    }
  }
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNoPlace) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    for (std::uint32_t p = 0; p < sizeOf(body); ++p) {
      const Vec3 weighted = stiffTimes(row, columns[e][p]);
      double* const out = n.matrix.row(body.row + p);
      for (int f = 0; f < 2; ++f) {
        if (row.ends[f].body == kNoPlace) continue;
        const ForcedBody& other = n.bodies[row.ends[f].body];
        for (std::uint32_t q = 0; q < sizeOf(other) && other.row + q <= body.row + p; ++q) out[other.row + q] += dot(weighted, columns[f][q]);
      }
    }
  }
}

/// The matrix of this substep, factored.
void layOut(ForceNetwork& n) {
  clear(n.matrix);
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      ForcedBody& body = n.bodies[i];
      body.row = n.matrix.size();
      const std::uint32_t first = group.softened ? body.row : n.bodies[body.lowest].row;
      for (std::uint32_t k = 0; k < sizeOf(body); ++k) {
        addRow(n.matrix, first);
        double* const row = n.matrix.row(body.row + k) + body.row;
        row[k] = k < 3 ? body.mass + body.dragNext : 1;
        if (k < 3) continue;
        const Vec3 slowed = body.spinDragNext * axis(k - 3);
        for (std::uint32_t j = 3; j <= k; ++j) row[j] += slowed[static_cast<int>(j) - 3];
      }
    }
  }
  for (const SpringRow& row : n.rows) addToMatrix(n, row);
  factorize(n.matrix);
}

void addImpulse(double* x, const ForcedBody& body, Vec3 impulse, Vec3 spin) {
  for (int k = 0; k < 3; ++k) x[body.row + static_cast<std::uint32_t>(k)] += impulse[k];
  if (!body.turns) return;
  for (int k = 0; k < 3; ++k) x[body.row + 3 + static_cast<std::uint32_t>(k)] += spin[k];
}

/// Of b against a, by two vectors of the bodies: m/s and rad/s.
Vec3 relative(const ForceNetwork& n, const SpringRow& row, Vec3 ForcedBody::*velocity, Vec3 ForcedBody::*turn) {
  Vec3 v;
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNoPlace) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    const Vec3 u = velocityOf(body, row.ends[e], body.*velocity, body.*turn);
    v += e == 0 ? -u : u;
  }
  return v;
}

/// All that a spring should do at the present velocities.
SpringPull pullOf(const ForceNetwork& n, const SpringRow& row, double h) {
  SpringPull pull;
  const Vec3 now = relative(n, row, &ForcedBody::now, &ForcedBody::turnNow) - row.still;
  const Vec3 jump = relative(n, row, &ForcedBody::jump, &ForcedBody::turnJump);
  const Vec3 late = relative(n, row, &ForcedBody::late, &ForcedBody::turnLate);
  pull.impulse = springImpulse(row, now, jump, late, h);
  for (int e = 0; e < 2; ++e) {
    const SpringEnd& end = row.ends[e];
    if (end.body == kNoPlace || !n.bodies[end.body].turns) continue;
    // From where the end is on the line.
    const Vec3 arm = row.softened || row.held ? end.arm : end.arm + cross(n.bodies[end.body].turned, end.arm) * h;
    pull.twist[e] = cross(arm, e == 0 ? -pull.impulse : pull.impulse);
  }
  return pull;
}

void addPull(double* x, const ForceNetwork& n, const SpringRow& row, const SpringPull& pull) {
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNoPlace) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    addImpulse(x, body, e == 0 ? -pull.impulse : pull.impulse, body.inverseRoot * pull.twist[e]);
  }
}

/// What of `whole` is along and within `part`, between none and all of it.
Vec3 partOf(Vec3 part, Vec3 whole) {
  const double along = dot(part, whole), size = lengthSquared(part);
  return along <= 0 ? Vec3{} : along >= size ? part : part * (along / size);
}

/// The share of what contacts did that is a jump.
double jumpShare(Vec3 contacts, Vec3 before, Vec3 kick, double slow) {
  const double size = lengthSquared(contacts), most = std::max(dot(contacts, before) * slow, -dot(contacts, kick));
  return most >= size ? 0 : most > 0 ? 1 - most / size : 1;
}

/// The share of what contacts did, and of what they did to the spin, that is a jump. Where contacts and springs answer each other by turns
/// without an end, it only grows from then on.
void setJumpShares(const ForceNetwork& n, ForcedBody& body, Vec3 contacts, Vec3 spinContacts) {
  const double least = n.solutions > kSettledJumps ? body.jumped : 0, spinLeast = n.solutions > kSettledJumps ? body.spinJumped : 0;
  body.jumped = std::max(jumpShare(contacts, body.reaction, body.kick, body.slow), least);
  body.spinJumped = std::max(jumpShare(spinContacts, body.spinReaction, body.spinKick, body.slow), spinLeast);
}

/// What all springs of a body need of its angular velocities.
void noteTurns(ForcedBody& body) {
  body.turnNow = body.inverseRoot * body.spinNow;
  body.turnJump = body.inverseRoot * body.spinJump;
  body.turnLate = body.inverseRoot * body.spinLate;
  body.turned = body.inverseRoot * ((body.spinJump - body.spinLate) * 0.5 + (body.spinNow - body.spin - body.spinJump) * body.theta);
}

/// Takes the impulses nearer to where they fit the velocities `now`, and these with them. Returns the square of the largest change.
double solveOnce(ForceNetwork& n, double h) {
  forEachActive(n, noteTurns);
  n.solution.assign(n.matrix.size(), 0);
  n.rest.clear();
  double* const x = n.solution.data();
  for (const SpringRow& row : n.rows) {
    SpringPull rest = pullOf(n, row, h);
    rest.impulse -= row.done.impulse;
    for (int e = 0; e < 2; ++e) rest.twist[e] -= row.done.twist[e];
    addPull(x, n, row, rest);
    n.rest.push_back(rest);
  }
  forEachActive(n, [&](ForcedBody& body) {
    // From here on it is what is missing, at first for the velocities there are.
    body.change = (body.drag + body.dragNow + body.now * body.dragNext) * -1;
    body.spinChange = (body.spinDrag + body.spinDragNow + body.spinDragNext * body.spinNow) * -1;
    addImpulse(x, body, body.change, body.spinChange);
  });
  solve(n.matrix, x);
  // The velocities change by the impulses, not by the solution: what one end gains the other loses, to the last digit.
  forEachActive(n, [&](ForcedBody& body) {
    const double* const s = x + body.row;
    const Vec3 v{s[0], s[1], s[2]}, w = body.turns ? Vec3{s[3], s[4], s[5]} : Vec3{};
    const Vec3 drag = body.change - v * body.dragNext, spinDrag = body.spinChange - body.spinDragNext * w;
    body.drag += drag;
    body.spinDrag += spinDrag;
    body.change = v, body.spinChange = w;
    body.turnChange = body.inverseRoot * w;
    addImpulse(x, body, drag - v, spinDrag - w);  // of x the impulse remains
  });
  for (std::size_t i = 0; i < n.rows.size(); ++i) {
    SpringRow& row = n.rows[i];
    SpringPull& rest = n.rest[i];
    const Vec3 answer = stiffTimes(row, relative(n, row, &ForcedBody::change, &ForcedBody::turnChange));
    rest.impulse -= answer;
    row.done.impulse += rest.impulse;
    for (int e = 0; e < 2; ++e) {
      rest.twist[e] -= cross(row.ends[e].arm, e == 0 ? -answer : answer);
      row.done.twist[e] += rest.twist[e];
    }
  }
  for (std::size_t i = 0; i < n.rows.size(); ++i) addPull(x, n, n.rows[i], n.rest[i]);
  double largest = 0;
  forEachActive(n, [&](ForcedBody& body) {
    const double* const s = x + body.row;
    const Vec3 v = Vec3{s[0], s[1], s[2]} * (1 / body.mass), w = body.turns ? Vec3{s[3], s[4], s[5]} : Vec3{};
    body.now += v;
    body.spinNow += w;
    largest = std::max({largest, lengthSquared(v), lengthSquared(w)});
  });
  return largest;
}

/// Holds the springs of lost groups on their lines: they go by the end of the substep, and the matrix is made anew.
void holdLostGroups(ForceNetwork& n, double h) {
  for (SpringRow& row : n.rows) {
    if (!n.groups[row.group].lost) continue;
    row.held = true;
    row.unseen = 1;
    linearize(row, h);
  }
  for (const ForceGroup& group : n.groups) {
    for (std::uint32_t i = group.begin; group.lost && i < group.end; ++i) n.bodies[i].unseen = 1;
  }
  layOut(n);
}

/// What the rounds of a solution change.
struct NetworkState {
  List<Vec3> bodies;
  List<SpringPull> done;
};

template <class Function> void forEachVector(ForceNetwork& n, Function f) {
  forEachActive(n, [&](ForcedBody& body) { f(body.now), f(body.spinNow), f(body.drag), f(body.spinDrag); });
}

/// Of one round, in visits.
std::size_t roundCost(const ForceNetwork& n) { return n.rows.size() * (n.rows.size() > kSpringsInCache ? 4 : 1); }

/// Rounds until nothing changes, or as many as the work that is left allows, of which one solution has a quarter, and one at least. False
/// where they lead nowhere: the lines turn too far for the matrix there is.
bool solveInRounds(ForceNetwork& n, double h) {
  double first = 0, change = 0;
  const std::size_t most = n.visitsLeft / 4, cost = roundCost(n);
  for (std::size_t round = 0, visits = cost; round < kForceRounds; ++round, visits += cost) {
    if (round > 0 && visits > most) {
      n.rough = true;
      return change <= first;
    }
    change = solveOnce(n, h);
    n.visitsLeft -= std::min(n.visitsLeft, cost);
    if (round == 0) first = change;
    if (!(change <= kLeadsAway * first)) return false;
    if (!(change > kSolvedForces * kSolvedForces * first)) break;
  }
  return change <= kLeadsSomewhere * first || change <= kConvergedSpeedDirect * kConvergedSpeedDirect;
}

/// Takes the impulses to where they fit the velocities `now`, which they change by `change`.
void solveRows(ForceNetwork& n, double h) {
  NetworkState before;
  forEachVector(n, [&](const Vec3& v) { before.bodies.push_back(v); });
  for (const SpringRow& row : n.rows) before.done.push_back(row.done);
  if (!solveInRounds(n, h)) {
    const Vec3* v = before.bodies.data();
    forEachVector(n, [&](Vec3& to) { to = *v++; });
    for (std::size_t i = 0; i < n.rows.size(); ++i) n.rows[i].done = before.done[i];
    for (ForceGroup& group : n.groups) group.lost |= group.active && !group.softened;
    holdLostGroups(n, h);
    solveInRounds(n, h);
  }
  const Vec3* at = before.bodies.data();
  forEachActive(n, [&](ForcedBody& body) {
    body.change = body.now - at[0];
    body.spinChange = body.spinNow - at[1];
    at += 4;
  });
}

/// Where a group of fast springs comes out to turn farther than its rows can follow, all of it goes by the end of the substep, each
/// spring held on its line. True if there is such a group: it has to be solved anew.
bool holdLost(ForceNetwork& n, double h) {
  bool any = false;
  forEachActive(n, noteTurns);
  for (const SpringRow& row : n.rows) {
    ForceGroup& group = n.groups[row.group];
    const double far = kLostShare * length(row.start) / h;
    const Vec3 now = relative(n, row, &ForcedBody::now, &ForcedBody::turnNow) - row.still;
    const bool isFast = h * h * group.squaredRate > kLostSpring;
    bool lost = isFast && row.restLength > 0 && !(std::max(lengthSquared(row.velocity), lengthSquared(now)) < far * far);
    for (const SpringEnd& end : row.ends) {
      if (end.body != kNoPlace && n.bodies[end.body].turns) lost |= !(lengthSquared(n.bodies[end.body].turnNow) * h * h < kLostTurn * kLostTurn);
    }
    if (lost && !group.softened) any = group.lost = true;
  }
  if (!any) return false;
  for (SpringRow& row : n.rows) row.done = {};
  holdLostGroups(n, h);
  return true;
}

}  // namespace

DragShare dragShare(double x) {
  if (x < 1e-4) return {0.5 * x + x * x / 12, 0.5 * x - x * x / 12};
  const double factor = exponential(-x), gone = 1 - factor;
  return {x / gone - 1, 1 - x * factor / gone};
}

void callTogether(ForceNetwork& n, List<std::uint32_t>& indexOf, std::uint32_t mark) {
  for (ForceGroup& group : n.groups) {
    group.touches = false;
    for (std::uint32_t i = group.begin; i < group.end; ++i) group.touches |= indexOf[n.bodies[i].body] != 0;
    group.active = group.stiff || group.touches;
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      std::uint32_t& index = indexOf[n.bodies[i].body];
      if (index == 0) index = mark;
    }
  }
}

void startNetwork(ContactSolver& solver, const List<Body>& bodies) {
  forEachActive(solver.network, [&](ForcedBody& forced) {
    const Body& body = bodies[forced.body];
    forced.index = solver.bodies.indexOf[forced.body];
    forced.mass = body.mass;
    forced.inverseRoot = worldTensorRoot(solver.bodies.reference[forced.index].orientation, body.inverseInertia);
  });
}

void foreseeForces(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  const double h = static_cast<double>(solver.substep);
  n.solutions = 0;
  layOut(n);
  const auto guess = [&](ForcedBody& body) {
    const SolverBodyVelocity& warm = solver.bodies.warmStart[body.index];
    body.now = body.velocity + body.steady + vectorOf(warm.velocity);
    body.spinNow = body.spin + body.spinSteady + vectorOf(warm.scaledAngularVelocity);
    body.drag = body.spinDrag = {};
    body.jump = body.spinJump = body.blow = body.spinBlow = body.late = body.spinLate = {};
    if (solver.substepsDone == 0) body.reaction = vectorOf(warm.velocity), body.spinReaction = vectorOf(warm.scaledAngularVelocity);
  };
  forEachActive(n, guess);
  solveRows(n, h);
  if (holdLost(n, h)) {
    forEachActive(n, guess);
    solveRows(n, h);
  }
  const double rate = 1 / static_cast<double>(solver.substep);
  forEachActive(n, [&](ForcedBody& body) {
    SolverBodyDrive& drive = solver.bodies.drive[body.index];
    body.change += body.steady, body.spinChange += body.spinSteady;
    drive.acceleration = toFloat(body.change * rate);
    drive.scaledAngularAcceleration = toFloat(body.spinChange * rate);
    const SolverBody& state = solver.bodies.state[body.index];
    body.seen = vector(state.velocity), body.spinSeen = vector(state.scaledAngularVelocity);
  });
}

void recordImpactVelocity(ContactSolver& solver, std::uint32_t index, Vec3 dv, Vec3 dw, double alpha) {
  ForceNetwork& n = solver.network;
  if (index >= n.place.size() || n.place[index] == 0) return;
  ForcedBody& body = n.bodies[n.place[index] - 1];
  body.blow += dv;
  body.spinBlow += dw;
  body.late += dv * alpha;
  body.spinLate += dw * alpha;
}

void recordRounding(ContactSolver& solver) {
  forEachActive(solver.network, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyDrive& drive = solver.bodies.drive[body.index];
    const SolverBodyVelocity& warm = solver.bodies.warmStart[body.index];
    const Vec3f v = vector(state.velocity), w = vector(state.scaledAngularVelocity);
    const Vec3 before = toDouble(body.seen), spinBefore = toDouble(body.spinSeen);
    body.left += (before + body.change) * static_cast<double>(drive.linearDecay) - toDouble(v);
    body.spinLeft += (spinBefore + body.spinChange) * static_cast<double>(drive.angularDecay) - toDouble(w);
    body.kick = body.change;
    body.spinKick = body.spinChange;
    body.seen = v + vector(warm.velocity);  // as warmStartContacts will have it
    body.spinSeen = w + vector(warm.scaledAngularVelocity);
  });
}

float solveForces(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  bool same = true;
  forEachActive(n, [&](const ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    same &= body.seen == vector(state.velocity) && body.spinSeen == vector(state.scaledAngularVelocity);
  });
  if (same) return 0;
  if (n.visitsLeft < roundCost(n)) {
    n.rough = true;
    return 0;
  }
  ++n.solutions;
  forEachActive(n, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    body.now = vectorOf(state.velocity), body.spinNow = vectorOf(state.scaledAngularVelocity);
    const Vec3 contacts = body.now - vectorOf(before.velocity), spinContacts = body.spinNow - vectorOf(before.scaledAngularVelocity);
    setJumpShares(n, body, contacts, spinContacts);
    body.jump = body.blow + contacts * body.jumped;
    body.spinJump = body.spinBlow + spinContacts * body.spinJumped;
  });
  solveRows(n, static_cast<double>(solver.substep));
  double largest = 0;
  forEachActive(n, [&](ForcedBody& body) {
    SolverBody& state = solver.bodies.state[body.index];
    SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    // Returns by how much the velocity without contacts came out otherwise.
    const auto apply = [&](float (&to)[4], float (&without)[4], Vec3 change, Vec3& left, Vec3& kick) {
      const Vec3f old = vector(to), now = rounded(toDouble(old) + change);
      const Vec3 base = vectorOf(without);
      const Vec3f free = rounded(base + change);  // as `to`: no contact comes of rounding
      for (int k = 0; k < 3; ++k) to[k] = now[k], without[k] = free[k];
      const Vec3 done = toDouble(now) - toDouble(old);
      left += change - done;
      kick += change;
      const double size = lengthSquared(change);
      largest = size > largest ? size : largest;
      return done - (toDouble(free) - base);
    };
    const Vec3 lack = apply(state.velocity, before.velocity, body.change, body.left, body.kick);
    const Vec3 spinLack = apply(state.scaledAngularVelocity, before.scaledAngularVelocity, body.spinChange, body.spinLeft, body.spinKick);
    balanceRounding(solver, body.index, lack, spinLack);
    body.seen = vector(state.velocity), body.spinSeen = vector(state.scaledAngularVelocity);
  });
  return static_cast<float>(std::sqrt(largest));
}

void recordContactChanges(ContactSolver& solver) {
  forEachActive(solver.network, [&](ForcedBody& body) {
    const SolverBody& state = solver.bodies.state[body.index];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[body.index];
    const Vec3 contacts = toDouble(vector(state.velocity) - vector(before.velocity));
    const Vec3 spinContacts = toDouble(vector(state.scaledAngularVelocity) - vector(before.scaledAngularVelocity));
    setJumpShares(solver.network, body, contacts, spinContacts);
    const Vec3 done = body.kick + contacts * (1 - body.jumped);
    const Vec3 spinDone = body.spinKick + spinContacts * (1 - body.spinJumped);
    body.eased = done * (1 - body.unseen) + partOf(body.steady, done) * body.unseen;
    body.smooth += body.eased;
    body.spinSmooth += spinDone * (1 - body.unseen) + partOf(body.spinSteady, spinDone) * body.unseen;
    body.reaction = contacts, body.spinReaction = spinContacts;
  });
}

void gatherTouching(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  n.touching.clear();
  if (n.bodies.empty()) return;
  List<std::uint8_t> forced(solver.bodies.state.size());
  forEachActive(n, [&](const ForcedBody& body) { forced[body.index] = 1; });
  for (std::uint32_t group = 0; group < solver.constraints.size(); ++group) {
    const ContactConstraintWide& rows = solver.constraints[group];
    bool any = false;
    for (int lane = 0; lane < kLanes; ++lane) any |= forced[rows.a[lane]] != 0 || forced[rows.b[lane]] != 0;
    if (!any) continue;
    n.touching.push_back(group);
    if (solver.preset.rigid) continue;
    // Rows as soft as those of the preset give way to a stiff spring.
    solver.constraints[group].softness = SoftConstraint{kRigidBiasShare / solver.substep, 1, 0};
    solver.batches.changed[group] |= kConstraintChanged;  // in the next step they are made anew
  }
}

void touchTogether(ContactSolver& solver) {
  ForceNetwork& n = solver.network;
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    // Near the ground, too, where springs are fast: in flight the bodies would be elsewhere than contacts have looked.
    bool touched = group.stiff || (group.touches && n.bodies[group.begin].slow < 0.5);
    for (std::uint32_t i = group.begin; i < group.end; ++i) touched |= solver.bodies.marks[n.bodies[i].index].touched;
    for (std::uint32_t i = group.begin; touched && i < group.end; ++i) solver.bodies.marks[n.bodies[i].index].touched = true;
  }
}

const ForcedBody* forcedBodyOf(const ContactSolver& solver, std::uint32_t body) {
  const ForceNetwork& n = solver.network;
  const std::uint32_t place = body < n.place.size() ? n.place[body] : 0;
  return place != 0 && n.bodies[place - 1].index != 0 ? &n.bodies[place - 1] : nullptr;
}

}  // namespace tumble
