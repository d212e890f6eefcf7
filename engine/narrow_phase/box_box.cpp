// The axis of a contact is the one with the greatest separation (least overlap), with hysteresis: among nearly equal axes the best changes from
// step to step, and a manifold on another axis loses its impulses:
//   - a face is taken from the larger box, or from A where they are equal, unless the other is better by 0.1 slop + |s|/1000
//     (two faces in contact are parallel and always nearly equal);
//   - an edge pair must be better than a face by one slop: a face contact has four points, an edge contact one;
//   - the axis of the step before stays unless another is better by a quarter slop.
// The tolerances are lengths, not ratios: a ratio flips at s = 0, where resting contacts live (D. Gregorius, "The separating
// axis test between convex polyhedra", GDC 2013; E. Catto, "Contact manifolds", GDC 2007).
#include "narrow_phase/box_box.h"

#include <cmath>

#include "assertion.h"
#include "narrow_phase/edge_manifold.h"
#include "narrow_phase/face_manifold.h"
#include "narrow_phase/wedge_manifold.h"

namespace tumble {

namespace {

constexpr int edgeOfA(int axis) { return (axis - kFirstEdgeAxis) / 3; }
constexpr int edgeOfB(int axis) { return (axis - kFirstEdgeAxis) % 3; }

// The axes of four previous manifolds.
struct AxesBefore {
  F32x4 axis;        // its number; -1 for none
  F32x4 direction;   // 1, or -1 where the normal ran against it; 0 for none
  F32x4 separation;  // m, along it now
};

AxesBefore axesBefore(const Manifold* const (&previous)[4], const SatResult& sat) {
  alignas(16) float axis[4], direction[4], separation[4];
  for (int lane = 0; lane < 4; ++lane) {
    const int code = previous[lane]->axis;
    const int number = axisNumber(code);
    axis[lane] = static_cast<float>(number);
    direction[lane] = code == 0 ? 0.0f : code > 16 ? -1.0f : 1.0f;
    separation[lane] = code == 0 ? kNoAxis : sat.separation[number][lane];
  }
  return {load(axis), load(direction), load(separation)};
}

// Scores of the best face of A, the best face of B and the best edge pair.
struct AxisScores {
  F32x4 axis[kAxisFamilies];
  F32x4 score[kAxisFamilies];  // m; kNoAxis: excluded
};

AxisScores scoreAxes(const SatResult& sat, F32x4 slop, const AxesBefore& before) {
  constexpr float firstOfFamily[kAxisFamilies + 1] = {0, 3, kFirstEdgeAxis, kAxisCount};
  const F32x4 hysteresis = splat(0.25f) * slop;
  const F32x4 best = max(max(load(sat.best[0]), load(sat.best[1])), load(sat.best[2]));
  const M32x4 aIsSmaller = load(sat.size[0]) < load(sat.size[1]), all = zero4() <= zero4();
  AxisScores scores;
  for (int family = 0; family < kAxisFamilies; ++family) {
    // The previous axis represents its family unless the best one is better by more than `hysteresis`.
    F32x4 s = load(sat.best[family]);
    const M32x4 ofFamily = (before.axis >= splat(firstOfFamily[family])) & (before.axis < splat(firstOfFamily[family + 1]));
    const M32x4 stays = ofFamily & (s <= before.separation + hysteresis);
    s = select(stays, before.separation, s);
    const F32x4 ofSmaller = splat(0.1f) * slop + splat(0.001f) * abs(s);
    const F32x4 handicap = family == 2 ? slop : (family == 0 ? aIsSmaller : andNot(all, aIsSmaller)) & ofSmaller;
    // Boxes that are apart touch along the separating axis or not at all.
    const M32x4 barred = ((best > zero4()) & (s < best - slop)) | (s <= splat(kNoAxis));
    scores.axis[family] = select(stays, before.axis, load(sat.bestAxis[family]));
    scores.score[family] = select(barred, splat(kNoAxis), (stays & hysteresis) - handicap + s);
  }
  return scores;
}

// Removes and returns the best axis of each lane; -1 where none is left.
F32x4 popBestAxes(AxisScores& scores) {
  const F32x4 best = max(max(scores.score[0], scores.score[1]), scores.score[2]);
  F32x4 axis = splat(-1.0f);
  M32x4 isOpen = best > splat(kNoAxis);
  for (int family = 0; family < kAxisFamilies; ++family) {
    const M32x4 isBest = isOpen & (scores.score[family] >= best);
    axis = select(isBest, scores.axis[family], axis);
    scores.score[family] = select(isBest, splat(kNoAxis), scores.score[family]);
    isOpen = andNot(isOpen, isBest);
  }
  return axis;
}

void touchEdges(const BoxPair& pair, int axis, float directionBefore, int lane, ManifoldLanes& made) {
  const int i = edgeOfA(axis), j = edgeOfB(axis);
  const float along = dot(pair.offset, cross(pair.a.sides[i].axis, pair.b.sides[j].axis));
  const bool backward = (directionBefore != 0 && std::abs(along) < pair.slop ? directionBefore : along) < 0;
  const EdgeContact contact = crossEdges(pair, i, j, backward ? -1.0f : 1.0f);
  made.axis[lane] = axisCode(axis, backward);
  made.count[lane] = contact.count;
  for (int k = 0; k < 3; ++k) made.normal[k][lane] = contact.normal[k];
  for (int p = 0; p < contact.count; ++p) {
    const Vec3f position = contact.points[p].position + pair.shiftA;
    ManifoldLanes::Point& point = made.points[p];
    for (int k = 0; k < 3; ++k) point.position[k][lane] = position[k];
    point.separation[lane] = contact.points[p].separation;
    point.feature[lane] = contact.points[p].feature;
  }
}

}  // namespace

void makeManifolds(const BoxPair* const (&pairs)[4], const SatResult& sat, int lanes, Manifold* const (&manifolds)[4]) {
  const Manifold* const previous[4] = {manifolds[0], manifolds[1], manifolds[2], manifolds[3]};
  const FeatureLanes features = featuresOf(previous);
  const F32x4 slop = makeWide(pairs[0]->slop, pairs[1]->slop, pairs[2]->slop, pairs[3]->slop);
  const AxesBefore before = axesBefore(previous, sat);
  AxisScores scores = scoreAxes(sat, slop, before);
  // Nearly always the first axis gives points.
  while (lanes != 0) {
    AxisChoice choice;
    const F32x4 axis = popBestAxes(scores);
    store(choice.axis, axis);
    store(choice.directionBefore, (axis == before.axis) & before.direction);
    const int edges = bits(axis >= splat(kFirstEdgeAxis)) & lanes, faces = bits(axis >= zero4()) & lanes & ~edges;
    ManifoldLanes made;
    if (faces != 0) touchFaces(pairs, choice, faces, features, made);
    int touching = 0;
    for (int lane = 0; lane < 4; ++lane) {
      const int bit = 1 << lane;
      if ((edges & bit) != 0) touchEdges(*pairs[lane], static_cast<int>(choice.axis[lane]), choice.directionBefore[lane], lane, made);
      if (((edges | faces) & bit) == 0 && (lanes & bit) != 0) manifolds[lane]->count = 0;
      if (made.count[lane] > 0) touching |= bit;
    }
    touching &= lanes;
    if (touching != 0) replaceManifolds(made, features, slop, touching, manifolds);
    lanes &= (edges | faces) & ~touching;
  }
}

Vec3f normalOf(std::uint8_t code, const Mat3f& axesA, const Mat3f& axesB) {
  TUMBLE_ASSERT(code != 0 && isAxis(code), "a normal is that of an axis");
  const int axis = axisNumber(code);
  const Vec3f n = axis < 3                ? axesA.column(axis)
                  : axis < kFirstEdgeAxis ? axesB.column(axis - 3)
                                          : normalized(cross(axesA.column(edgeOfA(axis)), axesB.column(edgeOfB(axis))));
  return code > 16 ? -n : n;
}

Manifold collideBoxes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  BoxPair pair;
  placePair(a, b, speculative, pair);
  const BoxPair* const pairs[4] = {&pair, &pair, &pair, &pair};
  SatResult sat;
  separateBoxes(pairs, sat);
  Manifold manifold = previous;
  if ((sat.apart & 1) != 0) manifold.count = 0;
  else makeManifolds(pairs, sat, 1, {&manifold, &manifold, &manifold, &manifold}), meetAlongEdges(pair, previous, manifold);
  if (manifold.count != 0) return manifold;
  Manifold none;
  none.axis = previous.axis;
  return none;
}

}  // namespace tumble
