#include "narrow_phase/contact_store.h"

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
  store.tidied = true;
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
  if (const std::uint32_t lane = store.recycling[record.contact].lane; lane != kNoLane) store.vacated.push_back(lane);
  store.pool[record.contact] = {};
  store.recycling[record.contact] = {};
  store.freePlaces.push_back(record.contact);
  record = {};
}

void forgetLanes(ContactStore& store) {
  store.grouping = {};
  store.renewed.clear();
  store.vacated.clear();
}

void updateContacts(ContactStore& store, const PairChanges& changes) {
  if (changes.begun.empty() && changes.ended.empty()) return;
  Splice& splice = store.splice;
  planSplice(splice, store.keys, changes.ended, changes.begun);
  for (const std::uint32_t i : splice.goneFrom) separate(store, store.records[i]);
  store.keys.moveRuns(splice.runs, splice.count);
  store.records.moveRuns(splice.runs, splice.count);
  for (std::size_t k = 0; k < splice.comeTo.size(); ++k) {
    store.keys[splice.comeTo[k]] = changes.begun[k];
    store.records[splice.comeTo[k]] = {};
  }
  if (kTidyShare * store.misplaced > touchingCount(store)) tidy(store);
}

void endContacts(ContactStore& store, const PairChanges& changes) {
  if (store.keys.empty() || changes.ended.empty()) return;
  PairChanges ended;
  ended.ended = changes.ended;
  updateContacts(store, ended);
}

void removeContactsOf(ContactStore& store, std::span<const std::uint8_t> leaves) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    if (leaves[pairColliderA(store.keys[i])] || leaves[pairColliderB(store.keys[i])]) {
      separate(store, store.records[i]);
      continue;
    }
    store.keys[kept] = store.keys[i];
    store.records[kept++] = store.records[i];
  }
  store.keys.resize(kept);
  store.records.resize(kept);
  forgetLanes(store);
}

void clearContacts(ContactStore& store) {
  store.keys.clear();
  store.records.clear();
  store.pool.clear();
  store.recycling.clear();
  store.freePlaces.clear();
  store.misplaced = 0;
  forgetLanes(store);
}

void appendPair(ContactStore& to, const ContactStore& from, std::size_t pair) {
  PairRecord record = from.records[pair];
  if (record.contact != kApart) {
    record.contact = kApart;
    const std::uint32_t place = from.records[pair].contact;
    touch(to, record) = from.pool[place];
    to.recycling[record.contact] = from.recycling[place];
    to.recycling[record.contact].lane = kNoLane;
    const std::uint64_t key = from.keys[pair];
    if (to.recycling[record.contact].isNew) to.renewed.push_back({record.contact, pairColliderA(key), pairColliderB(key)});
  }
  to.keys.push_back(from.keys[pair]);
  to.records.push_back(record);
}

}  // namespace tumble
