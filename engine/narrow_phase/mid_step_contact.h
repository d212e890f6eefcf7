// Where the points of a round contact are within the step. They do not turn with the body that rolls, but the constraints take levers along with their
// bodies (ReferencePose::midStepRotation): so the points are placed where they are in the middle of the step, before that rotation.
#pragma once
#include <cstddef>
#include <cstdint>

#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"
#include "narrow_phase/span_seams.h"

namespace tumble {

/// Moves the points of a round contact to where they are in the middle of the step: they do not turn with the body that rolls.
/// `tile`: what the manifold was made with.
void placeMidStep(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, const WideTile& tile,
                  float halfStep);
/// Moves the contact point of a ball to the surface of each collider, where friction acts; the manifold has it midway between them. On a
/// kinematic body the constraints use the normal of the middle of the step, so the point of the ball is that of the same moment: otherwise
/// the normal impulse would spin the ball.
void separateLevers(Recycling& recycling, const Manifold& manifold, const ColliderStore& store, const ContactCache& cache, std::uint32_t i,
                    std::uint32_t j, float halfStep);
/// The normal of a ball at an edge or a corner of a box, which turns while the ball moves past it: the one with which the constraints, which turn it with
/// the box, have that of the middle of the step.
void turnNormalAtEdge(Manifold& manifold, const ColliderStore& store, std::uint32_t i, std::uint32_t j, float halfStep);
/// The contact of two balls at the moment of their impact within the step, or else in its middle: their normal turns while they pass each other. The
/// separation is that which the present velocities lead to the one at that moment.
void placeBallsAtImpact(Manifold& manifold, const ColliderStore& store, std::uint32_t i, std::uint32_t j, float halfStep);

}  // namespace tumble
