// All fields of a struct, by their names.
//
//   TUMBLE_FIELDS(box, lower, upper);      auto& lower = box.lower; auto& upper = box.upper;
//
// It compiles when the names are all the fields of the struct, in any order: each is found by its name, none comes twice, and a
// structured binding of as many nameless parts says that there are no others. A structured binding alone counts the fields and
// takes them by position: two of one type could be swapped without an error.
#pragma once

// For each of up to 60 names (D. Mazieres, "Recursive macros with C++20 __VA_OPT__", 2021).
#define TUMBLE_PARENTHESES ()
#define TUMBLE_EXPAND(...) TUMBLE_EXPAND3(TUMBLE_EXPAND3(TUMBLE_EXPAND3(TUMBLE_EXPAND3(__VA_ARGS__))))
#define TUMBLE_EXPAND3(...) TUMBLE_EXPAND2(TUMBLE_EXPAND2(TUMBLE_EXPAND2(TUMBLE_EXPAND2(__VA_ARGS__))))
#define TUMBLE_EXPAND2(...) TUMBLE_EXPAND1(TUMBLE_EXPAND1(TUMBLE_EXPAND1(TUMBLE_EXPAND1(__VA_ARGS__))))
#define TUMBLE_EXPAND1(...) __VA_ARGS__

#define TUMBLE_PARTS(name, ...) name##Part __VA_OPT__(, TUMBLE_PARTS_AGAIN TUMBLE_PARENTHESES(__VA_ARGS__))
#define TUMBLE_PARTS_AGAIN() TUMBLE_PARTS
#define TUMBLE_NAMES(object, name, ...)      \
  [[maybe_unused]] auto& name = object.name; \
  __VA_OPT__(TUMBLE_NAMES_AGAIN TUMBLE_PARENTHESES(object, __VA_ARGS__))
#define TUMBLE_NAMES_AGAIN() TUMBLE_NAMES

#define TUMBLE_FIELDS(object, ...)                                            \
  [[maybe_unused]] auto& [TUMBLE_EXPAND(TUMBLE_PARTS(__VA_ARGS__))] = object; \
  TUMBLE_EXPAND(TUMBLE_NAMES(object, __VA_ARGS__))
