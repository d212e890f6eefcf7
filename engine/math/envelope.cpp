#include "math/envelope.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"

namespace tumble {
namespace {

/// 1. Least pivot over its entry of the diagonal: below it there are no digits left, and rounding may have made it negative.
constexpr double kLeastPivot = 1e-16;

}  // namespace

void clear(EnvelopeMatrix& m) {
  m.first.clear();
  m.start.clear();
  m.entries.clear();
}

void addRow(EnvelopeMatrix& m, std::uint32_t first) {
  const std::uint32_t i = m.size();
  TUMBLE_ASSERT(first <= i, "a row of the envelope reaches to its diagonal");
  m.first.push_back(first);
  m.start.push_back(static_cast<std::int64_t>(m.entries.size()) - first);
  m.entries.resize(m.entries.size() + (i + 1 - first), 0);
}

void factorize(EnvelopeMatrix& m) {
  for (std::uint32_t i = 0; i < m.size(); ++i) {
    double* const row = m.row(i);
    for (std::uint32_t j = m.first[i]; j <= i; ++j) {
      const double* const other = m.row(j);
      double sum = row[j];
      for (std::uint32_t k = std::max(m.first[i], m.first[j]); k < j; ++k) sum -= row[k] * other[k];
      row[j] = j < i ? sum / other[j] : std::sqrt(std::max(sum, kLeastPivot * row[i]));
      TUMBLE_ASSERT(j < i || row[i] > 0, "a matrix that is factored is positive definite");
    }
  }
}

void solve(EnvelopeMatrix& m, double* x) {
  for (std::uint32_t i = 0; i < m.size(); ++i) {
    const double* const row = m.row(i);
    for (std::uint32_t k = m.first[i]; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (std::uint32_t i = m.size(); i-- > 0;) {
    const double* const row = m.row(i);
    x[i] /= row[i];
    for (std::uint32_t k = m.first[i]; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

}  // namespace tumble
