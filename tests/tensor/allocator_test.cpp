// The tracked allocator: counters, limit, events, and what identity is.
#include "tensor/allocator.h"

#include <gtest/gtest.h>

#if !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/accounting.h"
#include "core/check.h"
#include "tensor/recorder.h"
#include "tensor/tensor.h"

namespace tally {
namespace {

constexpr MemoryCategory other = MemoryCategory::other;

TEST(Allocator, CountsWhatIsLiveByCategoryAndKeepsThePeak) {
  const Bytes before = allocator().live();
  allocator().reset_peak();
  {
    const Tensor a = empty({10}, Dtype::float32, Device::cpu, MemoryCategory::parameter);
    const Tensor b = empty({5}, Dtype::bfloat16, Device::meta, MemoryCategory::gradient);
    EXPECT_EQ(allocator().live() - before, Bytes{50});
    EXPECT_EQ(allocator().live(MemoryCategory::gradient), Bytes{10});
  }
  EXPECT_EQ(allocator().live(), before);
  EXPECT_EQ(allocator().peak() - before, Bytes{50});
}

TEST(Allocator, RefusesBeyondItsLimitWithTheSizes) {
  allocator().set_limit(allocator().live() + Bytes{100});
  const Tensor fits = empty({100}, Dtype::uint8, Device::meta, other);
  try {
    const Tensor more = empty({1}, Dtype::uint8, Device::meta, other);
    ADD_FAILURE() << "a byte beyond the limit was handed out";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("1 bytes asked for"), std::string::npos)
        << error.what();
  }
  allocator().set_limit({-1});
}

TEST(Allocator, AStorageOfZeroBytesIsNoEvent) {
  Record record;
  const Tensor nothing = empty({0, 7}, Dtype::float32, Device::cpu, other);
  EXPECT_TRUE(record.recording().events.empty());
}

TEST(Allocator, ARecordingKnowsWhatWasLiveBefore) {
  const Tensor early = empty({3}, Dtype::float64, Device::meta, MemoryCategory::buffer);
  Record record;
  bool found = false;
  for (const auto& storage : record.recording().preexisting)
    found |= storage.storage == early.storage()->serial && storage.bytes == Bytes{24} &&
             storage.category == MemoryCategory::buffer;
  EXPECT_TRUE(found);
}

TEST(Allocator, SerialsAreNeverUsedAgain) {
  const auto serial = [] {
    return empty({4}, Dtype::float32, Device::cpu, other).storage()->serial;
  };
  const std::uint64_t first = serial(), second = serial();
  EXPECT_LT(first, second);
}

TEST(Allocator, AChangeOfCategoryMovesTheBytes) {
  const Tensor x = empty({8}, Dtype::uint8, Device::meta, MemoryCategory::activation);
  const Bytes gradients = allocator().live(MemoryCategory::gradient);
  Record record;
  allocator().categorize(*x.storage(), MemoryCategory::gradient);
  EXPECT_EQ(allocator().live(MemoryCategory::gradient) - gradients, Bytes{8});
  ASSERT_EQ(record.recording().events.size(), 1u);
  EXPECT_EQ(record.recording().events[0].previous, MemoryCategory::activation);
}

TEST(Tensor, ViewsShareTheStorageAndItsVersion) {
  const Tensor x = empty({2, 3}, Dtype::float32, Device::cpu, other);
  const Tensor row = x.alias({3}, {1}, 3);
  EXPECT_EQ(row.storage()->serial, x.storage()->serial);
  EXPECT_EQ(row.byte_range(), (std::pair<std::int64_t, std::int64_t>(12, 12)));
  row.bump_version();
  EXPECT_EQ(x.version(), 1u);
}

TEST(Tensor, StorageOnlyDtypesLiveOnMeta) {
  EXPECT_EQ(empty({6}, Dtype::float8_e4m3fn, Device::meta, other).nbytes(), Bytes{6});
  EXPECT_THROW(empty({6}, Dtype::float16, Device::cpu, other), Error);
}

TEST(Tensor, MisuseIsNamed) {
  EXPECT_THROW(Tensor().sizes(), Error);
  EXPECT_THROW(empty({2}, Dtype::float32, Device::cpu, other).item(), Error);
  EXPECT_THROW(empty({}, Dtype::float32, Device::meta, other).item(), Error);
  EXPECT_THROW(empty({-1}, Dtype::float32, Device::meta, other), Error);
}

TEST(Tensor, DensityIsInAnyOrderOfDimensions) {
  const Tensor x = empty({4, 5}, Dtype::float32, Device::meta, other);
  EXPECT_TRUE(x.alias({5, 4}, {1, 5}, 0).is_non_overlapping_and_dense());
  EXPECT_FALSE(x.alias({5, 4}, {1, 5}, 0).is_contiguous());
  EXPECT_FALSE(x.alias({4, 2}, {5, 2}, 0).is_non_overlapping_and_dense());
  EXPECT_FALSE(x.alias({4, 5}, {0, 1}, 0).is_non_overlapping_and_dense());
}

TEST(Memory, ReusedBlocksAreAlignedAndOneTensorsAlone) {
  constexpr std::int64_t size = 100'000;  // large enough to be kept
  for (int round = 0; round < 3; ++round) {
    std::vector<Tensor> tensors;
    for (int i = 0; i < 4; ++i) {
      tensors.push_back(empty({size + 64 * (i % 2)}, Dtype::uint8, Device::cpu, other));
      std::byte* const data = tensors.back().raw_data();
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 64, 0u);
      std::fill_n(data, tensors.back().numel(), static_cast<std::byte>(i));
    }
    for (int i = 0; i < 4; ++i) {
      const Tensor& tensor = tensors[static_cast<std::size_t>(i)];
      EXPECT_EQ(std::count(tensor.raw_data(), tensor.raw_data() + tensor.numel(),
                           static_cast<std::byte>(i)),
                tensor.numel());
    }
  }
}

