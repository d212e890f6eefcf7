// The part of the incident face over the reference face is a convex polygon with at most eight corners. Corners are
//   vertices of the incident face over the reference face,
//   crossings of an incident edge with a side of the reference face,
//   corners of the reference face under the incident face.
// Sutherland and Hodgman (1974) find it side by side. Here the reference face is a rectangle |u| <= a, |v| <= b in its own
// plane, so an incident edge is clipped to it by the parametric form (Y. Liang and B. Barsky, "A new concept and method for line
// clipping", 1984): along P + t D a slab |u| <= a holds for t between (-a - P_u)/D_u and (a - P_u)/D_u. The order of the corners
// does not matter here. Four pairs are clipped at once, one a lane, with the same operations for all: which corners there are
// is only a mask.
//
// Aligned boxes are the rule, not the exception: a vertex up to `band` outside counts as inside, and stays where it is, so
// equal cubes one on the other give their four vertices, always the same four, and not a choice among a dozen points that
// differ by rounding.
#include "narrow_phase/face_manifold.h"

#include <bit>

#include "narrow_phase/contact_candidates.h"

namespace tumble {

namespace {

// Features of a face of a box, for four faces. u is the axis after that of the face, v the one after u.
struct FaceNames {
  U32x4 face;
  U32x4 corner, cornerU, cornerV;  // at the low ends of u and v; added at the high ends
  U32x4 alongU, alongV;            // the edge along u at the low end of v, and along v at the low end of u
  U32x4 highV, highU;              // added at the other end
};

// [row of the face][feature]: words as the bits of floats, so that gatherFrom can load them.
struct NameTable {
  float names[12][8];
};
// The row of a face as feature of A or B.
constexpr int faceRow(bool ofB, int axis, bool sign) { return (ofB ? 6 : 0) + 2 * axis + (sign ? 1 : 0); }
constexpr NameTable nameTable() {
  NameTable table{};
  for (int row = 0; row < 12; ++row) {
    const int axis = row % 6 / 2, u = nextAxis(axis), v = afterAxis(axis);
    const bool sign = row % 2 != 0;
    const std::uint32_t s = sign ? 1 : 0;
    const std::uint32_t names[8] = {faceFeature(axis, sign),     s << axis, 1u << u, 1u << v, edgeFeature(u, false, sign),
                                    edgeFeature(v, sign, false), 1,         2};
    for (int i = 0; i < 8; ++i) table.names[row][i] = std::bit_cast<float>(row >= 6 ? makeFeature(0, names[i]) : makeFeature(names[i], 0));
  }
  return table;
}
constexpr NameTable kNameTable = nameTable();

FaceNames namesOf(const int (&rows)[4]) {
  U32x4 names[8];
  for (int i = 0; i < 8; i += 4) {
    const Gathered four = gatherFrom(kNameTable.names[rows[0]] + i, kNameTable.names[rows[1]] + i, kNameTable.names[rows[2]] + i,
                                     kNameTable.names[rows[3]] + i);
    names[i] = wordsOf(four.v.x);
    names[i + 1] = wordsOf(four.v.y);
    names[i + 2] = wordsOf(four.v.z);
    names[i + 3] = wordsOf(four.w);
  }
  return {names[0], names[1], names[2], names[3], names[4], names[5], names[6], names[7]};
}

// m. Speculative distance of an unused lane.
constexpr float kUnusedLane = -3e38f;

// The face of the incident box that is clipped, in the frame of the reference face: (u, v, height over the face), m.
struct IncidentFace {
  Vec3x4 middle, p, q;           // its middle, and from there half its sides
  M32x4 isFace1, isFace2, sign;  // which face it is: axis 1, axis 2, else axis 0; on the positive side
};

// `sides` are the three of the incident box.
IncidentFace incidentFace(const Gathered* sides, Vec3x4 center, Vec3x4 u, Vec3x4 v, Vec3x4 n, F32x4 distance) {
  // The one whose normal is most opposed. Half way between two faces either will do: both contain the edge that touches.
  F32x4 facing[3];
  Vec3x4 half[3];
  for (int i = 0; i < 3; ++i) {
    facing[i] = dot(n, sides[i].v);
    half[i] = Vec3x4{dot(u, sides[i].v), dot(v, sides[i].v), facing[i]} * sides[i].w;
  }
  IncidentFace face;
  const F32x4 first = abs(facing[0]), second = abs(facing[1]);
  face.isFace2 = abs(facing[2]) > max(first, second);
  face.isFace1 = andNot(second > first, face.isFace2);
  const auto turned = [&](auto of0, auto of1, auto of2) { return select(face.isFace2, of2, select(face.isFace1, of1, of0)); };
  const F32x4 opposed = turned(facing[0], facing[1], facing[2]);
  face.sign = opposed < zero4();
  face.p = turned(half[1], half[2], half[0]);
  face.q = turned(half[2], half[0], half[1]);
  const Vec3x4 outward = turned(half[0], half[1], half[2]);
  face.middle = {dot(center, u) - flipSign(outward.x, opposed), dot(center, v) - flipSign(outward.y, opposed),
                 (dot(center, n) - distance) - flipSign(outward.z, opposed)};
  return face;
}

// One slab of the Liang-Barsky clip: where an edge enters and leaves it, as t in [0, 1] where it does.
struct Slab {
  F32x4 enter, leave;
};

Slab clipSlab(F32x4 start, F32x4 inverse, F32x4 half, M32x4 startsInside, M32x4 endsInside) {
  const F32x4 t0 = (-half - start) * inverse, t1 = (half - start) * inverse;
  // The inverse of an edge along the slab is infinite. Inside, the answer is replaced here; outside, both are the same infinity
  // and the edge drops out because it enters after it leaves.
  return {select(startsInside, zero4(), min(t0, t1)), select(endsInside, splat(1.0f), max(t0, t1))};
}

// The rectangle |u| <= halfU, |v| <= halfV of the reference face.
struct Clip {
  F32x4 halfU, halfV, speculative, slop;
  ContactCandidates& candidates;

