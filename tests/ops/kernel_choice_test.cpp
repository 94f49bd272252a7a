// The kernels of CUDA: what they keep and allocate, as read in PyTorch's sources, beside the values
// and gradients of CPU's, which are the oracle's.
#include "ops/kernel_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "autograd/backward.h"
#include "autograd/generator.h"
#include "autograd/grad_mode.h"
#include "autograd/gradcheck.h"
#include "core/accounting.h"
#include "core/check.h"
#include "ops/ops.h"
#include "tensor/flops.h"
#include "tensor/recorder.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

using Stream = std::vector<std::int64_t>;

constexpr KernelChoice cuda{.attention = AttentionKernel::flash,
                            .norm = NormKernel::cuda,
                            .dropout = DropoutKernel::native};

Tensor leaf(const Shape& shape, std::uint64_t stream, Dtype dtype = Dtype::float32,
            Device device = Device::cpu) {
  Tensor x = golden::uniform(shape, stream, dtype, device, MemoryCategory::input);
  return x.set_requires_grad(true);
}

struct Saved {
  std::string slot;
  std::int64_t bytes;
  bool operator==(const Saved&) const = default;
};

/// A call and its backward from a gradient that is given.
struct CudaRun {
  Stream forward, backward;
  std::vector<Saved> saved;
  Tensor out;
  std::int64_t forward_flops = 0, backward_flops = 0;

  template <class Call>
  explicit CudaRun(const Call& call, const KernelChoice& choice = cuda) {
    const CountFlops flops;
    Record record;
    {
      const KernelScope scope(choice);
      out = call();
    }
    const std::size_t middle = record.recording().events.size();
    for (const Event& event : record.recording().events)
      if (event.kind == EventKind::save) saved.push_back({event.slot, event.bytes});
    forward = golden::signed_bytes(record.recording(), 0, middle);
    forward_flops = flops.total().count;
    const Tensor gradient =
        golden::uniform(out.sizes(), 100, out.dtype(), out.device(), MemoryCategory::input);
    const std::size_t begin = record.recording().events.size();
    tally::backward(out, {}, gradient);
    backward = golden::signed_bytes(record.recording(), begin, record.recording().events.size());
    backward_flops = flops.total().count - forward_flops;
  }
};

void expect_close(const Tensor& a, const Tensor& b, Dtype dtype) {
  ASSERT_TRUE(a.defined() && b.defined());
  EXPECT_EQ(golden::difference(golden::to_host(a), golden::Json(golden::to_host(b)),
                               golden::tolerance(dtype)),
            "");
}

TEST(KernelChoice, NativeDropoutKeepsAByteForEachElement) {
  for (const Device device : {Device::cpu, Device::meta}) {
    manual_seed(1);
    const Tensor x = leaf({4, 3}, 0, Dtype::float32, device);
    const CudaRun run([&] { return dropout(x, 0.25, true); });
    EXPECT_EQ(run.saved, (std::vector<Saved>{{"result1", 12}}));
    EXPECT_EQ(run.forward, (Stream{12, 48}));
    EXPECT_EQ(run.backward, (Stream{48, -12}));
  }
  const Tensor x = leaf({4, 3}, 0), y = leaf({4, 3}, 0);
  manual_seed(1);
  const CudaRun run([&] { return dropout(x, 0.25, true); });
  manual_seed(1);
  const Tensor composed = dropout(y, 0.25, true);
  expect_close(run.out, composed, Dtype::float32);
  backward(composed, {}, golden::uniform({4, 3}, 100, Dtype::float32, Device::cpu, {}));
  expect_close(x.grad(), y.grad(), Dtype::float32);
}

TEST(KernelChoice, DropoutThatDoesNothingKeepsNothing) {
  const KernelScope scope(cuda);
  const Tensor x = leaf({4, 3}, 0);
  EXPECT_TRUE(dropout(x, 0.5, false).is_same(x));
  EXPECT_TRUE(dropout(x, 0, true).is_same(x));
}

