// The float32 product against a loop in double: every layout, sizes beside those of tile and block,
// with every kernel that this processor has.
#include "tensor/gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/random.h"

namespace tally {
namespace {

/// A matrix with room between its elements, filled with numbers of either sign.
struct Laid {
  std::vector<float> memory;
  std::int64_t row, col;
  Laid(std::int64_t rows, std::int64_t cols, bool by_columns, std::int64_t gap,
       std::uint64_t stream)
      : row(by_columns ? 1 : cols + gap), col(by_columns ? rows + gap : 1) {
    memory.resize(static_cast<std::size_t>((rows + gap) * (cols + gap)));
    Random random(1, stream);
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<float>(Random::uniform(random.word(i)));
  }
  float at(std::int64_t i, std::int64_t j) const {
    return memory[static_cast<std::size_t>(i * row + j * col)];
  }
  MatrixView view() const { return {memory.data(), row, col}; }
};

void expect_product(const GemmKernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k,
                    bool a_by_columns, bool b_by_columns, std::int64_t gap, bool accumulate) {
  const Laid a(m, k, a_by_columns, gap, 1), b(k, n, b_by_columns, gap, 2);
  const Laid before(m, n, false, gap, 3);
  Laid c = before;
  gemm(kernel, m, n, k, a.view(), b.view(), c.memory.data(), c.row, accumulate);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = accumulate ? before.at(i, j) : 0, scale = std::abs(sum) + 1;
      for (std::int64_t p = 0; p < k; ++p) {
        sum += static_cast<double>(a.at(i, p)) * b.at(p, j);
        scale += std::abs(static_cast<double>(a.at(i, p)) * b.at(p, j));
      }
      // n roundings of a sum err by at most n units of its terms' magnitudes (Higham 2002, 3.1).
      ASSERT_NEAR(c.at(i, j), sum, scale * static_cast<double>(k + 2) * 0x1p-24)
          << kernel.name << ": " << m << " x " << n << " x " << k << " at " << i << ", " << j;
    }
  for (std::int64_t i = 0; gap > 0 && i < m; ++i)  // what lies between the rows stays as it was
    for (std::int64_t j = n; j < n + gap; ++j) ASSERT_EQ(c.at(i, j), before.at(i, j));
}

class Gemm : public testing::TestWithParam<GemmKernel> {};
INSTANTIATE_TEST_SUITE_P(Kernels, Gemm, testing::ValuesIn(gemm_kernels()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST_P(Gemm, AgreesWithALoopInEveryLayout) {
  for (const bool a_by_columns : {false, true})
    for (const bool b_by_columns : {false, true})
      for (const std::int64_t gap : {0, 3})
        for (const bool accumulate : {false, true})
          for (const auto& [m, n, k] : std::vector<std::array<std::int64_t, 3>>{{1, 1, 1},
                                                                                {4, 8, 1},
                                                                                {5, 9, 7},
                                                                                {3, 17, 30},
                                                                                {1, 40, 33},
                                                                                {40, 1, 33},
                                                                                {129, 11, 257},
                                                                                {131, 515, 3},
                                                                                {12, 24, 513}})
            expect_product(GetParam(), m, n, k, a_by_columns, b_by_columns, gap, accumulate);
}

TEST_P(Gemm, EveryEdgeOfATile) {
  for (std::int64_t m = 0; m <= 2 * GetParam().rows + 1; ++m)
    for (std::int64_t n = 0; n <= 2 * GetParam().cols + 1; ++n)
      expect_product(GetParam(), m, n, 5, false, false, 1, false);
}

TEST_P(Gemm, AnEmptySumIsZeroOrWhatWasThere) {
  expect_product(GetParam(), 3, 5, 0, false, false, 2, false);
  expect_product(GetParam(), 3, 5, 0, false, false, 2, true);
}

TEST_P(Gemm, ANanAndAnInfinityPassThrough) {
  const float a[] = {std::nanf(""), 1, 2, 3}, b[] = {0, 1, 1, INFINITY};
  float c[4];
  gemm(GetParam(), 2, 2, 2, {a, 2, 1}, {b, 2, 1}, c, 2, false);
  EXPECT_TRUE(std::isnan(c[0]));
  EXPECT_TRUE(std::isnan(c[1]));
  EXPECT_EQ(c[2], 3);
  EXPECT_EQ(c[3], INFINITY);
}

}  // namespace
}  // namespace tally
