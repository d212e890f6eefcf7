#include "scene/arrangement.h"

#include "math/trigonometry.h"
#include "scene/text.h"
#include "scene/values.h"

namespace tumble {
namespace {

constexpr std::string_view kTypes[] = {"grid", "pyramid", "wall", "stack", "spiral"};

/// Linear congruential generator; multiplier and increment from D. E. Knuth, "The Art of Computer Programming", volume 2,
/// 3.3.4 (MMIX). The high bits are the good ones.
struct Random {
  std::uint64_t state;

  explicit Random(std::uint32_t seed) : state(seed) { uniform(); }
  /// In [-1, 1).
  double uniform() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 32) * (1.0 / 2147483648.0) - 1;
  }
  /// Uniform over all rotations: a point of the 4-ball by rejection, pushed out to the sphere (Marsaglia 1972).
  Quat orientation() {
    for (;;) {
      const Quat q{uniform(), uniform(), uniform(), uniform()};
      const double square = dot(q, q);
      if (square > 0.01 && square <= 1) return normalized(q);
    }
  }
};

double half(std::int64_t count) { return 0.5 * static_cast<double>(count - 1); }

void placeSpiral(const Arrangement& a, Placement first, List<Placement>& out) {
  double angle = 0;
  for (std::int64_t i = 0; i < a.count[0]; ++i) {
    const double radius = a.radius + a.pitch * (angle / (2 * kPi));
    const SineCosine turn = sineCosine(angle);
    const Vec3 offset{radius * turn.cosine, 0, -radius * turn.sine};
    // The path goes counter-clockwise seen from above, at first towards -z: the copy's own x axis looks along it.
    const Quat along = fromAxisAngle({0, 1, 0}, angle + 0.5 * kPi);
    out.push_back({first.position + offset, along * first.orientation});
    angle += a.spacing.x / radius;
  }
}

/// Copies side by side in row y, counted from below. Rows are centred.
std::int64_t columnsInRow(const Arrangement& a, std::int64_t y) {
  switch (a.type) {
    case ArrangementType::pyramid: return a.count[1] - y;
    case ArrangementType::wall: return a.count[0] - y % 2;
    default: return a.count[0];
  }
}

void placeRows(const Arrangement& a, Placement first, List<Placement>& out) {
  for (std::int64_t y = 0; y < a.count[1]; ++y) {
    const std::int64_t columns = columnsInRow(a, y);
    for (std::int64_t z = 0; z < a.count[2]; ++z) {
      for (std::int64_t x = 0; x < columns; ++x) {
        const Vec3 step{static_cast<double>(x) - half(columns), static_cast<double>(y), static_cast<double>(z) - half(a.count[2])};
        out.push_back({first.position + scaled(step, a.spacing), first.orientation});
      }
    }
  }
}

void readRandomness(Fields& fields, Arrangement& a) {
  readOptional(fields, "jitter", kJitterRange, a.jitter);
  readOptional(fields, "randomOrientation", a.randomOrientation);
  readOptional(fields, "seed", kSeedRange, a.seed);
}

}  // namespace

Arrangement readArrangement(const Cursor& cursor) {
  Arrangement a;
  Fields fields = openFields(cursor);
  if (const Cursor at = requiredFirstField(fields, "type")) a.type = static_cast<ArrangementType>(readChoice(at, kTypes));
  switch (a.type) {
    case ArrangementType::grid:
      if (const Cursor at = requiredField(fields, "count"); at && openList(at, 3, 3)) {
        for (int i = 0; i < 3; ++i) a.count[i] = readWhole(element(at, i), kCountRange);
      }
      readRequired(fields, "spacing", kSpacingRange, a.spacing);
      break;
    case ArrangementType::pyramid:
      readRequired(fields, "rows", kCountRange, a.count[1]);
      if (const Cursor at = requiredField(fields, "spacing")) a.spacing = readPlaneVector(at, kSpacingRange);
      break;
    case ArrangementType::wall:
      readRequired(fields, "columns", {2, kCountRange.high}, a.count[0]);
      readRequired(fields, "rows", kCountRange, a.count[1]);
      if (const Cursor at = requiredField(fields, "spacing")) a.spacing = readPlaneVector(at, kSpacingRange);
      break;
    case ArrangementType::stack:
      readRequired(fields, "count", kCountRange, a.count[1]);
      readRequired(fields, "spacing", kSpacingRange, a.spacing.y);
      break;
    case ArrangementType::spiral:
      readRequired(fields, "count", kCountRange, a.count[0]);
      readRequired(fields, "spacing", kRadiusRange, a.spacing.x);
      readRequired(fields, "radius", kRadiusRange, a.radius);
      readOptional(fields, "pitch", kSpacingRange, a.pitch);
      break;
  }
  readRandomness(fields, a);
  close(fields);
  const std::int64_t count = copyCount(a);
  if (count > kMaxSceneBodies) refuse(cursor, "# copies are more than #", {static_cast<double>(count), kMaxSceneBodies * 1.0});
  return a;
}

std::int64_t copyCount(const Arrangement& a) {
  // Every factor is at most kMaxSceneBodies = 2e4, so the product stays below 2^63.
  if (a.type == ArrangementType::pyramid) return a.count[1] * (a.count[1] + 1) / 2;
  if (a.type == ArrangementType::wall) return a.count[0] * a.count[1] - a.count[1] / 2;
  return a.count[0] * a.count[1] * a.count[2];
}

List<Placement> placements(const Arrangement& a, Placement first) {
  List<Placement> out;
  out.reserve(static_cast<std::size_t>(copyCount(a)));
  if (a.type == ArrangementType::spiral) {
    placeSpiral(a, first, out);
  } else {
    placeRows(a, first, out);
  }
  Random random(a.seed);
  for (Placement& placement : out) {
    if (a.jitter > 0) {
      // One statement each: the order in which arguments are evaluated differs between compilers.
      const double x = random.uniform();
      const double y = random.uniform();
      const double z = random.uniform();
      placement.position += Vec3{x, y, z} * a.jitter;
    }
    if (a.randomOrientation) placement.orientation = random.orientation();
  }
  return out;
}

}  // namespace tumble
