#include "joints/joint_system.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "assertion.h"
#include "containers/sort_keys.h"
#include "math/wide.h"

namespace tumble {
namespace {

constexpr int kSize = 6, kBlock = kSize * kSize;
/// Of relaxation, forwards and backwards by turns.
constexpr int kSweeps = 4;

using Neighbours = List<std::uint32_t>;

/// Cholesky's factor of a diagonal block, in its lower triangle, with the reciprocals of its diagonal.
void factorizeBlock(double* a) {
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a[kSize * i + j];
      for (int k = 0; k < j; ++k) sum -= a[kSize * i + k] * a[kSize * j + k];
      TUMBLE_ASSERT(j < i || sum > 0, "the matrix of joints is positive definite");
      a[kSize * i + j] = j < i ? sum * a[(kSize + 1) * j] : 1 / std::sqrt(sum);
    }
  }
}

/// Three times two numbers: a row or a column of a block.
struct Six {
  F64x2 v[3];
};
Six loadSix(const double* p) { return {{load(p), load(p + 2), load(p + 4)}}; }
void storeSix(double* p, const Six& a) { store(p, a.v[0]), store(p + 2, a.v[1]), store(p + 4, a.v[2]); }
Six plusTimes(const Six& a, const Six& b, F64x2 k) { return {{a.v[0] + b.v[0] * k, a.v[1] + b.v[1] * k, a.v[2] + b.v[2] * k}}; }
Six minusTimes(const Six& a, const Six& b, F64x2 k) { return {{a.v[0] - b.v[0] * k, a.v[1] - b.v[1] * k, a.v[2] - b.v[2] * k}}; }

/// B L^-T in place of B, column by column.
void divide(double* b, const double* l) {
  Six columns[kSize];
  for (int j = 0; j < kSize; ++j) {
    alignas(16) double column[kSize];
    for (int r = 0; r < kSize; ++r) column[r] = b[kSize * r + j];
    Six sum = loadSix(column);
    for (int k = 0; k < j; ++k) sum = minusTimes(sum, columns[k], splat64(l[kSize * j + k]));
    const F64x2 d = splat64(l[(kSize + 1) * j]);
    columns[j] = {{sum.v[0] * d, sum.v[1] * d, sum.v[2] * d}};
  }
  for (int j = 0; j < kSize; ++j) storeSix(b + kSize * j, columns[j]);
}

/// C -= A B^T, for the columns of A and of B.
void subtractProduct(double* c, const double* a, const double* b) {
  Six rows[kSize];
  for (int k = 0; k < kSize; ++k) rows[k] = loadSix(b + kSize * k);
  for (int i = 0; i < kSize; ++i) {
    Six sum{{splat64(0.0), splat64(0.0), splat64(0.0)}};
    for (int k = 0; k < kSize; ++k) sum = plusTimes(sum, rows[k], splat64(a[kSize * k + i]));
    storeSix(c + kSize * i, minusTimes(loadSix(c + kSize * i), sum, splat64(1.0)));
  }
}

/// The block in the row and column of these places.
double* blockAt(BlockMatrix& m, std::uint32_t row, std::uint32_t column) {
  const BlockColumn c = m.columns[column];
  const std::uint32_t* const first = m.rows.data() + c.begin;
  const std::uint32_t* const at = std::lower_bound(first, static_cast<const std::uint32_t*>(m.rows.data() + c.end), row);
  TUMBLE_ASSERT(at != m.rows.data() + c.end && *at == row, "a block that is written is in the layout");
  return m.blocks.data() + static_cast<std::size_t>(kBlock) * (c.begin + static_cast<std::size_t>(at - first));
}

void add(double* block, const double* u, const double* w, double stiffness) {
  const Six row{{loadUnaligned(w), loadUnaligned(w + 2), loadUnaligned(w + 4)}};
  for (int i = 0; i < kSize; ++i) storeSix(block + kSize * i, plusTimes(loadSix(block + kSize * i), row, splat64(stiffness * u[i])));
}

/// Whether impulses move the body at an end.
bool yields(const RowEnd& end, std::span<const JointMass> masses) { return end.body != kWorldEnd && masses[end.body].mass > 0; }

template <class T> bool areSameBits(const List<T>& a, const List<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// The input of the matrix. False when it is what it was.
bool gatherInput(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness) {
  MatrixInput& next = m.next;
  next.masses.assign(masses);
  next.stiffness.assign(stiffness);
  next.rows.clear();
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (int i = 0; i < rows[r].count; ++i) {
      const RowEnd& end = rows[r].ends[i];
      if (!yields(end, masses)) continue;
      next.rows.push_back({r, m.place[end.body], {end.linear.x, end.linear.y, end.linear.z, end.angular.x, end.angular.y, end.angular.z}});
    }
  }
  const MatrixInput& now = m.input;
  if (areSameBits(next.stiffness, now.stiffness) && areSameBits(next.rows, now.rows) && areSameBits(next.masses, now.masses)) return false;
  std::swap(m.input, m.next);
  return true;
}