#ifdef __SANITIZE_ADDRESS__
#ifndef TALLY_SANITIZED
#error "a build under AddressSanitizer defines TALLY_SANITIZED (cmake/tally.cmake)"
#endif
#endif

#if !defined(__EMSCRIPTEN__) && !defined(TALLY_SANITIZED)

TEST(Memory, AFreedBlockComesBack) {
  constexpr Bytes size{100'000};
  constexpr std::size_t whole = 100'032;  // of its 64 bytes' alignment
  std::byte* const first = Allocator::allocate(size);
  Allocator::deallocate(first, size);
  void* const systems = std::aligned_alloc(64, whole);  // this one, had it gone back to the system
  std::byte* const again = Allocator::allocate(size);
  EXPECT_EQ(again, first);
  EXPECT_NE(again, systems);
  std::free(systems);
  Allocator::deallocate(again, size);
}

/// Whether the page of an address belongs to the process.
bool is_mapped(const std::byte* address) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident = 0;
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return mincore(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) / page * page),
                 1, &resident) == 0;
}

// Blocks of this size are mappings of their own, which end with free. Nothing touches their pages.
TEST(Memory, KeepsTheLatest256MebibytesAndNoBlockThatIsLarger) {
  constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
  constexpr Bytes size{128 * mebibyte}, larger{256 * mebibyte + 1};
  std::vector<std::byte*> blocks;
  for (int i = 0; i < 3; ++i) blocks.push_back(Allocator::allocate(size));
  Allocator::deallocate(blocks[0], size);
  Allocator::deallocate(blocks[1], size);
  EXPECT_TRUE(is_mapped(blocks[0]));
  EXPECT_TRUE(is_mapped(blocks[1]));
  Allocator::deallocate(blocks[2], size);
  EXPECT_FALSE(is_mapped(blocks[0])) << "the oldest goes beyond the bound";
  EXPECT_TRUE(is_mapped(blocks[1]));
  EXPECT_TRUE(is_mapped(blocks[2]));
  std::byte* const large = Allocator::allocate(larger);
  EXPECT_TRUE(is_mapped(large));
  Allocator::deallocate(large, larger);
  EXPECT_FALSE(is_mapped(large));
}

#endif

}  // namespace
}  // namespace tally
