// The narrow phase of whole steps: the same contacts as pair by pair, whatever was recycled.
#include "narrow_phase/collide_pairs.h"

#include <doctest/doctest.h>

#include "colliders/speculative_distance.h"
#include "narrow_phase/box_box.h"
#include "support/collider_scene.h"
#include "support/worst.h"
#include "unit/narrow_phase/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr float kDt = 1.0f / 60;

struct Scene : ColliderScene {
  ContactStore contacts;
  ContactCache cache;

  void step() {
    placeAll(store, bodies, kDt);
    updateContacts(contacts, updatePairs(broadPhase, store, kDt));
    collidePairs(contacts, store, kDt, cache);
  }
  const List<std::uint64_t>& keys() const { return contacts.keys; }
  /// With the separations of the present poses: a manifold that is kept is left as it is.
  Manifold manifold(std::size_t k) const {
    Manifold m = manifoldOf(contacts, k);
    if (m.count == 0) return m;
    const std::uint32_t i = pairColliderA(keys()[k]), j = pairColliderB(keys()[k]);
    const SeparationDelta drift = separationDelta(m.normal, cache.poseDeltas[i], cache.poseDeltas[j], cache.bounds[i], cache.bounds[j]);
    const float* const base = contacts.recycling[contacts.records[k].contactIndex].base;
    for (int p = 0; p < m.count; ++p) m.points[p].separation = base[p] + drift.at(m.points[p].position);
    return m;
  }
};

Scene pile(int count, Random& random) {
  Scene scene;
  scene.add({0, -1, 0}, {}, {50, 1, 50}, BodyType::fixed);
  for (int k = 0; k < count; ++k) {
    const Vec3 x{1.02 * (k % 6), 0.5 + 0.995 * (k / 36), 1.02 * (k / 6 % 6)}, jitter = random.inCube(0.03), axis = random.inCube(1);
    const Quat tilt = k % 3 == 0 ? normalized(Quat{0.1 * axis.x, 0.1 * axis.y, 0.1 * axis.z, 1}) : Quat{};
    scene.add(x + jitter, tilt, {0.5f, 0.5f, 0.5f});
  }
  return scene;
}

void nudge(Scene& scene, double distance, double angle, Random& random) {
  for (Body& body : scene.bodies) {
    if (body.type == BodyType::fixed) continue;
    const Vec3 d = random.inCube(distance), t = random.inCube(angle / 2);
    body.x += d;
    body.q = normalized(Quat{t.x, t.y, t.z, 1} * body.q);
  }
}

bool equal(const Manifold& a, const Manifold& b) {
  if (a.count != b.count || a.axis != b.axis || !(a.normal == b.normal)) return false;
  for (int i = 0; i < a.count; ++i)
    if (!(a.points[i].position == b.points[i].position && a.points[i].separation == b.points[i].separation && a.feature[i] == b.feature[i]))
      return false;
  return true;
}

// Separation at the points of a manifold, from the boxes as they are: on one of the boxes the point is on the surface, and the
// separation changes with the motion of both. Here by carrying both surface points along in double.
struct Anchors {
  Vec3 a[kMaxManifoldPoints], b[kMaxManifoldPoints];  // in the frames of the boxes
};
Vec3 toWorld(const OrientedBox& box, Vec3 p) {
  return box.center + toDouble(box.axes.cx) * p.x + toDouble(box.axes.cy) * p.y + toDouble(box.axes.cz) * p.z;
}
Vec3 toBox(const OrientedBox& box, Vec3 p) {
  const Vec3 d = p - box.center;
  return {dot(toDouble(box.axes.cx), d), dot(toDouble(box.axes.cy), d), dot(toDouble(box.axes.cz), d)};
}

}  // namespace

TEST_CASE("collide pairs: the first step is pair by pair") {
  Random random;
  Scene scene = pile(200, random);
  for (std::size_t k = 1; k < scene.bodies.size(); ++k) {
    scene.bodies[k].v = random.inCube(2);
    scene.bodies[k].L = random.inCube(2);
  }
  scene.step();
  int touching = 0;
  for (std::size_t k = 0; k < scene.keys().size(); ++k) {
    const std::uint32_t i = pairColliderA(scene.keys()[k]), j = pairColliderB(scene.keys()[k]);
    const OrientedBox &a = scene.store.boxes[i], &b = scene.store.boxes[j];
    const ColliderMotion &p = scene.store.motions[i], &q = scene.store.motions[j];
    const float approach =
        length(q.velocity - p.velocity) * kDt + turningDistance(p, a.halfExtents, kDt) + turningDistance(q, b.halfExtents, kDt);
    const Manifold alone = collideBoxes(a, b, speculativeDistance(a.halfExtents, b.halfExtents, approach), {});
    CHECK(equal(alone, scene.manifold(k)));
    touching += alone.count > 0;
  }
  CHECK(touching > 200);
}

