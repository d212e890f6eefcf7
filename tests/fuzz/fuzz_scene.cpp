// libFuzzer target: bytes -> JSON -> scene -> ten steps. Whatever the bytes, the reader answers with a sentence or with a world
// that is finite and stays so. A document without "tumble" is taken for a live command to a small world.
//
// Wants clang. By hand, from the folder of the project:
//   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -ffp-contract=off
//     -fno-exceptions -DJSON_NOEXCEPTION -Iengine -Itests -isystem <folder of nlohmann/json>
//     tests/fuzz/fuzz_scene.cpp tests/support/json_from_text.cpp
//     engine/{bodies,collision,contacts,forces,math,motion,scene,shapes,world}/*.cpp -o build/fuzz-scene
//   build/fuzz-scene -dict=tests/fuzz/scene.dict -max_len=32768 -timeout=20 -max_total_time=20 build/corpus web/scenes
// (The folder build/corpus, made before, takes what the fuzzer finds; web/scenes is the seed and is only read.)
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "scene/scene_reader.h"
#include "support/json_from_text.h"

namespace {

using namespace tumble;

/// Larger worlds are read but not stepped: time is better spent on other bytes.
constexpr std::uint32_t kMaxSteppedBodies = 40;
constexpr int kSteps = 10;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::abort();
}

bool isFiniteWorld(const World& world) {
  for (const Body& body : world.bodies.bodies) {
    if (!isFinite(body) || !isFinite(body.inverseInertia)) return false;
  }
  return true;
}

void stepAll(World& world) {
  require(isFiniteWorld(world), "the world is finite when it is read");
  if (world.bodies.aliveCount > kMaxSteppedBodies) return;
  for (int i = 0; i < kSteps; ++i) step(world);
  require(isFiniteWorld(world), "the world stays finite");
}

void checkSentence(const std::string& sentence) {
  require(sentence.size() < 1000, "a sentence is short");
  require(sentence.find('\n') == std::string::npos, "a sentence is one line");
  require(sentence.find(": ") != std::string::npos, "a sentence names a path");
}

World worldOfOneCube() {
  World world;
  const Json scene =
      test::jsonFromText(
          R"({"tumble": 1, "bodies": [{"type": "static", "size": [20, 1, 20], "position": [0, -1, 0]}, {"size": [1, 1, 1]}]})")
          .json;
  require(readScene(scene, world).empty(), "the small world is accepted");
  return world;
}

bool isScene(const Json& document) {
  for (const JsonMember& member : document.members) {
    if (member.key == "tumble") return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::JsonFromText document = test::jsonFromText({reinterpret_cast<const char*>(data), size});
  if (!document.error.empty()) return 0;
  if (isScene(document.json)) {
    World world;
    const std::string sentence = readScene(document.json, world);
    if (sentence.empty()) {
      stepAll(world);
    } else {
      checkSentence(sentence);
      require(world.bodies.bodies.empty(), "a refused scene leaves the world alone");
    }
    return 0;
  }
  World world = worldOfOneCube();
  Command command;
  const std::string sentence = readCommand(document.json, world, command);
  if (sentence.empty()) {
    command.step = 0;
    enqueue(world, command);
    stepAll(world);
  } else {
    checkSentence(sentence);
  }
  return 0;
}
