// The impulse of one spring over a substep: what it gives is what it takes from its potential, along the line of the middle.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "contacts/springs/spring_row.h"

using namespace tumble;

namespace {

struct Random {
  std::uint32_t state = 7;
  double number(double low, double high) {
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * (state >> 8) / 16777216.0;
  }
  Vec3 vector(double most) { return {number(-most, most), number(-most, most), number(-most, most)}; }
};

SpringRow someSpring(Random& r) {
  SpringRow row;
  row.start = r.vector(2);
  row.velocity = r.vector(20);
  row.stiffness = std::pow(10.0, r.number(0, 7));
  row.restLength = r.number(0, 1) < 0.3 ? 0 : r.number(0.1, 2);
  row.range = std::numeric_limits<double>::infinity();
  row.theta = 0.25;
  return row;
}

double potential(const SpringRow& row, Vec3 d) {
  const double stretch = length(d) - row.restLength;
  return 0.5 * row.stiffness * stretch * stretch;
}

}  // namespace

TEST_CASE("the work of a spring over a substep is the fall of its potential, and its impulse is along the line in the middle") {
  Random r;
  for (int i = 0; i < 10000; ++i) {
    const SpringRow row = someSpring(r);
    const double h = 1.0 / 480;
    const Vec3 jump = i & 1 ? r.vector(3) : Vec3{}, late = jump * r.number(0, 1), now = r.vector(20);
    const Vec3 impulse = springImpulse(row, now, jump, late, h);
    const Vec3 way = (row.velocity + now + jump) * (0.5 * h) - late * h, end = row.start + way;
    const double scale = potential(row, row.start) + potential(row, end);
    CHECK(std::fabs(dot(impulse, way) / h - (potential(row, row.start) - potential(row, end))) < 1e-9 * scale);
    const Vec3 line = row.start + end;
    CHECK(length(cross(impulse, line)) <= 1e-12 * length(impulse) * length(line));
  }
}

TEST_CASE("a spring held on its first line takes energy at any step, however far it turns") {
  Random r;
  for (int i = 0; i < 10000; ++i) {
    SpringRow row = someSpring(r);
    row.hasFixedLine = true;
    row.implicit = 1;
    const double h = 1.0 / 120, mass = r.number(0.05, 5);
    // m (v_1 - v_0) = impulse(v_1): linear, v_1 = (m v_0 - h k (d_0 - r e)) / (m + h^2 k).
    const Vec3 pull = (row.start - normalized(row.start) * row.restLength) * (h * row.stiffness);
    const Vec3 now = (row.velocity * mass - pull) * (1 / (mass + h * h * row.stiffness));
    const Vec3 impulse = springImpulse(row, now, {}, {}, h);
    CHECK(length(impulse - (now - row.velocity) * mass) <= 1e-9 * (length(impulse) + mass * length(row.velocity)));
    const double before = 0.5 * mass * lengthSquared(row.velocity) + potential(row, row.start);
    const double after = 0.5 * mass * lengthSquared(now) + potential(row, row.start + now * h);
    CHECK(after <= before * (1 + 1e-12));
  }
}
