// A growing list of trivially copyable elements, for nearly every list of the engine. As std::vector, but all element types share the code that moves
// storage as bytes: some sixty instances of std::vector were a fifth of the download.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include "assertion.h"

namespace tumble {

constexpr std::size_t kListAlignment = 64;  // bytes: a cache line

/// A run of elements: [first, first + count) move to [to, to + count).
struct ListRun {
  std::uint32_t first, count, to;
};

/// The part that does not depend on the type of the elements.
class ListStorage {
 public:
  ListStorage() = default;
  ListStorage(ListStorage&& other) noexcept { exchange(other); }
  ~ListStorage();

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

 protected:
  void exchange(ListStorage& other) noexcept;
  void makeRoom(std::size_t least, std::size_t elementSize);
  /// Appends elements as bytes.
  void append(const void* elements, std::size_t count, std::size_t elementSize);
  /// Makes the list `count` long; new elements are copies of `value`.
  void resize(std::size_t count, const void* value, std::size_t elementSize);
  /// Moves runs that keep their order, and makes the list `count` long.
  void moveRuns(std::span<const ListRun> runs, std::size_t count, std::size_t elementSize);

  void* data_ = nullptr;
  std::uint32_t size_ = 0, capacity_ = 0;

 private:
  /// Makes room for `least` elements. Returns the old block, which the caller releases, or null.
  void* outgrow(std::size_t least, std::size_t elementSize);
};

template <class T> class List : public ListStorage {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kListAlignment);

 public:
  using value_type = T;

  List() = default;
  explicit List(std::size_t count) { resize(count); }
  List(std::size_t count, const T& value) { resize(count, value); }
  List(std::initializer_list<T> elements) { append(elements); }
  explicit List(std::span<const T> elements) { append(elements); }
  List(const List& other) : ListStorage() { append(other); }
  List(List&& other) noexcept = default;
  List& operator=(const List& other) {
    if (this != &other) assign(other);
    return *this;
  }
  List& operator=(List&& other) noexcept {
    exchange(other);
    return *this;
  }

  T* data() { return static_cast<T*>(data_); }
  const T* data() const { return static_cast<const T*>(data_); }
  T* begin() { return data(); }
  const T* begin() const { return data(); }
  T* end() { return data() + size_; }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) {
    TUMBLE_ASSERT(i < size_, "an index is within the list");
    return data()[i];
  }
  const T& operator[](std::size_t i) const {
    TUMBLE_ASSERT(i < size_, "an index is within the list");
    return data()[i];
  }
  T& back() {
    TUMBLE_ASSERT(size_ > 0, "a list with a last element is not empty");
    return data()[size_ - 1];
  }
  const T& back() const {
    TUMBLE_ASSERT(size_ > 0, "a list with a last element is not empty");
    return data()[size_ - 1];
  }

  void reserve(std::size_t count) { makeRoom(count, sizeof(T)); }
  /// New elements are T{}.
  void resize(std::size_t count) { resize(count, T{}); }
  void resize(std::size_t count, const T& value) { ListStorage::resize(count, &value, sizeof(T)); }
  void assign(std::size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  void assign(std::span<const T> elements) {
    clear();
    append(elements);
  }
  void push_back(const T& value) {
    if (size_ == capacity_) ListStorage::append(&value, 1, sizeof(T));
    else data()[size_++] = value;
  }
  T& emplace_back() {
    push_back(T{});
    return back();
  }
  /// Appends an uninitialised element, which the caller must write.
  T& extend() {
    if (size_ == capacity_) makeRoom(capacity_ + 1, sizeof(T));
    return data()[size_++];
  }
  void pop_back() {
    TUMBLE_ASSERT(size_ > 0, "an element is taken from a list that has one");
    --size_;
  }
  /// The others keep their order.
  void erase(std::size_t index) {
    TUMBLE_ASSERT(index < size_, "the erased element is in the list");
    std::copy(begin() + index + 1, end(), begin() + index);
    pop_back();
  }
  void append(std::span<const T> elements) { ListStorage::append(elements.data(), elements.size(), sizeof(T)); }
  void append(std::initializer_list<T> elements) { ListStorage::append(elements.begin(), elements.size(), sizeof(T)); }
  /// Moves runs, which ascend and keep their order, and makes the list `count` long. Elements that no run covers are undefined.
  void moveRuns(std::span<const ListRun> runs, std::size_t count) { ListStorage::moveRuns(runs, count, sizeof(T)); }
  void swap(List& other) noexcept { exchange(other); }
};

template <class T> bool operator==(const List<T>& a, const List<T>& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// Removes the elements that satisfy the condition; the others keep their order.
template <class T, class Condition> void eraseIf(List<T>& list, Condition condition) {
  list.resize(static_cast<std::size_t>(std::remove_if(list.begin(), list.end(), condition) - list.begin()));
}

}  // namespace tumble
