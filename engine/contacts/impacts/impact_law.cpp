#include "contacts/impacts/impact_law.h"

#include <algorithm>

#include "assertion.h"
#include "bodies/planar.h"
#include "contacts/impacts/coulomb_point.h"
#include "math/unit.h"
#include "narrow_phase/manifold.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr int kMostRows = 3 * kMostImpactPoints;

/// Rows of the impact: normal, tangent 1, tangent 2 of each point.
struct ImpactRows {
  int count = 0;
  double response[kMostRows][kMostRows];  // W, 1/kg
  double before[kMostRows];               // u-, m/s
  double friction[kMostImpactPoints];     // 1
  bool hasFriction = false;
};

using Impulses = double[kMostRows];  // N s

/// The points of a contact and their axes.
struct ContactRows {
  int begin = 0, end = 0;  // rows
  Vec3 axes[3];            // normal, tangent 1, tangent 2; from A to B
  double share = 1;        // of the normal, in the plane
};

Vec3 velocityChange(const ImpactBody& body, Vec3 impulse) {
  const Vec3 v = impulse * body.inverseMass;
  return body.planar ? inPlane(v) : v;
}

void addBody(ImpactRows& rows, std::span<const ImpactBody> bodies, std::uint32_t index, std::span<const ImpactContact> contacts,
             const ContactRows* places) {
  const ImpactBody& body = bodies[index];
  int own[kMostRows], count = 0;
  Vec3 axis[kMostRows], jacobian[kMostRows];  // of its rows: an impulse on it and about it
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ImpactContact& contact = contacts[c];
    if (contact.a != index && contact.b != index) continue;
    for (int r = places[c].begin; r < places[c].end; ++r) {
      const ImpactPoint& point = contact.points[static_cast<std::size_t>((r - places[c].begin) / 3)];
      const Vec3 along = places[c].axes[r % 3];
      own[count] = r;
      axis[count] = contact.a == index ? -along : along;
      jacobian[count] = cross(contact.a == index ? point.leverA : point.leverB, axis[count]);
      rows.before[r] += dot(axis[count], body.v) + dot(jacobian[count], body.omega);
      ++count;
    }
  }
  for (int i = 0; i < count; ++i) {
    const Vec3 dv = velocityChange(body, axis[i]), turned = body.inverseInertia * jacobian[i];
    for (int k = 0; k <= i; ++k)
      rows.response[own[i]][own[k]] = rows.response[own[k]][own[i]] += dot(axis[k], dv) + dot(jacobian[k], turned);
  }
}

/// Unit impulses of the rows of a single contact: on A, about it, on B, about it.
void addResponse(ImpactRows& rows, const PairResponse& response, const ImpactContact& contact, const ContactRows& place) {
  double jacobian[kMostRows][12], change[12];
  for (int r = 0; r < rows.count; ++r) {
    const Vec3 n = place.axes[r % 3];
    const ImpactPoint& point = contact.points[static_cast<std::size_t>(r / 3)];
    const Vec3 parts[4] = {-n, -cross(point.leverA, n), n, cross(point.leverB, n)};
    for (int i = 0; i < 12; ++i) jacobian[r][i] = parts[i / 3][i % 3];
  }
  for (int r = 0; r < rows.count; ++r) {
    for (int i = 0; i < 12; ++i) {
      change[i] = 0;
      for (int j = 0; j < 12; ++j) change[i] += response.m[i][j] * jacobian[r][j];
    }
    for (int k = 0; k <= r; ++k) {
      double sum = 0;
      for (int i = 0; i < 12; ++i) sum += jacobian[k][i] * change[i];
      rows.response[r][k] = rows.response[k][r] = sum;
    }
  }
}

