// tumble-hashes FIRST COUNT STEPS             for each seed a line: the seed, a hash of its scene's text, the state hash after each step
// tumble-hashes --scenes FIRST COUNT STEPS    for each seed a line of JSON: { seed, text: that hash, steps: how many it runs, scene }
// Random scenes (families.h) for the comparison of builds: whoever prints other lines does not move the world to the same bits. A hash that
// meets a number that is not finite says so.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/draft.h"
#include "fuzz/families.h"
#include "replay/mix.h"
#include "replay/state_fields.h"
#include "scene/scene_reader.h"

namespace {

using namespace tumble;

/// Bodies times steps: large scenes run for less.
constexpr int kWork = 12000;

std::uint64_t hashOf(const std::string& text) {
  Mix mix;
  for (const char letter : text) mix.add(static_cast<unsigned char>(letter));
  return mix.result();
}

void printHash(std::uint64_t hash) { std::printf(" %016llx", static_cast<unsigned long long>(hash)); }

int stepsOf(const World& world, int steps) { return std::min(steps, kWork / (static_cast<int>(world.bodies.aliveCount) + 1)); }

void printScene(std::uint64_t seed, int steps) {
  World world;
  const Json scene = fuzz::sceneOf(fuzz::anyFamilyOf(seed), seed);
  std::string text = fuzz::textOf(scene);
  const bool isRead = readScene(scene, world).empty();
  std::printf("{\"seed\": %llu, \"text\": \"%016llx\", \"steps\": %d, \"scene\": ", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(hashOf(text)), isRead ? stepsOf(world, steps) : 0);
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::printf("%s}\n", text.c_str());
}

bool printHashes(std::uint64_t seed, int steps) {
  World world;
  const Json scene = fuzz::sceneOf(fuzz::anyFamilyOf(seed), seed);
  std::printf("%llu", static_cast<unsigned long long>(seed));
  printHash(hashOf(fuzz::textOf(scene)));
  bool finite = true;
  if (readScene(scene, world).empty()) {
    const int most = stepsOf(world, steps);
    for (int i = 0; i < most; ++i) {
      step(world);
      Archive archive = Archive::hashing();
      visitState(archive, world);
      finite = finite && archive.succeeded();
      printHash(archive.hash());
    }
  } else {
    std::printf(" refused");
  }
  std::printf("%s\n", finite ? "" : " not finite");
  return finite;
}

}  // namespace

int main(int count, char** arguments) {
  const bool scenes = count == 5 && std::strcmp(arguments[1], "--scenes") == 0;
  if (count != 4 && !scenes) return std::fputs("tumble-hashes [--scenes] FIRST COUNT STEPS\n", stderr), 2;
  const char* const* words = arguments + (scenes ? 2 : 1);
  const std::uint64_t first = std::strtoull(words[0], nullptr, 10), many = std::strtoull(words[1], nullptr, 10);
  const int steps = std::atoi(words[2]);
  bool finite = true;
  for (std::uint64_t seed = first; seed < first + many; ++seed) {
    if (scenes) printScene(seed, steps);
    else finite = printHashes(seed, steps) && finite;
  }
  return finite ? 0 : 1;
}
