// The engine as JavaScript sees it: integer ids, scalars and blocks of bytes in, views out. world.js makes one class of it.
#pragma once
#include <string>

#include "bindings/layout.h"
#include "containers/list.h"
#include "world/world.h"

namespace tumble {

/// Where numbers or bytes lie: the address of two unsigned integers, their address and their count. Text is bytes of UTF-8.
using ViewAddress = std::uint32_t;

/// What scenes, commands and snapshots need goes through the inbox: the host asks for room and writes there before the call.
class WorldBinding {
 public:
  WorldBinding();

  /// Room for `size` bytes, at a multiple of 8; good until the next call.
  std::uint32_t inbox(std::uint32_t size);
  ViewAddress load();
  /// Goes on with a changed scene (scene/revision.h): a list of the scene and a list of two numbers for each entry of its "bodies".
  ViewAddress revise();
  ViewAddress command();
  std::uint32_t step();
  double stepCount() const { return static_cast<double>(world_.stepCount); }
  double seconds() const { return startOfPart(world_); }
  std::uint32_t stepsPerSecond() const { return static_cast<std::uint32_t>(world_.settings.stepsPerSecond); }
  std::uint32_t slotCount() const { return static_cast<std::uint32_t>(world_.bodies.bodies.size()); }
  std::uint32_t bodiesVersion() const { return world_.bodiesVersion + loads_; }

  ViewAddress poses();
  ViewAddress ids();
  ViewAddress shapes();
  ViewAddress geometry(std::uint32_t index);
  ViewAddress states();
  ViewAddress bodyState(std::uint32_t id);
  ViewAddress pointState(std::uint32_t id, double x, double y, double z);
  ViewAddress measures();
  ViewAddress report();
  ViewAddress contacts();
  ViewAddress forces();
  /// Grows when joints are added; removed ones keep their place.
  std::uint32_t jointCount() const { return static_cast<std::uint32_t>(world_.joints.size()); }
  ViewAddress joints();
  ViewAddress jointStates();
  ViewAddress jointName(std::uint32_t index);
  /// From the next step on impacts are recorded (1), or not (0, as at first).
  void recordImpacts(std::uint32_t enabled) { recordsImpacts_ = enabled != 0; }
  /// Those of the last step, at most kMostImpactEvents.
  ViewAddress impacts();
  ViewAddress bodyInfo(std::uint32_t id);
  ViewAddress bodyName(std::uint32_t id);
  ViewAddress motionSchemeName(std::uint32_t scheme);
  ViewAddress hash();
  /// The world as bytes (replay/snapshot.h), without the scene it came from.
  ViewAddress snapshot();
  /// Takes bytes that snapshot() gave of this scene. "" or one sentence; the world is then as it was.
  ViewAddress restore();

 private:
  void appendContacts(const ContactStore& store);
  ViewAddress viewOf(const void* data, std::size_t count);
  /// The numbers of a list of numbers, or of a list of records.
  template <class Number, class Record> ViewAddress viewOf(const List<Record>& records) {
    return viewOf(records.data(), records.size() * sizeof(Record) / sizeof(Number));
  }
  ViewAddress viewOf(const std::string& text);

  World world_;
  std::uint32_t loads_ = 0;
  bool recordsImpacts_ = false;
  List<layout::Pose> poses_;
  List<layout::Shape> shapes_;
  List<layout::State> states_;
  List<layout::Contact> contacts_;
  List<float> geometry_;
  List<std::uint32_t> ids_;
  List<double> numbers_;
  List<std::uint8_t> snapshot_, inbox_;
  std::string text_;
  std::uint32_t view_[2] = {0, 0};
};

}  // namespace tumble
