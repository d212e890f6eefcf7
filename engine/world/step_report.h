// What one step did: counts, trouble, and where the time went.
#pragma once
#include <cstdint>

namespace tumble {

/// Trouble of a step, as bits. The world goes on; the page says so. After an overload it stands at its last good state, and the page pauses.
enum StepFlag : std::uint32_t {
  kNonFiniteBody = 1u << 0,  // a body met NaN or infinity: it is put back to its last good state and frozen
  kBodyStoreFull = 1u << 1,  // an addBody command found no place
  kStaleBody = 1u << 2,      // a command named a body that does not exist (any more)
  kPairOverload = 1u << 3,   // more overlapping pairs than kMaxPairs: the bodies were not moved (commands were carried out)
  kSpinTooFast = 1u << 4,    // a body turned faster than kFastestSpin: as with NaN
  kPushTooStrong = 1u << 5,  // a push would have spun its body by more than kMostSpinOfPush: or too many forces act: it was left out
  kWorkOverload = 1u << 6,   // more pairs touch than kMostTouching, or along seams than kSeamChecks, allows: the bodies were not moved (commands were carried out)
  kMeetingsUnseen = 1u << 7, // continuous collision had more to look at than kMeetingLooks: what was left went its way unseen
  kSpringsRough = 1u << 8,   // springs were too many to solve them to the end (kSpringVisits): they may not hold what they should
};

enum class Stage : std::uint8_t { commands, pairs, collide, prepare, solve, finalize, count };
constexpr int kStageCount = static_cast<int>(Stage::count);

struct StepReport {
  std::uint32_t flags = 0;
  std::uint32_t bodyCount = 0;        // alive, all types
  std::uint32_t pairCount = 0;        // pairs of colliders whose fat boxes overlap
  std::uint32_t contactCount = 0;     // touching pairs (with at least one point)
  std::uint32_t commandCount = 0;     // applied
  std::uint32_t sleeperCount = 0;     // bodies asleep
  std::uint32_t frozenBody = 0xffffffffu;  // id of a body frozen in this step
  double stageMilliseconds[kStageCount] = {};  // filled when the host gave a clock (World has none of its own)
};

}  // namespace tumble