TEST(KernelChoice, StatisticsOfALowInputAreFloat32OnCuda) {
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor x = leaf({4, 3}, 0, Dtype::bfloat16, device);
    const Tensor w = leaf({3}, 1, Dtype::bfloat16, device);
    const Tensor b = leaf({3}, 2, Dtype::bfloat16, device);
    const CudaRun run([&] { return layer_norm(x, {3}, w, b); });
    EXPECT_EQ(run.saved,
              (std::vector<Saved>{
                  {"bias", 6}, {"input", 24}, {"weight", 6}, {"result1", 16}, {"result2", 16}}));
    EXPECT_EQ(run.forward, (Stream{24, 16, 16}));
    EXPECT_EQ(run.backward, (Stream{24, 6, 6, -16, -16}));
  }
}

TEST(KernelChoice, FusedRmsNormKeepsItsInputAndANumberPerRow) {
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor x = leaf({2, 4, 3}, 0, Dtype::bfloat16, device);
    const Tensor w = leaf({3}, 1, Dtype::bfloat16, device);
    const CudaRun run([&] { return rms_norm(x, {3}, w, 1e-6); });
    EXPECT_EQ(run.saved, (std::vector<Saved>{{"input", 48}, {"weight", 6}, {"result1", 32}}));
    EXPECT_EQ(run.forward, (Stream{48, 32}));
    EXPECT_EQ(run.backward, (Stream{48, 6, -32}));
  }
  const Tensor x = leaf({4, 3}, 0), w = leaf({3}, 1), y = leaf({4, 3}, 0), v = leaf({3}, 1);
  const CudaRun run([&] { return rms_norm(x, {3}, w, 1e-6); });
  const Tensor composed = rms_norm(y, {3}, v, 1e-6);
  expect_close(run.out, composed, Dtype::float32);
  backward(composed, {}, golden::uniform({4, 3}, 100, Dtype::float32, Device::cpu, {}));
  expect_close(x.grad(), y.grad(), Dtype::float32);
  expect_close(w.grad(), v.grad(), Dtype::float32);
}

TEST(KernelChoice, FusedRmsNormAgreesWithFiniteDifferences) {
  const GradcheckResult result = gradcheck(
      [](const Tensors& in) {
        const KernelScope scope(cuda);
        return rms_norm(in[0], {3}, in[1]);
      },
      {leaf({4, 3}, 0, Dtype::float64), leaf({3}, 1, Dtype::float64)});
  EXPECT_TRUE(result.ok) << result.message;
}

// B = 2, H = 4 over 2 heads of keys, L = S = 3, E = 8.
TEST(KernelChoice, CudasFlashKernelKeepsItsInputsItsResultAndANumberPerQuery) {
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor q = leaf({2, 4, 3, 8}, 0, Dtype::bfloat16, device);
    const Tensor k = leaf({2, 2, 3, 8}, 1, Dtype::bfloat16, device);
    const Tensor v = leaf({2, 2, 3, 8}, 2, Dtype::bfloat16, device);
    const CudaRun run([&] { return scaled_dot_product_attention(q, k, v, {}, 0, true, {}, true); });
    EXPECT_EQ(
        run.saved,
        (std::vector<Saved>{
            {"key", 192}, {"query", 384}, {"value", 192}, {"logsumexp", 96}, {"output", 384}}));
    EXPECT_EQ(run.forward, (Stream{384, 96}));
    // The three gradients, the sums per query and of the queries' gradient (128 rows of 32
    // numbers), and those of keys and values per query head.
    EXPECT_EQ(run.backward, (Stream{384, 192, 192, 4 * 8 * 128, 4 * 8 * 128 * 32, 384, 384, -384,
                                    -384, -4 * 8 * 128 * 32, -4 * 8 * 128, -96}));
    EXPECT_EQ(run.forward_flops, 2 * 2 * (2 * 4) * 3 * 3 * 8);
    EXPECT_EQ(run.backward_flops, 5 * 2 * (2 * 4) * 3 * 3 * 8);
  }
}

