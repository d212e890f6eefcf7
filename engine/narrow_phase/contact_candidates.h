// Points that the contacts of four pairs could have, before they are reduced to four a contact.
#pragma once
#include <cstdint>

#include "narrow_phase/manifold_lanes.h"

namespace tumble {

/// 4 incident vertices or where their edges come in, 4 places where edges go out, 4 reference corners.
constexpr int kMaxCandidates = 12;

/// [candidate][lane]: each pair has a lane, and only those candidates of the list that are `there` in its lane.
struct ContactCandidates {
  int count = 0;
  alignas(16) float u[kMaxCandidates][4], v[kMaxCandidates][4];  // m, in the plane of the reference face, from its centre
  alignas(16) float separation[kMaxCandidates][4];               // m, along the normal
  alignas(16) std::uint32_t feature[kMaxCandidates][4];          // see box_pair.h
  M32x4 there[kMaxCandidates];
};

/// Numbers of the candidates that each lane keeps. Those beyond its count are numbers of candidates too.
struct KeptCandidates {
  int count[4] = {};
  int candidate[4][kMaxCandidates] = {};  // [lane][point]
};

/// Keeps at most kMaxManifoldPoints in each lane: those that hold a body best. `slop` (m) is the depth below which depth does
/// not matter; a point that `previous` has too gets a small advantage, so that the choice does not flicker.
void reduceCandidates(const ContactCandidates& candidates, F32x4 slop, const FeatureLanes& previous, KeptCandidates& kept);

}  // namespace tumble
