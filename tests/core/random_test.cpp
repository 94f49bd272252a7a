// The generator against the published vectors of Random123 (kat_vectors, philox4x32 with 10
// rounds).
#include "core/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox(0, 0, 0), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox(~0ull, ~0ull, ~0ull), (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // Digits of pi: counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0, low words
  // first.
  EXPECT_EQ(philox(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, AddressedByIndex) {
  Random forward(7, 3), backward(7, 3);
  std::vector<std::uint32_t> words;
  for (std::uint64_t i = 0; i < 40; ++i) words.push_back(forward.word(i));
  for (std::uint64_t i = 40; i-- > 0;) EXPECT_EQ(backward.word(i), words[i]);
  EXPECT_EQ(words[5], philox(7, 3, 1)[1]);
  EXPECT_NE(Random(7, 4).word(0), words[0]);
  EXPECT_NE(Random(8, 3).word(0), words[0]);
}

TEST(Random, WordsAreThoseOfTheirBlocksWhereverTheyBegin) {
  // Also across the place where the block's number grows beyond 32 bits.
  for (const std::uint64_t first : {0ull, 1ull, 63ull, 64ull, (1ull << 34) - 70, ~0ull - 1000}) {
    Random random(7, 1ull << 40);
    for (std::uint64_t i = first; i < first + 130;) {
      for (const std::uint32_t word : random.words(i)) {
        ASSERT_EQ(word, philox(7, 1ull << 40, i / 4)[i % 4]) << i;
        ++i;
      }
    }
  }
}

TEST(Random, UniformIsExactInFloat32) {
  Random random(1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint32_t word = random.word(i);
    const double zero_one = Random::uniform01(word), symmetric = Random::uniform(word);
    EXPECT_GE(zero_one, 0);
    EXPECT_LT(zero_one, 1);
    EXPECT_GE(symmetric, -1);
    EXPECT_LT(symmetric, 1);
    EXPECT_EQ(static_cast<double>(static_cast<float>(zero_one)), zero_one);
    EXPECT_EQ(static_cast<double>(static_cast<float>(symmetric)), symmetric);
  }
}

TEST(Random, NormalHasItsMoments) {
  Random random(1);
  constexpr int n = 100'000;
  double sum = 0, squares = 0, product = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double x = random.normal(i);
    sum += x;
    squares += x * x;
    product += x * random.normal(i ^ 1);  // the other of a Box-Muller pair
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.02);
  EXPECT_NEAR(product / n, 0, 0.02);
}

}  // namespace
}  // namespace tally
