// A list that is mostly short: its first elements are within it, so that a list of a few on the stack needs no storage of its own.
#pragma once
#include "containers/list.h"

namespace tumble {

/// A list of trivially copyable elements; those of a list longer than N are in a List.
template <class T, std::size_t N> class ShortList {
 public:
  ShortList() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return size_ > N ? rest_.data() : reinterpret_cast<const T*>(own_); }
  const T* end() const { return begin() + size_; }
  T* begin() { return size_ > N ? rest_.data() : reinterpret_cast<T*>(own_); }
  T* end() { return begin() + size_; }
  const T& operator[](std::size_t i) const {
    TUMBLE_ASSERT(i < size_, "an index is within the list");
    return begin()[i];
  }
  T& operator[](std::size_t i) {
    TUMBLE_ASSERT(i < size_, "an index is within the list");
    return begin()[i];
  }
  void clear() { size_ = 0; }
  void push_back(const T& value) {
    if (size_ >= N) return pushBeyond(value);
    reinterpret_cast<T*>(own_)[size_++] = value;
  }
  /// Keeps the first `count` elements.
  void shorten(std::size_t count) {
    TUMBLE_ASSERT(count <= size_, "a list is made shorter");
    if (size_ > N && count <= N) std::copy(begin(), begin() + count, reinterpret_cast<T*>(own_));
    size_ = count;
  }

 private:
  static_assert(std::is_trivially_copyable_v<T>);

  void pushBeyond(const T& value) {
    if (size_ == N) rest_.assign(std::span<const T>(begin(), N));
    else rest_.resize(size_);  // it may have been made shorter
    rest_.push_back(value);
    ++size_;
  }

  std::size_t size_ = 0;
  List<T> rest_;  // all elements, where there are more than N
  alignas(T) unsigned char own_[N * sizeof(T)];
};

}  // namespace tumble
