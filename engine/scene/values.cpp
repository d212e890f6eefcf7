#include "scene/values.h"

#include "math/trigonometry.h"
#include "scene/text.h"
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

double magnitude(double x) { return x < 0 ? -x : x; }

double larger(double a, double b) { return a > b ? a : b; }

/// Whether this is a list of `count` numbers. Refuses it if not.
bool isNumberList(const Cursor& at, std::size_t count) {
  const bool isList = at.json->type == JsonType::array;
  if (isList && at.json->items.size() == count) return true;
  const std::string what = isList ? joined({"a list of ", static_cast<double>(at.json->items.size())}) : describe(*at.json);
  refuse(at, {what, " is not a list of ", static_cast<double>(count), " numbers"});
  return false;
}

Quat readQuaternion(const Cursor& at) {
  if (!isNumberList(at, 4)) return {};
  double q[4];
  for (int i = 0; i < 4; ++i) q[i] = readNumber(element(at, i), {-2, 2});
  if (!isWell(at)) return {};
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (norm == 0) {
    refuse(at, "the zero quaternion is no orientation");
    return {};
  }
  if (magnitude(norm - 1) > kUnitTolerance) {
    refuse(at, "its length # is not 1 within #", {norm, kUnitTolerance});
    return {};
  }
  return normalized(Quat{q[0], q[1], q[2], q[3]});
}

/// Three rows of three: orthogonal within kUnitTolerance, and no reflection.
Quat readRotation(const Cursor& at) {
  Mat3 rows;  // as columns
  if (openList(at, 3, 3) != 3) return {};
  for (int i = 0; i < 3; ++i) {
    const Cursor row = element(at, i);
    if (!isNumberList(row, 3)) return {};
    Vec3& out = i == 0 ? rows.cx : i == 1 ? rows.cy : rows.cz;
    for (int j = 0; j < 3; ++j) out[j] = readNumber(element(row, j), {-2, 2});
  }
  if (!isWell(at)) return {};
  const double off[] = {dot(rows.cx, rows.cx) - 1, dot(rows.cy, rows.cy) - 1, dot(rows.cz, rows.cz) - 1,
                        dot(rows.cx, rows.cy),     dot(rows.cy, rows.cz),     dot(rows.cz, rows.cx)};
  double worst = 0;
  for (const double each : off) worst = larger(worst, magnitude(each));
  if (worst > kUnitTolerance) {
    refuse(at, "its rows are not unit vectors at right angles: A A^T is off by #, more than #", {worst, kUnitTolerance});
    return {};
  }
  if (determinant(rows) < 0) {
    refuse(at, "its determinant is -1: a reflection, which no turn brings about");
    return {};
  }
  return normalized(fromMatrix(transpose(orthonormalized(rows))));
}

Mat3 readTensorRows(const Cursor& at) {
  double rows[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double most = kInertiaRange.high;
  for (int i = 0; i < 3; ++i) {
    const Cursor row = element(at, i);
    if (!isNumberList(row, 3)) return {};
    for (int j = 0; j < 3; ++j) rows[i][j] = readNumber(element(row, j), i == j ? kInertiaRange : Range{-most, most});
  }
  const double largest = larger(rows[0][0], larger(rows[1][1], rows[2][2]));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < i; ++j) {
      if (magnitude(rows[i][j] - rows[j][i]) <= kSymmetryTolerance * largest) continue;
      const Cursor row = element(at, i);
      refuse(element(row, j), "# is not equal to # across the diagonal, a tensor of inertia is symmetric", {rows[i][j], rows[j][i]});
      return {};
    }
  }
  const double xy = 0.5 * (rows[0][1] + rows[1][0]), xz = 0.5 * (rows[0][2] + rows[2][0]), yz = 0.5 * (rows[1][2] + rows[2][1]);
  return {{rows[0][0], xy, xz}, {xy, rows[1][1], yz}, {xz, yz, rows[2][2]}};
}

/// Moments of a rigid body: above zero, and none larger than the other two together.
void checkMoments(const Cursor& at, Vec3 moments) {
  const double sum = moments.x + moments.y + moments.z;
  for (int i = 0; i < 3; ++i) {
    const double moment = moments[i], others = sum - moment;
    if (!(moment > 0)) {
      refuse(at, "its principal moment # is not above 0", {moment});
    } else if (moment < kInertiaRange.low) {
      refuse(at, "its principal moment # is below #", {moment, kInertiaRange.low});
    } else if (moment > others + kTriangleTolerance * sum) {
      refuse(at, "the moment # is above the sum of the other two, #, which no rigid body has", {moment, others});
    }
  }
}

}  // namespace

double readNumber(const Cursor& at, const Range& range) {
  if (at.json->type != JsonType::number) {
    refuseValue(at, " is not a number");
    return range.low;
  }
  const double value = at.json->number;
  if (value - value != 0) {
    refuse(at, "# is not finite", {value});
  } else if (range.low > 0 && value <= 0) {
    refuse(at, "# is not above 0", {value});
  } else if (value < range.low) {
    refuse(at, "# is below #", {value, range.low});
  } else if (value > range.high) {
    refuse(at, "# is above #", {value, range.high});
  } else {
    return value;
  }
  return range.low;
}

