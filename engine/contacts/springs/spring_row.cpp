#include "contacts/springs/spring_row.h"

#include <algorithm>

namespace tumble {
namespace {

/// Tension over length.
double pullAt(const SpringRow& row, double length) {
  return length > 0 ? row.stiffness * (std::min(length, row.reach) - row.restLength) / length : 0;
}

}  // namespace

Vec3 springImpulse(const SpringRow& row, Vec3 now, Vec3 jump, Vec3 late, double h) {
  const Vec3 at = row.softened ? row.velocity : row.velocity + jump, smooth = row.softened ? Vec3{} : now - at;
  const Vec3 way = row.softened ? at : at - late;
  const Vec3 end = row.start + (way + smooth * (0.5 + 0.5 * row.unseen)) * h;
  const Vec3 line = row.start + (way * 0.5 + smooth * row.theta) * h;
  const double mean = 0.5 * (length(row.start) + length(end));
  const double reach = mean > 0 ? mean + (row.theta - 0.25) * h * dot(line, smooth) / mean : 0;
  Vec3 pull = line * (pullAt(row, reach) * (1 - row.unseen));
  if (row.held) pull = (end - normalized(row.start) * row.restLength) * row.stiffness;
  else if (row.unseen > 0) pull += end * (pullAt(row, length(end)) * row.unseen);
  const Vec3 n = row.held ? row.direction : normalized(line), across = now * row.lateralDamping.next + row.velocity * row.lateralDamping.now;
  const Vec3 along = now * row.damping.next + row.velocity * row.damping.now - across;
  return (pull * h + across + n * dot(n, along)) * -1;
}

void linearize(SpringRow& row, double h) {
  const Vec3 line = row.start + row.velocity * (0.5 * h);
  const double lateral = row.held ? row.stiffness : std::max(pullAt(row, length(line)), 0.0);
  const double share = row.softened ? 0 : (row.theta + (1 - row.theta) * row.unseen) * h * h;
  row.direction = normalized(line);
  row.along = share * row.stiffness + row.damping.next;
  row.across = share * lateral + row.lateralDamping.next;
}

}  // namespace tumble
