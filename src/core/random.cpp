#include "core/random.h"

#include <cmath>
#include <numbers>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace tally {

namespace {

/// A word of as many blocks as there are lanes. One lane is a number: the same text is for both.
template <class Word, class Product>
std::array<Word, 4> rounds(std::uint64_t seed, std::array<Word, 4> c) {
  constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  std::uint32_t key0 = static_cast<std::uint32_t>(seed);
  std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const auto [high0, low0] = Product::of(multiplier0, c[0]);
    const auto [high1, low1] = Product::of(multiplier1, c[2]);
    c = {high1 ^ c[1] ^ key0, low1, high0 ^ c[3] ^ key1, low0};
    key0 += weyl0;
    key1 += weyl1;
  }
  return c;
}

struct OneProduct {
  static std::array<std::uint32_t, 2> of(std::uint32_t factor, std::uint32_t word) {
    const std::uint64_t product = static_cast<std::uint64_t>(factor) * word;
    return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
  }
};

typedef std::uint32_t FourWords __attribute__((vector_size(16)));
typedef std::uint64_t TwoProducts __attribute__((vector_size(16)));

/// Products of the lower two words and of the upper two. wasm multiplies words to double width, and
/// compilers do not find it in the general text.
std::array<TwoProducts, 2> multiply(std::uint32_t factor, FourWords words) {
#ifdef __wasm_simd128__
  const v128_t all = reinterpret_cast<v128_t>(words), factors = wasm_u32x4_splat(factor);
  return {reinterpret_cast<TwoProducts>(wasm_u64x2_extmul_low_u32x4(all, factors)),
          reinterpret_cast<TwoProducts>(wasm_u64x2_extmul_high_u32x4(all, factors))};
#else
  return {TwoProducts{words[0], words[1]} * factor, TwoProducts{words[2], words[3]} * factor};
#endif
}

struct FourProduct {
  static std::array<FourWords, 2> of(std::uint32_t factor, FourWords words) {
    const auto [lower, upper] = multiply(factor, words);
    const FourWords a = reinterpret_cast<FourWords>(lower), b = reinterpret_cast<FourWords>(upper);
    return {__builtin_shufflevector(a, b, 1, 3, 5, 7), __builtin_shufflevector(a, b, 0, 2, 4, 6)};
  }
};

}  // namespace

std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t block) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  return rounds<std::uint32_t, OneProduct>(
      seed, {low(block), low(block >> 32), low(stream), low(stream >> 32)});
}

void Random::make(std::uint64_t number) {
  made_ = number;
  const FourWords none{};
  for (std::size_t i = 0; i < words_.size(); i += 16) {
    // Four blocks from a multiple of four on: their low words do not overflow.
    const std::uint64_t block = (number * words_.size() + i) / 4;
    const FourWords lanes{0, 1, 2, 3};
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto four =
        rounds<FourWords, FourProduct>(seed_, {lanes + low(block), none + low(block >> 32),
                                               none + low(stream_), none + low(stream_ >> 32)});
    for (std::size_t lane = 0; lane < 4; ++lane)
      for (std::size_t word = 0; word < 4; ++word) words_[i + 4 * lane + word] = four[word][lane];
  }
}

double Random::normal(std::uint64_t index) {
  const std::span<const std::uint32_t> pair = words(index / 2 * 2);
  const double u1 = (pair[0] + 1.0) * 0x1p-32;  // never 0
  const double u2 = pair[1] * 0x1p-32;
  const double radius = std::sqrt(-2.0 * std::log(u1));
  const double angle = 2.0 * std::numbers::pi * u2;
  return index % 2 ? radius * std::sin(angle) : radius * std::cos(angle);
}

}  // namespace tally
