// The part of the incident face over the reference face is a convex polygon with at most eight corners. Corners are
//   vertices of the incident face over the reference face,
//   crossings of an incident edge with a side of the reference face,
//   corners of the reference face under the incident face.
// Sutherland and Hodgman (1974) find it side by side. Here the reference face is a rectangle |u| <= a, |v| <= b in its own
// plane, so the four incident edges are clipped to it at once, one a lane, by the parametric form (Y. Liang and B. Barsky,
// "A new concept and method for line clipping", 1984): along P + t D a slab |u| <= a holds for t between (-a - P_u)/D_u and
// (a - P_u)/D_u. The order of the corners does not matter here.
//
// Aligned boxes are the rule, not the exception: a vertex up to `band` outside counts as inside, and stays where it is, so
// equal cubes one on the other give their four vertices, always the same four, and not a choice among a dozen points that
// differ by rounding.
#include "collision/face_manifold.h"

#include "math/wide.h"

namespace tumble {

namespace {

float magnitude(float a) { return a < 0 ? -a : a; }

// One slab of the Liang-Barsky clip: where the edges P -> Q enter and leave it, as t in [0, 1] for those that do.
struct Slab {
  F32x4 enter, leave;
  M32x4 startsInside, endsInside;
};

Slab clipSlab(F32x4 start, F32x4 end, F32x4 direction, float half, float band) {
  const F32x4 limit = splat(half + band), zero = zero4(), one = splat(1.0f);
  const F32x4 t0 = (splat(-half) - start) / direction, t1 = (splat(half) - start) / direction;
  Slab slab;
  slab.startsInside = abs(start) <= limit;
  slab.endsInside = abs(end) <= limit;
  // An edge along the slab divides by 0. Inside, the answer is replaced here; outside, both are the same infinity and the
  // edge drops out because it enters after it leaves.
  slab.enter = select(slab.startsInside, zero, min(t0, t1));
  slab.leave = select(slab.endsInside, one, max(t0, t1));
  return slab;
}

}  // namespace

ReferenceFace referenceFace(const BoxExtent& box, int axis, bool sign) {
  ReferenceFace face;
  face.normal = sign ? box.axes.column(axis) : -box.axes.column(axis);
  face.u = box.axes.column(nextAxis(axis));
  face.v = box.axes.column(afterAxis(axis));
  face.distance = box.halfExtents[axis];
  return face;
}

void clipFaces(const BoxExtent& reference, int axis, bool sign, const BoxExtent& incident, Vec3f center, float slop, float speculative,
               ContactCandidates& candidates) {
  const ReferenceFace face = referenceFace(reference, axis, sign);
  const int axisU = nextAxis(axis), axisV = afterAxis(axis);
  const float halfU = reference.halfExtents[axisU], halfV = reference.halfExtents[axisV];
  const float band = 0.5f * slop;

  // The incident face is the one whose normal is most opposed. Half way between two faces either will do: both contain the
  // edge that touches.
  const float facing[3] = {dot(face.normal, incident.axes.cx), dot(face.normal, incident.axes.cy), dot(face.normal, incident.axes.cz)};
  int k = 0;
  if (magnitude(facing[1]) > magnitude(facing[k])) k = 1;
  if (magnitude(facing[2]) > magnitude(facing[k])) k = 2;
  const bool incidentSign = facing[k] < 0;
  const float outward = incidentSign ? incident.halfExtents[k] : -incident.halfExtents[k];
  const int axisP = nextAxis(k), axisQ = afterAxis(k);
  const Vec3f p = incident.axes.column(axisP) * incident.halfExtents[axisP];
  const Vec3f q = incident.axes.column(axisQ) * incident.halfExtents[axisQ];
  const Vec3f middle = center + incident.axes.column(k) * outward;

  // (u, v, height over the reference face) of the middle and of the two half sides.
  const float mu = dot(middle, face.u), mv = dot(middle, face.v);
  const float mh = (dot(center, face.normal) - face.distance) + facing[k] * outward;
  const float pu = dot(p, face.u), pv = dot(p, face.v), ph = dot(p, face.normal);
  const float qu = dot(q, face.u), qv = dot(q, face.v), qh = dot(q, face.normal);

  // Lane i: vertex i, and the edge from it to vertex i + 1, round the face.
  const F32x4 signP = makeWide(-1, 1, 1, -1), signQ = makeWide(-1, -1, 1, 1);
  const F32x4 nextP = makeWide(1, 1, -1, -1), nextQ = makeWide(-1, 1, 1, -1);
  const F32x4 startU = splat(mu) + signP * splat(pu) + signQ * splat(qu), startV = splat(mv) + signP * splat(pv) + signQ * splat(qv);
  const F32x4 startH = splat(mh) + signP * splat(ph) + signQ * splat(qh);
  const F32x4 endU = splat(mu) + nextP * splat(pu) + nextQ * splat(qu), endV = splat(mv) + nextP * splat(pv) + nextQ * splat(qv);

  alignas(16) float u[4], v[4], h[4];
  // Whether a corner is there is a coin toss that no branch predictor wins: each is written, and only those that are there count.
  const auto emit = [&](bool isThere, int lane, std::uint32_t referenceFeature, std::uint32_t incidentFeature) {
    candidates.points[candidates.count] = {u[lane], v[lane], h[lane], makeFeature(referenceFeature, incidentFeature)};
    candidates.count += isThere;
  };
  const auto vertexOf = [](int a0, bool s0, int a1, bool s1, int a2, bool s2) {
    return static_cast<std::uint32_t>(s0) << a0 | static_cast<std::uint32_t>(s1) << a1 | static_cast<std::uint32_t>(s2) << a2;
  };
  candidates.count = 0;

  // Incident vertices over the face.
  const M32x4 over = (abs(startU) <= splat(halfU + band)) & (abs(startV) <= splat(halfV + band));
  const int overBits = bits(over);
  store(u, startU), store(v, startV), store(h, startH);
  for (int i = 0; i < 4; ++i) {
    const bool sp = i == 1 || i == 2, sq = i >= 2;
    emit(overBits >> i & 1, i, faceFeature(axis, sign), vertexOf(k, incidentSign, axisP, sp, axisQ, sq));
  }

  if (overBits != 15) {
    // Crossings of incident edges with the sides.
    const F32x4 alongU = makeWide(2 * pu, 2 * qu, -2 * pu, -2 * qu), alongV = makeWide(2 * pv, 2 * qv, -2 * pv, -2 * qv);
    const F32x4 alongH = makeWide(2 * ph, 2 * qh, -2 * ph, -2 * qh);
    const Slab slabU = clipSlab(startU, endU, alongU, halfU, band), slabV = clipSlab(startV, endV, alongV, halfV, band);
    const F32x4 enter = max(max(slabU.enter, slabV.enter), zero4()), leave = min(min(slabU.leave, slabV.leave), splat(1.0f));
    const M32x4 meets = enter <= leave;
    // The edge along P lies at the sign of Q it has, and the other way round.
    const auto incidentEdge = [&](int lane) {
      const bool alongP = lane == 0 || lane == 2, other = lane == 1 || lane == 2;
      return alongP ? edgeFeature(axisP, other, incidentSign) : edgeFeature(axisQ, incidentSign, other);
    };
    const auto crossings = [&](int lanes, F32x4 t, M32x4 throughU, F32x4 sideU, F32x4 sideV) {
      if (lanes == 0) return;
      store(u, startU + alongU * t), store(v, startV + alongV * t), store(h, startH + alongH * t);
      const int uBits = bits(throughU), positiveU = bits(sideU > zero4()), positiveV = bits(sideV > zero4());
      for (int i = 0; i < 4; ++i) {
        // The side u = +-a is an edge along v.
        const std::uint32_t side = uBits >> i & 1 ? edgeFeature(axisV, sign, positiveU >> i & 1) : edgeFeature(axisU, positiveV >> i & 1, sign);
        emit(lanes >> i & 1, i, side, incidentEdge(i));
      }
    };
    crossings(bits(andNot(meets, over)), enter, slabU.enter >= slabV.enter, startU, startV);
    crossings(bits(andNot(meets, slabU.endsInside & slabV.endsInside)), leave, slabU.leave <= slabV.leave, endU, endV);

    // Corners of the reference face under the incident face: c - m = x p + y q with |x|, |y| <= 1 (Cramer).
    const F32x4 cornerU = makeWide(-halfU, halfU, halfU, -halfU), cornerV = makeWide(-halfV, -halfV, halfV, halfV);
    const F32x4 du = cornerU - splat(mu), dv = cornerV - splat(mv), inverse = splat(1 / (pu * qv - pv * qu));
    const F32x4 x = (du * splat(qv) - dv * splat(qu)) * inverse, y = (dv * splat(pu) - du * splat(pv)) * inverse;
    const int under = bits((abs(x) <= splat(1.0f)) & (abs(y) <= splat(1.0f)));
    store(u, cornerU), store(v, cornerV), store(h, splat(mh) + x * splat(ph) + y * splat(qh));
    const int before = candidates.count;
    for (int i = 0; under != 0 && i < 4; ++i) {
      // A corner at a vertex or crossing that is there already would be the same point under another name.
      bool known = false;
      for (int j = 0; j < before; ++j) {
        const float offU = magnitude(candidates.points[j].u - u[i]), offV = magnitude(candidates.points[j].v - v[i]);
        known |= (offU < offV ? offV : offU) <= slop;
      }
      emit((under >> i & 1) != 0 && !known, i, vertexOf(axis, sign, axisU, i == 1 || i == 2, axisV, i >= 2), faceFeature(k, incidentSign));
    }
  }

  int kept = 0;
  for (int i = 0; i < candidates.count; ++i) {
    candidates.points[kept] = candidates.points[i];
    kept += candidates.points[i].separation <= speculative;
  }
  candidates.count = kept;
}

}  // namespace tumble
