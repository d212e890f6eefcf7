#include "contacts/impacts/impact_law.h"

#include "assertion.h"
#include "bodies/planar.h"
#include "contacts/impacts/coulomb_point.h"
#include "math/unit.h"
#include "narrow_phase/manifold.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr int kMostRows = 3 * kMaxManifoldPoints;

/// Rows of the impact: normal, tangent 1, tangent 2 of each point.
struct ImpactRows {
  int count = 0;
  double response[kMostRows][kMostRows];  // W, 1/kg
  double before[kMostRows];               // u-, m/s
};

using Impulses = double[kMostRows];  // N s

Vec3 velocityChange(const ImpactBody& body, Vec3 impulse) {
  const Vec3 v = impulse * body.inverseMass;
  return body.planar ? inPlane(v) : v;
}

void addBody(ImpactRows& rows, const ImpactBody& body, const Vec3 (&axes)[3], std::span<const ImpactPoint> points,
             Vec3 ImpactPoint::* lever, double sign) {
  Vec3 jacobian[kMostRows];  // lever x axis
  for (int r = 0; r < rows.count; ++r) {
    jacobian[r] = cross(points[static_cast<std::size_t>(r / 3)].*lever, axes[r % 3]);
    rows.before[r] += sign * (dot(axes[r % 3], body.v) + dot(jacobian[r], body.omega));
  }
  for (int r = 0; r < rows.count; ++r) {
    const Vec3 dv = velocityChange(body, axes[r % 3]), turned = body.inverseInertia * jacobian[r];
    for (int k = 0; k <= r; ++k) rows.response[r][k] = rows.response[k][r] += dot(axes[k % 3], dv) + dot(jacobian[k], turned);
  }
}

/// Unit impulses of the rows: on A, about it, on B, about it.
void addResponse(ImpactRows& rows, const PairResponse& response, const Vec3 (&axes)[3], std::span<const ImpactPoint> points) {
  double jacobian[kMostRows][12], change[12];
  for (int r = 0; r < rows.count; ++r) {
    const Vec3 n = axes[r % 3];
    const ImpactPoint& point = points[static_cast<std::size_t>(r / 3)];
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
bool solveRows(const ImpactRows& rows, const double* targets, double friction, Impulses& p, int& solutions) {
  PointResponseMatrix own[kMaxManifoldPoints];
  for (int i = 0; i < rows.count; i += 3) own[i / 3] = pointResponse(&rows.response[i][i], kMostRows);
  for (int r = 0; r < kMostRows; ++r) p[r] = 0;
  for (int sweep = 0; sweep < kImpactSweeps; ++sweep) {
    const double relaxation = friction > 0 && sweep >= kImpactSweeps / 4 ? 0.5 : 1;  // friction may go round in circles
    double change = 0, largest = 0;
    for (int i = 0; i < rows.count; i += 3) {
      double u[3];
      for (int k = 0; k < 3; ++k) {
        u[k] = rows.before[i + k];
        for (int r = 0; r < rows.count; ++r) {
          if (r < i || r > i + 2) u[k] += rows.response[i + k][r] * p[r];
        }
      }
      const Vec3 next = coulombImpulse(own[i / 3], {u[0], u[1], u[2]}, targets[i / 3], friction);
      solutions += friction > 0;
      for (int k = 0; k < 3; ++k) {
        const double delta = next[k] - p[i + k];
        change += delta * delta;
        p[i + k] += relaxation * delta;
      }
      largest += next.x * next.x;
    }
    if (change <= 1e-24 * largest) return true;
  }
  if (friction == 0) enumerateActiveSets(rows, targets, p);
  return friction == 0;
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

void applyImpulse(ImpactBody& body, Vec3 lever, Vec3 impulse) {
  const Vec3 torque = body.planar ? aboutZ(cross(lever, impulse)) : cross(lever, impulse);
  body.v += velocityChange(body, impulse);
  body.omega += body.inverseInertia * torque;
  TUMBLE_ASSERT(isFinite(impulse) && isFinite(torque), "the impulse of an impact is finite");
  body.impulse += impulse;
  body.angularImpulse += torque;
}

}  // namespace

ImpactBody impactBodyOf(const FlightState& state) {
  const Mat3 inverse = state.planar ? diagonal(Vec3{0, 0, state.inverseInertia.z}) : toMatrix(worldTensor(state.q, state.inverseInertia));
  return {state.v, state.omega, state.inverseMass, inverse, {}, {}, state.planar};
}

int solveImpact(ImpactBody& a, ImpactBody& b, Vec3 n, std::span<const ImpactPoint> points, double restitution, double friction,
                double threshold, const PairResponse* response) {
  TUMBLE_ASSERT(!points.empty() && points.size() <= kMaxManifoldPoints, "bodies meet at one to four points");
  TUMBLE_ASSERT(std::abs(dot(n, n) - 1) < static_cast<double>(kUnitSquareFloat), "the normal of an impact is a unit vector");
  TUMBLE_ASSERT(restitution >= 0 && restitution <= 1 && friction >= 0 && threshold >= 0,
                "restitution is a share, friction and threshold are positive");
  double share = 1;  // of the normal, in the plane
  if (movesInPlane(a) && movesInPlane(b)) {
    share = length(inPlane(n));
    if (share < static_cast<double>(kSteepestSection)) return 0;
    n = inPlane(n) * (1 / share);
    friction /= share;
    threshold /= share;
  }
  const double x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y;
  const Vec3 t = normalized(cross(n, x < y ? Vec3{1, 0, 0} : Vec3{0, 1, 0})), axes[3] = {n, t, cross(n, t)};
  ImpactRows rows{};
  rows.count = 3 * static_cast<int>(points.size());
  addBody(rows, a, axes, points, &ImpactPoint::leverA, -1);
  addBody(rows, b, axes, points, &ImpactPoint::leverB, 1);
  if (response) addResponse(rows, *response, axes, points);

  double targets[kMaxManifoldPoints] = {};
  Impulses p, to;
  int solutions = 0;
  solveRows(rows, targets, 0, p, solutions);
  if (friction > 0 && solveRows(rows, targets, friction, to, solutions)) stepTowards(rows, p, to, 0);
  if (restitution > 0) {
    double stored = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double approach = points[i].approach / share;
      if (!(approach < -threshold)) continue;
      targets[i] = -restitution * approach;
      stored -= 0.5 * p[3 * i] * rows.before[3 * i];
    }
    const double lost = -energyChange(rows, p);
    if (!solveRows(rows, targets, friction, to, solutions)) solveRows(rows, targets, 0, to, solutions);
    stepTowards(rows, p, to, -lost + restitution * restitution * (stored < lost ? stored : lost));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 impulse = axes[0] * p[3 * i] + axes[1] * p[3 * i + 1] + axes[2] * p[3 * i + 2];
    applyImpulse(a, points[i].leverA, -impulse);
    applyImpulse(b, points[i].leverB, impulse);
  }
  return solutions;
}

}  // namespace tumble
