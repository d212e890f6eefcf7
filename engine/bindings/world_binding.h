// The engine as JavaScript sees it: one class, integer ids, scalars and scenes in, typed-array views out.
#pragma once
#include <emscripten/val.h>

#include <string>

#include "containers/list.h"
#include "world/world.h"

namespace tumble {

EMSCRIPTEN_DECLARE_VAL_TYPE(Float32View)
EMSCRIPTEN_DECLARE_VAL_TYPE(Float64View)
EMSCRIPTEN_DECLARE_VAL_TYPE(Uint32View)
EMSCRIPTEN_DECLARE_VAL_TYPE(Uint8View)

/// A view points into wasm memory: it is good until the next call of any method, and empty after memory has grown.
class WorldBinding {
 public:
  WorldBinding();

  std::string load(const emscripten::val& scene);
  /// Goes on with a changed scene (scene/revision.h). `kept`: a list of two numbers for each entry of its "bodies".
  std::string revise(const emscripten::val& scene, const emscripten::val& kept);
  std::string command(const emscripten::val& command);
  std::uint32_t step();
  double stepCount() const { return static_cast<double>(world_.stepCount); }
  int stepsPerSecond() const { return world_.settings.stepsPerSecond; }
  std::uint32_t slotCount() const { return static_cast<std::uint32_t>(world_.bodies.bodies.size()); }
  std::uint32_t bodiesVersion() const { return world_.bodiesVersion + loads_; }

  Float32View poses();
  Uint32View ids();
  Float32View shapes();
  Float32View geometry(std::uint32_t index);
  Float64View states();
  Float64View bodyState(std::uint32_t id);
  Float64View pointState(std::uint32_t id, double x, double y, double z);
  Float64View measures();
  Float64View report();
  Float32View contacts();
  Float64View forces();
  Float64View blows();
  emscripten::val bodyInfo(std::uint32_t id) const;
  std::string hash() const;
  /// The world as bytes (replay/snapshot.h), without the scene it came from.
  Uint8View snapshot();
  /// Takes a Uint8Array that snapshot() gave of this scene. "" or one sentence; the world is then as it was.
  std::string restore(const emscripten::val& bytes);

 private:
  void appendContacts(const ContactStore& store);

  World world_;
  std::uint32_t loads_ = 0;
  List<float> poses_, shapes_, geometry_, contacts_;
  List<std::uint32_t> ids_;
  List<double> states_, numbers_;
  List<std::uint8_t> snapshot_;
};

}  // namespace tumble