TEST(KernelChoice, CudasFlashKernelGivesTheCompositionsValues) {
  for (const std::int64_t size : {8, 5}) {
    Tensors mine, theirs;
    for (std::uint64_t i = 0; i < 3; ++i)
      for (Tensors* list : {&mine, &theirs})
        list->push_back(leaf({2, i == 0 ? 4 : 2, 3, size}, i, Dtype::bfloat16));
    const CudaRun run([&] {
      return scaled_dot_product_attention(mine[0], mine[1], mine[2], {}, 0, true, {}, true);
    });
    const KernelScope scope({.attention = AttentionKernel::math});
    const Tensor composed =
        scaled_dot_product_attention(theirs[0], theirs[1], theirs[2], {}, 0, true, {}, true);
    expect_close(run.out, composed, Dtype::bfloat16);
    backward(composed, {},
             golden::uniform(composed.sizes(), 100, Dtype::bfloat16, Device::cpu, {}));
    for (std::size_t i = 0; i < 3; ++i)
      expect_close(mine[i].grad(), theirs[i].grad(), Dtype::bfloat16);
  }
}

TEST(KernelChoice, HeadsThatAreNoMultipleOfEightAreKeptPadded) {
  const auto three = [](std::uint64_t i) { return leaf({1, 2, 4, 5}, i, Dtype::bfloat16); };
  const Tensor q = three(0), k = three(1), v = three(2);
  const CudaRun run([&] { return scaled_dot_product_attention(q, k, v); });
  const std::int64_t padded = 2 * 1 * 2 * 4 * 8;
  EXPECT_EQ(run.saved[0], (Saved{"key", padded}));
  EXPECT_EQ(run.saved[4], (Saved{"output", padded}));
}

