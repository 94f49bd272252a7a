// Units with a type: bytes and floating-point operations do not add up to anything.
#pragma once

#include <compare>
#include <cstdint>

namespace tally {

/// A count of bytes. 64 bits: the accounts of a 405B model do not fit in less.
struct Bytes {
  std::int64_t count = 0;
  constexpr auto operator<=>(const Bytes&) const = default;
  constexpr Bytes& operator+=(Bytes other) {
    count += other.count;
    return *this;
  }
  constexpr Bytes& operator-=(Bytes other) {
    count -= other.count;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return {a.count - b.count}; }
  friend constexpr Bytes operator-(Bytes a) { return {-a.count}; }
  friend constexpr Bytes operator*(std::int64_t n, Bytes b) { return {n * b.count}; }
  friend constexpr Bytes operator*(Bytes b, std::int64_t n) { return {n * b.count}; }
};

/// 1 GB is 1e9 bytes.
constexpr double in_gigabytes(Bytes bytes) { return static_cast<double>(bytes.count) / 1e9; }

/// A count of floating-point operations; a multiply and an add are two (FlopCounterMode's
/// convention).
struct Flops {
  std::int64_t count = 0;
  constexpr auto operator<=>(const Flops&) const = default;
  constexpr Flops& operator+=(Flops other) {
    count += other.count;
    return *this;
  }
  friend constexpr Flops operator+(Flops a, Flops b) { return {a.count + b.count}; }
  friend constexpr Flops operator-(Flops a, Flops b) { return {a.count - b.count}; }
};

}  // namespace tally
