// Points that a contact could have, before they are reduced to four.
#pragma once
#include <cstdint>

#include "collision/manifold.h"

namespace tumble {

/// 4 incident vertices, 8 crossings, 4 reference corners: what the clipping of two faces can give.
constexpr int kMaxCandidates = 16;

struct ContactCandidate {
  float u, v;             // m, in the plane of the reference face, from its centre
  float separation;       // m, along the normal
  std::uint32_t feature;  // see box_pair.h
};

struct ContactCandidates {
  int count = 0;
  ContactCandidate points[kMaxCandidates];
};

/// Leaves at most kMaxManifoldPoints of them: those that hold a body best. `slop` (m) is the depth below which depth does
/// not matter; a point that `previous` has too gets a small advantage, so that the choice does not flicker.
void reduceCandidates(ContactCandidates& candidates, float slop, const Manifold& previous);

}  // namespace tumble
