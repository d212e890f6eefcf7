// tumble-compare A B    the first field of the hashed state in which two snapshots of one scene differ, and how many do
// The snapshots may come from any two builds: their format is the same everywhere (replay/snapshot.h).
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "named_state.h"
#include "replay/snapshot.h"

namespace {

using namespace tumble;

bool read(const char* path, World& world) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string problem = restore(world, bytes);
  if (!problem.empty()) std::fprintf(stderr, "%s: %s\n", path, problem.c_str());
  return problem.empty();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: tumble-compare SNAPSHOT SNAPSHOT\n", stderr);
    return 2;
  }
  World worldA, worldB;
  if (!read(arguments[1], worldA) || !read(arguments[2], worldB)) return 2;
  const std::vector<replay::NamedField> a = replay::namedState(worldA), b = replay::namedState(worldB);
  // After a list of another length the two no longer run in step, so fields are counted up to there only.
  std::size_t differing = 0, first = 0, i = 0;
  for (; i < std::min(a.size(), b.size()) && a[i].path == b[i].path; ++i) {
    if (a[i].value == b[i].value) continue;
    if (differing++ == 0) first = i;
  }
  if (differing == 0) {
    std::puts("no field differs");
    return 0;
  }
  std::printf("%s: %s, %s\n", a[first].path.c_str(), a[first].value.c_str(), b[first].value.c_str());
  std::printf("%zu of %zu fields differ\n", differing, i);
  return 1;
}
