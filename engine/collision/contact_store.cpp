#include "collision/contact_store.h"

#include "tuning.h"

namespace tumble {

namespace {

const Manifold kNoManifold{};

/// Contacts in the order of their pairs, without holes.
void tidy(ContactStore& store) {
  List<Manifold>& pool = store.scratchPool;
  List<Recycling>& recycling = store.scratchRecycling;
  pool.clear();
  recycling.clear();
  for (PairRecord& record : store.records) {
    if (record.contact == kApart) continue;
    pool.push_back(store.pool[record.contact]);
    recycling.push_back(store.recycling[record.contact]);
    record.contact = static_cast<std::uint32_t>(pool.size() - 1);
  }
  store.pool.swap(pool);
  store.recycling.swap(recycling);
  store.freePlaces.clear();
  store.misplaced = 0;
}

}  // namespace

const Manifold& manifoldOf(const ContactStore& store, std::size_t pair) {
  const std::uint32_t contact = store.records[pair].contact;
  return contact == kApart ? kNoManifold : store.pool[contact];
}

Manifold& touch(ContactStore& store, PairRecord& record) {
  if (record.contact == kApart) {
    ++store.misplaced;
    if (store.freePlaces.empty()) {
      record.contact = static_cast<std::uint32_t>(store.pool.size());
      store.pool.push_back({});
      store.recycling.push_back({});
    } else {
      record.contact = store.freePlaces.back();
      store.freePlaces.pop_back();
    }
  }
  return store.pool[record.contact];
}

void separate(ContactStore& store, PairRecord& record) {
  if (record.contact == kApart) return;
  store.pool[record.contact] = {};
  store.recycling[record.contact] = {};
  store.freePlaces.push_back(record.contact);
  record = {};
}

void updateContacts(ContactStore& store, const PairChanges& changes) {
  if (changes.begun.empty() && changes.ended.empty()) return;
  List<std::uint64_t>& keys = store.scratchKeys;
  List<PairRecord>& records = store.scratchRecords;
  keys.resize(store.keys.size() + changes.begun.size());
  records.resize(keys.size());
  std::size_t count = 0, begun = 0, ended = 0;
  const auto put = [&](std::uint64_t key, const PairRecord& record) {
    keys[count] = key;
    records[count++] = record;
  };
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    const std::uint64_t key = store.keys[i];
    while (ended < changes.ended.size() && changes.ended[ended] < key) ++ended;
    if (ended < changes.ended.size() && changes.ended[ended] == key) {
      separate(store, store.records[i]);
      continue;
    }
    while (begun < changes.begun.size() && changes.begun[begun] < key) put(changes.begun[begun++], {});
    put(key, store.records[i]);
  }
  while (begun < changes.begun.size()) put(changes.begun[begun++], {});
  keys.resize(count);
  records.resize(count);
  store.keys.swap(keys);
  store.records.swap(records);
  if (kTidyShare * store.misplaced > touchingCount(store)) tidy(store);
}

void removeContactsOf(ContactStore& store, std::uint32_t collider) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    if (pairColliderA(store.keys[i]) == collider || pairColliderB(store.keys[i]) == collider) {
      separate(store, store.records[i]);
      continue;
    }
    store.keys[kept] = store.keys[i];
    store.records[kept++] = store.records[i];
  }
  store.keys.resize(kept);
  store.records.resize(kept);
}

void clearContacts(ContactStore& store) {
  store.keys.clear();
  store.records.clear();
  store.pool.clear();
  store.recycling.clear();
  store.freePlaces.clear();
  store.misplaced = 0;
}

void appendPair(ContactStore& to, const ContactStore& from, std::size_t pair) {
  PairRecord record = from.records[pair];
  if (record.contact != kApart) {
    record.contact = kApart;
    const std::uint32_t place = from.records[pair].contact;
    touch(to, record) = from.pool[place];
    to.recycling[record.contact] = from.recycling[place];
  }
  to.keys.push_back(from.keys[pair]);
  to.records.push_back(record);
}

}  // namespace tumble
