#include "collision/ray_cast.h"

#include <doctest/doctest.h>

#include "math/trigonometry.h"
#include "unit/collision/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Scene {
  List<Body> bodies;
  ColliderStore store;
  std::uint32_t add(Vec3 x, Quat q, Vec3f half, Vec3 position = {}, Quat orientation = {}) {
    Body body;
    body.x = x;
    body.q = q;
    body.alive = true;
    body.firstCollider = static_cast<std::uint32_t>(store.colliders.size());
    body.colliderCount = 1;
    bodies.push_back(body);
    Collider collider;
    collider.body = static_cast<std::uint32_t>(bodies.size() - 1);
    collider.alive = true;
    collider.halfExtents = half;
    collider.position = position;
    collider.orientation = orientation;
    store.colliders.push_back(collider);
    return collider.body;
  }
  RayHit cast(Vec3 o, Vec3 d, double distance = 1e6) const { return rayCast(store, bodies, o, d, distance); }
};

bool near(Vec3 a, Vec3 b, double tolerance = 1e-12) { return length(a - b) <= tolerance; }

}  // namespace

TEST_CASE("ray: meets the nearest face") {
  Scene scene;
  scene.add({0, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.add({5, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  const RayHit right = scene.cast({10, 0.1, 0.2}, {-3, 0, 0});
  CHECK(right.body == 1);
  CHECK(right.collider == 1);
  CHECK(right.distance == doctest::Approx(4.5));
  CHECK(near(right.point, {5.5, 0.1, 0.2}));
  CHECK(near(right.normal, {1, 0, 0}));
  const RayHit left = scene.cast({-10, 0.1, 0.2}, {1, 0, 0});
  CHECK(left.body == 0);
  CHECK(near(left.normal, {-1, 0, 0}));
  const RayHit down = scene.cast({5, 3, 0}, {0, -1e-3, 0});
  CHECK(down.body == 1);
  CHECK(near(down.point, {5, 0.5, 0}));
  CHECK(near(down.normal, {0, 1, 0}));
}

TEST_CASE("ray: misses what is beside, behind or too far") {
  Scene scene;
  scene.add({0, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  CHECK(scene.cast({-10, 0.6, 0}, {1, 0, 0}).body == kNoHit);
  CHECK(scene.cast({10, 0, 0}, {1, 0, 0}).body == kNoHit);
  CHECK(scene.cast({-10, 0, 0}, {1, 0, 0}, 9.4).body == kNoHit);
  CHECK(scene.cast({-10, 0, 0}, {1, 0, 0}, 9.6).body == 0);
  CHECK(scene.cast({-10, 0, 0}, {0, 0, 0}).body == kNoHit);
  CHECK(scene.cast({-10, 0, 0}, {0, 1e300, 1e300}).body == kNoHit);
}

TEST_CASE("ray: a box in which it starts is not hit, one behind it is") {
  Scene scene;
  scene.add({0, 0, 0}, {}, {1, 1, 1});
  scene.add({5, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  CHECK(scene.cast({0.2, 0.1, 0}, {1, 0, 0}).body == 1);
}

TEST_CASE("ray: removed colliders are not there") {
  Scene scene;
  scene.add({0, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.store.colliders[0].alive = false;
  CHECK(scene.cast({-10, 0, 0}, {1, 0, 0}).body == kNoHit);
}

TEST_CASE("ray: colliders placed and turned in their bodies") {
  Scene scene;
  const Quat eighth = fromAxisAngle({0, 0, 1}, kPi / 4);
  scene.add({0, 0, 7}, fromAxisAngle({0, 0, 1}, kPi / 2), {0.5f, 0.5f, 0.5f}, {3, 0, 0}, eighth);
  // The body turns x into y: the box is at (0, 3, 7), its corner edge towards -y.
  const RayHit hit = scene.cast({1e-9, -10, 7}, {0, 1, 0});
  CHECK(hit.body == 0);
  CHECK(hit.distance == doctest::Approx(13 - std::sqrt(0.5)));
  CHECK(std::abs(hit.normal.y + std::sqrt(0.5)) < 1e-9);
}

TEST_CASE("ray: random boxes, the point lies on the surface and nothing is nearer") {
  Random random;
  Scene scene;
  for (int k = 0; k < 60; ++k) {
    const Vec3 x = random.inCube(6), half = Vec3{0.7, 0.7, 0.7} + random.inCube(0.5);
    const Quat q = random.rotation();
    scene.add(x, q, toFloat(half));
  }
  placeAll(scene.store, scene.bodies, 0);
  int hits = 0;
  for (int k = 0; k < 500; ++k) {
    const Vec3 origin = normalized(random.inCube(1)) * 20.0, d = normalized(random.inCube(5) - origin);
    const RayHit hit = scene.cast(origin, d);
    double first = hit.body == kNoHit ? 40 : hit.distance;
    if (hit.body != kNoHit) {
      ++hits;
      CHECK(near(hit.point, origin + d * hit.distance));
      CHECK(std::abs(outside(scene.store.boxes[hit.collider], hit.point - scene.store.boxes[hit.collider].center)) < 1e-5);
      CHECK(dot(hit.normal, d) < 0);
      CHECK(outside(scene.store.boxes[hit.collider], hit.point + hit.normal * 0.01 - scene.store.boxes[hit.collider].center) > 0.0099);
    }
    double deepest = 1;  // of the points before the hit
    for (double t = 0; t < first - 0.01; t += 0.05)
      for (const OrientedBox& box : scene.store.boxes) {
        const double depth = outside(box, origin + d * t - box.center);
        deepest = depth < deepest ? depth : deepest;
      }
    CHECK(deepest > -0.02);
  }
  CHECK(hits > 100);
}
