// From up to twelve points of a clipped face to four: a first extreme point, the one farthest from it, the one that spans
// the greatest triangle with these two, and the one that adds most area outside that triangle (the usual way since
// P. Terdiman and E. Coumans' Bullet, 2005; D. Gregorius, "Robust contact creation for physics simulations", GDC 2015).
// The first is the deepest, if depths differ by more than the slop; among equals it is the extreme one in a fixed direction,
// so a flat contact gives the same four points step after step.
//
// A selected point scores exactly 0 in all later rounds: its distance or area is a difference of equal products.
#include "narrow_phase/contact_candidates.h"

namespace tumble {

namespace {

constexpr float kWorst = -3e38f;
constexpr float kIncumbent = 1.05f;  // advantage of a point of the previous manifold
// A direction in the plane along no edge or diagonal that is common in practice, so ties are rare.
constexpr float kDirectionU = 0.8944272f, kDirectionV = 0.4472136f;

// Running maximum of the score; of equals the first wins.
struct Best {
  F32x4 score, u = zero4(), v = zero4();
  U32x4 candidate = splatWord(0);
  M32x4 offer(F32x4 s, F32x4 pu, F32x4 pv, int i) {
    const M32x4 better = s > score;
    score = select(better, s, score);
    u = select(better, pu, u);
    v = select(better, pv, v);
    candidate = select(better, splatWord(static_cast<std::uint32_t>(i)), candidate);
    return better;
  }
};

// Twice the signed area between the side from `from` along (du, dv) and p.
F32x4 area(F32x4 du, F32x4 dv, const Best& from, F32x4 pu, F32x4 pv) { return du * (pv - from.v) - dv * (pu - from.u); }

void reduceLanes(const ContactCandidates& candidates, F32x4 slop, const FeatureLanes& previous, int lanes, SelectedCandidates& selected) {
  const int count = candidates.count;
  F32x4 weight[kMaxCandidates];  // 0 where there is no such candidate
  F32x4 extent = zero4();
  const U32x4 before[kMaxManifoldPoints] = {load(previous.feature[0]), load(previous.feature[1]), load(previous.feature[2]),
                                            load(previous.feature[3])};
  for (int i = 0; i < count; ++i) {
    const U32x4 feature = load(candidates.feature[i]);
    const M32x4 wasThere = (feature == before[0]) | (feature == before[1]) | (feature == before[2]) | (feature == before[3]);
    weight[i] = candidates.there[i] & select(wasThere, splat(kIncumbent), splat(1.0f));
    extent = max(extent, candidates.there[i] & (abs(load(candidates.u[i])) + abs(load(candidates.v[i]))));
  }

  // Depth and direction in one score: going across the whole contact is worth one slop of depth.
  const F32x4 perMetre = (extent > zero4()) & (splat(0.5f) * slop / extent);
  Best first{splat(kWorst)};
  for (int i = 0; i < count; ++i) {
    const F32x4 u = load(candidates.u[i]), v = load(candidates.v[i]);
    const F32x4 score =
        (u * splat(kDirectionU) + v * splat(kDirectionV)) * perMetre - load(candidates.separation[i]) + (weight[i] - splat(1.0f)) * slop;
    first.offer(select(candidates.there[i], score, splat(kWorst)), u, v, i);
  }
  Best second{zero4()};
  for (int i = 0; i < count; ++i) {
    const F32x4 u = load(candidates.u[i]), v = load(candidates.v[i]), du = u - first.u, dv = v - first.v;
    second.offer((du * du + dv * dv) * weight[i], u, v, i);
  }
  Best third{zero4()};
  F32x4 side = splat(1.0f);
  const F32x4 u01 = second.u - first.u, v01 = second.v - first.v;
  for (int i = 0; i < count; ++i) {
    const F32x4 u = load(candidates.u[i]), v = load(candidates.v[i]), a = area(u01, v01, first, u, v);
    side = select(third.offer(abs(a) * weight[i], u, v, i), a, side);
  }
  Best fourth{zero4()};
  const F32x4 u12 = third.u - second.u, v12 = third.v - second.v, u20 = first.u - third.u, v20 = first.v - third.v;
  for (int i = 0; i < count; ++i) {
    // Outside a side of the triangle its area has the other sign.
    const F32x4 u = load(candidates.u[i]), v = load(candidates.v[i]);
    const F32x4 e0 = flipSign(area(u01, v01, first, u, v), side), e1 = flipSign(area(u12, v12, second, u, v), side);
    const F32x4 e2 = flipSign(area(u20, v20, third, u, v), side);
    fourth.offer(-min(min(e0, e1), e2) * weight[i], u, v, i);
  }

  alignas(16) std::uint32_t chosen[kMaxManifoldPoints][4];
  store(chosen[0], first.candidate);
  store(chosen[1], second.candidate);
  store(chosen[2], third.candidate);
  store(chosen[3], fourth.candidate);
  const M32x4 isLine = second.score > zero4(), isTriangle = isLine & (third.score > zero4());
  const int two = bits(isLine), three = bits(isTriangle), four = bits(isTriangle & (fourth.score > zero4()));
  for (int lane = 0; lane < 4; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    selected.count[lane] = 1 + (two >> lane & 1) + (three >> lane & 1) + (four >> lane & 1);
    for (int k = 0; k < kMaxManifoldPoints; ++k) selected.candidate[lane][k] = static_cast<int>(chosen[k][lane]);
  }
}

}  // namespace

void reduceCandidates(const ContactCandidates& candidates, F32x4 slop, const FeatureLanes& previous, SelectedCandidates& selected) {
  // Branch-free: whether a candidate exists cannot be predicted. Every index is written, the count advances for those that exist.
  for (int i = 0; i < candidates.count; ++i) {
    const int there = bits(candidates.there[i]);
    for (int lane = 0; lane < 4; ++lane) {
      selected.candidate[lane][selected.count[lane]] = i;
      selected.count[lane] += there >> lane & 1;
    }
  }
  int crowded = 0;
  for (int lane = 0; lane < 4; ++lane) crowded |= (selected.count[lane] > kMaxManifoldPoints ? 1 : 0) << lane;
  if (crowded != 0) reduceLanes(candidates, slop, previous, crowded, selected);
}

}  // namespace tumble
