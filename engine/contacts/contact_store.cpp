#include "contacts/contact_store.h"

namespace tumble {

void updateContacts(ContactStore& store, const PairChanges& changes) {
  if (changes.begun.empty() && changes.ended.empty()) return;
  List<std::uint64_t>& keys = store.scratchKeys;
  List<Manifold>& manifolds = store.scratchManifolds;
  keys.clear();
  manifolds.resize(store.keys.size() + changes.begun.size());
  std::size_t begun = 0, ended = 0;
  const auto takeBegunBelow = [&](std::uint64_t limit) {
    for (; begun < changes.begun.size() && changes.begun[begun] < limit; ++begun) {
      copyManifold(manifolds[keys.size()], {});
      keys.push_back(changes.begun[begun]);
    }
  };
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    const std::uint64_t key = store.keys[i];
    while (ended < changes.ended.size() && changes.ended[ended] < key) ++ended;
    if (ended < changes.ended.size() && changes.ended[ended] == key) continue;
    takeBegunBelow(key);
    copyManifold(manifolds[keys.size()], store.manifolds[i]);
    keys.push_back(key);
  }
  takeBegunBelow(~std::uint64_t{0});
  manifolds.resize(keys.size());
  store.keys.swap(keys);
  store.manifolds.swap(manifolds);
}

void removeContactsOf(ContactStore& store, std::uint32_t collider) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    if (pairColliderA(store.keys[i]) == collider || pairColliderB(store.keys[i]) == collider) continue;
    store.keys[kept] = store.keys[i];
    store.manifolds[kept++] = store.manifolds[i];
  }
  store.keys.resize(kept);
  store.manifolds.resize(kept);
}

}  // namespace tumble
