// Candidate points of the manifolds of four pairs, and their reduction to four points a manifold.
#pragma once
#include <cstdint>

#include "narrow_phase/manifold_lanes.h"

namespace tumble {

/// 4 incident vertices or entry points of their edges, 4 exit points of edges, 4 reference corners.
constexpr int kMaxCandidates = 12;

/// [candidate][lane]. The candidates of a pair are those that are `there` in its lane.
struct ContactCandidates {
  int count = 0;
  alignas(16) float u[kMaxCandidates][4], v[kMaxCandidates][4];  // m, in the plane of the reference face, from its centre
  alignas(16) float separation[kMaxCandidates][4];               // m, along the normal
  alignas(16) std::uint32_t feature[kMaxCandidates][4];          // see box_pair.h
  M32x4 there[kMaxCandidates];
};

/// Indices of the candidates that each lane selects. Those beyond its count are valid indices, too.
struct SelectedCandidates {
  int count[4] = {};
  int candidate[4][kMaxCandidates] = {};  // [lane][point]
};

/// Selects at most kMaxManifoldPoints in each lane: the deepest, and those that span the largest area. Depths that differ by less than `slop`
/// (m) count as equal. Features of `previous` get a small advantage, so that the selection does not flicker.
void reduceCandidates(const ContactCandidates& candidates, F32x4 slop, const FeatureLanes& previous, SelectedCandidates& selected);

}  // namespace tumble
