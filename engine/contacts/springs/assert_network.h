// Assertions about the force network.
#pragma once
#include "bodies/body_store.h"
#include "contacts/springs/force_network.h"

namespace tumble {

/// That groups divide the bodies, and that each body is in the solver when its group is. Call after prepareContacts.
void assertNetwork(const ForceNetwork& network, const BodyStore& bodies);

}  // namespace tumble
