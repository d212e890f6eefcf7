#include "narrow_phase/contact_store.h"

#include "assertion.h"
#include "tuning.h"

namespace tumble {

namespace {

const Manifold kNoManifold{};

/// Sorts the pool by pair and removes unused contacts.
void sortPool(ContactStore& store) {
  List<Manifold>& pool = store.scratchPool;
  List<Recycling>& recycling = store.scratchRecycling;
  pool.clear();
  recycling.clear();
  for (PairRecord& record : store.records) {
    if (record.contactIndex == kApart) continue;
    pool.push_back(store.pool[record.contactIndex]);
    recycling.push_back(store.recycling[record.contactIndex]);
    record.contactIndex = static_cast<std::uint32_t>(pool.size() - 1);
  }
  store.pool.swap(pool);
  store.recycling.swap(recycling);
  store.freeContacts.clear();
  store.unsortedContacts = 0;
  store.changes.poolSorted = true;
}

}  // namespace

const Manifold& manifoldOf(const ContactStore& store, std::size_t pair) {
  const std::uint32_t contactIndex = store.records[pair].contactIndex;
  return contactIndex == kApart ? kNoManifold : store.pool[contactIndex];
}

Manifold& touch(ContactStore& store, PairRecord& record) {
  if (record.contactIndex == kApart) {
    ++store.unsortedContacts;
    if (store.freeContacts.empty()) {
      record.contactIndex = static_cast<std::uint32_t>(store.pool.size());
      store.pool.push_back({});
      store.recycling.push_back({});
    } else {
      record.contactIndex = store.freeContacts.back();
      store.freeContacts.pop_back();
      TUMBLE_ASSERT(store.pool[record.contactIndex].count == 0, "a manifold that is used again was free");
    }
  }
  return store.pool[record.contactIndex];
}

void separate(ContactStore& store, PairRecord& record) {
  if (record.contactIndex == kApart) return;
  TUMBLE_ASSERT(record.contactIndex < store.pool.size(), "a touching pair has a manifold");
  if (const std::uint32_t slot = store.recycling[record.contactIndex].batchSlot; slot != kNoBatchSlot)
    store.changes.vacatedSlots.push_back(slot);
  store.pool[record.contactIndex] = {};
  store.recycling[record.contactIndex] = {};
  store.freeContacts.push_back(record.contactIndex);
  record = {};
}

void updateContacts(ContactStore& store, const PairChanges& changes) {
  if (changes.begun.empty() && changes.ended.empty()) return;
  Splice& splice = store.splice;
  planSplice(splice, store.keys, changes.ended, changes.begun);
  TUMBLE_ASSERT(splice.comeTo.size() == changes.begun.size(), "each pair that begins has a place");
  for (const std::uint32_t i : splice.goneFrom) separate(store, store.records[i]);
  store.keys.moveRuns(splice.runs, splice.count);
  store.records.moveRuns(splice.runs, splice.count);
  for (std::size_t k = 0; k < splice.comeTo.size(); ++k) {
    store.keys[splice.comeTo[k]] = changes.begun[k];
    store.records[splice.comeTo[k]] = {};
  }
  if (kSortPoolShare * store.unsortedContacts > touchingCount(store)) sortPool(store);
}

void endContacts(ContactStore& store, const PairChanges& changes) {
  if (store.keys.empty() || changes.ended.empty()) return;
  PairChanges ended;
  ended.ended = changes.ended;
  updateContacts(store, ended);
}

void removeContactsOf(ContactStore& store, std::span<const std::uint8_t> removed) {
  std::size_t remaining = 0;
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    if (removed[pairColliderA(store.keys[i])] || removed[pairColliderB(store.keys[i])]) {
      separate(store, store.records[i]);
      continue;
    }
    store.keys[remaining] = store.keys[i];
    store.records[remaining++] = store.records[i];
  }
  store.keys.resize(remaining);
  store.records.resize(remaining);
  discardChanges(store.changes);
}

void clearContacts(ContactStore& store) {
  store.keys.clear();
  store.records.clear();
  store.pool.clear();
  store.recycling.clear();
  store.freeContacts.clear();
  store.unsortedContacts = 0;
  discardChanges(store.changes);
}

void appendPair(ContactStore& to, const ContactStore& from, std::size_t pair) {
  PairRecord record = from.records[pair];
  if (record.contactIndex != kApart) {
    record.contactIndex = kApart;
    const std::uint32_t source = from.records[pair].contactIndex;
    touch(to, record) = from.pool[source];
    to.recycling[record.contactIndex] = from.recycling[source];
    to.recycling[record.contactIndex].batchSlot = kNoBatchSlot;
    const std::uint64_t key = from.keys[pair];
    if (to.recycling[record.contactIndex].isNew)
      to.changes.renewed.push_back({record.contactIndex, pairColliderA(key), pairColliderB(key)});
  }
  TUMBLE_ASSERT(to.keys.empty() || to.keys.back() < from.keys[pair], "pairs are appended in their order");
  to.keys.push_back(from.keys[pair]);
  to.records.push_back(record);
}

}  // namespace tumble
