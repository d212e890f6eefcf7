// tumble-inputs KIND FIRST COUNT [--seconds S] [--trace FILE]   the inputs of these seeds (fuzz/inputs.h); stops after S seconds
// tumble-inputs KIND --seed N [--mask BITS] [--shrink]          one of them, printed, with what was changed; made small while it still fails
// tumble-inputs --file FILE                                     an input that was printed
// KIND: scenes, commands or revisions. Exit code 1 when something is found.
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/draft.h"
#include "fuzz/inputs.h"
#include "fuzz/shrink.h"
#include "support/json_from_text.h"

namespace {

using namespace tumble;
using namespace tumble::fuzz;

constexpr int kMostTries = 3000;  // to make an input smaller

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// In a process of its own, for it may die of it.
bool fails(const Json& input) {
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    Tally tally;
    _exit(lookAt(input, tally).empty() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

int one(const Json& input) {
  std::printf("%s", textOf(input).c_str());
  std::fflush(stdout);
  Tally tally;
  const std::string finding = lookAt(input, tally);
  std::printf("%s\n", finding.empty() ? "nothing found" : finding.c_str());
  return finding.empty() ? 0 : 1;
}

int many(InputKind kind, std::uint64_t first, std::uint64_t count, double seconds, std::FILE* trace) {
  const double start = now();
  Tally tally;
  int found = 0;
  std::uint64_t tried = 0;
  for (std::uint64_t seed = first; seed < first + count && now() - start < seconds; ++seed, ++tried) {
    if (trace) {  // whoever finds this program dead knows where
      std::rewind(trace);
      std::fprintf(trace, "%-20llu\n", static_cast<unsigned long long>(seed));
      std::fflush(trace);
    }
    std::vector<std::string> told;
    const std::string finding = lookAt(inputOf(kind, seed, ~0u, told), tally);
    if (finding.empty()) continue;
    ++found;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), finding.c_str());
  }
  std::printf("%llu tried, %llu taken: %llu acts, %llu steps; %d findings\n", static_cast<unsigned long long>(tried),
              static_cast<unsigned long long>(tally.scenes), static_cast<unsigned long long>(tally.acts),
              static_cast<unsigned long long>(tally.steps), found);
  return found > 0 ? 1 : 0;
}

int usage() {
  std::fputs(
      "tumble-inputs scenes|commands|revisions FIRST COUNT [--seconds S] [--trace FILE]\n"
      "tumble-inputs scenes|commands|revisions --seed N [--mask BITS] [--shrink]\ntumble-inputs --file FILE\n",
      stderr);
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  InputKind kind = InputKind::scenes;
  std::uint64_t numbers[2] = {0, 0}, seed = 0;
  std::uint32_t mask = ~0u;
  double seconds = 1e9;
  bool isSingle = false, shrinks = false;
  std::FILE* trace = nullptr;
  int given = 0, from = 1;
  if (count > 1 && inputKindNamed(arguments[1], kind)) from = 2;
  else if (count < 3 || std::strcmp(arguments[1], "--file") != 0) return usage();
  for (int i = from; i < count; ++i) {
    const std::string word = arguments[i];
    const char* value = i + 1 < count ? arguments[i + 1] : "";
    if (word == "--shrink") shrinks = true;
    else if (word == "--seed") seed = std::strtoull(value, nullptr, 10), isSingle = true, ++i;
    else if (word == "--mask") mask = static_cast<std::uint32_t>(std::strtoul(value, nullptr, 10)), ++i;
    else if (word == "--seconds") seconds = std::atof(value), ++i;
    else if (word == "--trace") trace = std::fopen(value, "w"), ++i;
    else if (word == "--file") {
      const test::JsonFromText file = test::jsonFromFile(value);
      if (file.error.empty()) return one(file.json);
      std::fprintf(stderr, "%s: %s\n", value, file.error.c_str());
      return 2;
    } else if (given < 2) numbers[given++] = std::strtoull(arguments[i], nullptr, 10);
  }
  if (!isSingle) return given == 2 ? many(kind, numbers[0], numbers[1], seconds, trace) : usage();
  std::vector<std::string> told;
  Json input = inputOf(kind, seed, mask, told);
  for (const std::string& line : told) std::printf("changed %s\n", line.c_str());
  if (shrinks) input = shrunkDocument(input, fails, kMostTries);
  return one(input);
}
