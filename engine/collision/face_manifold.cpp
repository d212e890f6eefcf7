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
#include "collision/face_manifold.h"

#include "collision/contact_candidates.h"

namespace tumble {

namespace {

// What the features on the face (axis, sign) of a box are called, with u the next axis and v the one after.
struct FaceNames {
  std::uint32_t face;
  std::uint32_t alongU, alongV;  // the edge along u at the low end of v, and along v at the low end of u
  std::uint32_t highV, highU;    // what the other end adds to them
  std::uint32_t corner;          // at the low ends of both
  std::uint32_t cornerU, cornerV;  // what the high ends add to it
};
constexpr int kNames = sizeof(FaceNames) / sizeof(std::uint32_t);

struct NameTable {
  std::uint32_t names[2][6][kNames];  // [0 as feature of A, 1 of B][2 axis + sign]
};
constexpr NameTable nameTable() {
  NameTable table{};
  for (int ofB = 0; ofB < 2; ++ofB)
    for (int face = 0; face < 6; ++face) {
      const int axis = face / 2, u = nextAxis(axis), v = afterAxis(axis);
      const bool sign = face % 2 != 0;
      const std::uint32_t s = sign ? 1 : 0;
      const std::uint32_t names[kNames] = {faceFeature(axis, sign), edgeFeature(u, false, sign), edgeFeature(v, sign, false), 1, 2,
                                           s << axis, 1u << u, 1u << v};
      for (int i = 0; i < kNames; ++i) table.names[ofB][face][i] = ofB != 0 ? makeFeature(0, names[i]) : makeFeature(names[i], 0);
    }
  return table;
}
constexpr NameTable kNameTable = nameTable();

// FaceNames of four faces.
struct NameLanes {
  alignas(16) std::uint32_t names[kNames][4];
  void set(int lane, bool ofB, int axis, bool sign) {
    for (int i = 0; i < kNames; ++i) names[i][lane] = kNameTable.names[ofB][2 * axis + sign][i];
  }
  U32x4 face() const { return load(names[0]); }
  U32x4 alongU(M32x4 high) const { return load(names[1]) | (high & load(names[3])); }
  U32x4 alongV(M32x4 high) const { return load(names[2]) | (high & load(names[4])); }
  U32x4 corner(M32x4 highU, M32x4 highV) const { return load(names[5]) | (highU & load(names[6])) | (highV & load(names[7])); }
};

// m. Speculative distance of a lane that is not asked for.
constexpr float kNotHere = -3e38f;

// The face of the incident box that is clipped, in the frame of the reference face: (u, v, height over the face), m.
struct IncidentFace {
  Vec3x4 middle, p, q;  // its middle, and from there half its sides
  M32x4 isFace1, isFace2, sign;  // which face it is: axis 1, axis 2, else axis 0; on the positive side
};

IncidentFace incidentFace(const Gathered (&sides)[3], Vec3x4 center, Vec3x4 u, Vec3x4 v, Vec3x4 n, F32x4 distance) {
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
  M32x4 addEdges(const IncidentFace& face, const NameLanes& reference, const NameLanes& incident) {
    const Vec3x4 low = face.middle - face.p, high = face.middle + face.p;
    const Vec3x4 vertices[4] = {low - face.q, high - face.q, high + face.q, low + face.q};
    const Vec3x4 alongP = face.p + face.p, alongQ = face.q + face.q;
    const Vec3x4 along[4] = {alongP, alongQ, -alongP, -alongQ};
    const F32x4 one = splat(1.0f);
    F32x4 inverseU[4] = {one / alongP.x, one / alongQ.x}, inverseV[4] = {one / alongP.y, one / alongQ.y};
    for (int i = 0; i < 2; ++i) inverseU[i + 2] = -inverseU[i], inverseV[i + 2] = -inverseV[i];
    const M32x4 all = zero4() <= zero4(), none = zero4() < zero4();
    const U32x4 vertexNames[4] = {incident.corner(none, none), incident.corner(all, none), incident.corner(all, all), incident.corner(none, all)};
    const U32x4 edgeNames[4] = {incident.alongU(none), incident.alongV(all), incident.alongU(all), incident.alongV(none)};

    const F32x4 band = splat(0.5f) * slop, limitU = halfU + band, limitV = halfV + band;
    M32x4 insideU[4], insideV[4], over[4];
    for (int i = 0; i < 4; ++i) {
      insideU[i] = abs(vertices[i].x) <= limitU;
      insideV[i] = abs(vertices[i].y) <= limitV;
      over[i] = insideU[i] & insideV[i];
    }
    // The side u = +-halfU is an edge along v.
    const auto sideName = [&](M32x4 throughU, Vec3x4 from) {
      return select(throughU, reference.alongV(from.x > zero4()), reference.alongU(from.y > zero4()));
    };
    for (int i = 0; i < 4; ++i) {
      // From vertex i to the next, round the face.
      const int next = (i + 1) & 3;
      const Vec3x4 start = vertices[i];
      const Slab slabU = clipSlab(start.x, inverseU[i], halfU, insideU[i], insideU[next]);
      const Slab slabV = clipSlab(start.y, inverseV[i], halfV, insideV[i], insideV[next]);
      const F32x4 enter = max(max(slabU.enter, slabV.enter), zero4()), leave = min(min(slabU.leave, slabV.leave), one);
      const M32x4 meets = enter <= leave;
      // A vertex over the face is where its edge comes in, at t = 0.
      add(start + along[i] * enter, over[i] | meets,
          select(over[i], reference.face() | vertexNames[i], sideName(slabU.enter >= slabV.enter, start) | edgeNames[i]));
      add(start + along[i] * leave, andNot(meets, over[next]), sideName(slabU.leave <= slabV.leave, vertices[next]) | edgeNames[i]);
    }
    return over[0] & over[1] & over[2] & over[3];
  }

  // Corners c of the reference face under the incident face: c - m = x p + y q with |x|, |y| <= 1 (Cramer).
  void addCorners(const IncidentFace& face, M32x4 where, const NameLanes& reference, const NameLanes& incident) {
    const Vec3x4 m = face.middle, p = face.p, q = face.q;
    const F32x4 inverse = splat(1.0f) / (p.x * q.y - p.y * q.x);
    const int before = candidates.count;
    for (int i = 0; i < 4; ++i) {
      const M32x4 highU = splat(i == 1 || i == 2 ? 1.0f : 0.0f) > zero4(), highV = splat(i >= 2 ? 1.0f : 0.0f) > zero4();
      const F32x4 u = select(highU, halfU, -halfU), v = select(highV, halfV, -halfV), du = u - m.x, dv = v - m.y;
      const F32x4 x = (du * q.y - dv * q.x) * inverse, y = (dv * p.x - du * p.y) * inverse;
      M32x4 under = where & (abs(x) <= splat(1.0f)) & (abs(y) <= splat(1.0f));
      // At a vertex or crossing that is there already it would be the same point under another name.
      for (int k = 0; k < before; ++k) {
        const F32x4 off = max(abs(load(candidates.u[k]) - u), abs(load(candidates.v[k]) - v));
        under = andNot(under, candidates.there[k] & (off <= slop));
      }
      add({u, v, m.z + x * p.z + y * q.z}, under, reference.corner(highU, highV) | incident.face());
    }
  }
};

}  // namespace

void touchFaces(const BoxPair* const (&pairs)[4], const FaceAxis (&axes)[4], int lanes, const FeatureLanes& previous, ManifoldLanes& made) {
  const BoxSide* sides[6][4];  // of the reference box: along the normal and the two after it; of the incident box
  alignas(16) float outwardSign[4], towardB[4], speculative[4];
  NameLanes reference, incident;
  for (int lane = 0; lane < 4; ++lane) {
    const BoxPair& pair = *pairs[lane];
    const bool onA = axes[lane].axis < 3, sign = onA != axes[lane].backward;
    const int axis = onA ? axes[lane].axis : axes[lane].axis - 3;
    const BoxSide(&own)[3] = onA ? pair.a.sides : pair.b.sides;
    const BoxSide(&other)[3] = onA ? pair.b.sides : pair.a.sides;
    sides[0][lane] = &own[axis];
    sides[1][lane] = &own[nextAxis(axis)];
    sides[2][lane] = &own[afterAxis(axis)];
    for (int i = 0; i < 3; ++i) sides[3 + i][lane] = &other[i];
    // The outward normal of the reference face points to the incident box: to B from A, and to A from B.
    towardB[lane] = onA ? 1.0f : -1.0f;
    outwardSign[lane] = sign ? 1.0f : -1.0f;
    speculative[lane] = (lanes >> lane & 1) != 0 ? pair.speculative : kNotHere;
    reference.set(lane, !onA, axis, sign);
  }
  const auto gatherSide = [&](int i) { return gatherFrom(&sides[i][0]->axis.x, &sides[i][1]->axis.x, &sides[i][2]->axis.x, &sides[i][3]->axis.x); };
  const auto gatherMember = [&](auto member) {
    return gatherFrom(&(pairs[0]->*member).x, &(pairs[1]->*member).x, &(pairs[2]->*member).x, &(pairs[3]->*member).x);
  };
  const Gathered along = gatherSide(0), u = gatherSide(1), v = gatherSide(2), incidentSides[3] = {gatherSide(3), gatherSide(4), gatherSide(5)};
  const Vec3x4 offset = gatherMember(&BoxPair::offset).v, n = along.v * load(outwardSign);
  const Gathered shiftA = gatherMember(&BoxPair::shiftA), shiftB = gatherMember(&BoxPair::shiftB);
  const F32x4 distance = along.w, slop = shiftA.w;

  const IncidentFace face = incidentFace(incidentSides, offset * load(towardB), u.v, v.v, n, distance);
  const int face1 = bits(face.isFace1), face2 = bits(face.isFace2), sign = bits(face.sign);
  for (int lane = 0; lane < 4; ++lane)
    incident.set(lane, axes[lane].axis < 3, (face1 >> lane & 1) + 2 * (face2 >> lane & 1), (sign >> lane & 1) != 0);

  ContactCandidates candidates;
  Clip clip{u.w, v.w, load(speculative), slop, candidates};
  const M32x4 allOver = clip.addEdges(face, reference, incident);
  if (!all(allOver)) clip.addCorners(face, andNot(zero4() <= zero4(), allOver), reference, incident);

  KeptCandidates kept;
  reduceCandidates(candidates, slop, previous, kept);
  int most = 0;
  for (int lane = 0; lane < 4; ++lane) {
    made.count[lane] = kept.count[lane];
    if (most < kept.count[lane]) most = kept.count[lane];
  }
  const M32x4 fromB = load(towardB) < zero4();  // the frame has its origin there
  store(made.normal, n * load(towardB));
  for (int k = 0; k < most; ++k) {
    ManifoldLanes::Point& point = made.points[k];
    alignas(16) float pointU[4], pointV[4];
    for (int lane = 0; lane < 4; ++lane) {
      const int i = kept.candidate[lane][k];
      pointU[lane] = candidates.u[i][lane];
      pointV[lane] = candidates.v[i][lane];
      point.separation[lane] = candidates.separation[i][lane];
      point.feature[lane] = candidates.feature[i][lane];
    }
    const Vec3x4 p = n * (distance + splat(0.5f) * load(point.separation)) + u.v * load(pointU) + v.v * load(pointV);
    store(point.position, p + (fromB & offset) + shiftA.v);
    store(point.positionB, select(fromB, p, p - offset) + shiftB.v);
  }
}

}  // namespace tumble
