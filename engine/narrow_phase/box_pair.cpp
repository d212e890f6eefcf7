#include "narrow_phase/box_pair.h"

#include "assertion.h"
#include "tuning.h"

namespace tumble {

namespace {

constexpr double kWindow = 4;    // half side of the part that remains, in radii of the small box
constexpr float kCutRatio = 16;  // a box whose half side exceeds this many radii of the other is cut

float largest(Vec3f h) { return h.x > h.y ? (h.x > h.z ? h.x : h.z) : (h.y > h.z ? h.y : h.z); }
float smallest(Vec3f h) { return h.x < h.y ? (h.x < h.z ? h.x : h.z) : (h.y < h.z ? h.y : h.z); }

// Cuts `big` to the neighbourhood of a box of radius r whose centre is at `other` from the centre of big (world axes).
// Returns by how much the centre of big moved, world axes.
Vec3 cut(BoxExtent& big, Vec3 other, double r) {
  const Vec3 axes[3] = {toDouble(big.sides[0].axis), toDouble(big.sides[1].axis), toDouble(big.sides[2].axis)};
  const double w = kWindow * r;
  double t[3];
  double nearestFace = w;  // distance of the small centre inside the nearest face
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(axes[i], other);
    const double depth = static_cast<double>(big.sides[i].half) - (t[i] < 0 ? -t[i] : t[i]);
    if (depth < nearestFace) nearestFace = depth;
  }
  Vec3 shift;
  if (nearestFace >= w / 2) return shift;
  for (int i = 0; i < 3; ++i) {
    const double a = static_cast<double>(big.sides[i].half);
    double lower = t[i] - w, upper = t[i] + w;
    if (lower <= -a && upper >= a) continue;
    // A small box far outside keeps a slice of no thickness: still on the right side, still separated.
    if (lower < -a) lower = -a;
    if (lower > a) lower = a;
    if (upper > a) upper = a;
    if (upper < -a) upper = -a;
    const float half = static_cast<float>((upper - lower) * 0.5);
    // The true face stays where it is to the last bit; the rounding of `half` goes to the cut side.
    const double center = upper == a ? a - static_cast<double>(half) : lower + static_cast<double>(half);
    big.sides[i].half = half;
    shift += axes[i] * center;
  }
  return shift;
}

BoxExtent extentOf(const OrientedBox& box) {
  return {{{box.axes.cx, box.halfExtents.x}, {box.axes.cy, box.halfExtents.y}, {box.axes.cz, box.halfExtents.z}}};
}

}  // namespace

float pairSlop(Vec3f halfExtentsA, Vec3f halfExtentsB) {
  const float a = smallest(halfExtentsA), b = smallest(halfExtentsB);
  const float onePercent = 0.02f * (a < b ? a : b);
  return onePercent < kLinearSlop ? onePercent : kLinearSlop;
}

void placePair(const OrientedBox& a, const OrientedBox& b, float speculative, BoxPair& pair) {
  TUMBLE_ASSERT(speculative >= 0 && smallest(a.halfExtents) > 0 && smallest(b.halfExtents) > 0, "boxes that are collided have sizes");
  pair.a = extentOf(a);
  pair.b = extentOf(b);
  pair.slop = pairSlop(a.halfExtents, b.halfExtents);
  pair.speculative = speculative;
  pair.shiftA = {};
  Vec3 offset = b.center - a.center;
  // The sum of the half sides is at least the radius and needs no root.
  const float radiusA = a.halfExtents.x + a.halfExtents.y + a.halfExtents.z;
  const float radiusB = b.halfExtents.x + b.halfExtents.y + b.halfExtents.z;
  if (largest(a.halfExtents) > kCutRatio * radiusB) {
    const Vec3 shift = cut(pair.a, offset, static_cast<double>(radiusB));
    offset = offset - shift;
    pair.shiftA = toFloat(shift);
  } else if (largest(b.halfExtents) > kCutRatio * radiusA) {
    offset = offset + cut(pair.b, -offset, static_cast<double>(radiusA));
  }
  pair.offset = toFloat(offset);
}

}  // namespace tumble