/// As solve, by sweeps: each row in turn gets what it lacks at the velocities so far.
void relax(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness,
           std::span<double> residual) {
  List<JointVelocity> change(masses.size());
  const auto apply = [&](const JointRow& row, double impulse) {
    for (int i = 0; i < row.count; ++i) {
      const RowEnd& end = row.ends[i];
      if (!yields(end, masses)) continue;
      change[end.body].linear += end.linear * (impulse * masses[end.body].inverseMass);
      change[end.body].angular += masses[end.body].inverseInertia * end.angular * impulse;
    }
  };
  List<double> inverse(rows.size()), wanted(rows.size());  // kg; m/s or rad/s
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (stiffness[r] == 0) {
      apply(rows[r], residual[r]);
      continue;
    }
    inverse[r] = 1 / (inverseMassOf(masses, rows[r]) + 1 / stiffness[r]);
    wanted[r] = residual[r] / stiffness[r];
    residual[r] = 0;
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t r = sweep % 2 == 0 ? k : rows.size() - 1 - k;
      if (stiffness[r] == 0) continue;
      const double impulse = inverse[r] * (wanted[r] - rateOf(rows[r], change) - residual[r] / stiffness[r]);
      residual[r] += impulse;
      apply(rows[r], impulse);
    }
  }
  m.x.resize(kSize * masses.size());
  for (std::size_t i = 0; i < masses.size(); ++i) {
    for (int k = 0; k < 3; ++k) m.x[kSize * i + k] = change[i].linear[k], m.x[kSize * i + 3 + k] = change[i].angular[k];
  }
}

void layOutRelaxed(BlockMatrix& m, std::uint32_t bodies) {
  m.isRelaxed = true;
  m.columns.clear();
  m.rows.clear();
  for (std::uint32_t i = 0; i < bodies; ++i) m.place[i] = i;
}

}  // namespace

void layOut(BlockMatrix& m, std::uint32_t bodies, std::span<const std::uint64_t> pairs, double mostWork) {
  std::vector<Neighbours> neighbours(bodies);
  for (const std::uint64_t pair : pairs) {
    const auto a = static_cast<std::uint32_t>(pair >> 32), b = static_cast<std::uint32_t>(pair);
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (Neighbours& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.resize(static_cast<std::size_t>(std::unique(list.begin(), list.end()) - list.begin()));
  }
  m.place.assign(bodies, kWorldEnd);
  m.columns.clear();
  m.rows.clear();
  m.work = 0;
  m.isRelaxed = false;
  m.input.masses.clear();  // of another layout
  List<std::uint32_t> order;
  Neighbours merged;
  // Bodies with few neighbours first: passes with a growing limit, in the order of the bodies.
  for (std::size_t degree = 1; order.size() < bodies;) {
    bool any = false;
    for (std::uint32_t i = 0; i < bodies; ++i) {
      if (m.place[i] != kWorldEnd || neighbours[i].size() > degree) continue;
      any = true;
      m.place[i] = static_cast<std::uint32_t>(order.size());
      order.push_back(i);
      const Neighbours& own = neighbours[i];
      const double size = static_cast<double>(own.size());
      m.work += kBlock * kSize * (1.0 / 3 + size + 0.5 * size * (size + 1));
      if (m.work > mostWork) return layOutRelaxed(m, bodies);
      for (const std::uint32_t n : own) {  // the neighbours become neighbours of each other
        merged.clear();
        Neighbours& others = neighbours[n];
        std::set_union(others.begin(), others.end(), own.begin(), own.end(), std::back_inserter(merged));
        eraseIf(merged, [&](std::uint32_t other) { return other == n || other == i; });
        others.swap(merged);
      }
    }
    if (!any) ++degree;
    else if (degree > 1) degree = 1;
  }
  for (const std::uint32_t i : order) {
    BlockColumn column{static_cast<std::uint32_t>(m.rows.size()), 0};
    m.rows.push_back(m.place[i]);
    for (const std::uint32_t n : neighbours[i]) m.rows.push_back(m.place[n]);
    std::sort(m.rows.begin() + column.begin, m.rows.end());
    column.end = static_cast<std::uint32_t>(m.rows.size());
    m.columns.push_back(column);
  }
}

void factorize(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness) {
  if (m.isRelaxed || !gatherInput(m, masses, rows, stiffness)) return;
  m.blocks.assign(static_cast<std::size_t>(kBlock) * m.rows.size(), 0);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    double* const block = blockAt(m, m.place[i], m.place[i]);
    const JointMass& body = masses[i];
    const Mat3 inertia = toMatrix(body.inertia);
    for (int k = 0; k < 3; ++k) {
      block[(kSize + 1) * k] = body.mass > 0 ? body.mass : 1;
      for (int j = 0; j < 3; ++j) block[kSize * (3 + k) + 3 + j] = body.mass > 0 ? inertia.column(j)[k] : j == k ? 1 : 0;
    }
  }
  const List<RowBlock>& all = m.input.rows;
  double* apart = nullptr;  // the block of the last two places
  std::uint32_t apartRow = kWorldEnd, apartColumn = kWorldEnd;
  const auto blockOf = [&](std::uint32_t row, std::uint32_t column) {
    if (row == column) return m.blocks.data() + static_cast<std::size_t>(kBlock) * m.columns[row].begin;
    if (row != apartRow || column != apartColumn) apart = blockAt(m, row, column), apartRow = row, apartColumn = column;
    return apart;
  };
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].row == all[begin].row) ++end;
    const double k = stiffness[all[begin].row];
    if (k == 0) continue;
    for (std::size_t p = begin; p < end; ++p) {
      for (std::size_t q = begin; q < end; ++q) {
        if (all[q].place <= all[p].place) add(blockOf(all[p].place, all[q].place), all[p].jacobian, all[q].jacobian, k);
      }
    }
  }
  for (std::size_t k = 0; k < m.columns.size(); ++k) {
    const BlockColumn column = m.columns[k];
    double* const diagonal = m.blocks.data() + static_cast<std::size_t>(kBlock) * column.begin;
    factorizeBlock(diagonal);
    for (std::uint32_t i = column.begin + 1; i < column.end; ++i) divide(m.blocks.data() + static_cast<std::size_t>(kBlock) * i, diagonal);
    for (std::uint32_t j = column.begin + 1; j < column.end; ++j) {
      for (std::uint32_t i = j; i < column.end; ++i) {
        subtractProduct(blockAt(m, m.rows[i], m.rows[j]), m.blocks.data() + static_cast<std::size_t>(kBlock) * i,
                        m.blocks.data() + static_cast<std::size_t>(kBlock) * j);
      }
    }
  }
}