/// Without friction: tries each set of active points, 15 at most. Exact where Gauss-Seidel is slow, as for points close together.
/// For the points of one contact alone.
void enumerateActiveSets(const ImpactRows& rows, const double* targets, Impulses& p) {
  const int points = rows.count / 3;
  for (int set = 1; set < 1 << points; ++set) {
    int row[kMaxManifoldPoints], size = 0;
    for (int i = 0; i < points; ++i) {
      if (set >> i & 1) row[size++] = 3 * i;
    }
    double m[kMaxManifoldPoints][kMaxManifoldPoints + 1];
    for (int i = 0; i < size; ++i) {
      for (int k = 0; k < size; ++k) m[i][k] = rows.response[row[i]][row[k]];
      m[i][size] = targets[row[i] / 3] - rows.before[row[i]];
    }
    bool feasible = true;  // Gauss-Jordan; dependent rows are solved by a smaller set
    for (int i = 0; i < size && feasible; ++i) {
      feasible = m[i][i] > 1e-9 * rows.response[row[i]][row[i]];
      for (int k = 0; k < size && feasible; ++k) {
        const double share = m[k][i] / m[i][i];
        for (int c = i + 1; c <= size && k != i; ++c) m[k][c] -= share * m[i][c];
      }
    }
    if (!feasible) continue;
    for (int r = 0; r < rows.count; ++r) p[r] = 0;
    for (int i = 0; i < size; ++i) {
      p[row[i]] = m[i][size] / m[i][i];
      feasible &= p[row[i]] >= 0;
    }
    for (int i = 0; i < rows.count && feasible; i += 3) {
      double u = rows.before[i], scale = 0;
      for (int k = 0; k < size; ++k) {
        const double part = rows.response[i][row[k]] * p[row[k]];
        u += part;
        scale += part < 0 ? -part : part;
      }
      feasible = u >= targets[i / 3] - 1e-9 * scale;
    }
    if (feasible) return;
  }
}

/// Gauss-Seidel over the points until nothing changes. `targets`: m/s, the least normal velocity afterwards. False where friction at
/// several points finds no end. Adds to `solutions` how often a point with friction was solved.
bool sweepRows(const ImpactRows& rows, const double* targets, bool withFriction, Impulses& p, int& solutions) {
  PointResponseMatrix own[kMostImpactPoints];
  for (int i = 0; i < rows.count; i += 3) own[i / 3] = pointResponse(&rows.response[i][i], kMostRows);
  for (int r = 0; r < rows.count; ++r) p[r] = 0;
  for (int sweep = 0; sweep < kImpactSweeps; ++sweep) {
    const double relaxation = withFriction && sweep >= kImpactSweeps / 4 ? 0.5 : 1;  // friction may go round in circles
    double change = 0, largest = 0;
    for (int i = 0; i < rows.count; i += 3) {
      double u[3];
      for (int k = 0; k < 3; ++k) {
        u[k] = rows.before[i + k];
        for (int r = 0; r < rows.count; ++r) {
          if (r < i || r > i + 2) u[k] += rows.response[i + k][r] * p[r];
        }
      }
      const Vec3 next = coulombImpulse(own[i / 3], {u[0], u[1], u[2]}, targets[i / 3], withFriction ? rows.friction[i / 3] : 0);
      solutions += withFriction;
      for (int k = 0; k < 3; ++k) {
        const double delta = next[k] - p[i + k];
        change += delta * delta;
        p[i + k] += relaxation * delta;
      }
      largest += next.x * next.x;
    }
    if (change <= 1e-24 * largest) return true;
  }
  if (!withFriction && rows.count <= 3 * kMaxManifoldPoints) enumerateActiveSets(rows, targets, p);
  return !withFriction;
}

/// The normal impulses beside the friction in p.
void solveNormals(ImpactRows& rows, const double* targets, Impulses& p, int& solutions) {
  Impulses before, normal;
  for (int r = 0; r < rows.count; ++r) {
    before[r] = rows.before[r];
    for (int k = 0; k < rows.count; ++k) rows.before[r] += k % 3 == 0 ? 0 : rows.response[r][k] * p[k];
  }
  sweepRows(rows, targets, false, normal, solutions);
  for (int r = 0; r < rows.count; ++r) rows.before[r] = before[r];
  for (int r = 0; r < rows.count; r += 3) p[r] = normal[r];
}

