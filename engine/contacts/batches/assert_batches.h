// Assertions about the layout of the batches.
#pragma once
#include "contacts/batches/contact_batches.h"

namespace tumble {

/// That each batch slot is free or of one contact.
void assertLayout(const BatchLayout& layout, const ContactStore& contacts);

}  // namespace tumble
