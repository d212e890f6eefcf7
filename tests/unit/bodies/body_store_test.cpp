// Slots and ids: an id names its body or nothing.
#include <algorithm>

#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("an id holds its index and its generation apart") {
  const BodyId id = makeBodyId(123456, 789);
  CHECK(bodyIndex(id) == 123456);
  CHECK(bodyGeneration(id) == 789);
  CHECK(makeBodyId(kMaxBodies - 2, 4095) != kNoBody);
}

TEST_CASE("a removed body's id names nothing, also when its slot is used again") {
  BodyStore store;
  const BodyId a = createBody(store, cubeBody({1, 0, 0})), b = createBody(store, cubeBody({2, 0, 0}));
  REQUIRE(findBody(store, a) != nullptr);
  CHECK(findBody(store, a)->x.x == 1);
  destroyBody(store, a);
  CHECK(findBody(store, a) == nullptr);
  CHECK(findBody(store, b)->x.x == 2);
  CHECK(store.aliveCount == 1);

  const BodyId c = createBody(store, cubeBody({3, 0, 0}));
  CHECK(bodyIndex(c) == bodyIndex(a));
  CHECK(c != a);
  CHECK(findBody(store, a) == nullptr);
  CHECK(findBody(store, c)->x.x == 3);
  CHECK(store.bodies.size() == 2);
  CHECK(idOf(store, bodyIndex(c)) == c);
}

TEST_CASE("no id is given twice in a thousand removals") {
  BodyStore store;
  std::vector<BodyId> given;
  for (int i = 0; i < 1000; ++i) {
    const BodyId id = createBody(store, cubeBody());
    CHECK(std::find(given.begin(), given.end(), id) == given.end());
    given.push_back(id);
    destroyBody(store, id);
  }
  for (const BodyId id : given) CHECK(findBody(store, id) == nullptr);
  CHECK(store.bodies.size() == 1);
}

TEST_CASE("ids that never were name nothing") {
  BodyStore store;
  CHECK(findBody(store, 0) == nullptr);
  CHECK(findBody(store, kNoBody) == nullptr);
  createBody(store, cubeBody());
  CHECK(findBody(store, 1) == nullptr);
  CHECK(findBody(store, makeBodyId(0, 1)) == nullptr);
}

TEST_CASE("slots freed last are used first, so the order is the same on every replay") {
  BodyStore store;
  BodyId ids[4];
  for (BodyId& id : ids) id = createBody(store, cubeBody());
  destroyBody(store, ids[1]);
  destroyBody(store, ids[3]);
  CHECK(bodyIndex(createBody(store, cubeBody())) == 3);
  CHECK(bodyIndex(createBody(store, cubeBody())) == 1);
  CHECK(bodyIndex(createBody(store, cubeBody())) == 4);
}

TEST_CASE("nothing of the body before is left in a slot that is used again") {
  BodyStore store;
  BodyDescription spinning = cubeBody({9, 9, 9}, 5);
  spinning.velocity = {1, 2, 3};
  spinning.angularVelocity = {4, 5, 6};
  spinning.linearDamping = spinning.angularDamping = 0.5;
  spinning.name = "old";
  destroyBody(store, createBody(store, spinning));
  const BodyId id = createBody(store, cubeBody());
  const Body& body = *findBody(store, id);
  const Body fresh = bodyFrom(cubeBody());
  CHECK(body.v == fresh.v);
  CHECK(body.L == fresh.L);
  CHECK(body.x == fresh.x);
  CHECK(body.linearDamping == 0);
  CHECK(body.angularDamping == 0);
  CHECK(store.names[bodyIndex(id)] == "");
}
