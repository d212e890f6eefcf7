// Symmetric positive definite systems of which few entries are not zero, by Cholesky's factor in the envelope: left of the first entry
// of a row all is zero, and stays it (A. George, J. Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981).
#pragma once
#include "containers/list.h"

namespace tumble {

struct EnvelopeMatrix {
  List<std::uint32_t> first;  // by row: column of its first entry
  List<std::int64_t> start;   // by row: where its column 0 would lie
  List<double> entries;       // the lower triangle, row by row

  std::uint32_t size() const { return static_cast<std::uint32_t>(first.size()); }
  double* row(std::uint32_t i) { return entries.data() + start[i]; }
};

/// Empty, or with the rows `first` says, all zero.
void clear(EnvelopeMatrix& m);
void addRow(EnvelopeMatrix& m, std::uint32_t first);
/// Cholesky's factor in place of the matrix.
void factorize(EnvelopeMatrix& m);
/// The solution in place of the right side; of a matrix that was factorized.
void solve(EnvelopeMatrix& m, double* x);

}  // namespace tumble
