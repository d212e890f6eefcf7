// Assertions about the contact solver.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// That solver bodies are those of the bodies, and constraints those of the contacts: finite, and no two lanes move one body. Call after
/// prepareContacts.
void assertConstraints(const ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
