// The broad phase against the definition of its answer: every pair of fat boxes, tried one by one.
#include "broad_phase/broad_phase.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/collider_scene.h"
#include "tuning.h"
#include "unit/narrow_phase/box_oracle.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr float kDt = 1.0f / 60;

struct Scene : ColliderScene {
  const PairChanges& update() {
    placeAll(store, bodies, kDt);
    return updatePairs(broadPhase, store, kDt);
  }
  bool mayPair(std::uint32_t i, std::uint32_t j) const {
    const Collider &a = store.colliders[i], &b = store.colliders[j];
    return a.alive && b.alive && a.body != b.body && (a.moves || b.moves);
  }
  List<std::uint64_t> bruteForce() const {
    List<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < store.colliders.size(); ++i)
      for (std::uint32_t j = i + 1; j < store.colliders.size(); ++j)
        if (mayPair(i, j) && overlaps(broadPhase.fatBoxes[i], broadPhase.fatBoxes[j])) keys.push_back(makePairKey(i, j));
    return keys;
  }
};

// Every step: exactly the pairs there are, and changes that lead from the old pairs to the new.
template <class Change> void checkSteps(Scene& scene, int steps, Change change) {
  List<std::uint64_t> before = scene.broadPhase.pairs;
  for (int step = 0; step < steps; ++step) {
    change(scene, step);
    const PairChanges& changes = scene.update();
    REQUIRE_FALSE(changes.overload);
    const List<std::uint64_t>& now = scene.broadPhase.pairs;
    REQUIRE(now == scene.bruteForce());
    CHECK(std::is_sorted(changes.begun.begin(), changes.begun.end()));
    CHECK(std::is_sorted(changes.ended.begin(), changes.ended.end()));
    List<std::uint64_t> rest, result;
    std::set_difference(before.begin(), before.end(), changes.ended.begin(), changes.ended.end(), std::back_inserter(rest));
    CHECK(rest.size() + changes.ended.size() == before.size());
    std::merge(rest.begin(), rest.end(), changes.begun.begin(), changes.begun.end(), std::back_inserter(result));
    CHECK(result == now);
    before = now;
  }
}

void move(Scene& scene, double acceleration, Random& random) {
  for (Body& body : scene.bodies) {
    if (body.type == BodyType::fixed || !body.alive) continue;
    body.v += random.inCube(acceleration);
    body.x += body.v * static_cast<double>(kDt);
    const Vec3 turn = random.inCube(0.05);
    body.q = normalized(body.q * Quat{turn.x, turn.y, turn.z, 1});
  }
}

}  // namespace

TEST_CASE("broad phase: cubes of one size, crowded") {
  Random random;
  Scene scene;
  scene.add({0, -1, 0}, {}, {20, 1, 20}, BodyType::fixed);
  for (int k = 0; k < 400; ++k) scene.add(random.inCube(5), random.rotation(), {0.5f, 0.5f, 0.5f});
  checkSteps(scene, 60, [&](Scene& s, int) { move(s, 0.5, random); });
  CHECK(scene.broadPhase.pairs.size() > 500);
}

TEST_CASE("broad phase: sizes from a centimetre to ten metres, statics, kinematics, scattered wide") {
  for (const double range : {6.0, 60.0, 5000.0}) {
    Random random;
    random.state += static_cast<std::uint64_t>(range);
    Scene scene;
    for (int k = 0; k < 300; ++k) {
      double size = 10;
      for (double steps = random.between(0, 10); steps > 1; --steps) size *= 0.5;
      const Vec3f half = toFloat(Vec3{1, 1, 1} * size * 0.5 + random.inCube(0.2 * size));
      const double kind = random.unit();
      scene.add(random.inCube(k % 3 == 0 ? 3 : range), random.rotation(), half,
                kind < 0.5   ? BodyType::dynamic
                : kind < 0.8 ? BodyType::fixed
                             : BodyType::kinematic);
    }
    checkSteps(scene, 40, [&](Scene& s, int) { move(s, 2, random); });
    CHECK(scene.broadPhase.pairs.size() > 50);
  }
}

TEST_CASE("broad phase: a few movers among many that rest") {
  Random random;
  Scene scene;
  for (int k = 0; k < 300; ++k) scene.add({1.02 * (k % 10), 1.02 * (k / 100), 1.02 * (k / 10 % 10)}, {}, {0.5f, 0.5f, 0.5f});
  scene.add({5, 20, 5}, {}, {3, 3, 3});
  checkSteps(scene, 120, [&](Scene& s, int step) {
    for (std::size_t k : {std::size_t{3}, std::size_t{150}, std::size_t{299}, std::size_t{300}}) {
      s.bodies[k].v = random.inCube(k == 300 ? 8 : 20);
      s.bodies[k].x += s.bodies[k].v * static_cast<double>(kDt);
    }
    if (step % 40 == 39) s.bodies[300].x = {5, 1, 5};
  });
}

