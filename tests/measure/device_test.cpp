// What a GPU says of itself by nvidia-smi, for which a script stands in, and what is decided by it.
#include "measure/device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "measure/bisect.h"
#include "measure/libraries.h"
#include "measure/torch_engine.h"

namespace tally::measure {
namespace {

/// What `ask` gives where nvidia-smi is this script.
template <class Ask>
auto with_nvidia_smi(const std::string& script, Ask&& ask) {
  const std::filesystem::path folder = testing::TempDir() + "tally_nvidia_smi";
  std::filesystem::create_directories(folder);
  const std::filesystem::path program = folder / "nvidia-smi";
  std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  auto answer = ask();
  setenv("PATH", path.c_str(), 1);
  return answer;
}

/// device_facts where nvidia-smi prints `line`.
DeviceFacts facts_of(const std::string& line) {
  return with_nvidia_smi("echo '" + line + "'", [] { return device_facts(true); });
}

constexpr Bytes mebibytes(std::int64_t count) { return {count << 20}; }

TEST(DeviceFacts, HasTheMemoryThatNvidiaSmiSays) {
  const DeviceFacts whole = facts_of("NVIDIA H100, 570.86, 512, 80500");
  EXPECT_EQ(whole.name, "NVIDIA H100");
  EXPECT_EQ(whole.driver, "570.86");
  ASSERT_TRUE(whole.memory);
  EXPECT_EQ(whole.memory->free, mebibytes(80500));
  EXPECT_EQ(whole.memory->used(), mebibytes(512));
  EXPECT_EQ(facts_of("NVIDIA H100, 570.86, 0, 80500").memory->used(), Bytes{});
}

TEST(DeviceFacts, AsksForWhatIsFreeAndNotForWhatTheDriverHasToo) {
  const std::string script =
      R"(case "$*" in *memory.total*) ;; *memory.free*--id=0*) echo a, b, 1, 2 ;; esac)";
  const DeviceFacts facts = with_nvidia_smi(script, [] { return device_facts(true); });
  ASSERT_TRUE(facts.memory);
  EXPECT_EQ(facts.memory->all, mebibytes(3));
}

TEST(DeviceFacts, HasNoMemoryWhereNvidiaSmiSaysNone) {
  const DeviceFacts in_parts = facts_of("NVIDIA H100, 570.86, [N/A], [N/A]");
  EXPECT_EQ(in_parts.name, "NVIDIA H100");
  EXPECT_FALSE(in_parts.memory);
  const DeviceFacts failed = facts_of("NVIDIA-SMI has failed");
  EXPECT_EQ(failed.name, "");
  EXPECT_FALSE(failed.memory);
}

TEST(SmiOption, IsTheFirstGpuThatCudaSees) {
  EXPECT_EQ(smi_option(nullptr), "--id=0");
  EXPECT_EQ(smi_option("3,1"), "--id=3");
  EXPECT_EQ(smi_option("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6,GPU-1"),
            "--id=GPU-8932f937-d72c-4106-c12f-20bd9faed9f6");
  for (const char* const nameless : {"", "-1", "MIG-8932f937", "0; reboot", "GPU-1 $(reboot)"})
    EXPECT_EQ(smi_option(nameless), "") << nameless;
}

TEST(ChosenMemory, IsCudasAndElseThatOfTheGpuThatIsMeant) {
  const DeviceMemory by_cuda{{100}, {40}}, by_smi{{100}, {50}};
  const auto free = [](const std::optional<DeviceMemory>& memory) { return memory->free.count; };
  EXPECT_EQ(free(chosen_memory(by_cuda, by_smi, {10})), 40);
  EXPECT_EQ(free(chosen_memory({}, by_smi, {10})), 50);
  EXPECT_FALSE(chosen_memory({}, by_smi, {51}));  // LibTorch alone has more in use
  EXPECT_FALSE(chosen_memory({}, {}, {10}));
}

std::string problem_id(const std::exception& error, bool memory_is_full = false) {
  return problem_of(error, memory_is_full).id;
}

TEST(Problem, IsOutOfMemoryInWhicheverWordsOfTheLibraries) {
  using Error = std::runtime_error;
  EXPECT_EQ(problem_id(std::bad_alloc()), "out_of_memory");
  EXPECT_EQ(problem_id(Error("CUDA error: out of memory\nat line 3")), "out_of_memory");
  EXPECT_EQ(problem_id(Error("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`")),
            "out_of_memory");
  for (const char* const words : {"CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling a",
                                  "CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling a"}) {
    EXPECT_EQ(problem_id(Error(words)), "failed");
    EXPECT_EQ(problem_id(Error(words), /*memory_is_full=*/true), "out_of_memory");
  }
  EXPECT_EQ(problem_id(Error("CUDA error: an illegal memory access"), true), "failed");
  EXPECT_EQ(problem_id(Error("no kernel image is available"), true), "no_kernel");
  EXPECT_EQ(problem_id(Error("The NVIDIA driver on your system is too old (found version 11040)")),
            "old_driver");
  EXPECT_EQ(problem_of(Error("first\nsecond")).detail, "first");
}

TEST(UnusedGpu, IsNamedByItsDriver) {
  const auto unused =
      with_nvidia_smi("echo 'NVIDIA H100, 570.86, 1, 2'", [] { return unused_gpu(); });
  ASSERT_TRUE(unused);
  EXPECT_EQ(unused->driver, "570.86");
}

TEST(Libraries, SayTheirVersions) {
  EXPECT_EQ(cuda_version(12080), "12.8");
  EXPECT_EQ(cuda_version(13000), "13.0");
  EXPECT_EQ(cudnn_version(90701), "9.7.1");
  EXPECT_EQ(cudnn_version(8902), "8.9.2");
  EXPECT_EQ(version_in("Intel(R) MKL-DNN v3.5.3 (Git Hash N/A)"), "3.5.3");
  EXPECT_EQ(version_in("OpenBLAS 0.3.29 NO_LAPACKE DYNAMIC_ARCH"), "0.3.29");
  EXPECT_EQ(version_in("Math Kernel Library Version 2024.2-Product Build 20240605"), "2024.2");
  EXPECT_EQ(version_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Thu"),
            "570.86.15");
  EXPECT_EQ(version_in("MKL not found."), "");
  EXPECT_FALSE(libraries(/*cuda=*/false).empty());
}

TEST(Bisect, NarrowsFromBothSidesSoThatWhatIsKnownStaysWhereATrialFails) {
  for (const std::int64_t guess : {1, 90, 100, 300}) {
    std::int64_t fits = 0, fails = 1000, trials = 0;
    const auto found = bisect(guess, 1, [&](std::int64_t size) {
      EXPECT_GT(size, fits);
      EXPECT_LT(size, fails);
      ++trials;
      (size <= 100 ? fits : fails) = size;
      return size <= 100;
    });
    EXPECT_EQ(found, std::pair(fits, fails));
    EXPECT_EQ(fits, 100);
    EXPECT_EQ(fails, 101);
    EXPECT_LT(trials, 200);
  }
  const auto coarse = bisect(96, 4, [](std::int64_t size) { return size <= 101; });
  EXPECT_LE(coarse.first, 101);
  EXPECT_GT(coarse.second, 101);
  EXPECT_LE(coarse.second - coarse.first, 4);
}

}  // namespace
}  // namespace tally::measure
