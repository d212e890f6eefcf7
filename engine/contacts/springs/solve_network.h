// The solution of the force network in one substep: (M + sum J^T K J) dv = residual in rounds with one factored matrix (modified Newton).
#pragma once
#include <cstddef>

namespace tumble {

struct ForceNetwork;

/// Makes and factors the matrix of the active groups.
void layOutMatrix(ForceNetwork& network);
/// Work of one round, in evaluations of a spring.
std::size_t roundCost(const ForceNetwork& network);
/// Changes the impulses of springs and drag, and with them the end velocities, until they agree. `change` of each body is the difference.
/// Where the rounds diverge, the springs of all active groups get fixed lines.
void solveNetwork(ForceNetwork& network, double h);
/// Fixes the lines of the springs of groups that move too far in this substep, and clears their impulses. True if there are any: solve again, from
/// the prediction.
bool fixFastLines(ForceNetwork& network, double h);

}  // namespace tumble
