// Our own counter-based generator, so that every engine and platform draws the same numbers:
// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace tally {

/// One block of four words. Key: seed; counter: block number and stream number.
std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t block);

/// An endless sequence of numbers addressed by index: element i takes word i % 4 of block i / 4.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}
  /// Words from `index` on, at least one, as many as were made together. They stand until another
  /// piece of the sequence is asked for.
  std::span<const std::uint32_t> words(std::uint64_t index) {
    if (index / words_.size() != made_) make(index / words_.size());
    return std::span<const std::uint32_t>(words_).subspan(index % words_.size());
  }
  std::uint32_t word(std::uint64_t index) { return words(index).front(); }
  /// In [0, 1), a multiple of 2^-24: exact in float32.
  static double uniform01(std::uint32_t word) { return (word >> 8) * 0x1p-24; }
  /// In [-1, 1), a multiple of 2^-23: exact in float32.
  static double uniform(std::uint32_t word) { return (word >> 8) * 0x1p-23 - 1.0; }
  /// Standard normal (Box-Muller on a block's words 0 and 1, 2 and 3, in double).
  double normal(std::uint64_t index);

 private:
  void make(std::uint64_t number);

  std::uint64_t seed_, stream_;
  std::uint64_t made_ = ~0ull;             // which of the endless sequence's pieces is in words_
  std::array<std::uint32_t, 64> words_{};  // whole blocks
};

}  // namespace tally
