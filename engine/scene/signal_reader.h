// Reads numbers of a force that may be functions of time: { "type": "sine", ... } in place of a number.
#pragma once
#include "forces/drive.h"
#include "scene/cursor.h"
#include "scene/limits.h"

namespace tumble {

/// Reads the numbers of one force. Without a store, as in a command, each must be a number.
struct NumberReader {
  Fields& fields;
  Force& force;
  SignalStore* store;

  /// The member `key`, if it exists or is required. `number`: which one of the force it is.
  void number(const char* key, bool required, const Range& range, double& out, std::uint8_t number);
  /// A list of three.
  void vector(const char* key, bool required, const Range& each, Vec3& out, std::uint8_t firstNumber);

 private:
  void read(const Cursor& at, const Range& range, double& out, std::uint8_t number);
};

}  // namespace tumble
