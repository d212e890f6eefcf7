#include "narrow_phase/box_sat.h"

#include "math/wide.h"
#include "tuning.h"

namespace tumble {

namespace {

// Four boxes in lanes: axes and half sides.
struct BoxExtent4 {
  Vec3x4 axes[3];
  F32x4 half[3];
};

BoxExtent4 gather(const BoxExtent& p, const BoxExtent& q, const BoxExtent& r, const BoxExtent& s) {
  BoxExtent4 four;
  for (int i = 0; i < 3; ++i) {
    const Gathered side = gatherFrom(&p.sides[i].axis.x, &q.sides[i].axis.x, &r.sides[i].axis.x, &s.sides[i].axis.x);
    four.axes[i] = side.v;
    four.half[i] = side.w;
  }
  return four;
}

// Running maximum of a family; of equals the lowest axis number wins.
struct Best {
  F32x4 value = splat(kNoAxis), index = zero4();
  void offer(F32x4 s, int axis) {
    const M32x4 better = s > value;
    value = max(value, s);
    index = select(better, splat(static_cast<float>(axis)), index);
  }
};

}  // namespace

int bestAxis(const SatResult& sat, int lane) {
  int family = 0;
  for (int i = 1; i < kAxisFamilies; ++i)
    if (sat.best[i][lane] > sat.best[family][lane]) family = i;
  return static_cast<int>(sat.bestAxis[family][lane]);
}

void separateBoxes(const BoxPair* const pairs[4], SatResult& result) {
  const BoxExtent4 a = gather(pairs[0]->a, pairs[1]->a, pairs[2]->a, pairs[3]->a);
  const BoxExtent4 b = gather(pairs[0]->b, pairs[1]->b, pairs[2]->b, pairs[3]->b);
  const auto [offset, speculative] = gatherFrom(&pairs[0]->offset.x, &pairs[1]->offset.x, &pairs[2]->offset.x, &pairs[3]->offset.x);

  F32x4 R[3][3], absR[3][3], t[3], u[3];
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(a.axes[i], offset);
    u[i] = dot(b.axes[i], offset);
    for (int j = 0; j < 3; ++j) {
      R[i][j] = dot(a.axes[i], b.axes[j]);
      absR[i][j] = abs(R[i][j]);
    }
  }

  Best bestA, bestB, bestEdge;
  for (int i = 0; i < 3; ++i) {
    const F32x4 s = abs(t[i]) - a.half[i] - (absR[i][0] * b.half[0] + absR[i][1] * b.half[1] + absR[i][2] * b.half[2]);
    store(result.separation[i], s);
    bestA.offer(s, i);
  }
  for (int j = 0; j < 3; ++j) {
    const F32x4 s = abs(u[j]) - b.half[j] - (absR[0][j] * a.half[0] + absR[1][j] * a.half[1] + absR[2][j] * a.half[2]);
    store(result.separation[3 + j], s);
    bestB.offer(s, 3 + j);
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = nextAxis(i), i2 = afterAxis(i);
    for (int j = 0; j < 3; ++j) {
      const int j1 = nextAxis(j), j2 = afterAxis(j);
      const F32x4 lengthSquared = R[i1][j] * R[i1][j] + R[i2][j] * R[i2][j];
      const F32x4 distance = abs(t[i2] * R[i1][j] - t[i1] * R[i2][j]);
      const F32x4 extent = a.half[i1] * absR[i2][j] + a.half[i2] * absR[i1][j] + b.half[j1] * absR[i][j2] + b.half[j2] * absR[i][j1];
      const M32x4 parallel = lengthSquared < splat(kParallelEdges);
      const F32x4 length = sqrt(select(parallel, splat(1.0f), lengthSquared));
      const F32x4 s = select(parallel, splat(kNoAxis), (distance - extent) / length);
      store(result.separation[kFirstEdgeAxis + 3 * i + j], s);
      bestEdge.offer(s, kFirstEdgeAxis + 3 * i + j);
    }
  }
  const Best best[kAxisFamilies] = {bestA, bestB, bestEdge};
  for (int family = 0; family < kAxisFamilies; ++family) {
    store(result.best[family], best[family].value);
    store(result.bestAxis[family], best[family].index);
  }
  store(result.size[0], max(max(a.half[0], a.half[1]), a.half[2]));
  store(result.size[1], max(max(b.half[0], b.half[1]), b.half[2]));

  // A pair is apart only when the gap exceeds the rounding error, 1e-6 of the sum of all lengths.
  const F32x4 lengths =
      a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2] + abs(offset.x) + abs(offset.y) + abs(offset.z);
  result.apart = bits(max(max(bestA.value, bestB.value), bestEdge.value) > speculative + lengths * splat(1e-6f));
}

}  // namespace tumble
