// A measurement in words, in every language.
#include "lecture/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally {
namespace {

using ::testing::HasSubstr;

TEST(Report, ShowsPredictedBesideMeasuredInEveryLanguage) {
  Measurement measurement{.kind = "lecture",
                          .tally_version = "0.1.0",
                          .libtorch_version = "2.6.0",
                          .device = "cpu",
                          .device_name = {},
                          .driver = {}};
  measurement.configurations.push_back({.id = "activation",
                                        .settings = {},
                                        .numbers = {{"saved", "bytes", 327'680, 327'680},
                                                    {"peak", "bytes", 1000, 1024},
                                                    {"seconds", "seconds", {}, 0.25}}});
  measurement.configurations.push_back({.id = "of another version",
                                        .settings = {{"L", "4"}},
                                        .problem = MeasurementProblem{"failed", "why"}});
  for (const Language& language : languages()) {
    SCOPED_TRACE(language.tag);
    const ReportView view = present_report(measurement, report_strings(language.tag));
    ASSERT_EQ(view.presentation.tables.size(), 1u);
    const auto& rows = view.presentation.tables[0].rows;
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0][1].text, "327,680");
    EXPECT_EQ(rows[1][3].text, "+24 (+2.4%)");
    EXPECT_EQ(rows[2][2].text, "0.25");
    EXPECT_EQ(rows[2][3].text, "–");
    EXPECT_THAT(view.presentation.sentence, HasSubstr("2.4%"));
    EXPECT_THAT(view.presentation.notes.back(), HasSubstr("L = 4"));
    EXPECT_THAT(view.presentation.notes.back(), HasSubstr("of another version"));
    ASSERT_EQ(view.configurations.size(), 2u);
    EXPECT_EQ(view.configurations[1].table.rows.size(), 0u);
    EXPECT_THAT(view.configurations[1].problem, HasSubstr("why"));
    EXPECT_THAT(view.presentation.notes.back(), HasSubstr("why"));
  }
  EXPECT_THAT(present_report(measurement, report_strings("en")).presentation.sentence,
              HasSubstr("Of 2 numbers that were both predicted and measured, 1 are equal."));
  EXPECT_THAT(present_report(measurement, report_strings("zh")).presentation.sentence,
              HasSubstr("其中 1 个相等"));
}

TEST(Report, NamesSettingsRowsAndRecipesInEveryLanguage) {
  Measurement measurement{.kind = "lecture",
                          .made = "2026-11-30",
                          .libraries = {{"CUDA", "12.8"}, {"cuDNN", "9.7.1"}},
                          .device = "cuda"};
  measurement.configurations.push_back(
      {.id = "recipe",
       .settings = {{"B", "8"}, {"dtype", "bfloat16"}, {"recipe", "bf16_stock"}, {"q", "1"}},
       .numbers = {{"segments/4/saved_bytes", "bytes", 1, 1},
                   {"segments/plain/saved_bytes", "bytes", 1, 1},
                   {"phases/backward_2/total", "bytes", 1, 1},
                   {"recipes/fp32/total", "bytes_per_parameter", 1, 1},
                   {"saved[sharding]", "bytes", 1, 1},
                   {"points/L8_B32/saved_bytes", "bytes", 1, 1},
                   {"host_peak", "bytes", 1, {}}},
       .points = {{"over_layers", "measured", 4, 2, 3}, {"over_layers", "measured", 5, 2, 2}}});
  const auto labels = [&](const char* tag) {
    const ReportView view = present_report(measurement, report_strings(tag));
    std::vector<std::string> list{view.configurations[0].setting};
    for (const auto& row : view.presentation.tables[0].rows) list.push_back(row[0].text);
    list.insert(list.end(), view.presentation.notes.begin() + 1, view.presentation.notes.end());
    return list;
  };
  EXPECT_THAT(
      labels("en"),
      testing::ElementsAre(
          "batch B = 8, dtype = bfloat16, recipe = pure bf16, q = 1",
          "saved for backward, 4 layers a segment (B)", "saved for backward, no checkpoints (B)",
          "live when the phase ends, backward 2 (B)", "bytes per parameter, all fp32 (B)",
          "saved for backward, ZeRO-3 (B)", "saved for backward, L8_B32 (B)",
          "peak in the host’s memory (B)", "CUDA 12.8, cuDNN 9.7.1", "measured on 2026-11-30",
          "Of 2 points that the figures draw, 1 are equal"));
  EXPECT_THAT(labels("zh"),
              testing::ElementsAre(
                  "批次 B = 8，数据类型 = bfloat16，方案 = 纯 bf16，q = 1",
                  "为反向保存，每段 4 层 (B)", "为反向保存，不做检查点 (B)",
                  "阶段结束时存活，第 2 轮反向 (B)", "每个参数的字节数，全 fp32 (B)",
                  "为反向保存，ZeRO-3 (B)", "为反向保存，L8_B32 (B)", "主机内存的峰值 (B)",
                  "CUDA 12.8，cuDNN 9.7.1", "测于 2026-11-30", "图里的点共 2 个，其中 1 个相等"));
}

TEST(Report, SaysTheMedianWhereNotAllIsEqual) {
  Measurement measurement{.kind = "scale", .device = "cuda"};
  MeasuredConfiguration& each = measurement.configurations.emplace_back();
  each = {.id = "network", .numbers = {{"peak", "bytes", 100, 101}, {"saved", "bytes", 100, 104}}};
  const auto sentence = [&] {
    return present_report(measurement, report_strings("en")).presentation.sentence;
  };
  EXPECT_THAT(sentence(), HasSubstr("The median difference is 2.5%."));
  each.numbers.push_back({"states", "bytes", 100, 100});
  EXPECT_THAT(sentence(), HasSubstr("The median difference is 1%."));
  EXPECT_THAT(sentence(), HasSubstr("+4%"));
}

}  // namespace
}  // namespace tally
