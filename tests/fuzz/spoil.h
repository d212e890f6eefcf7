// Spoils documents as someone does who knows the format: numbers at the edges of their ranges, words that belong elsewhere, keys from other
// places, lists that are empty, doubled or long, and values of other types.
#pragma once
#include <string>

#include "fuzz/random.h"
#include "scene/json.h"

namespace tumble::fuzz {

/// Changes one value of `document`; parts of `donor` may come into it. Gives what was done, in a few words.
std::string spoil(Json& document, const Json& donor, Random& random);

/// Changes some numbers by a little, as a person does who edits a scene.
void edit(Json& document, Random& random);

}  // namespace tumble::fuzz
