// The description from which a body is created.
#pragma once
#include <string>
#include <vector>

#include "bodies/body.h"
#include "shapes/shape.h"

namespace tumble {

struct BodyDescription {
  std::string name;  // shown to people; may be empty
  BodyType type = BodyType::dynamic;
  std::vector<Shape> shapes;
  double mass = 0;               // kg; 0: from the densities of the shapes
  bool hasInertia = false;       // else from the shapes
  bool hasCenterOfMass = false;  // else from the shapes
  Vec3 centerOfMass;             // m, body frame
  Mat3 inertia;                  // kg m^2, about the centre of mass, body axes
  Vec3 position;                 // m, origin of the body frame, world
  Quat orientation;              // body frame -> world
  Vec3 velocity;                 // m/s, of the centre of mass
  Vec3 angularVelocity;          // rad/s, world axes
  double linearDamping = 0;      // 1/s
  double angularDamping = 0;     // 1/s
  bool sleeping = true;          // may fall asleep at rest
  bool continuous = false;       // collides continuously with moving bodies too
  bool planar = false;           // moves in x and y and turns about z only
  MotionScheme motion = MotionScheme::automatic;
};

}  // namespace tumble
