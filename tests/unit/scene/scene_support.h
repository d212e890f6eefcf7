// Short ways to say scenes in tests. In their text ' stands for ".
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "scene/scene_reader.h"
#include "support/json_from_text.h"

namespace tumble::test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline Json json(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  JsonFromText result = jsonFromText(text);
  CHECK_MESSAGE(result.error.empty(), text, ": ", result.error);
  return std::move(result.json);
}

/// The sentence with which a scene is refused; "" when it is accepted.
inline std::string problemOf(const Json& scene) {
  World world;
  world.stepCount = 77;
  const std::string sentence = readScene(scene, world);
  // Nothing half loaded: a refused scene leaves the world alone, an accepted one is at its start.
  CHECK(world.stepCount == (sentence.empty() ? 0 : 77));
  if (!sentence.empty()) CHECK(world.bodies.bodies.empty());
  return sentence;
}
inline std::string problemOf(const std::string& text) { return problemOf(json(text)); }

/// A scene of one unit cube at the origin with more said about it.
inline std::string cubeScene(const std::string& more) { return "{'tumble': 1, 'bodies': [{'size': [1, 1, 1], " + more + "}]}"; }
inline std::string cubeProblem(const std::string& more) { return problemOf(cubeScene(more)); }
/// A scene with one cube "cube" and more said about the world.
inline std::string worldScene(const std::string& more) {
  return "{'tumble': 1, 'bodies': [{'size': [1, 1, 1], 'name': 'cube', 'density': 1}], " + more + "}";
}
inline std::string worldProblem(const std::string& more) { return problemOf(worldScene(more)); }

/// The world of a scene that must be accepted.
inline World worldOf(const Json& scene) {
  World world;
  const std::string sentence = readScene(scene, world);
  CHECK(sentence == "");
  return world;
}
inline World worldOf(const std::string& text) { return worldOf(json(text)); }
inline Body bodyOf(const std::string& more) {
  const World world = worldOf(cubeScene(more));
  return world.bodies.bodies.empty() ? Body{} : world.bodies.bodies[0];
}

/// Gives a command of the page; the sentence of a refusal, or nothing.
inline std::string give(World& world, const std::string& command) {
  Command out;
  const std::string problem = readCommand(json(command), world, out);
  out.isLive = true;
  if (problem.empty()) enqueue(world, std::move(out));
  return problem;
}

}  // namespace tumble::test
