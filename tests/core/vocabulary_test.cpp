// Shapes, dtypes, units of bytes and failed checks.
#include <gtest/gtest.h>

#include "core/bytes.h"
#include "core/check.h"
#include "core/dtype.h"
#include "core/memory_category.h"
#include "core/progress.h"
#include "core/shape.h"

namespace tally {
namespace {

TEST(Shape, AsTorchPrintsIt) {
  EXPECT_EQ(to_string(Shape{256, 256}), "(256, 256)");
  EXPECT_EQ(to_string(Shape{8}), "(8,)");
  EXPECT_EQ(to_string(Shape{}), "()");
}

TEST(Shape, NumelAndStrides) {
  EXPECT_EQ(numel({}), 1);
  EXPECT_EQ(numel({2, 3, 4}), 24);
  EXPECT_EQ(numel({2, 0, 4}), 0);
  EXPECT_EQ(contiguous_strides({2, 3, 4}), (Shape{12, 4, 1}));
  EXPECT_EQ(contiguous_strides({2, 0, 4}), (Shape{4, 4, 1}));
  EXPECT_EQ(contiguous_strides({}), Shape{});
}

TEST(Shape, Broadcast) {
  Shape result;
  ASSERT_TRUE(broadcast_shapes({4, 1, 3}, {5, 1}, result));
  EXPECT_EQ(result, (Shape{4, 5, 3}));
  ASSERT_TRUE(broadcast_shapes({}, {2, 3}, result));
  EXPECT_EQ(result, (Shape{2, 3}));
  ASSERT_TRUE(broadcast_shapes({1}, {0}, result));
  EXPECT_EQ(result, Shape{0});
  EXPECT_FALSE(broadcast_shapes({2}, {3}, result));
}

TEST(Shape, WrapDim) {
  EXPECT_EQ(wrap_dim("sum", -1, 3), 2);
  EXPECT_EQ(wrap_dim("sum", 0, 3), 0);
  EXPECT_EQ(wrap_dim("sum", -1, 0), 0);  // a scalar takes -1 and 0
#if defined(__cpp_exceptions)
  try {
    wrap_dim("sum", 3, 3);
    FAIL() << "dim 3 of 3 was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "[sum] dim 3 is out of range for 3 dimensions: it takes -3 to 2");
  }
#endif
}

TEST(Dtype, SizesAndNames) {
  EXPECT_EQ(itemsize(Dtype::bfloat16), Bytes{2});
  EXPECT_EQ(itemsize(Dtype::int64), Bytes{8});
  EXPECT_EQ(itemsize(Dtype::float8_e4m3fn), Bytes{1});
  for (const DtypeInfo& row : dtype_table) EXPECT_EQ(find_dtype(row.name), row.dtype);
  EXPECT_EQ(find_dtype("float"), std::nullopt);
}

TEST(Dtype, PromotesLikeTorch) {
  using enum Dtype;
  EXPECT_EQ(promote_types(float32, bfloat16), float32);
  EXPECT_EQ(promote_types(bfloat16, float16), float32);
  EXPECT_EQ(promote_types(int64, bfloat16), bfloat16);
  EXPECT_EQ(promote_types(float64, bfloat16), float64);
  EXPECT_EQ(promote_types(boolean, int64), int64);
  EXPECT_EQ(promote_types(boolean, boolean), boolean);
  for (const DtypeInfo& a : dtype_table)
    for (const DtypeInfo& b : dtype_table)
      EXPECT_EQ(promote_types(a.dtype, b.dtype), promote_types(b.dtype, a.dtype));
}

TEST(Check, MessageIsMadeOnlyOnFailure) {
  bool made = false;
  check(true, [&] {
    made = true;
    return "unused";
  });
  EXPECT_FALSE(made);
#if defined(__cpp_exceptions)
  EXPECT_THROW(check(false, "[op] plain text"), Error);
  EXPECT_THROW(check(false, [] { return "[op] made"; }), Error);
#endif
}

TEST(Bytes, AddAndCompare) {
  EXPECT_EQ(Bytes{3} + Bytes{4}, Bytes{7});
  EXPECT_EQ(2 * Bytes{3} - Bytes{1}, Bytes{5});
  EXPECT_LT(Bytes{3}, Bytes{4});
}

TEST(MemoryCategory, Ids) {
  EXPECT_EQ(id(MemoryCategory::parameter), "parameter");
  EXPECT_EQ(id(MemoryCategory::other), "other");
  EXPECT_EQ(id(Phase::optimizer_step), "optimizer_step");
}

TEST(Progress, StaysCancelled) {
  int calls = 0;
  Progress progress([&](double fraction) {
    ++calls;
    return fraction < 0.5;
  });
  EXPECT_TRUE(progress.at(0.2));
  EXPECT_FALSE(progress.at(0.7));
  EXPECT_FALSE(progress.at(0.1));
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(progress.cancelled());
  EXPECT_TRUE(Progress().at(1));
}

}  // namespace
}  // namespace tally
