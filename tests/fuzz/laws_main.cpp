// tumble-laws FIRST COUNT [--family NAME,...] [--law NAME,...] [--seconds S] [--work N] [--shrink FOLDER] [--quiet] [--counts]
// tumble-laws --scene FILE.json [--seconds S] [--law NAME] [--shrink FOLDER]
// tumble-laws --print FAMILY SEED
// Random beginners' scenes, each looked at with the laws of mechanics. Prints what breaks and a table; exit code 1 when something does.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "fuzz/families.h"
#include "fuzz/runner.h"
#include "fuzz/shrink.h"
#include "support/json_from_text.h"

namespace {

using namespace tumble;
using namespace tumble::fuzz;

struct Options {
  std::uint64_t first = 1, count = 0;
  std::set<std::string> families, laws;
  RunLimits limits;
  std::string shrinkFolder, scene;
  bool quiet = false;   // tables alone
  bool counts = false;  // the tables as lines that a program adds up
};

std::set<std::string> words(std::string_view text) {
  std::set<std::string> list;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) list.emplace(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

/// "joints" stands for all with joints, "shapes" for those with hulls and everything round.
std::set<std::string> familyNames(std::string_view text) {
  std::set<std::string> names = words(text);
  if (names.erase("joints") > 0) {
    for (const Family& family : jointedFamilies()) names.insert(family.name);
  }
  if (names.erase("shapes") > 0) {
    for (const Family& family : shapeFamilies()) names.insert(family.name);
  }
  return names;
}

int usage() {
  std::fputs(
      "tumble-laws FIRST COUNT [--family a,b or joints or shapes] [--law a,b] [--seconds S] [--work BODYSTEPS] [--shrink FOLDER] [--quiet] "
      "[--counts]\n"
      "tumble-laws --scene FILE.json [--seconds S] [--law a] [--shrink FOLDER]\n"
      "tumble-laws --print FAMILY SEED\nfamilies:",
      stderr);
  for (const Family& family : families()) std::fprintf(stderr, " %s", family.name);
  std::fputs("\nlaws:", stderr);
  for (const char* law : lawNames()) std::fprintf(stderr, " %s", law);
  std::fputs("\n", stderr);
  return 2;
}

void writeScene(const std::string& folder, const std::string& name, Json scene, const Finding& finding) {
  set(scene, "title", name);
  set(scene, "expect", std::string(finding.law) + " at " + shortText(finding.time) + " s: " + finding.what);
  const std::string path = folder + "/" + name + ".json";
  if (std::FILE* file = std::fopen(path.c_str(), "w")) {
    const std::string text = textOf(scene);
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
    std::printf("    %s\n", path.c_str());
  }
}

void shrinkTo(const Options& options, const Json& scene, const std::string& name, const Finding& finding) {
  RunLimits limits = options.limits;
  const std::string law = finding.law;
  const Json small = shrunk(scene, [&](const Json& tried) {
    const Outcome outcome = runScene(tried, limits, law);
    const Finding* found = outcome.problem.empty() && !outcome.tangled ? findingOf(outcome, law) : nullptr;
    // The laws that look at the end of a run need its length; all others need no more than this.
    if (found != nullptr && law != "rest" && law != "snapshot") limits.seconds = std::min(limits.seconds, found->time + 0.05);
    return found != nullptr;
  });
  const Outcome again = runScene(small, options.limits, finding.law);
  const Finding* still = findingOf(again, finding.law);
  writeScene(options.shrinkFolder, std::string(finding.law) + "-" + name, small, still != nullptr ? *still : finding);
}

struct Counts {
  int scenes = 0, broken = 0;
  std::map<std::string, int> laws;
};

void printCounts(const char* title, const std::map<std::string, Counts>& table) {
  for (const auto& [name, counts] : table) {
    std::printf("count\t%s\t%s\t%d\t%d", title, name.c_str(), counts.scenes, counts.broken);
    for (const auto& [law, n] : counts.laws) std::printf("\t%s:%d", law.c_str(), n);
    std::printf("\n");
  }
}

void printTable(const char* title, const std::map<std::string, Counts>& table) {
  std::printf("\n%-22s %7s %7s %6s  laws\n", title, "scenes", "broken", "%");
  for (const auto& [name, counts] : table) {
    std::printf("%-22s %7d %7d %6.1f ", name.c_str(), counts.scenes, counts.broken, 100.0 * counts.broken / std::max(1, counts.scenes));
    for (const auto& [law, n] : counts.laws) std::printf(" %s:%d", law.c_str(), n);
    std::printf("\n");
  }
}

std::string valueOf(const Json& scene, const char* key, const char* otherwise) {
  const Json* value = member(scene, key);
  if (value == nullptr) return otherwise;
  return value->type == JsonType::number ? shortText(value->number) : value->string;
}

int fuzzSeeds(const Options& options) {
  std::map<std::string, Counts> byFamily, byLaw, byRate, byQuality, byMotion;
  Counts all;
  std::uint64_t tangled = 0, refused = 0;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const std::uint64_t seed = options.first + i;
    const Family* family = &familyOf(seed);
    if (!options.families.empty()) {
      auto name = options.families.begin();
      std::advance(name, static_cast<long>(seed % options.families.size()));
      family = familyNamed(*name);
      if (family == nullptr) return usage();
    }
    const std::string name = std::string(family->name) + "-" + std::to_string(seed);
    const Json scene = sceneOf(*family, seed);
    const Outcome outcome = runScene(scene, options.limits);
    if (!outcome.problem.empty()) {
      std::fprintf(stderr, "%s: refused: %s\n", name.c_str(), outcome.problem.c_str());
      // A family may once in a while write what the reader does not take (too strong a push); more often it is broken.
      if (++refused > 1 + options.count / 100) return 2;
      continue;
    }
    if (outcome.tangled) {
      ++tangled;
      continue;
    }
    std::vector<const Finding*> broken;
    for (const Finding& finding : outcome.findings) {
      if (options.laws.empty() || options.laws.contains(finding.law)) broken.push_back(&finding);
    }
    std::map<std::string, Counts>* tables[] = {&byFamily, &byRate, &byQuality, &byMotion};
    const std::string keys[] = {family->name, valueOf(scene, "stepsPerSecond", "60"), valueOf(scene, "quality", "automatic"),
                                valueOf(scene, "motion", "automatic")};
    for (int k = 0; k < 4; ++k) {
      Counts& counts = (*tables[k])[keys[k]];
      ++counts.scenes;
      counts.broken += !broken.empty();
      for (const Finding* finding : broken) ++counts.laws[finding->law];
    }
    ++all.scenes;
    all.broken += !broken.empty();
    for (const Finding* finding : broken) {
      ++byLaw[finding->law].broken;
      if (!options.quiet) {
        std::printf("%-26s %-17s x%-9.3g %8.3f s  %s\n", name.c_str(), finding->law, finding->excess, finding->time, finding->what.c_str());
      }
    }
    if (!options.shrinkFolder.empty() && !broken.empty()) shrinkTo(options, scene, name, *broken.front());
    std::fflush(stdout);
  }
  for (auto& [name, counts] : byLaw) counts.scenes = all.scenes;
  const auto print = options.counts ? printCounts : printTable;
  print("family", byFamily);
  print("steps a second", byRate);
  print("quality", byQuality);
  print("motion", byMotion);
  print("law", byLaw);
  std::printf("\n%d of %d scenes break a law (%llu more were tangled from the start, %llu refused)\n", all.broken, all.scenes,
              static_cast<unsigned long long>(tangled), static_cast<unsigned long long>(refused));
  return all.broken > 0 ? 1 : 0;
}

int one(const Options& options) {
  const test::JsonFromText document = test::jsonFromFile(options.scene);
  if (!document.error.empty()) {
    std::fprintf(stderr, "%s\n", document.error.c_str());
    return 2;
  }
  const Outcome outcome = runScene(document.json, options.limits);
  if (!outcome.problem.empty()) {
    std::fprintf(stderr, "%s\n", outcome.problem.c_str());
    return 2;
  }
  if (outcome.tangled) std::printf("bodies overlap at the start: not judged\n");
  for (const Finding& finding : outcome.findings) {
    std::printf("%-17s x%-9.3g %8.3f s  %s\n", finding.law, finding.excess, finding.time, finding.what.c_str());
  }
  std::string name = options.scene.substr(options.scene.find_last_of('/') + 1);
  name = name.substr(0, name.find_last_of('.'));
  for (const Finding& finding : outcome.findings) {
    if (options.shrinkFolder.empty() || (!options.laws.empty() && !options.laws.contains(finding.law))) continue;
    shrinkTo(options, document.json, name, finding);
  }
  if (outcome.findings.empty()) std::printf("no law is broken in %d steps\n", outcome.steps);
  return outcome.findings.empty() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  int plain = 0;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const char* value = i + 1 < count ? arguments[i + 1] : "";
    if (word == "--print" && i + 2 < count) {
      const Family* family = familyNamed(value);
      if (family == nullptr) return usage();
      std::fputs(textOf(sceneOf(*family, std::strtoull(arguments[i + 2], nullptr, 10))).c_str(), stdout);
      return 0;
    }
    if (word == "--quiet") options.quiet = true;
    else if (word == "--counts") options.counts = true;
    else if (word == "--family") options.families = familyNames(value), ++i;
    else if (word == "--law") options.laws = words(value), ++i;
    else if (word == "--seconds") options.limits.seconds = std::atof(value), ++i;
    else if (word == "--work") options.limits.work = std::atof(value), ++i;
    else if (word == "--shrink") options.shrinkFolder = value, ++i;
    else if (word == "--scene") options.scene = value, ++i;
    else if (word.starts_with("-") || plain > 1) return usage();
    else (plain++ == 0 ? options.first : options.count) = std::strtoull(word.c_str(), nullptr, 10);
  }
  if (!options.scene.empty()) return one(options);
  return plain == 2 ? fuzzSeeds(options) : usage();
}
