// Scenes that somebody wrote to do harm: each gets one sentence, soon, and the reader goes on. Work is counted, not timed.
#include "scene/limits.h"
#include "scene/overlap_estimate.h"
#include "scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A scene with `count` unit cubes, cube i at placeOf(i), written out one by one.
template <class Place> Json manyCubes(int count, Place placeOf) {
  Json scene = json("{'tumble': 1, 'bodies': []}");
  for (int i = 0; i < count; ++i) {
    Json body = json("{'size': [1, 1, 1], 'position': [0, 0, 0]}");
    const Vec3 place = placeOf(i);
    for (int k = 0; k < 3; ++k) body.members[1].value.items[static_cast<std::size_t>(k)] = jsonOf(place[k]);
    scene.members[1].value.items.push_back(std::move(body));
  }
  return scene;
}

const char* const kTooManyOverlaps = "bodies: more than 110000 pairs overlap at the start, place the bodies farther apart";

}  // namespace

TEST_CASE("20,000 coincident boxes, as an arrangement and written out") {
  const Json arranged = json(cubeScene("'arrangement': {'type': 'stack', 'count': 20000, 'spacing': 0}"));
  const Json written = manyCubes(20000, [](int) { return Vec3{}; });
  for (const Json* scene : {&arranged, &written}) CHECK(problemOf(*scene) == kTooManyOverlaps);
  // Two tests for each pair that is found: the search stops at the first pair too many.
  const std::vector<ShapeBounds> bounds(20000, {{{0, 0, 0}, {1, 1, 1}}, true});
  CHECK(countOverlaps(bounds, 110000).tests < 2 * 110000);
  // Without collisions nothing is wrong with them.
  Json ghosts = arranged;
  ghosts.members.push_back({"collisions", jsonOf(false)});
  CHECK(problemOf(ghosts) == "");
}

TEST_CASE("how many bodies may be at one point") {
  const auto atOnePoint = [](int count) {
    return problemOf(cubeScene("'arrangement': {'type': 'stack', 'count': " + std::to_string(count) + ", 'spacing': 0}"));
  };
  CHECK(atOnePoint(140) == "");
  CHECK(atOnePoint(160) == "bodies: more than 10800 pairs overlap at the start, place the bodies farther apart");
  CHECK(atOnePoint(1000) == "bodies: more than 15000 pairs overlap at the start, place the bodies farther apart");
}

TEST_CASE("one body too many") {
  const Json full = json(cubeScene("'type': 'static', 'arrangement': {'type': 'stack', 'count': 20000, 'spacing': 0}"));
  CHECK(problemOf(full) == "");
  Json over = full;
  over.members[1].value.items.push_back(json("{'size': [1, 1, 1]}"));
  CHECK(problemOf(over) == "bodies: 20001 bodies are more than 20000");
  CHECK(problemOf(manyCubes(20001, [](int i) { return Vec3{2.0 * i, 0, 0}; })) == "bodies: 20001 entries are more than 20000");
}

TEST_CASE("too many shapes in all") {
  std::string shapes = "{'type': 'box', 'size': [1, 1, 1]}";
  for (int i = 1; i < 41; ++i) shapes += ", {'type': 'box', 'size': [1, 1, 1], 'position': [0, " + std::to_string(i) + ", 0]}";
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'shapes': [" + shapes +
                  "], 'arrangement': {'type': 'grid', 'count': [1000, 1, 1], 'spacing': [2, 0, 0]}}]}") ==
        "bodies: 41000 shapes are more than 40000");
}

TEST_CASE("what people build is no overlap: piles, walls, a field on the ground, boxes that touch") {
  const auto scene = [](const std::string& arrangement) {
    return problemOf(
        "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [1000, 2, 1000], 'position': [0, -1, 0]},"
        "{'size': [1, 1, 1], 'position': [0, 0.5, 0], 'arrangement': " +
        arrangement + "}]}");
  };
  CHECK(scene("{'type': 'grid', 'count': [27, 27, 27], 'spacing': [1, 1, 1]}") == "");              // touching
  CHECK(scene("{'type': 'grid', 'count': [27, 27, 27], 'spacing': [0.999, 0.999, 0.999]}") == "");  // and a little more
  CHECK(scene("{'type': 'grid', 'count': [27, 27, 27], 'spacing': [1.8, 1.8, 1.8], 'randomOrientation': true}") == "");
  CHECK(scene("{'type': 'grid', 'count': [141, 1, 141], 'spacing': [1.05, 0, 1.05]}") == "");
  CHECK(scene("{'type': 'pyramid', 'rows': 199, 'spacing': [1.05, 1]}") == "");
  CHECK(scene("{'type': 'wall', 'columns': 200, 'rows': 99, 'spacing': [1, 1]}") == "");
}

TEST_CASE("the overlap count is exact below its limit") {
  std::uint64_t state = 7;
  const auto random = [&](double low, double high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state >> 11) / 9007199254740992.0);
  };
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<ShapeBounds> bodies;
    const int count = trial * 8;
    for (int i = 0; i < count; ++i) {
      const Vec3 low{random(-5, 5), random(-5, 5), random(-5, 5)};
      bodies.push_back({{low, low + Vec3{random(0.1, 2), random(0.1, 2), random(0.1, 8)}}, random(0, 1) < 0.7});
    }
    std::int64_t expected = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto drawnIn = [](Bounds b) {
          const Vec3 inset = (b.high - b.low) * 0.01;
          return Bounds{b.low + inset, b.high - inset};
        };
        expected += (bodies[i].moves || bodies[j].moves) && overlap(drawnIn(bodies[i].bounds), drawnIn(bodies[j].bounds));
      }
    }
    CHECK(countOverlaps(bodies, 1000000).pairs == expected);
    if (expected > 3) CHECK(countOverlaps(bodies, 3).pairs == 4);
  }
}