TEST(KernelChoice, CudasFlashKernelRefusesWhatItDoesNotTake) {
  const KernelScope scope(cuda);
  const Tensor wide = leaf({1, 2, 4, 8}, 0);
  EXPECT_THROW(scaled_dot_product_attention(wide, wide, wide), Error);
  const Tensor low = leaf({1, 2, 4, 8}, 0, Dtype::bfloat16);
  const Tensor mask = golden::integers({4, 4}, 1, Dtype::boolean, Device::cpu, {}, 2);
  EXPECT_THROW(scaled_dot_product_attention(low, low, low, mask), Error);
  // Fewer heads of keys without enable_gqa, and values of another width, are named.
  const Tensor one_head = leaf({1, 1, 4, 8}, 2, Dtype::bfloat16);
  const Tensor narrow = leaf({1, 2, 4, 4}, 3, Dtype::bfloat16);
  const auto refusal = [&](const Tensor& key, const Tensor& value) -> std::string {
    try {
      scaled_dot_product_attention(low, key, value);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(one_head, one_head).find("key (1, 1, 4, 8)"), std::string::npos)
      << refusal(one_head, one_head);
  EXPECT_NE(refusal(low, narrow).find("value (1, 2, 4, 4)"), std::string::npos)
      << refusal(low, narrow);
}

TEST(KernelChoice, CudasAttentionBroadcastsNothing) {
  const auto attend = [](AttentionKernel kernel, Dtype dtype, std::initializer_list<Shape> shapes) {
    const KernelScope scope({.attention = kernel});
    Tensors x;
    for (const Shape& shape : shapes) x.push_back(leaf(shape, x.size(), dtype));
    return scaled_dot_product_attention(x[0], x[1], x[2]).sizes();
  };
  const Shape whole{2, 4, 3, 8}, one_batch{1, 4, 3, 8}, one_head{2, 1, 3, 8};
  EXPECT_EQ(attend(AttentionKernel::math, Dtype::float32, {whole, one_batch, one_head}), whole);
  for (const auto& [kernel, dtype] : {std::pair{AttentionKernel::flash, Dtype::bfloat16},
                                      std::pair{AttentionKernel::efficient, Dtype::float32}}) {
    EXPECT_EQ(attend(kernel, dtype, {whole, whole, whole}), whole);
    EXPECT_THROW(attend(kernel, dtype, {whole, one_batch, whole}), Error);
    EXPECT_THROW(attend(kernel, dtype, {whole, whole, one_batch}), Error);
    EXPECT_THROW(attend(kernel, dtype, {one_batch, whole, whole}), Error);
    EXPECT_THROW(attend(kernel, dtype, {whole, whole, one_head}), Error);
  }
}

TEST(KernelChoice, DropoutOfCudasAttentionIsInTheAccountAlone) {
  for (const auto& [kernel, dtype] : {std::pair{AttentionKernel::flash, Dtype::bfloat16},
                                      std::pair{AttentionKernel::efficient, Dtype::float32}}) {
    const KernelScope scope({.attention = kernel});
    const Tensor x = leaf({2, 4, 3, 8}, 0, dtype), y = leaf({2, 4, 3, 8}, 0, dtype, Device::meta);
    EXPECT_THROW(scaled_dot_product_attention(x, x, x, {}, 0.1), Error);
    EXPECT_EQ(scaled_dot_product_attention(y, y, y, {}, 0.1).sizes(), y.sizes());
  }
}

// B = 2, H = 4, L = S = 3, E = 8, as a model lays them out: (B, L, H, E) seen as (B, H, L, E).
TEST(KernelChoice, CudasEfficientKernelKeepsAPaddedNumberPerQuery) {
  const KernelChoice choice{.attention = AttentionKernel::efficient};
  for (const Device device : {Device::cpu, Device::meta}) {
    const auto heads = [&](std::uint64_t i) {
      return leaf({2, 3, 4, 8}, i, Dtype::float32, device).transpose(1, 2);
    };
    const Tensor q = heads(0), k = heads(1), v = heads(2);
    const CudaRun run(
        [&] { return scaled_dot_product_attention(q, k, v, {}, 0, true).transpose(1, 2); }, choice);
    EXPECT_EQ(run.saved, (std::vector<Saved>{{"key", 768},
                                             {"query", 768},
                                             {"value", 768},
                                             {"log_sumexp", 2 * 4 * 32 * 4},
                                             {"output", 768}}));
    EXPECT_EQ(run.forward, (Stream{768, 1024}));
    // The three gradients; gradient times result, summed, and that by head; a tile of 64 by 64 with
    // 16 bytes beside it for each head.
    EXPECT_EQ(run.backward,
              (Stream{768, 768, 768, 768, 96, 96, -96, -768, 8 * 16400, -96, -8 * 16400, -1024}));
    EXPECT_EQ(run.backward_flops, 5 * 2 * (2 * 4) * 3 * 3 * 8);
  }
  const NoGrad no_grad;
  const KernelScope scope(choice);
  const Tensor x = leaf({1, 2, 4, 8}, 0);
  Record record;
  const Tensor out = scaled_dot_product_attention(x, x, x);
  const Stream made = golden::signed_bytes(record.recording(), 0, record.recording().events.size());
  EXPECT_EQ(made, (Stream{2 * 4 * 8 * 4}));
}

TEST(KernelChoice, CudasEfficientKernelGivesTheCompositionsValues) {
  Tensors mine, theirs;
  for (std::uint64_t i = 0; i < 3; ++i)
    for (Tensors* list : {&mine, &theirs}) list->push_back(leaf({2, 4, 3, 8}, i));
  const CudaRun run(
      [&] { return scaled_dot_product_attention(mine[0], mine[1], mine[2], {}, 0, true); },
      {.attention = AttentionKernel::efficient});
  const KernelScope scope({.attention = AttentionKernel::math});
  const Tensor composed =
      scaled_dot_product_attention(theirs[0], theirs[1], theirs[2], {}, 0, true);
  expect_close(run.out, composed, Dtype::float32);
  backward(composed, {}, golden::uniform(composed.sizes(), 100, Dtype::float32, Device::cpu, {}));
  for (std::size_t i = 0; i < 3; ++i)
    expect_close(mine[i].grad(), theirs[i].grad(), Dtype::float32);
}

TEST(KernelChoice, AScopeEndsAndNests) {
  EXPECT_EQ(kernel_choice().dropout, DropoutKernel::composed);
  {
    const KernelScope outer(cuda);
    {
      const KernelScope inner({});
      EXPECT_EQ(kernel_choice().attention, AttentionKernel::cpu);
    }
    EXPECT_EQ(kernel_choice().attention, AttentionKernel::flash);
  }
  EXPECT_EQ(kernel_choice().norm, NormKernel::cpu);
}

}  // namespace
}  // namespace tally
