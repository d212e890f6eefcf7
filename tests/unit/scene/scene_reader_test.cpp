// The scene as a whole: settings, presentation, the document itself.
#include "scene_support.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("the smallest scene") {
  const World world = worldOf("{'tumble': 1, 'bodies': []}");
  CHECK(world.settings.gravity == Vec3{0, -9.81, 0});
  CHECK(world.settings.stepsPerSecond == 60);
  CHECK(world.settings.quality == Quality::automatic);
  CHECK(world.settings.collisions);
  CHECK(world.bodies.aliveCount == 0);
}

TEST_CASE("every setting arrives") {
  const World world = worldOf(
      "{'tumble': 1, 'title': 'Würfel', 'expect': 'It falls.', 'gravity': [1, -2, 3.5], 'stepsPerSecond': 240, 'quality': 'precise',"
      " 'collisions': false, 'camera': {'position': [0, 2, 8], 'target': [0, 1, 0]}, 'bodies': [], 'forces': [], 'commands': []}");
  CHECK(world.settings.gravity == Vec3{1, -2, 3.5});
  CHECK(world.settings.stepsPerSecond == 240);
  CHECK(world.settings.quality == Quality::precise);
  CHECK_FALSE(world.settings.collisions);
  CHECK(worldOf(worldScene("'quality': 'default'")).settings.quality == Quality::standard);
  CHECK(worldOf(worldScene("'stepsPerSecond': 10000")).settings.stepsPerSecond == 10000);
}

TEST_CASE("the format number") {
  CHECK(problemOf("{'bodies': []}") == "tumble: missing");
  CHECK(problemOf("{'tumble': 2, 'bodies': []}") == "tumble: 2 is a newer format than this version reads, which is 1");
  CHECK(problemOf("{'tumble': 0, 'bodies': []}") == "tumble: 0 is not above 0");
  CHECK(problemOf("{'tumble': 1.5, 'bodies': []}") == "tumble: 1.5 is not a whole number");
  CHECK(problemOf("{'tumble': '1', 'bodies': []}") == "tumble: \"1\" is not a number");
}

TEST_CASE("what is no scene at all") {
  CHECK(problemOf("[]") == "scene: a list is not an object");
  CHECK(problemOf("null") == "scene: null is not an object");
  CHECK(problemOf("3") == "scene: 3 is not an object");
  CHECK(problemOf("{'tumble': 1}") == "bodies: missing");
  CHECK(problemOf("{'tumble': 1, 'bodies': {}}") == "bodies: an object is not a list");
  CHECK(problemOf("{'tumble': 1, 'bodies': [3]}") == "bodies[0]: 3 is not an object");
}

TEST_CASE("settings beyond their limits") {
  CHECK(worldProblem("'gravity': [0, -1001, 0]") == "gravity[1]: -1001 is below -1000");
  CHECK(worldProblem("'gravity': -9.81") == "gravity: -9.81 is not a list of 3 numbers");
  CHECK(worldProblem("'gravity': [0, -9.81]") == "gravity: a list of 2 is not a list of 3 numbers");
  CHECK(worldProblem("'gravity': [0, '9', 0]") == "gravity[1]: \"9\" is not a number");
  CHECK(worldProblem("'stepsPerSecond': 9") == "stepsPerSecond: 9 is below 10");
  CHECK(worldProblem("'stepsPerSecond': 10001") == "stepsPerSecond: 10001 is above 10000");
  CHECK(worldProblem("'stepsPerSecond': 60.5") == "stepsPerSecond: 60.5 is not a whole number");
  CHECK(worldProblem("'stepsPerSecond': -60") == "stepsPerSecond: -60 is not above 0");
  CHECK(worldProblem("'quality': 'fine'") == "quality: \"fine\" is not one of default, precise");
  CHECK(worldProblem("'quality': 'precize'") == "quality: \"precize\" is unknown, did you mean precise?");
  CHECK(worldProblem("'collisions': 0") == "collisions: 0 is not true or false");
  CHECK(worldProblem("'title': 7") == "title: 7 is not text");
  CHECK(worldProblem("'$schema': './scene.schema.json'") == "");
  CHECK(worldProblem("'$schema': 7") == "$schema: 7 is not text");
  CHECK(worldProblem("'title': 'a\\u202eb'") == "title: \"a?b\" holds a control character or one that cannot be seen");
  CHECK(cubeProblem("'name': 'cu\\u00adbe'") == "bodies[0].name: \"cu?be\" holds a control character or one that cannot be seen");
  CHECK(worldProblem("'expect': '" + std::string(401, 'x') + "'") ==
        "expect: \"" + std::string(40, 'x') + "...\" is longer than 400 characters");
  CHECK(worldProblem("'expect': '" + std::string(100000, 'x') + "'") ==
        "expect: \"" + std::string(40, 'x') + "...\" is longer than 400 characters");
}

