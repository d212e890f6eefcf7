// Reads lasting forces, of scenes and of commands.
#pragma once
#include "forces/force.h"
#include "forces/signal.h"
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// An element of "forces", with its signals.
Force readForce(const Cursor& at, const BodyReferences& references, SignalStore& store);

/// Reads the members of the model of a force on force.body. The default point is the centre of mass. Without a store
/// for signals no number depends on time.
void readModel(Fields& fields, Force& force, ForceType type, const BodyReferences& references, SignalStore* store = nullptr);

}  // namespace tumble
