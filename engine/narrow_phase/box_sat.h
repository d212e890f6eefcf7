// The separating-axis test of two oriented boxes, four pairs at once.
//
// Two boxes are apart exactly when the projections on one of 15 axes are: the 3 + 3 face normals and the 9 products of an
// edge of A with an edge of B (S. Gottschalk, "Separating axis theorem", 1996; Gottschalk, Lin, Manocha, "OBBTree", 1996;
// C. Ericson, "Real-Time Collision Detection", 2005, section 4.4.1). With R = A^T B the axes of B seen from A, t the centre
// of B in the frame of A, u = R^T t the same in the frame of B, and a, b the half sides:
//   face i of A   s = |t_i| - a_i - sum_j |R_ij| b_j
//   face j of B   s = |u_j| - b_j - sum_i |R_ij| a_i
//   edges i, j    L = A_i x B_j, in the frame of A at indices i+1, i+2: (-R_{i+2,j}, R_{i+1,j}), so
//                 s = (|t_{i+2} R_{i+1,j} - t_{i+1} R_{i+2,j}| - a_{i+1} |R_{i+2,j}| - a_{i+2} |R_{i+1,j}|
//                      - b_{j+1} |R_{i,j+2}| - b_{j+2} |R_{i,j+1}|) / |L|,   |L|^2 = R_{i+1,j}^2 + R_{i+2,j}^2
// s is the distance of the projections in metres: positive for a gap, negative for an overlap. The greatest s of each of the
// three families is the result; box_box.cpp chooses among them, with hysteresis.
#pragma once
#include "narrow_phase/box_pair.h"

namespace tumble {

constexpr int kAxisCount = 15;  // 0..2 faces of A, 3..5 faces of B, 6 + 3 i + j edges i of A, j of B
constexpr int kFirstEdgeAxis = 6;
constexpr int kAxisFamilies = 3;  // faces of A, faces of B, edge pairs
/// Separation of an edge axis that is not used because its edges are parallel.
constexpr float kNoAxis = -3.0e38f;

struct SatResult {
  alignas(16) float separation[kAxisCount][4];   // m, [axis][lane]
  alignas(16) float best[kAxisFamilies][4];      // m, greatest of each family
  alignas(16) float bestAxis[kAxisFamilies][4];  // its axis number, as float
  alignas(16) float size[2][4];                  // m, greatest half side of A and of B
  int apart = 0;                                 // bit i: pair i is farther apart than its speculative distance, no contact
};

/// The number of the axis with the greatest separation.
int bestAxis(const SatResult& sat, int lane);

/// Tests *pairs[i] in lane i; several lanes may hold the same pair.
void separateBoxes(const BoxPair* const pairs[4], SatResult& result);

}  // namespace tumble