// The grids stay from step to step then: boxes change in their cells, leave them, and are put into cells anew.
TEST_CASE("broad phase: few creep through the crowd for long, and some come and go") {
  Random random;
  Scene scene;
  scene.add({5, -1, 5}, {}, {20, 1, 20}, BodyType::fixed);
  for (int k = 0; k < 400; ++k) scene.add({1.1 * (k % 10), 1.1 * (k / 100), 1.1 * (k / 10 % 10)}, random.rotation(), {0.5f, 0.5f, 0.5f});
  std::size_t swept = 0, asked = 0;
  checkSteps(scene, 300, [&](Scene& s, int step) {
    for (std::size_t k = 1; k < s.bodies.size(); k += 37) {
      s.bodies[k].v = random.inCube(6);
      s.bodies[k].x += s.bodies[k].v * static_cast<double>(kDt);
    }
    if (step % 50 == 49) {
      const auto gone = static_cast<std::uint32_t>(1 + step);
      s.store.colliders[gone].alive = s.bodies[gone].alive = false;
      removeCollider(s.broadPhase, gone);
    }
    if (step % 70 == 69) s.add({5, 2, 5}, random.rotation(), {0.5f, step == 69 ? 4.0f : 0.5f, 0.5f});
    asked += !s.broadPhase.moved.empty();
    swept += s.broadPhase.sweep.loose.empty() && !s.broadPhase.moved.empty();
  });
  CHECK(asked > 200);
  CHECK(swept < asked / 2);
}

TEST_CASE("broad phase: colliders come, go, and take each other's places") {
  Random random;
  Scene scene;
  for (int k = 0; k < 200; ++k)
    scene.add(random.inCube(4), random.rotation(), {0.4f, 0.5f, 0.6f}, k % 4 == 0 ? BodyType::fixed : BodyType::dynamic);
  for (int step = 0; step < 60; ++step) {
    const List<std::uint64_t> before = scene.broadPhase.pairs;
    move(scene, 0.3, random);
    List<std::uint32_t> removed;
    for (int k = 0; k < 5; ++k) {
      const std::uint32_t i = static_cast<std::uint32_t>(random.between(0, 200));
      if (!scene.store.colliders[i].alive) {
        scene.store.colliders[i].alive = true;
        scene.bodies[i].alive = true;
        continue;
      }
      removed.push_back(i);
      removeCollider(scene.broadPhase, i);
      // Every other one is replaced at once by a new collider of the same index at nearly the same place.
      if (k % 2 == 0) scene.store.colliders[i].alive = scene.bodies[i].alive = false;
    }
    const PairChanges& changes = scene.update();
    CHECK(scene.broadPhase.pairs == scene.bruteForce());
    for (const std::uint64_t key : before)
      for (const std::uint32_t i : removed)
        if (pairColliderA(key) == i || pairColliderB(key) == i) CHECK(std::binary_search(changes.ended.begin(), changes.ended.end(), key));
    List<std::uint64_t> rest, result;
    std::set_difference(before.begin(), before.end(), changes.ended.begin(), changes.ended.end(), std::back_inserter(rest));
    CHECK(rest.size() + changes.ended.size() == before.size());
    std::merge(rest.begin(), rest.end(), changes.begun.begin(), changes.begun.end(), std::back_inserter(result));
    CHECK(result == scene.broadPhase.pairs);
  }
}

TEST_CASE("broad phase: compounds do not meet themselves") {
  Scene scene;
  for (int k = 0; k < 20; ++k) {
    const std::uint32_t body = scene.addBody({1.5 * k, 0, 0}, {}, BodyType::dynamic);
    scene.addCollider(body, {0.5f, 0.5f, 0.5f}, {-0.4, 0, 0});
    scene.addCollider(body, {0.5f, 0.5f, 0.5f}, {0.4, 0, 0});
  }
  scene.update();
  CHECK(scene.broadPhase.pairs == scene.bruteForce());
  CHECK(scene.broadPhase.pairs.size() >= 19);
}

