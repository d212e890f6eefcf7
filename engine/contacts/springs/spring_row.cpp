#include "contacts/springs/spring_row.h"

#include <algorithm>

namespace tumble {
namespace {

/// N/m, at a length (m).
double tensionPerLength(const SpringRow& row, double length) {
  return length > 0 ? row.stiffness * (std::min(length, row.range) - row.restLength) / length : 0;
}

}  // namespace

Vec3 springImpulse(const SpringRow& row, Vec3 endVelocity, Vec3 jump, Vec3 late, double h) {
  const Vec3 at = row.softened ? row.velocity : row.velocity + jump, smooth = row.softened ? Vec3{} : endVelocity - at;
  const Vec3 way = row.softened ? at : at - late;
  const Vec3 end = row.start + (way + smooth * (0.5 + 0.5 * row.implicit)) * h;
  const Vec3 line = row.start + (way * 0.5 + smooth * row.theta) * h;
  const double mean = 0.5 * (length(row.start) + length(end));
  const double middle = mean > 0 ? mean + (row.theta - 0.25) * h * dot(line, smooth) / mean : 0;
  Vec3 pull = line * (tensionPerLength(row, middle) * (1 - row.implicit));
  if (row.hasFixedLine) pull = (end - normalized(row.start) * row.restLength) * row.stiffness;
  else if (row.implicit > 0) pull += end * (tensionPerLength(row, length(end)) * row.implicit);
  const Vec3 n = row.hasFixedLine ? row.direction : normalized(line),
             across = endVelocity * row.lateralDamping.next + row.velocity * row.lateralDamping.now;
  const Vec3 along = endVelocity * row.damping.next + row.velocity * row.damping.now - across;
  return (pull * h + across + n * dot(n, along)) * -1;
}

void linearize(SpringRow& row, double h) {
  const Vec3 line = row.start + row.velocity * (0.5 * h);
  const double lateral = row.hasFixedLine ? row.stiffness : std::max(tensionPerLength(row, length(line)), 0.0);
  const double share = row.softened ? 0 : (row.theta + (1 - row.theta) * row.implicit) * h * h;
  row.direction = normalized(line);
  row.along = share * row.stiffness + row.damping.next;
  row.across = share * lateral + row.lateralDamping.next;
}

}  // namespace tumble
