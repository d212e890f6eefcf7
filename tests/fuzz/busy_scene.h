// A small scene with something of everything: waiting commands of each kind, hands, fields, springs, compounds, meshes, sleepers.
#pragma once
#include "scene/json.h"

namespace tumble::fuzz {

Json busyScene();

}  // namespace tumble::fuzz