TEST_CASE("camera") {
  CHECK(worldProblem("'camera': {'position': [0, 2, 8]}") == "camera.target: missing");
  CHECK(worldProblem("'camera': {'position': [0, 2, 8], 'target': [0, 2, 8]}") == "camera: position and target are the same point");
  CHECK(worldProblem("'camera': {'position': [0, 2, 1e5], 'target': [0, 0, 0]}") == "camera.position[2]: 100000 is above 10000");
  CHECK(worldProblem("'camera': {'position': [0, 2, 8], 'target': [0, 0, 0], 'fov': 3}") ==
        "camera.fov: unknown key, known here are position, target");
  CHECK(worldProblem("'camera': 1") == "camera: 1 is not an object");
}

TEST_CASE("unknown keys are refused with the nearest known one, or all of them") {
  CHECK(worldProblem("'gravitiy': [0, 0, 0]") == "gravitiy: unknown key, did you mean gravity?");
  CHECK(worldProblem("'command': []") == "command: unknown key, did you mean commands?");
  CHECK(worldProblem("'dt': 0.1") ==
        "dt: unknown key, known here are tumble, title, expect, $schema, labels, show, controls, keys, camera, gravity, stepsPerSecond, "
        "quality, "
        "motion, "
        "planar, "
        "collisions, sleeping, bodies, "
        "forces, joints, commands");
  // A misspelt required key is not called missing.
  CHECK(problemOf("{'tumble': 1, 'bodeis': []}") == "bodeis: unknown key, did you mean bodies?");
}

TEST_CASE("keys of the language of the page are keys like any other") {
  for (const char* key : {"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", ""}) {
    const std::string sentence = worldProblem("'" + std::string(key) + "': {'polluted': true}");
    CHECK(sentence.find("unknown key") != std::string::npos);
    CHECK(cubeProblem("'" + std::string(key) + "': 1").find("unknown key") != std::string::npos);
  }
  CHECK(cubeProblem("'__proto__': {}").substr(0, 32) == "bodies[0].__proto__: unknown key");
  CHECK(cubeProblem("'a.b\\nc': 1").substr(0, 30) == "bodies[0].\"a.b?c\": unknown key");
}

TEST_CASE("keys that come twice are refused") {
  CHECK(worldProblem("'gravity': [0, 0, 0], 'gravity': [0, -1, 0]") == "gravity: this key comes twice");
  CHECK(cubeProblem("'mass': 1, 'mass': 2") == "bodies[0].mass: this key comes twice");
}

TEST_CASE("a refused scene leaves the world as it was") {
  World world = worldOf(worldScene("'gravity': [0, -1, 0]"));
  CHECK(readScene(json("{'tumble': 1, 'bodies': [{'size': [1, 1, 1]}, {'size': [1, 1, -1]}]}"), world) ==
        "bodies[1].size[2]: -1 is not above 0");
  CHECK(world.bodies.aliveCount == 1);
  CHECK(world.settings.gravity.y == -1);
}

TEST_CASE("an accepted scene replaces all of the old world") {
  World world = worldOf(worldScene("'gravity': [0, -1, 0], 'commands': [{'type': 'removeBody', 'body': 0}]"));
  CHECK(readScene(json("{'tumble': 1, 'bodies': []}"), world) == "");
  CHECK(world.bodies.aliveCount == 0);
  CHECK(world.commands.empty());
  CHECK(world.settings.gravity.y == -9.81);
}

TEST_CASE("whether the page shows names is checked here, too") {
  CHECK(worldProblem("'labels': true") == "");
  CHECK(worldProblem("'labels': 7") == "labels: 7 is not true or false");
  CHECK(worldProblem("'show': {'of the page': 1}") == "");
}

TEST_CASE("bodies know the entry they came from") {
  World world;
  CHECK(readScene(json("{'tumble': 1, 'bodies': [{'size': [1, 1, 1]}, {'size': [1, 1, 1], 'position': [5, 0, 0],"
                       "'arrangement': {'type': 'stack', 'count': 3, 'spacing': 1}}, {'size': [1, 1, 1], 'position': [9, 0, 0]}]}"),
                  world) == "");
  CHECK(world.sceneIndices == List<std::uint32_t>{0, 1, 1, 1, 2});
}
