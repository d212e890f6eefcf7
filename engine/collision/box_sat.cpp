#include "collision/box_sat.h"

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
  const float* rows[4] = {&p.axes.cx.x, &q.axes.cx.x, &r.axes.cx.x, &s.axes.cx.x};
  F32x4 f[12];
  for (int block = 0; block < 3; ++block) {
    F32x4* g = f + 4 * block;
    for (int lane = 0; lane < 4; ++lane) g[lane] = loadUnaligned(rows[lane] + 4 * block);
    transpose(g[0], g[1], g[2], g[3]);
  }
  return {{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, {f[6], f[7], f[8]}}, {f[9], f[10], f[11]}};
}

// The greatest of a family so far. Strictly greater wins: the lower axis number keeps a tie.
struct Best {
  F32x4 value = splat(kNoAxis), index = zero4();
  void offer(F32x4 s, int axis) {
    const M32x4 better = s > value;
    value = max(value, s);
    index = select(better, splat(static_cast<float>(axis)), index);
  }
};

}  // namespace

void separateBoxes(const BoxPair* const pairs[4], SatResult& result) {
  const BoxExtent4 a = gather(pairs[0]->a, pairs[1]->a, pairs[2]->a, pairs[3]->a);
  const BoxExtent4 b = gather(pairs[0]->b, pairs[1]->b, pairs[2]->b, pairs[3]->b);
  F32x4 ox = loadUnaligned(&pairs[0]->offset.x), oy = loadUnaligned(&pairs[1]->offset.x);
  F32x4 oz = loadUnaligned(&pairs[2]->offset.x), unused = loadUnaligned(&pairs[3]->offset.x);
  transpose(ox, oy, oz, unused);
  const Vec3x4 offset{ox, oy, oz};

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
      const F32x4 reach = a.half[i1] * absR[i2][j] + a.half[i2] * absR[i1][j] + b.half[j1] * absR[i][j2] + b.half[j2] * absR[i][j1];
      const M32x4 parallel = lengthSquared < splat(kParallelEdges);
      const F32x4 length = sqrt(select(parallel, splat(1.0f), lengthSquared));
      const F32x4 s = select(parallel, splat(kNoAxis), (distance - reach) / length);
      store(result.separation[kFirstEdgeAxis + 3 * i + j], s);
      bestEdge.offer(s, kFirstEdgeAxis + 3 * i + j);
    }
  }
  store(result.bestA, bestA.value);
  store(result.bestB, bestB.value);
  store(result.bestEdge, bestEdge.value);
  store(result.bestAIndex, bestA.index);
  store(result.bestBIndex, bestB.index);
  store(result.bestEdgeIndex, bestEdge.index);

  // A pair is dropped only when the gap exceeds what rounding can make of one: 1e-6 of all lengths in it.
  const F32x4 lengths = a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2] + abs(ox) + abs(oy) + abs(oz);
  const F32x4 speculative = makeWide(pairs[0]->speculative, pairs[1]->speculative, pairs[2]->speculative, pairs[3]->speculative);
  result.apart = bits(max(max(bestA.value, bestB.value), bestEdge.value) > speculative + lengths * splat(1e-6f));
}

}  // namespace tumble
