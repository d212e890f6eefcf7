// The kinds of scenes that beginners write in their first hour: one function each, a seed makes the scene.
#pragma once
#include <cstdint>
#include <span>

#include "fuzz/draft.h"

namespace tumble::fuzz {

struct Family {
  const char* name;
  void (*make)(Draft& draft);
};

/// The table of all.
std::span<const Family> families();
/// Those whose scenes have joints.
std::span<const Family> jointedFamilies();
/// Those with hulls and everything round.
std::span<const Family> shapeFamilies();
const Family* familyNamed(std::string_view name);
/// The family of a seed when none is asked for, one without joints, of boxes and balls.
const Family& familyOf(std::uint64_t seed);
/// One of all families.
const Family& anyFamilyOf(std::uint64_t seed);
Json sceneOf(const Family& family, std::uint64_t seed);

// families_falling.cpp
void dropThings(Draft& draft);
void throwThings(Draft& draft);
void throwPoles(Draft& draft);
void rollOn(Draft& draft);
void crush(Draft& draft);
void stackThings(Draft& draft);
void towerOfMasses(Draft& draft);
void hitWall(Draft& draft);
void room(Draft& draft);
void planarThings(Draft& draft);
void commandThings(Draft& draft);
// families_gaps.cpp
void wedgeV(Draft& draft);
void wedgeU(Draft& draft);
void wedgeDynamicU(Draft& draft);
void press(Draft& draft);
void pusher(Draft& draft);
void drum(Draft& draft);
void turntable(Draft& draft);
void liftPlank(Draft& draft);
// families_springs.cpp
void hangingSprings(Draft& draft);
void slidingSprings(Draft& draft);
void coupledSprings(Draft& draft);
void net(Draft& draft);
void softCube(Draft& draft);
void clamp(Draft& draft);
void pushes(Draft& draft);
void dragged(Draft& draft);
// families_seams.cpp
void tiles(Draft& draft);
void compoundFloor(Draft& draft);
void flushWall(Draft& draft);
// families_free.cpp
void meetings(Draft& draft);
void glances(Draft& draft);
void elasticGas(Draft& draft);
void freeSprings(Draft& draft);
void schemes(Draft& draft);
void spinners(Draft& draft);

// families_setups.cpp
void rampRace(Draft& draft);
void dominoes(Draft& draft);
void seesaw(Draft& draft);
void billiards(Draft& draft);
void gate(Draft& draft);
void conveyor(Draft& draft);
void mill(Draft& draft);
void spinningTops(Draft& draft);
void springBridge(Draft& draft);
void cart(Draft& draft);
void stairs(Draft& draft);
void funnel(Draft& draft);
void heap(Draft& draft);
// families_round.cpp
void hurlThinThings(Draft& draft);
void rollers(Draft& draft);
void rollHulls(Draft& draft);
void columnsOnSlopes(Draft& draft);
// families_joints.cpp
void pendulums(Draft& draft);
void chain(Draft& draft);
void door(Draft& draft);
void bridge(Draft& draft);
void linkage(Draft& draft);
void wheels(Draft& draft);
void ragdoll(Draft& draft);
void gears(Draft& draft);
void pulleys(Draft& draft);
void guides(Draft& draft);
void ropes(Draft& draft);
void freeTrees(Draft& draft);
void jointedHeap(Draft& draft);
// families_riders.cpp
void cradle(Draft& draft);
void swing(Draft& draft);
void merryGoRound(Draft& draft);

}  // namespace tumble::fuzz