/// As sweepRows. Where friction finds no end, as near the limit of sticking, normal impulses and friction are solved in turn, from its last sweep on; then
/// what is beyond the cone of friction goes back towards the impulses without it.
void solveRows(ImpactRows& rows, const double* targets, Impulses& p, int& solutions) {
  if (sweepRows(rows, targets, rows.hasFriction, p, solutions)) return;
  const auto most = [&](int r) { return rows.friction[r / 3] * p[r]; };
  const auto friction = [&](int r) { return std::sqrt(p[r + 1] * p[r + 1] + p[r + 2] * p[r + 2]); };
  for (int turn = 0; turn < kFrictionTurns; ++turn) {
    for (int r = 0; r < rows.count; r += 3) {
      const double scale = friction(r) > most(r) ? most(r) / friction(r) : 1;
      p[r + 1] *= scale, p[r + 2] *= scale;
    }
    solveNormals(rows, targets, p, solutions);
  }
  Impulses smooth;
  sweepRows(rows, targets, false, smooth, solutions);
  double share = 1;
  for (int r = 0; r < rows.count; r += 3) {
    const double without = rows.friction[r / 3] * smooth[r];
    if (friction(r) > most(r)) share = std::min(share, without / (friction(r) - most(r) + without));
  }
  for (int r = 0; r < rows.count; ++r) p[r] = smooth[r] + share * (p[r] - smooth[r]);
}

/// a.u- + b.W a
double workOf(const ImpactRows& rows, const Impulses& a, const Impulses& b) {
  double work = 0;
  for (int r = 0; r < rows.count; ++r) {
    double u = rows.before[r];
    for (int k = 0; k < rows.count; ++k) u += rows.response[r][k] * b[k];
    work += a[r] * u;
  }
  return work;
}

/// T+ - T-, J.
double energyChange(const ImpactRows& rows, const Impulses& p) {
  Impulses half;
  for (int r = 0; r < rows.count; ++r) half[r] = 0.5 * p[r];
  return workOf(rows, p, half);
}

/// p + s (to - p) with the largest s <= 1 that changes the energy by no more than `bound` (J), which p keeps.
void stepTowards(const ImpactRows& rows, Impulses& p, const Impulses& to, double bound) {
  Impulses direction, sum;
  for (int r = 0; r < rows.count; ++r) direction[r] = to[r] - p[r], sum[r] = p[r] + 0.5 * direction[r];
  const double slope = workOf(rows, direction, p), bend = workOf(rows, direction, sum) - slope;  // T(s) = T(0) + slope s + bend s^2
  const double room = bound - energyChange(rows, p);
  double s = 1;
  if (slope + bend > room) {
    const double root = std::sqrt(slope * slope + 4 * bend * (room > 0 ? room : 0));
    s = slope > 0 ? 2 * (room > 0 ? room : 0) / (slope + root) : (root - slope) / (2 * bend);
    if (!(s >= 0)) s = 0;
    if (s > 1) s = 1;
  }
  for (int r = 0; r < rows.count; ++r) p[r] += s * direction[r];
}

bool movesInPlane(const ImpactBody& body) { return body.planar || body.inverseMass == 0; }

Vec3 torqueOf(const ImpactBody& body, Vec3 lever, Vec3 impulse) {
  return body.planar ? aboutZ(cross(lever, impulse)) : cross(lever, impulse);
}

void applyImpulse(ImpactBody& body, Vec3 impulse, Vec3 torque) {
  TUMBLE_ASSERT(isFinite(impulse) && isFinite(torque), "the impulse of an impact is finite");
  body.v += velocityChange(body, impulse);
  body.omega += body.inverseInertia * torque;
  body.impulse += impulse;
  body.angularImpulse += torque;
}

