// Splices of sorted lists against a map.
#include "containers/splice.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

using namespace tumble;

namespace {

struct Payload {
  std::uint64_t key;
  std::uint32_t words[4];  // 24 bytes
};

/// A list of keys with what belongs to them, and the same in a map.
struct Lists {
  List<std::uint64_t> keys;
  List<Payload> payloads;
  std::map<std::uint64_t, std::uint32_t> expected;
  std::uint32_t next = 1;

  void change(const List<std::uint64_t>& gone, const List<std::uint64_t>& come) {
    Splice splice;
    planSplice(splice, keys, gone, come);
    for (const std::uint32_t i : splice.goneFrom) CHECK(expected.erase(keys[i]) == 1);
    keys.moveRuns(splice.runs, splice.count);
    payloads.moveRuns(splice.runs, splice.count);
    REQUIRE(splice.comeTo.size() == come.size());
    for (std::size_t k = 0; k < come.size(); ++k) {
      keys[splice.comeTo[k]] = come[k];
      payloads[splice.comeTo[k]] = {come[k], {next, next, next, next}};
      expected[come[k]] = next++;
    }
  }
  bool agree() const {
    if (keys.size() != expected.size() || payloads.size() != expected.size()) return false;
    std::size_t i = 0;
    for (const auto& [key, number] : expected) {
      const Payload& p = payloads[i];
      if (keys[i++] != key || p.key != key) return false;
      for (const std::uint32_t word : p.words) {
        if (word != number) return false;
      }
    }
    return true;
  }
};

}  // namespace

TEST_CASE("spliced lists agree with a map, whether few or many of them change") {
  std::mt19937 random(11);
  const auto chance = [&](double p) { return random() < p * 4294967296.0; };
  Lists lists;
  for (int round = 0; round < 400; ++round) {
    // From hardly any to nearly all, and mostly going, mostly coming, or in balance.
    const double share = round % 4 == 0 ? 0.5 : round % 4 == 1 ? 0.05 : 0.004, tilt = (round / 20 % 3) * 0.8 + 0.2;
    List<std::uint64_t> gone, come;
    for (std::uint64_t key = 0; key < 1000; ++key) {
      const bool there = lists.expected.count(key) != 0;
      const bool goes = chance(share / tilt);  // also what is not there
      if (goes) gone.push_back(key);
      if (there ? goes && chance(0.2) : chance(share * tilt)) come.push_back(key);
    }
    lists.change(gone, come);
    REQUIRE(lists.agree());
  }
  REQUIRE(lists.keys.size() > 100);
  List<std::uint64_t> all(lists.keys);
  lists.change(all, {});
  CHECK(lists.keys.empty());
  lists.change({}, all);
  CHECK(lists.agree());
  CHECK(lists.keys == all);
}

TEST_CASE("what goes at one end makes room for what comes at the other, and nothing between is lost") {
  Lists lists;
  lists.change({}, {1, 2, 3, 4, 5, 6, 7, 8});
  lists.change({1, 2}, {9, 10});
  CHECK(lists.agree());
  lists.change({9, 10}, {1, 2});
  CHECK(lists.agree());
  lists.change({1, 5, 8}, {0, 5, 9, 10});
  CHECK(lists.keys == List<std::uint64_t>{0, 2, 3, 4, 5, 6, 7, 9, 10});
  CHECK(lists.agree());
}