void solve(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness,
           std::span<double> residual) {
  if (m.isRelaxed) return relax(m, masses, rows, stiffness, residual);
  m.x.assign(kSize * masses.size(), 0);
  double* const x = m.x.data();
  for (const RowBlock& row : m.input.rows) {
    double* const out = x + kSize * row.place;
    for (int k = 0; k < kSize; ++k) out[k] += residual[row.row] * row.jacobian[k];
  }
  for (std::size_t k = 0; k < m.columns.size(); ++k) {
    const BlockColumn column = m.columns[k];
    const double* block = m.blocks.data() + static_cast<std::size_t>(kBlock) * column.begin;
    double* const own = x + kSize * k;
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < i; ++j) own[i] -= block[kSize * i + j] * own[j];
      own[i] *= block[(kSize + 1) * i];
    }
    for (std::uint32_t b = column.begin + 1; b < column.end; ++b) {
      block += kBlock;
      double* const other = x + kSize * m.rows[b];
      Six sum = loadSix(other);
      for (int j = 0; j < kSize; ++j) sum = minusTimes(sum, loadSix(block + kSize * j), splat64(own[j]));
      storeSix(other, sum);
    }
  }
  for (std::size_t k = m.columns.size(); k-- > 0;) {
    const BlockColumn column = m.columns[k];
    const double* const diagonal = m.blocks.data() + static_cast<std::size_t>(kBlock) * column.begin;
    double* const own = x + kSize * k;
    const double* block = diagonal;
    for (std::uint32_t b = column.begin + 1; b < column.end; ++b) {
      block += kBlock;
      const double* const other = x + kSize * m.rows[b];
      for (int j = 0; j < kSize; ++j) {
        for (int i = 0; i < kSize; ++i) own[j] -= block[kSize * j + i] * other[i];
      }
    }
    for (int i = kSize; i-- > 0;) {
      for (int j = i + 1; j < kSize; ++j) own[i] -= diagonal[kSize * j + i] * own[j];
      own[i] *= diagonal[(kSize + 1) * i];
    }
  }
  const List<RowBlock>& all = m.input.rows;
  for (std::size_t at = 0; at < all.size();) {
    const std::uint32_t r = all[at].row;
    double change = 0;
    for (; at < all.size() && all[at].row == r; ++at) {
      const double* const dv = x + kSize * all[at].place;
      for (int k = 0; k < kSize; ++k) change += all[at].jacobian[k] * dv[k];
    }
    residual[r] -= stiffness[r] * change;
  }
}

double inverseMassOf(std::span<const JointMass> masses, const JointRow& row) {
  double sum = 0;
  for (int i = 0; i < row.count; ++i) {
    const RowEnd& end = row.ends[i];
    if (end.body == kWorldEnd) continue;
    // Ends on the same body (the frame of two gears) act together.
    Vec3 linear = end.linear, angular = end.angular;
    for (int j = 0; j < row.count; ++j) {
      if (j != i && row.ends[j].body == end.body) linear += row.ends[j].linear, angular += row.ends[j].angular;
    }
    const JointMass& body = masses[end.body];
    sum += body.inverseMass * dot(end.linear, linear) + dot(end.angular, body.inverseInertia * angular);
  }
  return sum;
}

double rateOf(const JointRow& row, std::span<const JointVelocity> velocities) {
  double rate = 0;
  for (int i = 0; i < row.count; ++i) {
    const RowEnd& end = row.ends[i];
    if (end.body != kWorldEnd) rate += dot(end.linear, velocities[end.body].linear) + dot(end.angular, velocities[end.body].angular);
  }
  return rate;
}

}  // namespace tumble
