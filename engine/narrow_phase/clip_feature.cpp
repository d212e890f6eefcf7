#include "narrow_phase/clip_feature.h"

#include <algorithm>
#include <utility>

namespace tumble {

Vec3 inwardOf(const Feature& face, std::size_t side) {
  const std::size_t count = face.corners.size();
  const Vec3 from = face.corners[side].at, inward = cross(face.normal, face.corners[(side + 1) % count].at - from);
  return dot(inward, face.corners[(side + 2) % count].at - from) < 0 ? -inward : inward;
}

void clipFeature(const Feature& feature, Vec3 shift, const Feature& face, Vec3 faceShift, ClippedPoints& clipped) {
  ClippedPoints lists[2];
  ClippedPoints *in = &lists[0], *out = &lists[1];
  for (const FeatureCorner& corner : feature.corners) in->push_back({corner.at + shift, corner.number, 0});
  const bool closed = in->size() > 2;
  for (std::size_t side = 0; side < face.corners.size() && !in->empty(); ++side) {
    const Vec3 inward = inwardOf(face, side), from = face.corners[side].at + faceShift;
    const auto depth = [&](Vec3 p) { return dot(inward, p - from); };
    out->clear();
    const double first = depth((*in)[0].at);
    double a = first;
    for (std::size_t i = 0; i < in->size(); ++i) {
      const bool last = i + 1 == in->size();
      const ClippedPoint &p = (*in)[i], &q = (*in)[last ? 0 : i + 1];
      const double b = last ? first : depth(q.at);
      if (a >= 0) out->push_back(p);
      if ((closed || !last) && (a < 0) != (b < 0))
        out->push_back(
            {p.at + (q.at - p.at) * (a / (a - b)), a < 0 ? p.edge : static_cast<std::uint8_t>(kClipped | face.corners[side].number), 0});
      a = b;
    }
    std::swap(in, out);
  }
  for (std::size_t i = 0; i < in->size(); ++i) {
    const std::uint8_t edge = (*in)[i].edge, before = i > 0 ? (*in)[i - 1].edge : closed ? (*in)[in->size() - 1].edge : kEnd;
    clipped.push_back({(*in)[i].at, edge, static_cast<std::uint16_t>(before << 8 | edge)});
  }
}

bool liesBeside(const Feature& feature, Vec3 shift, const Feature& face, double tolerance) {
  for (std::size_t side = 0; side < face.corners.size(); ++side) {
    const Vec3 inward = inwardOf(face, side), from = face.corners[side].at;
    const double least = -tolerance * length(inward);
    if (std::ranges::all_of(feature.corners, [&](const FeatureCorner& corner) { return dot(inward, corner.at + shift - from) < least; }))
      return true;
  }
  return false;
}

}  // namespace tumble
