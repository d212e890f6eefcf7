#include "bodies/assert_bodies.h"

#include "assertion.h"
#include "math/unit.h"

namespace tumble {
namespace {

[[maybe_unused]] bool areInverse(double a, double b) { return std::abs(a * b - 1) < 1e-9; }

void assertState(const Body& body) {
  TUMBLE_ASSERT(isFinite(body), "the state of a body is finite");
  TUMBLE_ASSERT(isFinite(body.lastGoodX) && isUnit(body.lastGoodQ), "a body has a good pose to be put back to");
  TUMBLE_ASSERT(isUnit(body.q) && isUnit(body.principalToBody), "orientations of a body are unit quaternions");
  TUMBLE_ASSERT(body.radius >= 0 && body.thinness >= 0 && isFinite(Vec3{body.radius, body.thinness, 0}), "the size of a body is finite");
}

void assertMass(const Body& body) {
  if (body.type != BodyType::dynamic) {
    TUMBLE_ASSERT(body.inverseMass == 0 && body.inverseInertia == Vec3{}, "what forces do not move has no inverse mass");
    TUMBLE_ASSERT(!isAsleep(body), "only dynamic bodies sleep");
    return;
  }
  TUMBLE_ASSERT(body.mass > 0 && areInverse(body.mass, body.inverseMass), "a mass is positive, and its inverse belongs to it");
  for (int i = 0; i < 3; ++i)
    TUMBLE_ASSERT(body.inertia[i] > 0 && areInverse(body.inertia[i], body.inverseInertia[i]),
                  "a moment of inertia is positive, and its inverse belongs to it");
}

}  // namespace

void assertBodies(const BodyStore& store) {
  TUMBLE_ASSERT(store.names.size() == store.bodies.size() && store.bodies.size() < kMaxBodies, "each body has a name and an index");
  std::uint32_t alive = 0;
  for (const Body& body : store.bodies) {
    if (!body.alive) continue;
    ++alive;
    assertState(body);
    assertMass(body);
  }
  TUMBLE_ASSERT(alive == store.aliveCount, "living bodies are counted");
  List<std::uint8_t> free(store.bodies.size());
  for (const std::uint32_t index : store.freeIndices) {
    TUMBLE_ASSERT(index < store.bodies.size() && !store.bodies[index].alive && !free[index],
                  "a free index is that of no body, and free once");
    free[index] = 1;
  }
}

}  // namespace tumble
