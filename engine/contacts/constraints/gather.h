// Gather and scatter: four solver bodies into SIMD lanes and back.
#pragma once
#include "contacts/constraints/contact_constraint.h"
#include "contacts/solver_body.h"
#include "math/wide.h"

namespace tumble {

inline F32x4 load(const Lanes& lanes) { return load(lanes.f); }
inline Vec3x4 load(const Lanes3& lanes) { return {load(lanes.x.f), load(lanes.y.f), load(lanes.z.f)}; }
inline void store(Lanes& lanes, F32x4 value) { store(lanes.f, value); }

/// One vector of four bodies; `w` is the fourth float.
template <class Member> inline Gathered gather(const SolverBody* bodies, const std::uint32_t* index, Member member) {
  Gathered g{{load(bodies[index[0]].*member), load(bodies[index[1]].*member), load(bodies[index[2]].*member)},
             load(bodies[index[3]].*member)};
  transpose(g.v.x, g.v.y, g.v.z, g.w);
  return g;
}

template <class Member> inline void scatter(SolverBody* bodies, const std::uint32_t* index, Member member, Gathered g) {
  transpose(g.v.x, g.v.y, g.v.z, g.w);
  store(bodies[index[0]].*member, g.v.x);
  store(bodies[index[1]].*member, g.v.y);
  store(bodies[index[2]].*member, g.v.z);
  store(bodies[index[3]].*member, g.w);
}

}  // namespace tumble
