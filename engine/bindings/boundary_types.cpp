// The types of what crosses the boundary, as Embind knows them. Its own list (libembind) names thirty, and each brings its
// conversion into the glue, used or not: half of the glue. Only numbers cross here, so this file stands in for that library.
#include <emscripten/bind.h>

#include <cstdint>
#include <limits>

using emscripten::internal::TypeID;

extern "C" {

/// Called once for each EMSCRIPTEN_BINDINGS, after its functions were registered: a list for worker threads, of which there are none.
void _embind_register_bindings(emscripten::internal::InitFunc*) {}

/// The name of a type that nobody registered, for a message of Embind. Without type information there are no names.
const char* __getTypeName(const void*) { return nullptr; }

}  // extern "C"

EMSCRIPTEN_BINDINGS(boundary_types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_integer(TypeID<std::uint32_t>::get(), "unsigned int", sizeof(std::uint32_t), 0,
                           std::numeric_limits<std::uint32_t>::max());
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
