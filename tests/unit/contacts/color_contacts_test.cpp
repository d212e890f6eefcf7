// Colouring: every contact has one batch slot, and no two slots of a batch move the same body.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "contacts/batches/color_contacts.h"
#include "contacts/constraints/contact_constraint.h"

using namespace tumble;

namespace {

using Contacts = List<ColoredContact>;

/// The contact in each batch slot.
List<std::uint32_t> contactsOf(const ColoredContacts& colored) {
  List<std::uint32_t> contacts;
  contacts.assign(kLanes * colored.batchCount, kNoContact);
  for (std::uint32_t i = 0; i < colored.batchSlots.size(); ++i) {
    REQUIRE(colored.batchSlots[i] < contacts.size());
    CHECK(contacts[colored.batchSlots[i]] == kNoContact);
    contacts[colored.batchSlots[i]] = i;
  }
  return contacts;
}
List<std::uint32_t> batchesOf(const Contacts& contacts, std::uint32_t bodyCount) {
  ColoredContacts colored;
  colorContacts(contacts, bodyCount, colored);
  return contactsOf(colored);
}

/// The invariant of contact_constraint.h.
void check(const Contacts& contacts, const List<std::uint32_t>& batches) {
  List<int> seen(contacts.size());
  for (std::size_t g = 0; g < batches.size(); g += kLanes) {
    List<std::uint32_t> moving;
    bool empty = true;
    for (std::size_t slot = g; slot < g + kLanes; ++slot) {
      const std::uint32_t c = batches[slot];
      if (c == kNoContact) continue;
      REQUIRE(c < contacts.size());
      empty = false;
      ++seen[c];
      for (const std::uint32_t body : {contacts[c].a, contacts[c].b}) {
        if (body == 0) continue;
        CHECK(std::find(moving.begin(), moving.end(), body) == moving.end());
        moving.push_back(body);
      }
    }
    CHECK_FALSE(empty);
  }
  for (const int times : seen) CHECK(times == 1);
}

}  // namespace

TEST_CASE("no contacts, no batches") { CHECK(batchesOf({}, 5).empty()); }

TEST_CASE("a chain: two colours") {
  Contacts chain;
  for (std::uint32_t i = 1; i < 41; ++i) chain.push_back({i, i + 1, 0});
  const List<std::uint32_t> batches = batchesOf(chain, 42);
  check(chain, batches);
  CHECK(batches.size() == 40);  // 20 of each colour, five full batches each
}

TEST_CASE("contacts that share no body fill all lanes") {
  Contacts apart;
  for (std::uint32_t i = 0; i < 16; ++i) apart.push_back({2 * i + 1, 2 * i + 2, 0});
  CHECK(batchesOf(apart, 33).size() == 16);
}

TEST_CASE("contacts of a kind lie together") {
  Contacts apart;
  for (std::uint32_t i = 0; i < 16; ++i) apart.push_back({2 * i + 1, 2 * i + 2, i % 4});
  const List<std::uint32_t> batches = batchesOf(apart, 33);
  check(apart, batches);
  REQUIRE(batches.size() == 16);
  for (std::size_t slot = 0; slot < 16; ++slot) CHECK(apart[batches[slot]].kind == slot / kLanes);
}

TEST_CASE("immovable bodies bind nothing, and their contacts come last") {
  Contacts contacts{{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}, {1, 2, 0}};
  const List<std::uint32_t> batches = batchesOf(contacts, 5);
  check(contacts, batches);
  REQUIRE(batches.size() == 8);
  CHECK(batches[0] == 4);
}

TEST_CASE("a body with more neighbours than colours: the rest one by one") {
  for (const bool floor : {false, true}) {
    Contacts star;
    for (std::uint32_t i = 0; i < 200; ++i) star.push_back({1, floor ? 0 : i + 2, 0});
    check(star, batchesOf(star, 300));
  }
}

TEST_CASE("random graphs, again and again in the same scratch") {
  std::mt19937 random(5);
  ColoredContacts colored;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t bodies = 2 + random() % 80;
    Contacts contacts;
    const std::uint32_t count = random() % 400;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = random() % bodies, b = random() % bodies;
      if (a == b) continue;
      contacts.push_back({a, b, static_cast<std::uint32_t>(random() % kContactKinds)});
    }
    colorContacts(contacts, bodies, colored);
    check(contacts, contactsOf(colored));
    CHECK(contactsOf(colored) == batchesOf(contacts, bodies));  // no trace of the round before
  }
}