/// The rows of all contacts; those of two planar bodies that face along z have none.
void gatherRows(ImpactRows& rows, std::span<const ImpactBody> bodies, std::span<const ImpactContact> contacts, ContactRows* places) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ImpactContact& contact = contacts[c];
    TUMBLE_ASSERT(!contact.points.empty() && contact.points.size() <= kMaxManifoldPoints, "bodies meet at one to four points");
    TUMBLE_ASSERT(std::abs(dot(contact.normal, contact.normal) - 1) < static_cast<double>(kUnitSquareFloat),
                  "the normal of an impact is a unit vector");
    TUMBLE_ASSERT(contact.restitution >= 0 && contact.restitution <= 1 && contact.friction >= 0 && contact.threshold >= 0,
                  "restitution is a share, friction and threshold are positive");
    ContactRows& place = places[c];
    place.begin = place.end = rows.count;
    Vec3 n = contact.normal;
    if (movesInPlane(bodies[contact.a]) && movesInPlane(bodies[contact.b])) {
      place.share = length(inPlane(n));
      if (place.share < static_cast<double>(kSteepestSection)) continue;
      n = inPlane(n) * (1 / place.share);
    }
    const Vec3 t = perpendicularTo(n);
    place.axes[0] = n, place.axes[1] = t, place.axes[2] = cross(n, t);
    for (std::size_t i = 0; i < contact.points.size(); ++i)
      rows.friction[rows.count / 3 + static_cast<int>(i)] = contact.friction / place.share;
    rows.hasFriction |= contact.friction > 0;
    rows.count = place.end += 3 * static_cast<int>(contact.points.size());
  }
  TUMBLE_ASSERT(rows.count <= kMostRows, "an impact has at most sixteen points");
  for (int r = 0; r < rows.count; ++r) {
    rows.before[r] = 0;
    for (int k = 0; k < rows.count; ++k) rows.response[r][k] = 0;
  }
  for (std::uint32_t i = 0; i < bodies.size(); ++i) addBody(rows, bodies, i, contacts, places);
}

}  // namespace

ImpactBody impactBodyOf(const FlightState& state) {
  const Mat3 inverse = state.planar ? diagonal(Vec3{0, 0, state.inverseInertia.z}) : toMatrix(worldTensor(state.q, state.inverseInertia));
  return {state.v, state.omega, state.inverseMass, inverse, {}, {}, state.planar};
}

int solveImpact(std::span<ImpactBody> bodies, std::span<ImpactContact> contacts, const PairResponse* response) {
  TUMBLE_ASSERT(!contacts.empty() && contacts.size() <= kMostImpactPoints && (!response || contacts.size() == 1),
                "an impact has at most sixteen contacts, of bodies that are not free one");
  ImpactRows rows;
  ContactRows places[kMostImpactPoints];
  gatherRows(rows, bodies, contacts, places);
  if (rows.count == 0) return 0;
  if (response) addResponse(rows, *response, contacts[0], places[0]);

  double targets[kMostImpactPoints] = {};
  Impulses p, to;
  int solutions = 0;
  sweepRows(rows, targets, false, p, solutions);
  if (rows.hasFriction) {
    solveRows(rows, targets, to, solutions);
    stepTowards(rows, p, to, 0);
  }
  double stored = 0, returned = 0;  // J, in compression; of that by restitution
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ImpactContact& contact = contacts[c];
    if (!(contact.restitution > 0)) continue;
    for (int r = places[c].begin; r < places[c].end; r += 3) {
      const double approach = contact.points[static_cast<std::size_t>((r - places[c].begin) / 3)].approach / places[c].share;
      if (!(approach < -contact.threshold / places[c].share)) continue;
      targets[r / 3] = -contact.restitution * approach;
      const double work = -0.5 * p[r] * rows.before[r];
      stored += work;
      returned += contact.restitution * contact.restitution * work;
    }
  }
  if (stored > 0) {
    const double lost = -energyChange(rows, p);
    solveRows(rows, targets, to, solutions);
    stepTowards(rows, p, to, -lost + (stored < lost ? returned : returned / stored * lost));
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    ImpactContact& contact = contacts[c];
    ImpactBody &a = bodies[contact.a], &b = bodies[contact.b];
    for (int r = places[c].begin; r < places[c].end; r += 3) {
      const ImpactPoint& point = contact.points[static_cast<std::size_t>((r - places[c].begin) / 3)];
      const Vec3 impulse = places[c].axes[0] * p[r] + places[c].axes[1] * p[r + 1] + places[c].axes[2] * p[r + 2];
      const Vec3 torqueA = torqueOf(a, point.leverA, -impulse), torqueB = torqueOf(b, point.leverB, impulse);
      contact.impulse += impulse;
      contact.angularImpulseA += torqueA;
      contact.angularImpulseB += torqueB;
      applyImpulse(a, -impulse, torqueA);
      applyImpulse(b, impulse, torqueB);
    }
  }
  return solutions;
}

}  // namespace tumble
