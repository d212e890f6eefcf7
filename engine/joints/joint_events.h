// What begins and ends within a stage of an assembly: stops that are hit, rest and let go; drives and frictions that hold or slip.
#pragma once
#include "joints/joint_assembly.h"

namespace tumble {

/// Sets the modes of drives, frictions and stops from the present state.
void chooseModes(JointAssembly& assembly, std::span<Body> bodies);
/// Lets go of motors that hold their speed while a stop is touched, which they may drive against through other joints. False when there is none.
bool letMotorsRest(JointAssembly& assembly);
/// Call where time goes on: a stop that lets go may be hit again later.
void forgetReleasedStops(JointAssembly& assembly);
/// Makes constraints of all stops that are passed.
void holdPassedStops(JointAssembly& assembly);
/// Whether nothing can begin or end but a hit of a stop, and nothing takes energy: such motion may be integrated backwards, too.
bool isReversible(const JointAssembly& assembly);

/// The values by which events are found, of the present pose.
struct JointWatch {
  List<double> stops;  // in the order of JointAssembly::stops
  List<double> slips;  // by joint: rate of what pushes, less the one it pushes to; drive, then friction
};
JointWatch watchOf(JointAssembly& assembly, std::span<const Body> bodies);

enum class StageResult : std::uint8_t {
  good,
  again,  // with other modes, from the start of the stage
  cut,    // at `share` of it (estimated), where the watched value `index` is zero
};
struct StageVerdict {
  StageResult result = StageResult::good;
  double share = 1;
  bool isStop = false;      // else a slip that ends
  std::uint32_t index = 0;  // in JointWatch
};
/// Looks at a stage of `time` seconds from `before` to `after`, whose rows and impulses are in the assembly.
StageVerdict judgeStage(JointAssembly& assembly, const JointWatch& before, const JointWatch& after, double time);
/// Holds the stop of the event, where it is the one that a motor pushes back to at the moment of its rebound. False where it is not.
bool holdReboundedStop(JointAssembly& assembly, std::span<Body> bodies, const StageVerdict& verdict);
/// What happens at the event: an impact on all stops that are touched, or a slip that becomes holding. False when that changes nothing.
bool applyEvent(JointAssembly& assembly, std::span<Body> bodies, const StageVerdict& verdict);

}  // namespace tumble
