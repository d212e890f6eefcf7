#include "fuzz/spoil.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include "scene/limits.h"

namespace tumble::fuzz {
namespace {

/// A value of a document, the key that leads to it (of its list, for an item), and what holds it.
struct Place {
  Json* value;
  Json* holder;  // null at the top
  std::string key;
};

void collect(Json& value, Json* holder, const std::string& key, std::vector<Place>& out) {
  out.push_back({&value, holder, key});
  for (Json& item : value.items) collect(item, &value, key, out);
  for (JsonMember& member : value.members) collect(member.value, &value, member.key, out);
}

std::vector<Place> placesOf(Json& document) {
  std::vector<Place> all;
  collect(document, nullptr, "", all);
  return all;
}

template <class List> const auto& oneOf(Random& random, const List& list) { return std::data(list)[next(random) % std::size(list)]; }

constexpr const char* kKeys[] = {"tumble",
                                 "title",
                                 "gravity",
                                 "stepsPerSecond",
                                 "quality",
                                 "collisions",
                                 "sleeping",
                                 "bodies",
                                 "forces",
                                 "commands",
                                 "camera",
                                 "show",
                                 "controls",
                                 "labels",
                                 "name",
                                 "type",
                                 "shapes",
                                 "size",
                                 "radius",
                                 "height",
                                 "vertices",
                                 "triangles",
                                 "points",
                                 "masses",
                                 "subtract",
                                 "collides",
                                 "density",
                                 "mass",
                                 "inertia",
                                 "centerOfMass",
                                 "friction",
                                 "restitution",
                                 "rollingFriction",
                                 "orientation",
                                 "axis",
                                 "angleDegrees",
                                 "velocity",
                                 "angularVelocity",
                                 "motion",
                                 "planar",
                                 "continuous",
                                 "linearDamping",
                                 "angularDamping",
                                 "arrangement",
                                 "count",
                                 "spacing",
                                 "jitter",
                                 "seed",
                                 "body",
                                 "other",
                                 "anchor",
                                 "stiffness",
                                 "damping",
                                 "restLength",
                                 "linear",
                                 "angular",
                                 "strength",
                                 "range",
                                 "acceleration",
                                 "force",
                                 "torque",
                                 "frame",
                                 "point",
                                 "otherPoint",
                                 "step",
                                 "steps",
                                 "impulse",
                                 "angularImpulse",
                                 "pointer",
                                 "target",
                                 "position",
                                 "__proto__",
                                 "constructor",
                                 "",
                                 "randomOrientation",
                                 "rows",
                                 "pitch",
                                 "color"};
constexpr const char* kReversedText =
    "a\xe2\x80\xae"
    "b";  // U+202E: what follows is shown from right to left

constexpr const char* kWords[] = {"dynamic",
                                  "static",
                                  "kinematic",
                                  "box",
                                  "sphere",
                                  "cylinder",
                                  "capsule",
                                  "cone",
                                  "hull",
                                  "mesh",
                                  "points",
                                  "ellipsoid",
                                  "heightField",
                                  "default",
                                  "precise",
                                  "world",
                                  "body",
                                  "grid",
                                  "pyramid",
                                  "wall",
                                  "stack",
                                  "spiral",
                                  "ring",
                                  "random",
                                  "force",
                                  "torque",
                                  "drag",
                                  "spring",
                                  "field",
                                  "beam",
                                  "impulse",
                                  "angularImpulse",
                                  "velocity",
                                  "pose",
                                  "release",
                                  "addBody",
                                  "removeBody",
                                  "explosion",
                                  "explicitEuler",
                                  "explicitEulerGramSchmidt",
                                  "semiImplicitEuler",
                                  "midpoint",
                                  "rungeKutta4",
                                  "splitting2",
                                  "splitting4",
                                  "exact",
                                  "eulerAngles",
                                  "automatic",
                                  "",
                                  " ",
                                  "brick[3]",
                                  "floor",
                                  "\xff\xfe",
                                  "\xed\xa0\x80",
                                  kReversedText,
                                  "quote\"backslash\\",
                                  "line\nfeed",
                                  "#ff8800"};

constexpr Range kRanges[] = {kStepsPerSecondRange, kStepRange,     kSizeRange,        kShapeRadiusRange,     kShapePositionRange,
                             kDensityRange,        kFrictionRange, kRestitutionRange, kRollingFrictionRange, kMassRange,
                             kInertiaRange,        kPositionRange, kVelocityRange,    kAngularVelocityRange, kDampingRange,
                             kAngleDegreesRange,   kAxisRange,     kGravityRange,     kForceRange,           kImpulseRange,
                             kCoefficientRange,    kLengthRange,   kBeamRangeLimits,  kExplosionRadiusRange, kPointerRange,
                             kCountRange,          kSpacingRange,  kJitterRange,      kRadiusRange,          kSeedRange};
constexpr double kInfinite = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kNumbers[] = {0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               2,
                               3,
                               1e-9,
                               1e-320,
                               5e-324,
                               1e-30,
                               1e30,
                               1e38,
                               3.5e38,
                               1e154,
                               1e160,
                               1e300,
                               -1e308,
                               kInfinite,
                               -kInfinite,
                               kNaN,
                               31,
                               32,
                               255,
                               256,
                               65535,
                               65536,
                               2147483647,
                               2147483648.0,
                               4294967295.0,
                               4294967296.0,
                               9007199254740992.0,
                               1e19};

double strangeNumber(Random& random, double old) {
  switch (next(random) % 8) {
    case 0: return oneOf(random, kNumbers);
    case 1: return -old;
    case 2: return old * oneOf(random, std::initializer_list<double>{1e-12, 1e-6, 1e-3, 0.1, 10, 1e3, 1e6, 1e12});
    case 3: return std::nextafter(old, chance(random, 0.5) ? kInfinite : -kInfinite);
    case 4: return tidy(4 * unit(random) - 2);
    case 5: return old + (chance(random, 0.5) ? 1 : -1);
    default: {
      const Range& range = oneOf(random, kRanges);
      const double edge = chance(random, 0.5) ? range.low : range.high;
      return chance(random, 0.5) ? edge : std::nextafter(edge, chance(random, 0.5) ? kInfinite : -kInfinite);
    }
  }
}

Json strangeValue(Random& random) {
  switch (next(random) % 8) {
    case 0: return jsonOf(JsonType::null);
    case 1: return jsonOf(chance(random, 0.5));
    case 2: return jsonOf(std::string(oneOf(random, kWords)));
    case 3: return jsonOf(JsonType::array);
    case 4: return jsonOf(JsonType::object);
    case 5: return jsonOf(std::string(static_cast<std::size_t>(whole(random, 79, 900)), 'x'));
    default: return jsonOf(strangeNumber(random, 1));
  }
}

std::size_t sizeOf(const Json& json) {
  std::size_t count = 1;
  for (const Json& item : json.items) count += sizeOf(item);
  for (const JsonMember& member : json.members) count += sizeOf(member.value);
  return count;
}

std::string spoilList(Json& list, Random& random) {
  if (list.items.empty() || chance(random, 0.1)) {
    list.items.push_back(strangeValue(random));
    return "one item more";
  }
  const std::size_t at = next(random) % list.items.size();
  const auto item = list.items.begin() + static_cast<std::ptrdiff_t>(at);
  switch (next(random) % 5) {
    case 0: list.items.clear(); return "emptied";
    case 1: list.items.erase(item); return "one item less";
    case 2: std::iter_swap(item, list.items.begin()); return "items exchanged";
    default: {
      constexpr std::size_t kMostValues = 20'000;
      const std::size_t most = kMostValues / sizeOf(*item),
                        wanted = static_cast<std::size_t>(spread(random, 1, chance(random, 0.1) ? 3000 : 30));
      const std::size_t copies = std::min(most, wanted);
      list.items.insert(item, copies, Json(*item));
      return "an item " + std::to_string(copies) + " times more";
    }
  }
}

std::string spoilObject(Json& object, const std::vector<Place>& donors, Random& random) {
  if (object.members.empty() || chance(random, 0.4)) {
    // With a value that stands under this key elsewhere, where there is one.
    std::string key = oneOf(random, kKeys);
    Json value = strangeValue(random);
    if (chance(random, 0.8)) {
      const Place& donor = oneOf(random, donors);
      if (!donor.key.empty()) key = donor.key, value = *donor.value;
    }
    object.members.push_back({key, std::move(value)});
    return "." + key + " more";
  }
  const std::size_t at = next(random) % object.members.size();
  JsonMember& one = object.members[at];
  const std::string key = one.key;
  switch (next(random) % 3) {
    case 0: object.members.erase(object.members.begin() + static_cast<std::ptrdiff_t>(at)); return "." + key + " left out";
    case 1: one.key = oneOf(random, kKeys); return "." + key + " called " + one.key;
    default: object.members.push_back(JsonMember(one)); return "." + key + " twice";
  }
}

}  // namespace

std::string spoil(Json& document, const Json& donor, Random& random) {
  std::vector<Place> places = placesOf(document);
  Json donated = donor;
  const std::vector<Place> donors = placesOf(donated);
  const Place place = oneOf(random, places);
  const std::string where = place.key + ": ";
  // What stands under the same key elsewhere.
  if (chance(random, 0.3)) {
    std::vector<const Json*> same;
    for (const std::vector<Place>* all : std::initializer_list<const std::vector<Place>*>{&donors, &places})
      for (const Place& other : *all)
        if (other.key == place.key && other.value->type == place.value->type && other.value != place.value) same.push_back(other.value);
    if (!same.empty()) {
      Json copy = *oneOf(random, same);
      if (sizeOf(copy) < 2000) {
        *place.value = std::move(copy);
        return where + "as elsewhere";
      }
    }
  }
  if (place.holder != nullptr && chance(random, 0.06)) {
    *place.value = strangeValue(random);
    return where + "another type";
  }
  switch (place.value->type) {
    case JsonType::null: *place.value = strangeValue(random); return where + "a value";
    case JsonType::boolean: place.value->boolean = !place.value->boolean; return where + "the other one";
    case JsonType::string: place.value->string = oneOf(random, kWords); return where + "another word";
    case JsonType::number:
      place.value->number = strangeNumber(random, place.value->number);
      return where + std::to_string(place.value->number);
    case JsonType::array: return where + spoilList(*place.value, random);
    case JsonType::object: return where + spoilObject(*place.value, donors, random);
  }
  return where;
}

void edit(Json& document, Random& random) {
  std::vector<Place> places = placesOf(document);
  std::erase_if(places, [](const Place& place) { return place.value->type != JsonType::number || place.key == "tumble"; });
  if (places.empty()) return;
  for (int count = whole(random, 1, 4); count > 0; --count) {
    double& number = oneOf(random, places).value->number;
    number = tidy(number * (0.5 + 1.5 * unit(random)));
  }
}

}  // namespace tumble::fuzz
