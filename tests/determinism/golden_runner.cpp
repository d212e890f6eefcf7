// Runs a scene and prints the state hash after every step, one a line: golden_runner SCENE.json STEPS
#include <cstdio>
#include <cstdlib>
#include <string>

#include "json_from_text.h"
#include "replay/state_hash.h"
#include "scene/scene_reader.h"
#include "world/world.h"

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: golden_runner SCENE.json STEPS\n", stderr);
    return 2;
  }
  const tumble::test::JsonFromText document = tumble::test::jsonFromFile(arguments[1]);
  std::string problem = document.error;
  tumble::World world;
  if (problem.empty()) problem = tumble::readScene(document.json, world);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], problem.c_str());
    return 1;
  }
  const int steps = std::atoi(arguments[2]);
  for (int i = 0; i < steps; ++i) {
    tumble::step(world);
    std::printf("%016llx\n", static_cast<unsigned long long>(tumble::stateHash(world)));
  }
  return 0;
}
