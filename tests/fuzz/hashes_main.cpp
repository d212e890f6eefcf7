// tumble-hashes FIRST COUNT STEPS       for each seed a line: the seed and one hash over its text and the states after all of the steps
// tumble-hashes --steps SEED STEPS      for one of them a line for its text, and one for each step
// Random scenes (families.h) for the comparison of builds: whoever prints other lines does not move the world to the same bits. A hash that
// meets a number that is not finite says so.
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

bool run(std::uint64_t seed, int steps, bool each) {
  World world;
  const Json scene = fuzz::sceneOf(fuzz::familyOf(seed), seed);
  const std::string problem = readScene(scene, world);
  if (!problem.empty()) return std::printf("%llu refused\n", static_cast<unsigned long long>(seed)), true;
  const int bodies = static_cast<int>(world.bodies.aliveCount) + 1, most = kWork / bodies;
  Mix all;
  for (const char letter : fuzz::textOf(scene)) all.add(static_cast<unsigned char>(letter));
  if (each) std::printf("scene %016llx\n", static_cast<unsigned long long>(all.result()));
  bool finite = true;
  for (int i = 0; i < steps && i < most; ++i) {
    step(world);
    Archive archive = Archive::hashing();
    visitState(archive, world);
    finite = finite && archive.succeeded();
    all.add(archive.hash());
    if (each) std::printf("%d %016llx\n", i + 1, static_cast<unsigned long long>(archive.hash()));
  }
  if (!each) std::printf("%llu %016llx%s\n", static_cast<unsigned long long>(seed), static_cast<unsigned long long>(all.result()), finite ? "" : " not finite");
  return finite;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 4 && std::strcmp(arguments[1], "--steps") == 0) return run(std::strtoull(arguments[2], nullptr, 10), std::atoi(arguments[3]), true) ? 0 : 1;
  if (count != 4) return std::fputs("tumble-hashes FIRST COUNT STEPS | --steps SEED STEPS\n", stderr), 2;
  const std::uint64_t first = std::strtoull(arguments[1], nullptr, 10), many = std::strtoull(arguments[2], nullptr, 10);
  bool finite = true;
  for (std::uint64_t seed = first; seed < first + many; ++seed) finite = run(seed, std::atoi(arguments[3]), false) && finite;
  return finite ? 0 : 1;
}
