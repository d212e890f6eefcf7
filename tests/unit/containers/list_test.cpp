#include "containers/list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "containers/sort_keys.h"

using namespace tumble;

namespace {

struct alignas(16) Plain {
  float f[4] = {1, 2, 3, 4};
  std::uint64_t number = 7;
};

}  // namespace

TEST_CASE("a list holds what a vector holds, through growth, shrinking and removal") {
  std::mt19937 random(5);
  List<std::uint64_t> list;
  std::vector<std::uint64_t> vector;
  for (int i = 0; i < 20000; ++i) {
    const auto number = static_cast<std::uint64_t>(random() % 1000000000);
    switch (number % 7) {
      case 0:
        if (!vector.empty()) list.pop_back(), vector.pop_back();
        break;
      case 1:
        if (!vector.empty()) {
          const std::size_t place = number % vector.size();
          list.erase(place);
          vector.erase(vector.begin() + static_cast<std::ptrdiff_t>(place));
        }
        break;
      case 2:
        list.append({number, number + 1, number + 2});
        vector.insert(vector.end(), {number, number + 1, number + 2});
        break;
      case 3:
        list.resize(vector.size() + number % 5);
        vector.resize(vector.size() + number % 5);
        break;
      default: list.push_back(number); vector.push_back(number);
    }
    if (number % 997 == 0) {
      eraseIf(list, [&](std::uint64_t n) { return n % 3 == 0; });
      std::erase_if(vector, [&](std::uint64_t n) { return n % 3 == 0; });
    }
    REQUIRE(list.size() == vector.size());
  }
  REQUIRE(vector.size() > 1000);
  CHECK(std::equal(list.begin(), list.end(), vector.begin(), vector.end()));
}

TEST_CASE("new elements are made, old ones stay, and storage is aligned") {
  List<Plain> list(3);
  CHECK(list[2].number == 7);
  list[2].number = 9;
  list.resize(1000);
  CHECK(list[2].number == 9);
  CHECK(list[999].f[3] == 4);
  CHECK(reinterpret_cast<std::uintptr_t>(list.data()) % alignof(Plain) == 0);
  list.assign(2, Plain{{}, 5});
  CHECK(list.size() == 2);
  CHECK(list.back().number == 5);
}

TEST_CASE("an element of the list itself can be appended while the list grows") {
  List<std::uint32_t> list{41};
  while (list.size() < 1000) list.push_back(list[list.size() - 1]);
  for (const std::uint32_t number : list) CHECK(number == 41);
}

TEST_CASE("copies are apart, moves take along") {
  List<std::uint32_t> a{1, 2, 3}, b = a;
  b[0] = 9;
  CHECK(a == List<std::uint32_t>{1, 2, 3});
  const List<std::uint32_t> c = std::move(b);
  CHECK(c == List<std::uint32_t>{9, 2, 3});
  a = c;
  CHECK(a == c);
  const List<std::uint32_t>& self = a;
  a = self;
  CHECK(a == c);
}

TEST_CASE("keys are sorted as std::sort sorts them") {
  std::mt19937 random(11);
  for (const std::size_t count : {0u, 1u, 2u, 3u, 100u, 5000u}) {
    List<std::uint64_t> keys;
    for (std::size_t i = 0; i < count; ++i) keys.push_back(static_cast<std::uint64_t>(random() % 300) << 32 | i);
    std::vector<std::uint64_t> expected(keys.begin(), keys.end());
    std::sort(expected.begin(), expected.end());
    sortKeys(keys);
    CHECK(std::equal(keys.begin(), keys.end(), expected.begin(), expected.end()));
  }
}
