// A body that lies with a face or a line across coplanar triangles of a mesh.
#pragma once
#include "narrow_phase/contact_store.h"
#include "narrow_phase/span_seams.h"

namespace tumble {

/// Whether a triangle and the other shape are such a pair: all corners of what of the shape lies on the plane are above triangles that are reached over edges
/// within the plane. Then the triangle below the middle gets the manifold with the whole plane, the others get none. Else each has four points and friction of its
/// own, which are solved one after the other, and what slides turns. `seats`: what is found once for each shape; null: it is not kept.
bool spanTriangles(const ColliderPair& colliders, float speculative, const Manifold& previous, PlaneSeats* seats, SolidContact& contact);

/// Records that the manifold of the pair `index`, which was `previous`, came here or went elsewhere.
void recordSeat(PlaneSeats& seats, const ColliderPair& colliders, std::size_t index, const SolidContact& contact, const Manifold& previous);
/// The impulses of manifolds that went to another triangle go with them. Call when all pairs are collided.
void handOverSeats(PlaneSeats& seats, ContactStore& contacts);

}  // namespace tumble
