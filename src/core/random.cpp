#include "core/random.h"

#include <cmath>
#include <numbers>

namespace tally {

std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t block) {
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  std::array<std::uint32_t, 4> c{low(block), high(block), low(stream), high(stream)};
  std::uint32_t key0 = low(seed), key1 = high(seed);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = multiplier0 * c[0], p1 = multiplier1 * c[2];
    c = {high(p1) ^ c[1] ^ key0, low(p1), high(p0) ^ c[3] ^ key1, low(p0)};
    key0 += weyl0;
    key1 += weyl1;
  }
  return c;
}

double Random::normal(std::uint64_t index) {
  word(index);
  const std::size_t pair = index % 4 / 2 * 2;
  const double u1 = (words_[pair] + 1.0) * 0x1p-32;  // never 0
  const double u2 = words_[pair + 1] * 0x1p-32;
  const double radius = std::sqrt(-2.0 * std::log(u1));
  const double angle = 2.0 * std::numbers::pi * u2;
  return index % 2 ? radius * std::sin(angle) : radius * std::cos(angle);
}

}  // namespace tally
