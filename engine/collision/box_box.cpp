// The axis of a contact is the one with the greatest separation (least overlap), with memory, because the best axis by a
// hair changes from step to step and a manifold that changes loses its impulses:
//   - a face is taken from the larger box, or from A where they are equal, unless the other is better by 0.1 slop + |s|/1000
//     (two faces in contact are parallel and always nearly equal);
//   - an edge pair must be better than a face by one slop: a face holds a box with four points, an edge with one;
//   - the axis of the step before stays unless another is better by a quarter slop.
// The tolerances are lengths, not ratios: a ratio flips at s = 0, where resting contacts live (D. Gregorius, "The separating
// axis test between convex polyhedra", GDC 2013; E. Catto, "Contact manifolds", GDC 2007).
#include "collision/box_box.h"

#include "collision/edge_manifold.h"
#include "collision/face_manifold.h"

namespace tumble {

namespace {

// Manifold::axis: 0 for none, else 1 + axis number + 16 (normal against the axis).
constexpr std::uint32_t axisCode(int axis, bool backward) { return 1u + static_cast<std::uint32_t>(axis) + (backward ? 16u : 0u); }
constexpr int axisOf(std::uint32_t code) { return code == 0 ? -1 : static_cast<int>((code - 1u) & 15u); }
constexpr int edgeOfA(int axis) { return (axis - kFirstEdgeAxis) / 3; }
constexpr int edgeOfB(int axis) { return (axis - kFirstEdgeAxis) % 3; }

// What speaks for the best face of A, the best face of B and the best edge pair.
struct AxisScores {
  alignas(16) float axis[kAxisFamilies][4];
  alignas(16) float score[kAxisFamilies][4];  // m; kNoAxis: not to be taken
};

void scoreAxes(const SatResult& sat, F32x4 slop, const Manifold* const (&previous)[4], AxisScores& scores) {
  alignas(16) float previousAxis[4], previousFamily[4], previousSeparation[4];
  for (int lane = 0; lane < 4; ++lane) {
    const int axis = axisOf(previous[lane]->axis);
    previousAxis[lane] = static_cast<float>(axis);
    previousFamily[lane] = axis < 0 ? -1.0f : axis < 3 ? 0.0f : axis < kFirstEdgeAxis ? 1.0f : 2.0f;
    previousSeparation[lane] = axis < 0 ? kNoAxis : sat.separation[axis][lane];
  }
  const F32x4 keep = splat(0.25f) * slop;
  const F32x4 best = max(max(load(sat.best[0]), load(sat.best[1])), load(sat.best[2]));
  const M32x4 aIsSmaller = load(sat.size[0]) < load(sat.size[1]), all = zero4() <= zero4();
  for (int family = 0; family < kAxisFamilies; ++family) {
    // The axis of before stands for its family unless the best of the family is better by more than `keep`.
    F32x4 s = load(sat.best[family]), axis = load(sat.bestAxis[family]);
    const F32x4 before = load(previousSeparation);
    const M32x4 stays = (load(previousFamily) == splat(static_cast<float>(family))) & (s <= before + keep);
    s = select(stays, before, s);
    axis = select(stays, load(previousAxis), axis);
    const F32x4 ofSmaller = splat(0.1f) * slop + splat(0.001f) * abs(s);
    const F32x4 handicap = family == 2 ? slop : (family == 0 ? aIsSmaller : andNot(all, aIsSmaller)) & ofSmaller;
    // Boxes that are apart touch along the axis that says so, or not at all.
    const M32x4 barred = ((best > zero4()) & (s < best - slop)) | (s <= splat(kNoAxis));
    store(scores.score[family], select(barred, splat(kNoAxis), (stays & keep) - handicap + s));
    store(scores.axis[family], axis);
  }
}

// The best axis of a lane, which is not taken again; -1 when none is left.
int takeAxis(AxisScores& scores, int lane) {
  int family = 0;
  for (int i = 1; i < kAxisFamilies; ++i)
    if (scores.score[i][lane] > scores.score[family][lane]) family = i;
  if (scores.score[family][lane] <= kNoAxis) return -1;
  scores.score[family][lane] = kNoAxis;
  return static_cast<int>(scores.axis[family][lane]);
}

// Which way the normal points along an axis: from A to B, and as before while the centres are too close to tell.
bool pointsBackward(const BoxPair& pair, int axis, std::uint32_t previousCode) {
  const Vec3f direction = axis < 3                ? pair.a.sides[axis].axis
                          : axis < kFirstEdgeAxis ? pair.b.sides[axis - 3].axis
                                                  : cross(pair.a.sides[edgeOfA(axis)].axis, pair.b.sides[edgeOfB(axis)].axis);
  const float along = dot(pair.offset, direction);
  if (axisOf(previousCode) == axis && along < pair.slop && -along < pair.slop) return previousCode > 16u;
  return along < 0;
}

void touchEdges(const BoxPair& pair, std::uint32_t code, int lane, ManifoldLanes& made) {
  const int axis = axisOf(code);
  const EdgeContact contact = crossEdges(pair, edgeOfA(axis), edgeOfB(axis), code > 16u ? -1.0f : 1.0f);
  made.count[lane] = contact.touches && contact.separation <= pair.speculative ? 1 : 0;
  const Vec3f position = contact.position + pair.shiftA, positionB = contact.position - pair.offset + pair.shiftB;
  ManifoldLanes::Point& point = made.points[0];
  for (int i = 0; i < 3; ++i) {
    made.normal[i][lane] = contact.normal[i];
    point.position[i][lane] = position[i];
    point.positionB[i][lane] = positionB[i];
  }
  point.separation[lane] = contact.separation;
  point.feature[lane] = contact.feature;
}

}  // namespace

void makeManifolds(const BoxPair* const (&pairs)[4], const SatResult& sat, int lanes, Manifold* const (&manifolds)[4]) {
  const Manifold* const previous[4] = {manifolds[0], manifolds[1], manifolds[2], manifolds[3]};
  const FeatureLanes features = featuresOf(previous);
  const F32x4 slop = makeWide(pairs[0]->slop, pairs[1]->slop, pairs[2]->slop, pairs[3]->slop);
  AxisScores scores;
  scoreAxes(sat, slop, previous, scores);
  // Nearly always the first axis gives points.
  while (lanes != 0) {
    int faces = 0, edges = 0;
    FaceAxis axes[4];
    ManifoldLanes made;
    for (int lane = 0; lane < 4; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const int axis = takeAxis(scores, lane);
      if (axis < 0) {
        manifolds[lane]->count = 0;
        lanes &= ~(1 << lane);
        continue;
      }
      const bool backward = pointsBackward(*pairs[lane], axis, manifolds[lane]->axis);
      made.axis[lane] = axisCode(axis, backward);
      if (axis < kFirstEdgeAxis) axes[lane] = {axis, backward};
      (axis < kFirstEdgeAxis ? faces : edges) |= 1 << lane;
    }
    if (faces != 0) touchFaces(pairs, axes, faces, features, made);
    for (int lane = 0; lane < 4; ++lane)
      if ((edges >> lane & 1) != 0) touchEdges(*pairs[lane], made.axis[lane], lane, made);
    int touching = 0;
    for (int lane = 0; lane < 4; ++lane) touching |= (made.count[lane] > 0 ? 1 : 0) << lane;
    touching &= lanes;
    if (touching != 0) replaceManifolds(made, features, slop, touching, manifolds);
    lanes &= ~touching;
  }
}

Vec3f normalOf(std::uint32_t code, const Mat3f& axesA, const Mat3f& axesB) {
  const int axis = axisOf(code);
  const Vec3f n = axis < 3                ? axesA.column(axis)
                  : axis < kFirstEdgeAxis ? axesB.column(axis - 3)
                                          : normalized(cross(axesA.column(edgeOfA(axis)), axesB.column(edgeOfB(axis))));
  return code > 16u ? -n : n;
}

Manifold collideBoxes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  const BoxPair pair = placePair(a, b, speculative);
  const BoxPair* const pairs[4] = {&pair, &pair, &pair, &pair};
  SatResult sat;
  separateBoxes(pairs, sat);
  Manifold manifold = previous;
  if ((sat.apart & 1) != 0) manifold.count = 0;
  else makeManifolds(pairs, sat, 1, {&manifold, &manifold, &manifold, &manifold});
  if (manifold.count != 0) return manifold;
  Manifold none;
  none.axis = previous.axis;
  return none;
}

}  // namespace tumble
