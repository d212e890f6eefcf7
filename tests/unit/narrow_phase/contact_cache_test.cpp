#include "narrow_phase/contact_cache.h"

#include <doctest/doctest.h>

using namespace tumble;

namespace {

// Two boxes of half side 0.5 m whose centres are 1.3 m apart along x, found apart along x: a gap of 0.3 m.
struct Neighbours {
  PairRecord record;
  ColliderBound a, b;
  Neighbours() {
    a.turned = 2;
    b.turned = 3;
    a.limit = b.limit = 0.25f;
    b.center = {1.3, 0, 0};
    record.direction = {1, 0, 0};
    record.extent = 1.0 - (a.turned + b.turned);
  }
  bool apart() const { return isStillApart(record, a, b); }
};

}  // namespace

TEST_CASE("a pair is apart as long as what moved and turned leaves a gap along its direction that is not bridged in this step") {
  Neighbours n;
  CHECK(n.apart());
  n.b.center.y = 7;  // along each other
  CHECK(n.apart());
  n.b.center.x = 1.1;
  CHECK(n.apart());
  n.b.center.x = 1.0 + 0.9 * static_cast<double>(kSpeculativeMargin);
  CHECK_FALSE(n.apart());

  Neighbours turning;
  turning.a.turned += 0.2;
  CHECK(turning.apart());
  turning.b.turned += 0.09;
  CHECK_FALSE(turning.apart());

  Neighbours nearing;
  nearing.b.center.x = 1.2;
  nearing.a.travel = {0.1f, 0, 0};
  CHECK(nearing.apart());
  nearing.b.travel = {-0.05f, 0, 0};
  nearing.a.turning = 0.03f;
  CHECK(nearing.apart());
  nearing.b.turning = 0.03f;
  CHECK_FALSE(nearing.apart());
  nearing.b.center.x = 1.26;  // but no pair looks farther ahead than its limit
  CHECK(nearing.apart());
}

TEST_CASE("of a pair without a direction nothing is known, so it is not apart") {
  Neighbours n;
  n.record = {};
  CHECK_FALSE(n.apart());
}
