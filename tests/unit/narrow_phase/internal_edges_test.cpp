// Which contacts are with the surface of a solid of several boxes, pair by pair.
#include "narrow_phase/internal_edges.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Solid {
  ColliderStore store;
  FlushSolids flush;

  explicit Solid(std::initializer_list<OrientedBox> tiles) {
    List<std::uint32_t> members;
    List<Aabb> boxes;
    for (const OrientedBox& tile : tiles) {
      const auto i = static_cast<std::uint32_t>(store.colliders.size());
      add(tile, true);
      members.push_back(i);
      const Vec3 half = toDouble(tile.halfExtents) + Vec3{0.01, 0.01, 0.01};
      boxes.push_back(makeAabb(tile.center - half, tile.center + half));
    }
    StaticTree tree;
    buildStaticTree(tree, members, boxes);
    updateFlushSolids(flush, tree, store);
    add({}, false);
  }
  void add(const OrientedBox& box, bool still) {
    Collider collider;
    ColliderMotion motion;
    ContactSide side;
    collider.body = side.body = side.first = static_cast<std::uint32_t>(store.colliders.size());
    collider.alive = true;
    motion.still = still;
    store.colliders.push_back(collider);
    store.boxes.push_back(box);
    store.motions.push_back(motion);
    store.sides.push_back(side);
  }
  /// With tile i.
  Manifold contact(std::uint32_t i, const OrientedBox& other) const {
    const auto own = static_cast<std::uint32_t>(store.colliders.size()) - 1;
    return collideExposed({flush, store, i, own, store.boxes[i], other}, 0.02f, {});
  }
};

OrientedBox cubeAt(Vec3 center, float half = 0.5f) { return {center, {}, {half, half, half}}; }
OrientedBox ballAt(Vec3 center, float radius) { return {center, {}, {radius, radius, radius}, ColliderShape::sphere}; }

}  // namespace

TEST_CASE("the side of the next tile is no contact, and its top is") {
  const Solid floor{cubeAt({0, -0.5, 0}), cubeAt({1, -0.5, 0})};
  CHECK(floor.contact(1, cubeAt({0.19, 0.29998, 0}, 0.3f)).count == 0);  // a centimetre before the seam, as deep as contacts yield
  CHECK(floor.contact(0, cubeAt({0.19, 0.29998, 0}, 0.3f)).count == 4);
  const Manifold top = floor.contact(1, cubeAt({0.4, 0.29998, 0}, 0.3f));
  CHECK(top.count == 4);
  CHECK(top.normal.y > 0.9999f);
}

TEST_CASE("without a neighbour, or with one that is a millimetre lower, the side is felt") {
  const Solid one{cubeAt({1, -0.5, 0})}, step{cubeAt({0, -0.501, 0}), cubeAt({1, -0.5, 0})};
  for (const Solid* floor : {&one, &step}) {
    const Manifold side = floor->contact(floor == &one ? 0 : 1, cubeAt({0.19, 0.29898, 0}, 0.3f));
    CHECK(side.count > 0);
    CHECK(side.normal.x < -0.9999f);
  }
}

TEST_CASE("the edge of a seam is none for a ball, up to a gap of 0.1 mm; at a real edge its normal leans") {
  for (const double gap : {0.0, 1e-6, 1e-4}) {
    const Solid floor{cubeAt({0, -0.5, 0}), cubeAt({1 + gap, -0.5, 0})};
    CHECK(floor.contact(1, ballAt({0.48, 0.09998, 0}, 0.1f)).count == 0);
    const Manifold over = floor.contact(0, ballAt({0.5 + gap / 2, 0.09998, 0}, 0.1f));
    CHECK(over.count == 1);
    CHECK(over.normal.y > 0.99999f);
  }
  const Solid edge{cubeAt({1, -0.5, 0})};
  const Manifold lean = edge.contact(0, ballAt({0.48, 0.09, 0}, 0.1f));
  CHECK(lean.count == 1);
  CHECK(lean.normal.x < -0.1f);
}

TEST_CASE("in the corner of a floor and a wall both are felt") {
  const Solid corner{cubeAt({0, -0.5, 0}), {{0.75, 1, 0}, {}, {0.25f, 1, 0.5f}}};
  const OrientedBox cube = cubeAt({0.30001, 0.19999, 0}, 0.2f);
  CHECK(corner.contact(0, cube).normal.y > 0.9999f);
  CHECK(corner.contact(0, cube).count == 4);
  CHECK(corner.contact(1, cube).normal.x < -0.9999f);
  CHECK(corner.contact(1, cube).count == 4);
}

TEST_CASE("in an obtuse corner from inside, as drums have it, both walls are felt, and from their near side") {
  const double angles[] = {60, 45, 36};  // degrees from one wall to the next
  for (const double angle : angles) {
    for (const double into : {0.0002, 0.002, 0.008}) {  // m, how deep the edge lies in the corner
      CAPTURE(angle);
      CAPTURE(into);
      const double half = 0.5 * angle * 3.14159265358979 / 180, wall = 1.1 * 1.4 * std::tan(half);
      const auto stave = [&](double turn) {
        const Quat q = fromAxisAngle({0, 0, 1}, turn);
        return OrientedBox{rotate(q, {1.2, 0, 0}), toFloat(toMatrix(q)), {0.2f, static_cast<float>(wall), 1}};
      };
      const Solid drum{stave(-half), stave(half)};
      // A cube whose edge points into the corner, at (1 / cos(half), 0).
      const double side = 0.3, middle = 1 / std::cos(half) + into / std::cos(half) - side * std::sqrt(0.5);
      const Quat tilted = fromAxisAngle({0, 0, 1}, 3.14159265358979 / 4);
      const OrientedBox cube{{middle, 0, 0}, toFloat(toMatrix(tilted)), {0.15f, 0.15f, 0.15f}};
      for (int i = 0; i < 2; ++i) {
        const Manifold m = drum.contact(static_cast<std::uint32_t>(i), cube);
        CHECK(m.count > 0);
        CHECK(dot(m.normal, drum.store.boxes[static_cast<std::size_t>(i)].axes.cx) < -0.7f);
        for (int k = 0; k < m.count; ++k) CHECK(m.points[k].separation > -0.02f);
      }
    }
  }
}

TEST_CASE("the hidden corner of a compound meets ice upright: its momentum along the ice stays") {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.quality = Quality::precise;
  addGround(world, 0);
  BodyDescription angle = boxBody({1, 0.2, 0.2}, {1.95, 3.76, 1.82}, 80);
  angle.shapes.push_back(boxBody({0.2, 1, 0.2}).shapes[0]);
  angle.shapes[1].position = {-0.4, 0.6, 0};
  for (Shape& shape : angle.shapes) shape.friction = 0;
  angle.orientation = fromAxisAngle(normalized(Vec3{0, 1, 1}), 0.25 * 3.14159265358979);
  angle.velocity = {2.85, -1.95, 2.97};
  angle.angularVelocity = {-1.41, 0.412, 2.68};
  const BodyId id = addBody(world, angle);
  for (int k = 0; k < 60; ++k) {
    step(world);
    CHECK(bodyAt(world, id).v.x == doctest::Approx(2.85).epsilon(1e-4));
    CHECK(bodyAt(world, id).v.z == doctest::Approx(2.97).epsilon(1e-4));
  }
  CHECK(bodyAt(world, id).x.y < 1.5);  // it has landed
}
