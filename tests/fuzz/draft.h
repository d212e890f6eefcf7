// A scene while it is being written: JSON as a beginner writes it, and short ways to put things into it.
#pragma once
#include <string>
#include <vector>

#include "fuzz/random.h"
#include "scene/json.h"

namespace tumble::fuzz {

void set(Json& object, const char* key, Json value);
void set(Json& object, const char* key, Vec3 value);
inline void set(Json& object, const char* key, double value) { set(object, key, jsonOf(value)); }
inline void set(Json& object, const char* key, bool value) { set(object, key, jsonOf(value)); }
inline void set(Json& object, const char* key, const char* value) { set(object, key, jsonOf(value)); }
inline void set(Json& object, const char* key, const std::string& value) { set(object, key, jsonOf(value)); }
Json numbers(std::initializer_list<double> values);
Json axisAngle(Vec3 axis, double degrees);
const Json* member(const Json& object, std::string_view key);
Json* member(Json& object, std::string_view key);
/// JSON text, short where it can be.
std::string textOf(const Json& json);

struct Draft {
  Random random;
  int stepsPerSecond = 60;
  double friction = 0.5, restitution = 0;  // of most things of this scene
  bool mixed = false;                      // things have materials of their own
  bool hasAllShapes = false;               // cubes and bricks are round things and hulls, too
  Vec3 gravity{0, -9.81, 0};
  Json scene = jsonOf(JsonType::object);
  Json bodies = jsonOf(JsonType::array), forces = jsonOf(JsonType::array), commands = jsonOf(JsonType::array),
       joints = jsonOf(JsonType::array);
  struct Ball {
    Vec3 center;
    double radius;
  };
  std::vector<Ball> taken;  // room that is taken already
};

/// Rate, preset, sleep and materials of a scene, by chance.
Draft newDraft(std::uint64_t seed, const char* family);
Json finished(Draft& draft, const std::string& title);
/// A body with its name; its number makes the name its own.
Json thing(Draft& draft, const char* name);
/// Adds it and returns its name.
std::string add(Draft& draft, Json body);

/// What a body looks like.
enum Kind : unsigned { kCube = 1, kBrick = 2, kPole = 4, kSlab = 8, kBall = 16, kCompound = 32, kBoxes = 15, kSimple = 31, kAny = 63 };
struct Form {
  double radius = 0;  // m, of a ball about the origin that holds it
  double thin = 0;    // m, its thinnest part
  Vec3 size;          // m, of a box
};
/// Gives the body a shape of about this size.
Form shape(Draft& draft, Json& body, unsigned kinds, double scale);
void box(Json& body, Vec3 size);
void ball(Json& body, double radius);
/// Friction and restitution as the scene has them.
void material(Draft& draft, Json& body);
/// Mass or density, or neither.
void weigh(Draft& draft, Json& body);
void turn(Draft& draft, Json& body);  // an orientation by chance: none, simple, any
/// A place in the block that is not taken yet; false when there is none.
bool place(Draft& draft, Json& body, double radius, Vec3 low, Vec3 high);
/// A static box: its top face is at y = top. Returns its name.
std::string floorOf(Draft& draft, double width = 40, double top = 0);
std::string fixedBox(Draft& draft, const char* name, Vec3 size, Vec3 position);
/// A ball with the materials of the scene. Returns its name.
std::string addBall(Draft& draft, const char* name, double radius, double mass, Vec3 position);
/// A box with the materials of the scene, m and kg.
Json part(Draft& draft, const char* name, Vec3 size, double mass, Vec3 position);
std::string addPart(Draft& draft, const char* name, Vec3 size, double mass, Vec3 position);
/// A joint between two bodies; "": the world.
Json jointOf(const char* type, const std::string& a, const std::string& b);
void addJoint(Draft& draft, Json joint);
/// One box of a compound.
Json boxShape(Vec3 size, Vec3 position);

}  // namespace tumble::fuzz
