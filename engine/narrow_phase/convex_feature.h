// The part of a convex collider that faces a direction: a face, a straight line or a point.
#pragma once
#include <span>

#include "colliders/collider.h"
#include "containers/short_list.h"

namespace tumble {

struct FeatureCorner {
  Vec3 at;              // m, from the centre of the shape, world axes
  std::uint8_t number;  // below 128, distinct within the feature, and the same whenever it is found
};

/// Its corners in order around it: three or more of a face, two of a line, one of a point.
struct Feature {
  ShortList<FeatureCorner, 8> corners;
  bool isFace = false;
  Vec3 normal;  // of a face, outwards, unit, world axes
};

/// The feature farthest along the unit vector d: a face or line nearly at right angles to d, else a point. `anyFace`: of a polyhedron the face at
/// the farthest point that is most nearly so. `towards`: where the first point on the rim of a round face is, from its middle, world axes; 0: the lowest.
Feature featureOf(const OrientedBox& shape, Vec3 d, bool anyFace = false, Vec3 towards = {});
/// Whether the feature is a round face.
inline bool isDiscFace(const OrientedBox& shape, const Feature& feature) { return feature.isFace && !isPolyhedron(shape.shape); }

/// The faces of a polyhedron that are nearly at right angles to d, up to four.
struct FacesTowards {
  Feature faces[4];
  std::size_t count = 0;

  void add(const Feature& face) {
    if (count < 4) faces[count++] = face;
  }
  std::span<const Feature> all() const { return {faces, count}; }
};
FacesTowards facesTowards(const OrientedBox& shape, Vec3 d);

}  // namespace tumble
