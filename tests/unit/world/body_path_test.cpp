// Bounds on the motion of a surface by rotation, against the surface.
#include "world/body_path.h"
#include "colliders/convex_distance.h"
#include "math/rotation_vector.h"
#include "motion/free_motion.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "unit/narrow_phase/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

double along(Vec3 n, const BodyPath& path, const Collider& collider, double t) {
  const Pose pose = poseAt(path, t);
  const OrientedBox box = orientedBoxOf(collider, pose.x, pose.q);
  return dot(n, box.center + supportPoint(box, n) - pose.x);
}

double boundAlong(Vec3 n, const BoxPath& path) {
  return std::fmin((path.turnSize + length(cross(path.turn, n))) * path.radius, path.turning);
}

}  // namespace

TEST_CASE("no surface comes closer by rotation faster than its path says, in flight and between two poses") {
  Random random;
  const struct {
    ColliderShape shape;
    Vec3f half;
  } kShapes[] = {{ColliderShape::box, {0.5f, 0.02f, 0.1f}},       {ColliderShape::sphere, {0.3f, 0.3f, 0.3f}},
                 {ColliderShape::cylinder, {0.5f, 0.02f, 0.5f}},  {ColliderShape::cylinder, {0.02f, 0.5f, 0.02f}},
                 {ColliderShape::capsule, {0.1f, 0.7f, 0.1f}},    {ColliderShape::cone, {0.3f, 0.1f, 0.3f}},
                 {ColliderShape::ellipsoid, {0.6f, 0.6f, 0.02f}}, {ColliderShape::ellipsoid, {0.6f, 0.2f, 0.4f}}};
  double excess = -1e300;
  for (const auto& [shape, half] : kShapes) {
    for (int trial = 0; trial < 400; ++trial) {
      Collider collider;
      collider.shape = shape;
      collider.halfExtents = half;
      if (trial & 1) collider.position = random.inCube(0.3), collider.orientation = random.rotation();
      // A spin about the axis y, which may be that of the shape, and a wobble; moments of a disk, of a rod, and unequal ones.
      const Vec3 moments = trial & 4 ? Vec3{1, 1.9, 1} : trial & 8 ? Vec3{1, 0.01, 1} : Vec3{1, 1.3, 0.6};
      const double wobble = trial & 16 ? 1 : 0.02;
      Body start = spinningBody(moments, Vec3{0, random.between(-6, 6), 0} + random.inCube(wobble));
      start.q = random.rotation();
      start.L = rotate(start.q, start.L);
      Body end = start;
      const bool flies = (trial & 2) != 0;
      if (flies) moveFreely(end, {}, 1);
      else
        end.q = normalized(fromAxisAngle({1, 0, 0}, 0.1 * random.between(-wobble, wobble)) * turnedAt(angularVelocity(start), 1, start.q));
      const BodyPath path{&start, &end, flies, {}, 1};
      const ColliderPath colliderPath{path, &collider};
      const BoxPath box = boxPathOf(colliderPath);
      for (int look = 0; look < 20; ++look) {
        const Vec3 n = normalized(random.inCube(1));
        const double t = random.between(0, 0.98), moved = along(n, path, collider, t + 0.02) - along(n, path, collider, t);
        excess = worseOf(excess, std::fabs(moved) - 0.02 * boundAlong(n, box));
      }
    }
  }
  CHECK(excess < 2e-6);  // axes have single precision
}

TEST_CASE("a coin that rolls or flies upright: only what turns its axis moves its surface") {
  Collider coin;
  coin.shape = ColliderShape::cylinder;
  coin.halfExtents = {0.02f, 0.001f, 0.02f};
  for (const bool flies : {false, true}) {
    Body start = spinningBody({1, 1.98, 1}, {0.01, 2, 0}), end = start;
    if (flies) moveFreely(end, {}, 1);
    else end.q = turnedAt(angularVelocity(start), 1, start.q);
    const ColliderPath path{{&start, &end, flies, {}, 1}, &coin};
    const double most = boundAlong({1, 0, 0}, boxPathOf(path));
    CHECK(most > 0.01 * 0.02);
    CHECK(most < 0.03 * 0.02);
  }
}
