#include "fuzz/families.h"

namespace tumble::fuzz {
namespace {

constexpr Family kFamilies[] = {
    {"drop", dropThings},
    {"throw", throwThings},
    {"poles", throwPoles},
    {"stack", stackThings},
    {"tower-of-masses", towerOfMasses},
    {"wall-hit", hitWall},
    {"room", room},
    {"planar", planarThings},
    {"commands", commandThings},
    {"wedge-v", wedgeV},
    {"wedge-u", wedgeU},
    {"wedge-dynamic-u", wedgeDynamicU},
    {"press", press},
    {"pusher", pusher},
    {"drum", drum},
    {"turntable", turntable},
    {"lift-plank", liftPlank},
    {"hanging-springs", hangingSprings},
    {"sliding-springs", slidingSprings},
    {"coupled-springs", coupledSprings},
    {"net", net},
    {"soft-cube", softCube},
    {"clamp", clamp},
    {"pushes", pushes},
    {"drag", dragged},
    {"tiles", tiles},
    {"compound-floor", compoundFloor},
    {"flush-wall", flushWall},
    {"meetings", meetings},
    {"elastic-gas", elasticGas},
    {"free-springs", freeSprings},
    {"schemes", schemes},
    {"spinners", spinners},
    {"roll-on", rollOn},
    {"crush", crush},
    {"ramp-race", rampRace},
    {"dominoes", dominoes},
    {"seesaw", seesaw},
    {"billiards", billiards},
    {"gate", gate},
    {"conveyor", conveyor},
    {"mill", mill},
    {"spinning-tops", spinningTops},
    {"spring-bridge", springBridge},
    {"cart", cart},
    {"stairs", stairs},
    {"funnel", funnel},
    {"heap", heap},
    // With joints: looked at by themselves (--family joints).
    {"pendulums", pendulums},
    {"chain", chain},
    {"door", door},
    {"bridge", bridge},
    {"linkage", linkage},
    {"wheels", wheels},
    {"ragdoll", ragdoll},
    {"gears", gears},
    {"pulleys", pulleys},
    {"ropes", ropes},
    {"free-trees", freeTrees},
    {"jointed-heap", jointedHeap},
    {"cradle", cradle},
    {"swing", swing},
    {"merry-go-round", merryGoRound},
    {"guides", guides},
    // The same as above with all shapes: looked at by themselves (--family shapes).
    {"shapes-drop", dropThings},
    {"shapes-throw", throwThings},
    {"shapes-room", room},
    {"shapes-drum", drum},
    {"shapes-turntable", turntable},
    {"shapes-meetings", meetings},
    {"shapes-glances", glances},
    {"shapes-ramp-race", rampRace},
    {"shapes-conveyor", conveyor},
    {"shapes-stairs", stairs},
    {"shapes-funnel", funnel},
    {"shapes-heap", heap},
    {"shapes-tiles", tiles},
    {"shapes-compound-floor", compoundFloor},
    {"shapes-flush-wall", flushWall},
    {"shapes-hurl", hurlThinThings},
    {"shapes-rollers", rollers},
    {"shapes-roll-hulls", rollHulls},
    {"shapes-columns", columnsOnSlopes},
};
constexpr std::size_t kJointed = 16, kShapes = 18;  // the last ones
constexpr std::string_view kAllShapes = "shapes-";

const Family& oneOf(std::span<const Family> families, std::uint64_t seed) {
  Random random{seed * 0x2545f4914f6cdd1du};
  return families[next(random) % families.size()];
}

}  // namespace

std::span<const Family> families() { return kFamilies; }
std::span<const Family> jointedFamilies() { return families().last(kJointed + kShapes).first(kJointed); }
std::span<const Family> shapeFamilies() { return families().last(kShapes); }

const Family* familyNamed(std::string_view name) {
  for (const Family& family : kFamilies) {
    if (name == family.name) return &family;
  }
  return nullptr;
}

const Family& familyOf(std::uint64_t seed) { return oneOf(families().first(std::size(kFamilies) - kJointed - kShapes), seed); }
const Family& anyFamilyOf(std::uint64_t seed) { return oneOf(families(), seed); }

Json sceneOf(const Family& family, std::uint64_t seed) {
  Draft draft = newDraft(seed, family.name);
  draft.hasAllShapes = std::string_view(family.name).starts_with(kAllShapes);
  family.make(draft);
  return finished(draft, std::string(family.name) + " " + std::to_string(seed));
}

}  // namespace tumble::fuzz
