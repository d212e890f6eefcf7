// Reading the shapes of a body.
#pragma once
#include "scene/cursor.h"
#include "shapes/shape.h"

namespace tumble {

/// "density", "friction", "restitution", "rollingFriction", "collides" and "color", of a shape or of a whole body.
void readMaterial(Fields& fields, Shape& shape);

/// An entry of "shapes". `material` is that of its body, which `isStatic` or not; `collisions`: does anything collide in this world?
Shape readShape(const Cursor& at, const Shape& material, bool isStatic, bool collisions);

}  // namespace tumble
