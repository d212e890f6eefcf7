// Finds the overlapping boxes inside one grid.
#pragma once
#include "broad_phase/grid.h"
#include "broad_phase/pair_sink.h"

namespace tumble {

/// Adds every pair of overlapping boxes of the grid to the sink; pairs of a hashed grid may come twice.
void sweepGrid(const Grid& grid, PairSink& sink);

}  // namespace tumble