  void add(Vec3x4 point, M32x4 there, U32x4 feature) {
    ContactCandidates& c = candidates;
    there = there & (point.z <= speculative);
    store(c.u[c.count], point.x);
    store(c.v[c.count], point.y);
    store(c.separation[c.count], point.z);
    store(c.feature[c.count], feature);
    c.there[c.count] = there;
    c.count += any(there);  // one that is in no lane is overwritten by the next
  }

  // Vertices over the face and crossings with its sides. Returns where all four vertices are over it.
  M32x4 addEdges(const IncidentFace& face, const FaceNames& reference, const FaceNames& incident) {
    const Vec3x4 low = face.middle - face.p, high = face.middle + face.p;
    const Vec3x4 vertices[4] = {low - face.q, high - face.q, high + face.q, low + face.q};
    const U32x4 vertexNames[4] = {incident.corner, incident.corner | incident.cornerU,
                                  incident.corner | incident.cornerU | incident.cornerV, incident.corner | incident.cornerV};
    const U32x4 edgeNames[4] = {incident.alongU, incident.alongV | incident.highU, incident.alongU | incident.highV, incident.alongV};

    const F32x4 band = splat(0.5f) * slop, limitU = halfU + band, limitV = halfV + band, one = splat(1.0f);
    M32x4 insideU[4], insideV[4], over[4];
    for (int i = 0; i < 4; ++i) {
      insideU[i] = abs(vertices[i].x) <= limitU;
      insideV[i] = abs(vertices[i].y) <= limitV;
      over[i] = insideU[i] & insideV[i];
    }
    // The side u = +-halfU is an edge along v.
    const auto sideName = [&](M32x4 throughU, Vec3x4 from) {
      return select(throughU, reference.alongV | ((from.x > zero4()) & reference.highU),
                    reference.alongU | ((from.y > zero4()) & reference.highV));
    };
    for (int i = 0; i < 4; ++i) {
      // From vertex i to the next, round the face.
      const int next = (i + 1) & 3;
      const Vec3x4 start = vertices[i], along = vertices[next] - start;
      const Slab slabU = clipSlab(start.x, one / along.x, halfU, insideU[i], insideU[next]);
      const Slab slabV = clipSlab(start.y, one / along.y, halfV, insideV[i], insideV[next]);
      const F32x4 enter = max(max(slabU.enter, slabV.enter), zero4()), leave = min(min(slabU.leave, slabV.leave), one);
      const M32x4 meets = enter <= leave;
      // A vertex over the face is where its edge comes in, at t = 0.
      add(start + along * enter, over[i] | meets,
          select(over[i], reference.face | vertexNames[i], sideName(slabU.enter >= slabV.enter, start) | edgeNames[i]));
      add(start + along * leave, andNot(meets, over[next]), sideName(slabU.leave <= slabV.leave, vertices[next]) | edgeNames[i]);
    }
    return over[0] & over[1] & over[2] & over[3];
  }

