// What a GPU says of itself by nvidia-smi; a script stands in for that.
#include "measure/device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace tally::measure {
namespace {

/// device_facts where nvidia-smi prints `line`.
DeviceFacts facts_of(const std::string& line) {
  const std::filesystem::path folder = testing::TempDir() + "tally_nvidia_smi";
  std::filesystem::create_directories(folder);
  const std::filesystem::path program = folder / "nvidia-smi";
  std::ofstream(program) << "#!/bin/sh\necho '" << line << "'\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  DeviceFacts facts = device_facts(true);
  setenv("PATH", path.c_str(), 1);
  return facts;
}

TEST(DeviceFacts, HasTheMemoryThatNvidiaSmiSays) {
  const DeviceFacts whole = facts_of("NVIDIA H100, 570.86, 81559, 512");
  EXPECT_EQ(whole.name, "NVIDIA H100");
  EXPECT_EQ(whole.driver, "570.86");
  EXPECT_EQ(whole.memory, Bytes{std::int64_t{81559} << 20});
  EXPECT_EQ(whole.used, Bytes{std::int64_t{512} << 20});
}

TEST(DeviceFacts, HasNoMemoryWhereNvidiaSmiSaysNone) {
  const DeviceFacts in_parts = facts_of("NVIDIA H100, 570.86, [N/A], [N/A]");
  EXPECT_EQ(in_parts.name, "NVIDIA H100");
  EXPECT_FALSE(in_parts.memory);
  EXPECT_FALSE(in_parts.used);
  const DeviceFacts failed = facts_of("NVIDIA-SMI has failed");
  EXPECT_EQ(failed.name, "");
  EXPECT_FALSE(failed.memory);
}

}  // namespace
}  // namespace tally::measure
