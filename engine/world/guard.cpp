#include "world/guard.h"

#include <cmath>

#include "assertion.h"
#include "math/unit.h"

namespace tumble {
namespace {

bool isClean(const Manifold& manifold) {
  bool clean = isFinite(manifold.normal) && isFinite(manifold.frictionImpulse) && isFinite(manifold.twistImpulse);
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& point = manifold.points[i];
    clean = clean && isFinite(manifold.normalImpulse[i]) && isFinite(point.position) && isFinite(point.separation);
  }
  return clean;
}

bool isClean(const Recycling& recycling) {
  bool clean = isFinite(recycling.leverA) && isFinite(recycling.leverB) && isFinite(recycling.slack);
  for (const float base : recycling.base) clean = clean && isFinite(base);
  return clean;
}

void clean(ContactStore& store) {
  for (PairRecord& record : store.records) {
    if (record.contactIndex == kApart) {
      const Vec3 n = toDouble(record.direction);
      if (!(std::abs(record.extent) + dot(n, n) < 1e18)) record = {};
    } else if (!isClean(store.pool[record.contactIndex]) || !isClean(store.recycling[record.contactIndex])) {
      separate(store, record);
    }
  }
}

}  // namespace

bool turnsSlowly(const Body& body) {
  const Vec3 omega = angularVelocity(body);
  return dot(omega, omega) < kFastestSpin * kFastestSpin;
}

void freeze(World& world, std::uint32_t index) {
  Body& body = world.bodies.bodies[index];
  TUMBLE_ASSERT(body.alive && body.type != BodyType::fixed, "a body that freezes is one that moves");
  TUMBLE_ASSERT(isFinite(body.lastGoodX) && isUnit(body.lastGoodQ), "a body that freezes has a good pose to go back to");
  wakeBody(world.sleepers, world.bodies, index);
  world.report.flags |= isFinite(body) && !turnsSlowly(body) ? kSpinTooFast : kNonFiniteBody;
  body.x = body.lastGoodX;
  body.q = body.lastGoodQ;
  body.v = body.L = body.kinematicOmega = {};
  body.quaternionDefect = 0;
  syncSchemeOrientation(body);
  body.frozen = true;
  forgetBatchSlots(world.contactSolver.batches, world.contacts);
  world.report.frozenBody = idOf(world.bodies, index);
}

void cleanContacts(World& world) {
  if (!(world.report.flags & (kNonFiniteBody | kSpinTooFast))) return;
  clean(world.contacts);
  forgetBatchSlots(world.contactSolver.batches, world.contacts);
  for (ReferencePose& reference : world.contactCache.references) {
    const Vec3f rotation = reference.midStepRotation;
    const double sum =
        reference.turned + dot(reference.center, reference.center) + static_cast<double>(rotation.x + rotation.y + rotation.z);
    if (!(sum < 1e18)) reference = {};
  }
}

}  // namespace tumble
