// Graph colouring: contacts of one colour share no moving body, so four of them can be solved at once.
//
// Greedy, in the order of the pairs: a contact gets the lowest colour that neither of its bodies has yet. Contacts with an immovable body
// come last, because a Gauss-Seidel sweep satisfies the last constraints best, and the ground does not give way. The order within a colour is
// free: contacts of a kind lie together, since all four lanes do the work that one of them needs.
// Based on: E. Catto, "Simulation Islands" / Box2D v3 constraint graph, 2023, for the idea.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"

namespace tumble {

/// 1 to 4 points, with or without an impulse of the last step (contact_batches.cpp).
constexpr std::uint32_t kContactKinds = 8;

/// An edge of the graph.
struct ColoredContact {
  std::uint32_t a, b;  // its bodies; 0 is immovable
  std::uint32_t kind;  // below kContactKinds
};

struct ColoredContacts {
  List<std::uint32_t> batchSlots;  // by contact; kLanes for each batch
  std::uint32_t batchCount = 0;
  List<std::uint64_t> scratchColors, scratchStaticColors;  // by body
  List<std::uint32_t> scratchCounts;
};

/// Gives each contact a batch slot. Body indices are below bodyCount.
void colorContacts(std::span<const ColoredContact> contacts, std::uint32_t bodyCount, ColoredContacts& colored);

}  // namespace tumble