std::int64_t readWhole(const Cursor& at, const Range& range) {
  const double value = readNumber(at, range);
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) != value) refuse(at, "# is not a whole number", {value});
  return whole;
}

bool readBoolean(const Cursor& at) {
  if (at.json->type != JsonType::boolean) refuseValue(at, " is not true or false");
  return at.json->boolean;
}

Vec3 readVector(const Cursor& at, const Range& each) {
  Vec3 vector;
  if (!isNumberList(at, 3)) return vector;
  for (int i = 0; i < 3; ++i) vector[i] = readNumber(element(at, i), each);
  return vector;
}

Vec3 readPlaneVector(const Cursor& at, const Range& each) {
  if (!isNumberList(at, 2)) return {};
  return {readNumber(element(at, 0), each), readNumber(element(at, 1), each), 0};
}

Vec3 readDirection(const Cursor& at) {
  const Vec3 vector = readVector(at, kAxisRange);
  // Divided by its largest part first: the square of a small number may be zero.
  const double largest = larger(magnitude(vector.x), larger(magnitude(vector.y), magnitude(vector.z)));
  if (!(largest > 1e-12)) {
    refuse(at, "a vector of length 0 has no direction");
    return {0, 1, 0};
  }
  return normalized(vector * (1 / largest));
}

Quat readOrientation(const Cursor& at) {
  if (at.json->type != JsonType::object) return readQuaternion(at);
  Fields fields = openFields(at);
  if (const Cursor rows = optionalField(fields, "matrix")) {
    close(fields);
    return readRotation(rows);
  }
  Vec3 axis{0, 1, 0};
  double angleDegrees = 0;
  if (const Cursor field = requiredField(fields, "axis")) axis = readDirection(field);
  readRequired(fields, "angleDegrees", kAngleDegreesRange, angleDegrees);
  close(fields);
  return normalized(fromAxisAngle(axis, angleDegrees * (kPi / 180)));
}

Mat3 readInertia(const Cursor& at) {
  const bool rows = at.json->type == JsonType::array && at.json->items.size() == 3 && at.json->items[0].type == JsonType::array;
  const Mat3 tensor = rows ? readTensorRows(at) : diagonal(readVector(at, kInertiaRange));
  if (!isWell(at)) return {};
  checkMoments(at, rows ? principalAxes(tensor).moments : Vec3{tensor.cx.x, tensor.cy.y, tensor.cz.z});
  return tensor;
}

std::string_view readText(const Cursor& at, int most) {
  if (at.json->type != JsonType::string) {
    refuseValue(at, " is not text");
    return {};
  }
  const std::string& text = at.json->string;
  // Without counting, because a code point has at most four bytes: a text of a megabyte is too long.
  const int count = text.size() > 16u * static_cast<unsigned>(most) ? most + 1 : codePointCount(text);
  if (count > most) {
    refuse(at, {quoted(text), " is longer than ", static_cast<double>(most), " characters"});
  } else if (hasUnseenCharacters(text)) {
    refuseValue(at, " holds a control character or one that cannot be seen");
  } else {
    return text;
  }
  return {};
}

int readChoice(const Cursor& at, std::span<const std::string_view> words) {
  const std::string_view text = readText(at, kMaxNameLength);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (text == words[i]) return static_cast<int>(i);
  }
  const std::string_view near = nearestWord(text, words);
  if (near.empty()) {
    refuse(at, {quoted(text), " is not one of ", listed(words)});
  } else {
    refuse(at, {quoted(text), " is unknown, did you mean ", near, "?"});
  }
  return 0;
}

void checkColor(const Cursor& at) {
  const std::string_view text = readText(at, kMaxNameLength);
  bool good = text.size() == 7 && text[0] == '#';
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    good = good && ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
  }
  if (!good) refuseValue(at, " is not #rrggbb");
}

namespace {

Cursor member(Fields& fields, const char* key, bool required) { return required ? requiredField(fields, key) : optionalField(fields, key); }

}  // namespace

void readMember(Fields& fields, const char* key, bool required, const Range& range, double& out) {
  if (const Cursor at = member(fields, key, required)) out = readNumber(at, range);
}
void readMember(Fields& fields, const char* key, bool required, const Range& range, std::int64_t& out) {
  if (const Cursor at = member(fields, key, required)) out = readWhole(at, range);
}
void readMember(Fields& fields, const char* key, bool required, const Range& range, std::uint32_t& out) {
  if (const Cursor at = member(fields, key, required)) out = static_cast<std::uint32_t>(readWhole(at, range));
}
void readMember(Fields& fields, const char* key, bool required, const Range& each, Vec3& out) {
  if (const Cursor at = member(fields, key, required)) out = readVector(at, each);
}
void readMember(Fields& fields, const char* key, bool required, std::span<const std::string_view> words, std::uint8_t& out) {
  if (const Cursor at = member(fields, key, required)) out = static_cast<std::uint8_t>(readChoice(at, words));
}
void readMember(Fields& fields, const char* key, bool required, bool& out) {
  if (const Cursor at = member(fields, key, required)) out = readBoolean(at);
}
void readMember(Fields& fields, const char* key, bool required, Quat& out) {
  if (const Cursor at = member(fields, key, required)) out = readOrientation(at);
}

}  // namespace tumble
