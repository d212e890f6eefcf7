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

/// A number of points each, with an impulse of the last step or without: contact_groups.cpp tells them apart.
constexpr std::uint32_t kContactKinds = 8;

/// A contact as the colours see it.
struct ColoredContact {
  std::uint32_t a, b;  // its bodies; 0 does not move
  std::uint32_t kind;  // below kContactKinds
};

struct ColoredContacts {
  List<std::uint32_t> batchSlots;    // by contact: its lane among those of all groups, kLanes each
  std::uint32_t batchCount = 0;
  List<std::uint64_t> scratchColors, scratchStaticColors;  // by body
  List<std::uint32_t> scratchCounts;
};

/// Gives each contact a lane. The bodies are below bodyCount.
void colorContacts(std::span<const ColoredContact> contacts, std::uint32_t bodyCount, ColoredContacts& colored);

}  // namespace tumble
