// Order of the contacts: colours, so that four contacts that share no moving body can be solved side by side.
//
// Greedy colouring in the order of the pairs: a contact gets the lowest colour that neither of its bodies has yet. Contacts
// with something that does not move come last: in the Gauss-Seidel sweep what comes last is met best, and the ground does
// not give way. Within a colour the order means nothing: there contacts of a kind lie together, since what one lane of a group
// needs, all four do. Based on: E. Catto, "Simulation Islands" / Box2D v3 constraint graph, 2023, for the idea.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"

namespace tumble {

/// The two solver bodies of a contact; 0 does not move.
struct ContactBodies {
  std::uint32_t a, b;
};

struct ContactGroups {
  /// Indices into the contacts, kLanes for each group; kNoContact in empty lanes.
  List<std::uint32_t> contacts;
  /// The groups in the order in which the last of their contacts comes: what reads contacts and bodies in this order finds most of
  /// them in the cache.
  List<std::uint32_t> order;
  List<std::uint64_t> scratchColors, scratchStaticColors;  // by solver body
  List<std::uint32_t> scratchColorOf, scratchCounts;
  List<std::uint8_t> scratchMissing;  // by group: lanes that are still empty
};

/// A number of points each, with an impulse of the last step or without: prepare_contacts.cpp tells them apart.
constexpr std::uint32_t kContactKinds = 8;

/// Fills `groups.contacts` and `groups.order` from the bodies and the kind (below kContactKinds) of each contact. bodyCount: number of
/// solver bodies.
void colorContacts(std::span<const ContactBodies> contacts, std::span<const std::uint8_t> kinds, std::uint32_t bodyCount,
                   ContactGroups& groups);

}  // namespace tumble
