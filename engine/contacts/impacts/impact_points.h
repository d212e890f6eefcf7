// Which points of the members of an impact take part in it.
//
// A face on a finely divided field touches dozens of triangles of one plane, and a ball on an edge both triangles with the same point. Inner points
// give what the outermost give, and the same point twice makes the rows of friction dependent.
#pragma once
#include "contacts/impacts/simultaneous_impacts.h"

namespace tumble {

/// The points of a new member that touch at once with the first and that no other member has with the same normal. A bit for each; 0: none.
std::uint8_t impactPointsOf(const List<ImpactMember>& members, const ImpactMember& member);
/// Where the members have more than kMostImpactPoints points, those of two bodies on one plane keep the outermost in eight directions. Members without
/// points are taken out, the last ones too where there still are too many.
void limitImpactPoints(List<ImpactMember>& members);

}  // namespace tumble
