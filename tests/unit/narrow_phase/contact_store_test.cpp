// The contact store: manifolds stay with their pair while others come and go.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "narrow_phase/contact_store.h"

using namespace tumble;

namespace {

PairChanges changesOf(List<std::uint64_t> begun, List<std::uint64_t> ended) {
  PairChanges changes;
  changes.begun = begun;
  changes.ended = ended;
  return changes;
}
/// Marks a manifold so that one knows it again.
void mark(ContactStore& store, std::size_t i, float sign) { touch(store, store.records[i]).twistImpulse = sign; }
float markOf(const ContactStore& store, std::size_t i) { return manifoldOf(store, i).twistImpulse; }

}  // namespace

TEST_CASE("pairs begin sorted and empty") {
  ContactStore store;
  updateContacts(store, changesOf({3, 5, 9}, {}));
  CHECK(store.keys == List<std::uint64_t>{3, 5, 9});
  REQUIRE(store.records.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(manifoldOf(store, i).count == 0);
  CHECK(touchingCount(store) == 0);
}

TEST_CASE("begun and ended at once: the others keep their manifolds") {
  ContactStore store;
  updateContacts(store, changesOf({3, 5, 9}, {}));
  for (std::size_t i = 0; i < 3; ++i) mark(store, i, static_cast<float>(store.keys[i]));
  updateContacts(store, changesOf({1, 4, 20}, {3, 9}));
  CHECK(store.keys == List<std::uint64_t>{1, 4, 5, 20});
  CHECK(markOf(store, 2) == 5);
  for (const std::size_t i : {0, 1, 3}) CHECK(markOf(store, i) == 0);
}

TEST_CASE("no change leaves everything; all ended leaves nothing") {
  ContactStore store;
  updateContacts(store, changesOf({7, 8}, {}));
  mark(store, 1, 1);
  updateContacts(store, changesOf({}, {}));
  CHECK(markOf(store, 1) == 1);
  updateContacts(store, changesOf({}, {7, 8}));
  CHECK(store.keys.empty());
  CHECK(store.records.empty());
  CHECK(touchingCount(store) == 0);
}

TEST_CASE("a removed collider takes its contacts along, as A and as B") {
  ContactStore store;
  const auto key = [](std::uint32_t a, std::uint32_t b) { return makePairKey(a, b); };
  updateContacts(store, changesOf({key(1, 2), key(1, 5), key(2, 3), key(3, 5)}, {}));
  mark(store, 1, 15);
  mark(store, 3, 35);
  const std::uint8_t leaves[] = {0, 0, 1, 0, 0, 0};
  removeContactsOf(store, leaves);
  CHECK(store.keys == List<std::uint64_t>{key(1, 5), key(3, 5)});
  CHECK(markOf(store, 0) == 15);
  CHECK(markOf(store, 1) == 35);
}

TEST_CASE("long random histories agree with a map") {
  std::mt19937 random(3);
  ContactStore store;
  std::map<std::uint64_t, float> expected;
  float next = 1;
  for (int round = 0; round < 200; ++round) {
    std::map<std::uint64_t, float> begun, ended;
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t key = random() % 60;
      if (expected.count(key)) ended[key] = 0;
      else begun[key] = 0;
    }
    PairChanges changes;
    for (const auto& [key, _] : begun) changes.begun.push_back(key);
    for (const auto& [key, _] : ended) changes.ended.push_back(key), expected.erase(key);
    updateContacts(store, changes);
    for (const auto& [key, _] : begun) expected[key] = 0;
    REQUIRE(store.keys.size() == expected.size());
    CHECK(touchingCount(store) == expected.size() - begun.size());
    std::size_t i = 0;
    for (auto& [key, sign] : expected) {
      CHECK(store.keys[i] == key);
      CHECK(markOf(store, i) == sign);
      mark(store, i++, sign = next++);
    }
  }
}

TEST_CASE("what parts leaves its place to the next that touch, empty") {
  ContactStore store;
  updateContacts(store, changesOf({3, 5, 9}, {}));
  for (std::size_t i = 0; i < 3; ++i) mark(store, i, 1);
  separate(store, store.records[1]);
  CHECK(touchingCount(store) == 2);
  CHECK(markOf(store, 1) == 0);
  CHECK(touch(store, store.records[1]).twistImpulse == 0);
  CHECK(store.pool.size() == 3);
}

TEST_CASE("pairs move to another store with their contacts") {
  ContactStore store, other;
  updateContacts(store, changesOf({3, 5, 9}, {}));
  mark(store, 1, 5);
  for (const std::size_t i : {0, 1}) appendPair(other, store, i);
  CHECK(other.keys == List<std::uint64_t>{3, 5});
  CHECK(markOf(other, 1) == 5);
  CHECK(touchingCount(other) == 1);
}
