// A group in flight: bodies that springs or joints connect, directly or through others, without contacts. Kick and drift of all of them in each stage,
// so that the forces at both ends of a spring are equal and opposite.
#pragma once
#include "joints/joint_assembly.h"
#include "world/world.h"

namespace tumble {

struct FlightMember {
  std::uint32_t index = 0;                     // in the body store
  std::size_t firstForce = 0, forceCount = 0;  // in FlightGroup::forces
};

/// With copies of the lasting forces of its bodies, whose anchors are updated in every stage.
struct FlightGroup {
  List<FlightMember> members;
  List<Body> bodies;              // of the members, and then outsiders: bodies at the other ends that move independently
  List<std::uint32_t> outsiders;  // their indices in the body store
  List<Force> forces;
  List<std::uint32_t> memberIndex;  // [body index] 0, or 1 + index in `bodies`
  List<Vec3> gravity;               // m/s^2, in a drift; by body
  List<Body> middle;                // scratch of kickAll
  JointAssembly assembly;

  std::span<Force> forcesOf(std::size_t member) { return {forces.data() + members[member].firstForce, members[member].forceCount}; }
};

/// Makes `group`, whatever it was, that of the body with this index. Marks its members in `done`.
void gatherGroup(FlightGroup& group, const World& world, std::uint32_t first, List<std::uint8_t>& done);
/// Whether the body moves in this step with such a group.
bool movesInGroup(const World& world, std::uint32_t bodyIndex);

/// Gives the forces that depend on time their mean from one time of this part of the step to another, s.
void setTimes(const World& world, FlightGroup& group, double from, double to);
/// Updates the anchors of all springs. `bodies`: states in a stage.
void updateAnchors(FlightGroup& group, std::span<const Body> bodies);
/// `kick` of motion/free_motion.h for all members, with the anchors of each stage.
void kickAll(FlightGroup& group, Vec3 gravity, double time);
/// `kickOfOrder4` of motion/free_motion.h for all members.
void kickAllOfOrder4(FlightGroup& group, double time);

}  // namespace tumble
