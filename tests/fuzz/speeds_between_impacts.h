// What is struck by one body and then by another within a step shows only the sum of both at its end. Between the two it goes as fast as the striker
// leaves it, m u / (m + own m) for a relative speed u: a ball in a row of balls, which hands on what it got; what lies under a striker that
// is stopped within the step, and is rolled along until then. Not restitution, which the laws leave open for themselves.
#pragma once
#include <vector>

#include "fuzz/facts.h"
#include "fuzz/geometry.h"

namespace tumble::fuzz {

/// m/s, by body; 0 for what nothing can have struck. `extents`: of `before`.
std::vector<double> speedsBetweenImpacts(const Facts& facts, const Frame& before, const Frame& now, const std::vector<Extent>& extents);

}  // namespace tumble::fuzz