TEST_CASE("broad phase: nobody leaves the fat box, nothing happens") {
  Random random;
  Scene scene;
  for (int k = 0; k < 100; ++k) scene.add(random.inCube(3), {}, {0.5f, 0.5f, 0.5f});
  CHECK(scene.update().begun.size() > 100);
  const List<Aabb> fat = scene.broadPhase.fatBoxes;
  for (int step = 0; step < 12; ++step) {
    for (Body& body : scene.bodies) body.x += random.inCube(0.002);
    const PairChanges& changes = scene.update();
    CHECK(changes.begun.empty());
    CHECK(changes.ended.empty());
  }
  for (std::size_t i = 0; i < fat.size(); ++i) CHECK(fat[i].lower == scene.broadPhase.fatBoxes[i].lower);
}

TEST_CASE("broad phase: whatever may touch within a step is a pair") {
  Random random;
  Scene scene;
  for (int k = 0; k < 90; ++k) {
    const float size = k % 3 == 0 ? 0.05f : 0.5f;
    scene.add(random.inCube(2), random.rotation(), {size, size, size});
    scene.bodies.back().v = random.inCube(10);
    scene.bodies.back().L = random.inCube(5);
  }
  for (int step = 0; step < 12; ++step) {
    scene.update();
    for (std::uint32_t i = 0; i < 90; ++i) {
      for (std::uint32_t j = i + 1; j < 90; ++j) {
        // Now, or anywhere along the way of this step.
        bool touch = false;
        for (int part = 0; part <= 4; ++part) {
          OrientedBox a = scene.store.boxes[i], b = scene.store.boxes[j];
          a.center += scene.bodies[i].v * (static_cast<double>(kDt) * part / 4);
          b.center += scene.bodies[j].v * (static_cast<double>(kDt) * part / 4);
          const double margin =
              scene.store.colliders[i].halfExtents.x < 0.1f || scene.store.colliders[j].halfExtents.x < 0.1f ? 0.02 : 0.019;
          touch = touch || judge(a, b).separation < margin;
        }
        if (touch) CHECK(std::binary_search(scene.broadPhase.pairs.begin(), scene.broadPhase.pairs.end(), makePairKey(i, j)));
      }
    }
    for (Body& body : scene.bodies) body.x += body.v * static_cast<double>(kDt);
  }
}

TEST_CASE("broad phase: too many pairs are refused and the old ones stay") {
  Scene scene;
  scene.add({0, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.add({1, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  scene.update();
  REQUIRE(scene.broadPhase.pairs.size() == 1);
  for (int k = 0; k < 2000; ++k) scene.add({50, 0, 0}, {}, {0.5f, 0.5f, 0.5f});
  CHECK(scene.update().overload);
  CHECK(scene.broadPhase.pairs.size() == 1);
  CHECK(scene.update().overload);  // and again, until the crowd is gone
  for (std::uint32_t i = 100; i < 2002; ++i) {
    scene.store.colliders[i].alive = false;
    removeCollider(scene.broadPhase, i);
  }
  const PairChanges& changes = scene.update();
  CHECK_FALSE(changes.overload);
  CHECK(scene.broadPhase.pairs == scene.bruteForce());
  CHECK(scene.broadPhase.pairs.size() == 1 + 98 * 97 / 2);
}

TEST_CASE("broad phase: a copy of its state goes on in the same way") {
  Random random;
  Scene scene;
  for (int k = 0; k < 200; ++k)
    scene.add(random.inCube(4), random.rotation(), {0.5f, 0.5f, 0.5f}, k % 5 == 0 ? BodyType::fixed : BodyType::dynamic);
  checkSteps(scene, 10, [&](Scene& s, int) { move(s, 0.5, random); });
  Scene copy;
  copy.bodies = scene.bodies;
  copy.store = scene.store;
  copy.broadPhase.fatBoxes = scene.broadPhase.fatBoxes;
  copy.broadPhase.tracked = scene.broadPhase.tracked;
  copy.broadPhase.removed = scene.broadPhase.removed;
  copy.broadPhase.pairs = scene.broadPhase.pairs;
  copy.broadPhase.anyRemoved = scene.broadPhase.anyRemoved;
  copy.broadPhase.incomplete = scene.broadPhase.incomplete;
  discardDerived(copy.broadPhase);
  Random other = random;
  for (int step = 0; step < 30; ++step) {
    move(scene, 0.5, random);
    move(copy, 0.5, other);
    scene.update();
    copy.update();
    REQUIRE(scene.broadPhase.pairs == copy.broadPhase.pairs);
    REQUIRE(scene.broadPhase.changes.begun == copy.broadPhase.changes.begun);
  }
}
