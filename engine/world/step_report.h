// The report of a step: counts, problems, and the time of each stage.
#pragma once
#include <cstdint>

namespace tumble {

/// Problems of a step, as bits, shown by the page. After an overload the world is at its last good state, and the page pauses.
enum StepFlag : std::uint32_t {
  kNonFiniteBody = 1u << 0,  // a body had a non-finite state: it is frozen at its last good pose
  kBodyStoreFull = 1u << 1,  // an addBody command found no free index
  kStaleBody = 1u << 2,      // a command named a body that does not exist
  kPairOverload = 1u << 3,   // more overlapping pairs than kMaxPairs: the bodies were not moved (commands were applied)
  kSpinTooFast = 1u << 4,    // a body turned faster than kFastestSpin: as with NaN
  kPushTooStrong = 1u << 5,  // an impulse would change a spin by more than kMostSpinOfPush, or too many forces act: it was ignored
  // More pairs touch than kMostTouching, or along seams than kSeamChecks, allows: the bodies were not moved (commands were applied).
  kWorkOverload = 1u << 6,
  kImpactsUnseen = 1u << 7,  // continuous collision exceeded kImpactQueries: the remaining fast bodies were not checked
  kSpringsRough = 1u << 8,   // the solver of springs exceeded kSpringEvaluations: they are less accurate
  kImpactsRough = 1u << 9,   // impacts exceeded their budget (kImpactWorkOfStep): what collides later does not bounce
  kJointsRough = 1u << 10,   // joints in flight exceeded kJointRows or kJointRowsOfStep: they are less accurate
};

enum class Stage : std::uint8_t { commands, pairs, collide, prepare, solve, finalize, count };
constexpr int kStageCount = static_cast<int>(Stage::count);

struct StepReport {
  std::uint32_t flags = 0;
  std::uint32_t bodyCount = 0;                 // alive, all types
  std::uint32_t pairCount = 0;                 // pairs of colliders whose fat boxes overlap
  std::uint32_t contactCount = 0;              // touching pairs (with at least one point)
  std::uint32_t commandCount = 0;              // applied
  std::uint32_t sleeperCount = 0;              // bodies asleep
  std::uint32_t frozenBody = 0xffffffffu;      // id of a body frozen in this step
  double stageMilliseconds[kStageCount] = {};  // filled when the host gave a clock (World has none of its own)
};

}  // namespace tumble