TEST_CASE("collide pairs: a trembling pile is recycled, and its separations are right to a micrometre") {
  Random random;
  Scene scene = pile(200, random);
  scene.step();
  List<Anchors> anchors(scene.keys().size());
  const List<std::uint64_t> keys = scene.keys();
  const auto anchor = [&](std::size_t k) {
    const OrientedBox &a = scene.store.boxes[pairColliderA(keys[k])], &b = scene.store.boxes[pairColliderB(keys[k])];
    const Manifold m = scene.manifold(k);
    for (int i = 0; i < m.count; ++i) {
      const Vec3 half = toDouble(m.normal) * (0.5 * static_cast<double>(m.points[i].separation));
      anchors[k].a[i] = toBox(a, a.center + toDouble(m.points[i].position) - half);
      anchors[k].b[i] = toBox(b, a.center + toDouble(m.points[i].position) + half);
    }
  };
  for (std::size_t k = 0; k < keys.size(); ++k) anchor(k);
  List<Manifold> first;
  for (std::size_t k = 0; k < keys.size(); ++k) first.push_back(scene.manifold(k));
  List<Body> still = scene.bodies;
  int recycled = 0;
  double worst = 0;
  for (int step = 0; step < 50; ++step) {
    scene.bodies = still;  // trembling about one pose: within the tolerances
    nudge(scene, 2e-4, 2e-4, random);
    scene.step();
    REQUIRE(scene.keys() == keys);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Manifold m = scene.manifold(k);
      if (m.count == 0 || m.count != first[k].count || !(m.points[0].position == first[k].points[0].position)) continue;
      ++recycled;
      const OrientedBox &a = scene.store.boxes[pairColliderA(keys[k])], &b = scene.store.boxes[pairColliderB(keys[k])];
      for (int i = 0; i < m.count; ++i) {
        const double s = dot(toDouble(m.normal), toWorld(b, anchors[k].b[i]) - toWorld(a, anchors[k].a[i]));
        const double error = std::abs(s - static_cast<double>(m.points[i].separation));
        worst = worseOf(worst, error);
      }
    }
  }
  CHECK(recycled > 5000);
  CHECK(worst < 1e-6);
}

TEST_CASE("collide pairs: recycling never loses a contact, at any pace") {
  for (const double pace : {1e-5, 1e-4, 1e-3, 1e-2}) {
    Random random;
    Scene scene = pile(120, random);
    int missed = 0, ghosts = 0, contacts = 0;
    for (int step = 0; step < 60; ++step) {
      nudge(scene, pace, pace, random);
      if (step == 30) scene.bodies[50].x += Vec3{0.7, 0.2, 0};                                 // picked up and put down elsewhere
      if (step == 40) scene.bodies[60].q = normalized(Quat{0, 0, 1, 0} * scene.bodies[60].q);  // a half turn at once
      scene.step();
      for (std::size_t k = 0; k < scene.keys().size(); ++k) {
        const OrientedBox &a = scene.store.boxes[pairColliderA(scene.keys()[k])], &b = scene.store.boxes[pairColliderB(scene.keys()[k])];
        const double s = judge(a, b).separation;
        contacts += scene.manifold(k).count > 0;
        if (s < -1e-5 && scene.manifold(k).count == 0) ++missed;
        if (s > 0.0225 && scene.manifold(k).count > 0) ++ghosts;
        double deepest = 1;
        for (int i = 0; i < scene.manifold(k).count; ++i)
          deepest = static_cast<double>(scene.manifold(k).points[i].separation) < deepest
                        ? static_cast<double>(scene.manifold(k).points[i].separation)
                        : deepest;
        if (s < -1e-5) CHECK(std::abs(deepest - s) < 0.009);  // the tolerances of the choice of axis, and of recycling
      }
    }
    CHECK(contacts > 5000);
    CHECK(missed == 0);
    CHECK(ghosts == 0);
  }
}

TEST_CASE("collide pairs: what comes fast is seen in time") {
  Scene scene;
  scene.add({0, -1, 0}, {}, {10, 1, 10}, BodyType::fixed);
  scene.add({0, 0.55, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.step();
  REQUIRE(scene.keys().size() == 1);
  CHECK(scene.manifold(0).count == 0);  // 5 cm above, at rest
  scene.step();
  CHECK(scene.manifold(0).count == 0);
  scene.bodies[1].v = {0, -6, 0};  // 10 cm in the coming step
  scene.step();
  REQUIRE(scene.manifold(0).count == 4);
  CHECK(static_cast<double>(scene.manifold(0).points[0].separation) == doctest::Approx(0.05));
}

TEST_CASE("collide pairs: a new collider under an old index is a new pair") {
  Scene scene;
  scene.add({0, -1, 0}, {}, {10, 1, 10}, BodyType::fixed);
  scene.add({0, 0.5, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.add({0, 2, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.step();
  scene.step();
  removeCollider(scene.broadPhase, 1);
  scene.store.colliders[1].halfExtents = {0.2f, 0.2f, 0.2f};
  scene.step();
  for (std::size_t k = 0; k < scene.keys().size(); ++k) CHECK(scene.manifold(k).count == 0);
  scene.store.colliders[1].halfExtents = {0.5f, 1.5f, 0.5f};  // at the same place, and reaches both now
  removeCollider(scene.broadPhase, 1);
  scene.step();
  REQUIRE(scene.keys().size() >= 2);
  CHECK(scene.manifold(0).count > 0);
  // The same once more as for a new pair: it is filled again.
  separate(scene.contacts, scene.contacts.records[0]);
  collidePairs(scene.contacts, scene.store, kDt, scene.cache);
  CHECK(scene.manifold(0).count > 0);
}

TEST_CASE("collide pairs: a copy with its cache goes on in the same way") {
  Random random;
  Scene scene = pile(150, random);
  for (int step = 0; step < 20; ++step) {
    nudge(scene, 2e-4, 2e-4, random);
    scene.step();
  }
  Scene copy = scene;
  copy.cache = {};
  copy.cache.references = scene.cache.references;
  Random other = random;
  for (int step = 0; step < 20; ++step) {
    nudge(scene, 3e-4, 3e-4, random);
    nudge(copy, 3e-4, 3e-4, other);
    scene.step();
    copy.step();
    REQUIRE(scene.keys() == copy.keys());
    bool same = true;
    for (std::size_t k = 0; k < scene.keys().size(); ++k) same = same && equal(scene.manifold(k), copy.manifold(k));
    CHECK(same);
  }
}