  // Corners c of the reference face under the incident face: c - m = x p + y q with |x|, |y| <= 1 (Cramer).
  void addCorners(const IncidentFace& face, M32x4 where, const FaceNames& reference, const FaceNames& incident) {
    const Vec3x4 m = face.middle, p = face.p, q = face.q;
    const F32x4 one = splat(1.0f), zero = zero4(), inverse = one / (p.x * q.y - p.y * q.x);
    const U32x4 names[4] = {reference.corner, reference.corner | reference.cornerU,
                            reference.corner | reference.cornerU | reference.cornerV, reference.corner | reference.cornerV};
    const F32x4 us[4] = {-halfU, halfU, halfU, -halfU}, vs[4] = {-halfV, -halfV, halfV, halfV};
    // At a vertex or crossing that is there already it would be the same point under another name.
    M32x4 wanted[4] = {where, where, where, where};
    for (int k = 0; k < candidates.count; ++k) {
      const F32x4 u = load(candidates.u[k]), v = load(candidates.v[k]);
      const M32x4 atCorner = candidates.there[k] & (max(abs(abs(u) - halfU), abs(abs(v) - halfV)) <= slop);
      if (!any(atCorner)) continue;
      for (int i = 0; i < 4; ++i) wanted[i] = andNot(wanted[i], atCorner & (u * us[i] > zero) & (v * vs[i] > zero));
    }
    for (int i = 0; i < 4; ++i) {
      const F32x4 u = us[i], v = vs[i], du = u - m.x, dv = v - m.y;
      const F32x4 x = (du * q.y - dv * q.x) * inverse, y = (dv * p.x - du * p.y) * inverse;
      add({u, v, m.z + x * p.z + y * q.z}, wanted[i] & (abs(x) <= one) & (abs(y) <= one), names[i] | incident.face);
    }
  }
};

}  // namespace

void touchFaces(const BoxPair* const (&pairs)[4], const AxisChoice& choice, int lanes, const FeatureLanes& previous, ManifoldLanes& made) {
  const F32x4 directionBefore = load(choice.directionBefore);
  const float* rows[8][4];  // sides of the reference box, along the normal and after it; of the incident box; offset and shift
  int axes[4];              // of the reference box
  alignas(16) float speculative[4];
  for (int lane = 0; lane < 4; ++lane) {
    const BoxPair& pair = *pairs[lane];
    const bool isUsed = (lanes >> lane & 1) != 0;
    const int number = isUsed ? static_cast<int>(choice.axis[lane]) : 0;
    const BoxExtent &own = number < 3 ? pair.a : pair.b, &other = number < 3 ? pair.b : pair.a;
    int axis = axes[lane] = number < 3 ? number : number - 3;
    for (int i = 0; i < 3; ++i, axis = nextAxis(axis)) {
      rows[i][lane] = &own.sides[axis].axis.x;
      rows[3 + i][lane] = &other.sides[i].axis.x;
    }
    rows[6][lane] = &pair.offset.x;
    rows[7][lane] = &pair.shiftA.x;
    speculative[lane] = isUsed ? pair.speculative : kUnusedLane;
  }
  Gathered gathered[8];
  for (int i = 0; i < 8; ++i) gathered[i] = gatherFrom(rows[i][0], rows[i][1], rows[i][2], rows[i][3]);
  const Gathered along = gathered[0], u = gathered[1], v = gathered[2], shiftA = gathered[7];
  const Vec3x4 offset = gathered[6].v;
  const F32x4 distance = along.w, slop = shiftA.w, offsetAlong = dot(offset, along.v);
  const M32x4 isOnB = load(choice.axis) >= splat(3.0f), isUnclear = (abs(directionBefore) > zero4()) & (abs(offsetAlong) < slop);
  const M32x4 isBackward = select(isUnclear, directionBefore, offsetAlong) < zero4();
  const Vec3x4 normal = select(isBackward, -along.v, along.v);
  // The outward normal of the reference face points to the incident box: to B from A, and to A from B.
  const Vec3x4 n = select(isOnB, -normal, normal);
  const IncidentFace face = incidentFace(gathered + 3, select(isOnB, -offset, offset), u.v, v.v, n, distance);

  const int onB = bits(isOnB), backward = bits(isBackward), face1 = bits(face.isFace1), face2 = bits(face.isFace2), sign = bits(face.sign);
  int referenceRows[4], incidentRows[4];
  for (int lane = 0; lane < 4; ++lane) {
    const auto is = [lane](int flags) { return (flags >> lane & 1) != 0; };
    referenceRows[lane] = faceRow(is(onB), axes[lane], is(onB) == is(backward));
    incidentRows[lane] = faceRow(!is(onB), is(face2) ? 2 : is(face1), is(sign));
    made.axis[lane] = axisCode(axes[lane] + (is(onB) ? 3 : 0), is(backward));
  }
  const FaceNames reference = namesOf(referenceRows), incident = namesOf(incidentRows);

  ContactCandidates candidates;
  Clip clip{u.w, v.w, load(speculative), slop, candidates};
  const M32x4 allOver = clip.addEdges(face, reference, incident);
  if (!all(allOver)) clip.addCorners(face, andNot(zero4() <= zero4(), allOver), reference, incident);

  SelectedCandidates selected;
  reduceCandidates(candidates, slop, previous, selected);
  int most = 0;
  for (int lane = 0; lane < 4; ++lane) {
    made.count[lane] = selected.count[lane];
    if (most < selected.count[lane]) most = selected.count[lane];
  }
  store(made.normal, normal);
  for (int k = 0; k < most; ++k) {
    ManifoldLanes::Point& point = made.points[k];
    alignas(16) float pointU[4], pointV[4];
    for (int lane = 0; lane < 4; ++lane) {
      const int i = selected.candidate[lane][k];
      pointU[lane] = candidates.u[i][lane];
      pointV[lane] = candidates.v[i][lane];
      point.separation[lane] = candidates.separation[i][lane];
      point.feature[lane] = candidates.feature[i][lane];
    }
    const Vec3x4 p = n * (distance + splat(0.5f) * load(point.separation)) + u.v * load(pointU) + v.v * load(pointV);
    store(point.position, p + (isOnB & offset) + shiftA.v);
  }
}

}  // namespace tumble