TEST_CASE("the overlap search ends in time whatever the bounds") {
  struct Case {
    std::string name;
    std::vector<ShapeBounds> bodies;
  };
  std::vector<Case> cases(4);
  for (int i = 0; i < 20000; ++i) {
    const double s = i;
    cases[0].name = "coincident, none moves";
    cases[0].bodies.push_back({{{0, 0, 0}, {1, 1, 1}}, false});
    cases[1].name = "a lattice of long crossing beams";
    cases[1].bodies.push_back(i % 2 ? ShapeBounds{{{-9999, s, -s}, {9999, s + 0.1, -s + 0.1}}, true}
                                    : ShapeBounds{{{s, -9999, s}, {s + 0.1, 9999, s + 0.1}}, true});
    cases[2].name = "diagonal plates, all between each other";
    cases[2].bodies.push_back({{{s * 1e-3, -s * 1e-3, s * 1e-3}, {s * 1e-3 + 1, -s * 1e-3 + 1, s * 1e-3 + 1e-3}}, true});
    cases[3].name = "one moving body in 19,999 still ones";
    cases[3].bodies.push_back({{{0, 0, 0}, {1, 1, 1}}, i == 777});
  }
  for (const Case& c : cases) {
    const OverlapCount count = countOverlaps(c.bodies, 110000);
    MESSAGE(c.name << ": " << count.pairs << " pairs, " << count.tests << " tests");
    CHECK(count.tests < 8'100'000);  // all pairs would be 200,000,000
  }
  CHECK(countOverlaps(cases[0].bodies, 110000).pairs == 0);
  CHECK(countOverlaps(cases[3].bodies, 110000).pairs == 19999);
}

TEST_CASE("deep documents do not reach the reader") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  CHECK(jsonFromText(nested(16)).error == "");
  CHECK(jsonFromText(nested(17)).error == "nested deeper than 16");
  CHECK(jsonFromText(nested(1000000)).error == "nested deeper than 16");
  CHECK(jsonFromText(std::string(1000000, '[')).error == "nested deeper than 16");
  CHECK(problemOf(nested(16)) == "scene: a list is not an object");
  CHECK(worldProblem("'gravity': [[[[[[[[0]]]]]]]]") == "gravity: a list of 1 is not a list of 3 numbers");
}

TEST_CASE("giant documents do not reach the reader, giant lists do not stop it") {
  std::string zeros = "0";
  for (int i = 0; i < 1000000; ++i) zeros += ",0";
  CHECK(jsonFromText("[" + zeros + "]").error == "more than 1000000 values");
  Json list = jsonOf(JsonType::array);
  list.items.resize(900000);
  Json scene = json("{'tumble': 1, 'bodies': [], 'gravity': 0, 'forces': 0, 'commands': 0}");
  scene.members[2].value = list;
  CHECK(problemOf(scene) == "gravity: a list of 900000 is not a list of 3 numbers");
  scene.members[2].value = json("[0, 0, 0]");
  scene.members[4].value = list;
  scene.members[3].value = jsonOf(JsonType::array);
  CHECK(problemOf(scene) == "commands: 900000 entries are more than 100000");
  scene.members[3].value = list;
  CHECK(problemOf(scene) == "forces: 900000 entries are more than 20000");
}

TEST_CASE("an object with thousands of keys is refused by one of them") {
  Json scene = json(cubeScene("'mass': 1"));
  for (int i = 0; i < 100000; ++i) scene.members.push_back({"key" + std::to_string(i), Json{}});
  CHECK(problemOf(scene).find("key0: unknown key") == 0);
  Json same = json("{'tumble': 1, 'bodies': []}");
  for (int i = 0; i < 100000; ++i) same.members.push_back({"gravity", json("[0, 0, 0]")});
  CHECK(problemOf(same) == "gravity: this key comes twice");
}

TEST_CASE("huge names and keys give short sentences") {
  const std::string huge(500000, 'z');
  CHECK(worldProblem("'" + huge + "': 1").size() < 300);
  CHECK(cubeProblem("'name': '" + huge + "'").size() < 300);
  CHECK(cubeProblem("'type': '" + huge + "'").size() < 300);
  CHECK(worldProblem("'forces': [{'type': 'drag', 'body': '" + huge + "'}]").size() < 300);
}

TEST_CASE("100,000 commands in falling order of steps are read") {
  Json scene = json(worldScene("'commands': []"));
  Json& commands = scene.members[2].value;
  for (int i = 0; i < 100000; ++i) {
    Json command = json("{'step': 0, 'type': 'removeBody', 'body': 0}");
    command.members[0].value = jsonOf(100000.0 - i);
    commands.items.push_back(std::move(command));
  }
  // One by one into a sorted queue this would be 5,000,000,000 moves, and the run would not end.
  CHECK(worldOf(scene).commands.size() == 100000);
}
