#include "narrow_phase/manifold_lanes.h"

namespace tumble {

namespace {

// Gathers and scatters a member of four manifolds; `member` is a vector followed by a number.
template <class Of, class Member> Gathered gatherMember(Of of, Member member) {
  return gatherFrom(&(of(0).*member).x, &(of(1).*member).x, &(of(2).*member).x, &(of(3).*member).x);
}
template <class Of, class Member> void scatterMember(Of of, Member member, Vec3x4 v, F32x4 w) {
  scatterTo(&(of(0).*member).x, &(of(1).*member).x, &(of(2).*member).x, &(of(3).*member).x, {v, w});
}

// Normal impulses of the previous points, by new point.
struct MatchedImpulses {
  F32x4 impulse[kMaxManifoldPoints];
};

MatchedImpulses matchImpulses(const ManifoldLanes& made, int most, const FeatureLanes& features, F32x4 slop, int lanes,
                              const Manifold* const (&manifolds)[4]) {
  MatchedImpulses matched;
  M32x4 given[kMaxManifoldPoints];  // [new point] has an impulse, or does not exist
  M32x4 used[kMaxManifoldPoints];   // [previous point] has passed its impulse on, or does not exist
  const Gathered impulses =
      gatherFrom(manifolds[0]->normalImpulse, manifolds[1]->normalImpulse, manifolds[2]->normalImpulse, manifolds[3]->normalImpulse);
  const F32x4 before[kMaxManifoldPoints] = {impulses.v.x, impulses.v.y, impulses.v.z, impulses.w};
  Vec3x4 position[kMaxManifoldPoints];
  const F32x4 count = makeWide(static_cast<float>(made.count[0]), static_cast<float>(made.count[1]), static_cast<float>(made.count[2]),
                               static_cast<float>(made.count[3]));
  for (F32x4& impulse : matched.impulse) impulse = zero4();
  for (int i = 0; i < most; ++i) {
    given[i] = count <= splat(static_cast<float>(i));
  }
  // By feature: the features of a manifold differ from each other, so no point gets two impulses.
  int unused = 0;
  for (int k = 0; k < kMaxManifoldPoints; ++k) {
    const U32x4 feature = load(features.feature[k]);
    used[k] = feature == splatWord(kNoFeature);
    const auto point = [&](int lane) -> const ManifoldPoint& { return manifolds[lane]->points[k]; };
    position[k] = gatherMember(point, &ManifoldPoint::position).v;
    for (int i = 0; i < most; ++i) {
      const M32x4 same = feature == load(made.points[i].feature);
      matched.impulse[i] = select(same, before[k], matched.impulse[i]);
      given[i] = given[i] | same;
      used[k] = used[k] | same;
    }
    unused |= ~bits(used[k]);
  }
  // By nearness, one point after the other.
  const F32x4 matchDistance = slop * splat(4.0f);  // 2 cm for boxes of half a metre and more
  for (int i = 0; i < most; ++i) {
    if ((unused & ~bits(given[i]) & lanes) == 0) continue;
    F32x4 nearest = matchDistance * matchDistance;
    U32x4 chosen = splatWord(kMaxManifoldPoints);
    for (int k = 0; k < kMaxManifoldPoints; ++k) {
      const Vec3x4 apart = load(made.points[i].position) - position[k];
      const F32x4 distance = dot(apart, apart);
      const M32x4 nearer = andNot(andNot(distance < nearest, used[k]), given[i]);
      nearest = select(nearer, distance, nearest);
      matched.impulse[i] = select(nearer, before[k], matched.impulse[i]);
      chosen = select(nearer, splatWord(static_cast<std::uint32_t>(k)), chosen);
    }
    for (int k = 0; k < kMaxManifoldPoints; ++k) used[k] = used[k] | (chosen == splatWord(static_cast<std::uint32_t>(k)));
  }
  return matched;
}

}  // namespace

FeatureLanes featuresOf(const Manifold* const (&manifolds)[4]) {
  FeatureLanes features;
  for (int k = 0; k < kMaxManifoldPoints; ++k)
    for (int lane = 0; lane < 4; ++lane) features.feature[k][lane] = k < manifolds[lane]->count ? manifolds[lane]->feature[k] : kNoFeature;
  return features;
}

void replaceManifolds(const ManifoldLanes& made, const FeatureLanes& features, F32x4 slop, int lanes, Manifold* const (&manifolds)[4]) {
  int most = 0;
  for (int lane = 0; lane < 4; ++lane)
    if ((lanes >> lane & 1) != 0 && most < made.count[lane]) most = made.count[lane];
  const MatchedImpulses matched = matchImpulses(made, most, features, slop, lanes, manifolds);

  // Friction stays in the plane of the contact, the twist as far as the normals agree.
  const auto before = [&](int lane) -> const Manifold& { return *manifolds[lane]; };
  const M32x4 isNew = load(features.feature[0]) == splatWord(kNoFeature);
  const Vec3x4 normal = load(made.normal), previousNormal = gatherMember(before, &Manifold::normal).v;
  const Gathered friction = gatherMember(before, &Manifold::frictionImpulse);
  const Vec3x4 inPlane = friction.v - normal * dot(normal, friction.v);
  const F32x4 twist = friction.w * max(dot(normal, previousNormal), zero4());

  Manifold discarded;
  Manifold* to[4];
  for (int lane = 0; lane < 4; ++lane) {
    to[lane] = (lanes >> lane & 1) != 0 ? manifolds[lane] : &discarded;
    to[lane]->normal = {made.normal[0][lane], made.normal[1][lane], made.normal[2][lane]};
    to[lane]->count = static_cast<std::uint8_t>(made.count[lane]);
    to[lane]->axis = made.axis[lane];
  }
  scatterTo(to[0]->normalImpulse, to[1]->normalImpulse, to[2]->normalImpulse, to[3]->normalImpulse,
            {{matched.impulse[0], matched.impulse[1], matched.impulse[2]}, matched.impulse[3]});
  const Vec3x4 zero{zero4(), zero4(), zero4()};
  scatterMember([&](int lane) -> Manifold& { return *to[lane]; }, &Manifold::frictionImpulse, select(isNew, zero, inPlane),
                select(isNew, zero4(), twist));
  for (int i = 0; i < most; ++i) {
    const ManifoldLanes::Point& point = made.points[i];
    const auto at = [&](int lane) -> ManifoldPoint& { return to[lane]->points[i]; };
    scatterMember(at, &ManifoldPoint::position, load(point.position), load(point.separation));
    for (int lane = 0; lane < 4; ++lane) to[lane]->feature[i] = static_cast<std::uint16_t>(point.feature[lane]);
  }
}

}  // namespace tumble
