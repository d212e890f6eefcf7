// From up to twelve points of a clipped face to four: a first extreme point, the one farthest from it, the one that spans
// the greatest triangle with these two, and the one that adds most area outside that triangle (the usual way since
// P. Terdiman and E. Coumans' Bullet, 2005; D. Gregorius, "Robust contact creation for physics simulations", GDC 2015).
// The first is the deepest, if depths differ by more than the slop; among equals it is the extreme one in a fixed direction,
// so a flat contact gives the same four points step after step.
#include "collision/contact_candidates.h"

namespace tumble {

namespace {

constexpr float kIncumbent = 1.05f;  // advantage of a point that was there before
// A direction in the plane along no edge or diagonal that is common in practice, so ties are rare.
constexpr float kDirectionU = 0.8944272f, kDirectionV = 0.4472136f;

struct Point2 {
  float u, v;
};
// Twice the signed area of the triangle a, b, p.
float area(Point2 a, Point2 b, Point2 p) { return (b.u - a.u) * (p.v - a.v) - (b.v - a.v) * (p.u - a.u); }

}  // namespace

void reduceCandidates(ContactCandidates& candidates, float slop, const Manifold& previous) {
  const int count = candidates.count;
  if (count <= kMaxManifoldPoints) return;
  const ContactCandidate* points = candidates.points;
  float weight[kMaxCandidates];
  Point2 p[kMaxCandidates];
  float reach = 0;
  for (int i = 0; i < count; ++i) {
    p[i] = {points[i].u, points[i].v};
    bool wasThere = false;
    for (int k = 0; k < previous.count; ++k) wasThere |= previous.points[k].feature == points[i].feature;
    weight[i] = wasThere ? kIncumbent : 1.0f;
    const float distance = (p[i].u < 0 ? -p[i].u : p[i].u) + (p[i].v < 0 ? -p[i].v : p[i].v);
    reach = reach < distance ? distance : reach;
  }

  // Depth and direction in one score: going across the whole contact is worth one slop of depth.
  const float perMetre = reach > 0 ? 0.5f * slop / reach : 0.0f;
  int first = 0;
  float best = -3e38f;
  for (int i = 0; i < count; ++i) {
    const float score = (p[i].u * kDirectionU + p[i].v * kDirectionV) * perMetre - points[i].separation + (weight[i] - 1) * slop;
    if (score > best) best = score, first = i;
  }
  int second = -1;
  best = 0;
  for (int i = 0; i < count; ++i) {
    const float du = p[i].u - p[first].u, dv = p[i].v - p[first].v;
    const float score = (du * du + dv * dv) * weight[i];
    if (i != first && score > best) best = score, second = i;
  }
  if (second < 0) second = first == 0 ? 1 : 0;
  int third = -1;
  float side = 1;
  best = 0;
  for (int i = 0; i < count; ++i) {
    if (i == first || i == second) continue;
    const float a = area(p[first], p[second], p[i]), score = (a < 0 ? -a : a) * weight[i];
    if (score > best) best = score, third = i, side = a < 0 ? -1.0f : 1.0f;
  }
  int chosen[kMaxManifoldPoints] = {first, second, third, -1};
  int chosenCount = third < 0 ? 2 : 3;
  if (third >= 0) {
    int fourth = -1;
    best = 0;
    for (int i = 0; i < count; ++i) {
      if (i == first || i == second || i == third) continue;
      // Outside an edge of the triangle its area has the other sign.
      const float e0 = -side * area(p[first], p[second], p[i]), e1 = -side * area(p[second], p[third], p[i]);
      const float e2 = -side * area(p[third], p[first], p[i]);
      float outside = e0 > e1 ? e0 : e1;
      outside = (outside > e2 ? outside : e2) * weight[i];
      if (outside > best) best = outside, fourth = i;
    }
    if (fourth >= 0) chosen[chosenCount++] = fourth;
  }
  ContactCandidate kept[kMaxManifoldPoints];
  for (int k = 0; k < chosenCount; ++k) kept[k] = points[chosen[k]];
  for (int k = 0; k < chosenCount; ++k) candidates.points[k] = kept[k];
  candidates.count = chosenCount;
}

}  // namespace tumble
