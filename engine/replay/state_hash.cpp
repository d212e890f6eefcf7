#include "replay/state_hash.h"

#include <bit>
#include <string_view>

namespace tumble {
namespace {

// Each word is mixed by a multiplication and a shift that both can be undone, so no two words of a sequence cancel
// (constants: the odd ones of MurmurHash3's finaliser, Appleby 2011).
class Hasher {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0xff51afd7ed558ccdull;
    hash_ ^= hash_ >> 32;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(float x) { add(std::uint64_t{std::bit_cast<std::uint32_t>(x)}); }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  void add(Vec3f v) { add(v.x), add(v.y), add(v.z); }
  void add(Quat q) { add(Vec3{q.x, q.y, q.z}), add(q.w); }
  void add(const Mat3& m) { add(m.cx), add(m.cy), add(m.cz); }
  void add(std::int64_t n) { add(static_cast<std::uint64_t>(n)); }
  void add(std::uint32_t n) { add(std::uint64_t{n}); }
  void add(std::int32_t n) { add(static_cast<std::int64_t>(n)); }
  void add(bool b) { add(std::uint64_t{b}); }
  template <class E> requires std::is_enum_v<E> void add(E e) { add(static_cast<std::uint64_t>(e)); }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::uint64_t result() const { return hash_ ^ (hash_ >> 29); }

 private:
  std::uint64_t hash_ = 0xc4ceb9fe1a85ec53ull;
};

void add(Hasher& h, const WorldSettings& s) {
  h.add(s.gravity), h.add(s.stepsPerSecond), h.add(s.quality), h.add(s.collisions);
}

void add(Hasher& h, const Body& b) {
  h.add(b.alive), h.add(b.generation);
  if (!b.alive) return;
  h.add(b.x), h.add(b.q), h.add(b.v), h.add(b.L), h.add(b.kinematicOmega);
  h.add(b.type), h.add(b.frozen), h.add(b.mass), h.add(b.inertia), h.add(b.linearDamping), h.add(b.angularDamping);
  h.add(b.centerOfMass), h.add(b.principalToBody), h.add(b.firstCollider), h.add(b.colliderCount);
}

void add(Hasher& h, const Collider& c) {
  h.add(c.alive);
  if (!c.alive) return;
  h.add(c.body), h.add(c.halfExtents), h.add(c.position), h.add(c.orientation), h.add(c.friction), h.add(c.restitution);
}

void add(Hasher& h, const Manifold& m) {
  h.add(m.axis), h.add(m.count);
  if (m.count == 0) return;
  h.add(m.normal), h.add(m.frictionImpulse), h.add(m.twistImpulse);
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    h.add(p.position), h.add(p.separation), h.add(p.feature), h.add(p.normalImpulse);
  }
}

void add(Hasher& h, const ContactCache& cache) {
  for (const PairRecord& r : cache.records) {
    h.add(r.versionA), h.add(r.versionB), h.add(r.count), h.add(r.slack);
    for (int i = 0; i < r.count; ++i) h.add(r.base[i]);
  }
  for (const ReferencePose& r : cache.references) {
    h.add(r.version);
    if (r.version != 0) h.add(r.center), h.add(r.axes.cx), h.add(r.axes.cy), h.add(r.axes.cz);
  }
}

void add(Hasher& h, const Force& f) {
  h.add(f.type), h.add(f.frame), h.add(f.body), h.add(f.vector), h.add(f.point), h.add(f.anchor), h.add(f.linear), h.add(f.angular);
  h.add(f.stiffness), h.add(f.damping), h.add(f.restLength), h.add(f.untilStep);
}

void add(Hasher& h, const Shape& s) {
  h.add(s.type), h.add(s.halfExtents), h.add(s.position), h.add(s.orientation), h.add(s.density), h.add(s.friction), h.add(s.restitution);
}

void add(Hasher& h, const BodyDescription& d) {
  h.add(std::string_view{d.name}), h.add(d.type), h.add(d.mass), h.add(d.hasInertia), h.add(d.inertia), h.add(d.position);
  h.add(d.orientation), h.add(d.velocity), h.add(d.angularVelocity), h.add(d.linearDamping), h.add(d.angularDamping);
  for (const Shape& s : d.shapes) add(h, s);
}

void add(Hasher& h, const Command& c) {
  h.add(c.type), h.add(c.step), h.add(c.body), h.add(c.atCenterOfMass), h.add(c.hasFirst), h.add(c.hasSecond), h.add(c.pointer);
  h.add(c.vector), h.add(c.point), h.add(c.target), h.add(c.first), h.add(c.angularVelocity), h.add(c.orientation), h.add(c.steps);
  add(h, c.force);
  add(h, c.description);
}

}  // namespace

std::uint64_t stateHash(const World& world) {
  Hasher h;
  h.add(world.stepCount);
  add(h, world.settings);
  for (const Body& body : world.bodies.bodies) add(h, body);
  for (const std::uint32_t slot : world.bodies.freeSlots) h.add(slot);
  for (const Collider& collider : world.colliders.colliders) add(h, collider);
  for (const ColliderRun& run : world.colliders.freeRuns) h.add(run.first), h.add(run.count);
  for (const Aabb& box : world.broadPhase.fatBoxes) h.add(box.lower), h.add(box.upper);
  for (const std::uint64_t key : world.contacts.keys) h.add(key);
  for (const Manifold& manifold : world.contacts.manifolds) add(h, manifold);
  add(h, world.contactCache);
  for (const Force& force : world.forces) add(h, force);
  for (const PointerSpring& s : world.pointerSprings) h.add(s.pointer), h.add(s.body), h.add(s.point), h.add(s.target);
  for (const Command& command : world.commands) add(h, command);
  return h.result();
}

}  // namespace tumble
