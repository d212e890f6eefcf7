// What a body is made of: shapes placed in the body's own frame, each with its material.
#pragma once
#include "math/quat.h"

namespace tumble {

enum class ShapeType : unsigned char { box };

/// One shape of a body. Position and orientation are in the body frame (the frame the author placed the shapes in, whose
/// origin need not be the centre of mass).
struct Shape {
  ShapeType type = ShapeType::box;
  Vec3 halfExtents{0.5, 0.5, 0.5};  // m
  Vec3 position;                    // m, centre of the shape in the body frame
  Quat orientation;                 // shape -> body frame
  double density = 1000;            // kg/m^3
  double friction = 0.5;            // Coulomb coefficient mu; a pair has sqrt(mu1 mu2)
  double restitution = 0;           // e in [0, 1]; a pair has max(e1, e2)
};

}  // namespace tumble
