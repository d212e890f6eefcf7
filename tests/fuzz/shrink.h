// Makes a scene smaller while it still is what it is looked at for: fewer bodies, forces, commands and shapes, fewer keys, rounder numbers.
// Or any document.
#pragma once
#include <functional>

#include "scene/json.h"

namespace tumble::fuzz {

/// `holds`: true of a scene that will do; asked at most so many times. The scene itself, when it will not do.
Json shrunk(const Json& scene, const std::function<bool(const Json&)>& holds, int most = 400);

/// The same for a document that need not be a scene: without any part that it does not need, and with rounder numbers.
Json shrunkDocument(const Json& document, const std::function<bool(const Json&)>& holds, int most);

}  // namespace tumble::fuzz
