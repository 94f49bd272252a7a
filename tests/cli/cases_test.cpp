// `tally cases`: the published numbers that can be expressed, each with its result.
#include "cli/cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace tally::cli {
namespace {

std::map<std::string, CaseRow> by_id() {
  FormatIssues issues;
  std::map<std::string, CaseRow> found;
  for (const CaseRow& row : run_cases(published_cases(), issues)) found[row.id] = row;
  EXPECT_TRUE(issues.empty());
  return found;
}

TEST(Cases, EveryParameterCountOfOurArchitecturesIsExact) {
  std::size_t exact = 0;
  for (const auto& [id, row] : by_id()) {
    if (!id.starts_with("params/") || row.result == CaseResult::not_modelled) continue;
    EXPECT_EQ(row.result, CaseResult::exact) << id << " got " << testing::PrintToString(row.got);
    EXPECT_EQ(row.residual, 0) << id;
    ++exact;
  }
  EXPECT_EQ(exact, 25u);
}

TEST(Cases, NothingIsOff) {
  for (const auto& [id, row] : by_id()) {
    EXPECT_NE(row.result, CaseResult::off) << id << " got " << testing::PrintToString(row.got)
                                           << ", expected " << testing::PrintToString(row.expected);
    EXPECT_EQ(row.fault, CaseFault::none) << id;
  }
}

TEST(Cases, WhatWouldHaveToBeGuessedIsNotModelled) {
  const auto rows = by_id();
  for (const char* id :
       {"params/pythia-70m", "params/deepseek-v3-main", "torchtune/llama3.2-3b/+compile",
        "korthikanti/fig1/22B/sp+selective", "revolve/l10s3"})
    EXPECT_EQ(rows.at(id).result, CaseResult::not_modelled) << id;
  for (const char* id :
       {"params/mixtral-8x7b", "params/mixtral-8x22b-v0.3", "params/qwen3-30b-a3b",
        "logits/V32000/tokens524288", "hf-blog/linear", "verl7458/ws4", "torchinfo144/linear-x100",
        "determined-act-mem-2/mlp/B1S64D128/relu/drop0/amp0", "tnt1057/26B/16GPU"})
    EXPECT_EQ(rows.at(id).result, CaseResult::exact) << id;
}

// Under autocast: the input, what GELU takes and gives, and both weights, of two bytes an element.
TEST(Cases, AutocastKeepsWhatItCast) {
  const CaseRow row = by_id().at("determined-act-mem-2/mlp/B2S128D256/gelu/drop0/amp1");
  EXPECT_EQ(row.result, CaseResult::exact);
  EXPECT_THAT(row.got, testing::ElementsAre(2 * (256 * 256 + 2 * 256 * 1024 + 2 * 256 * 1024)));
}

// Bug reports about other calculators, each with the number that would have been right.
TEST(Cases, WhatReportsSayIsWrongElsewhereIsExecuted) {
  const std::pair<const char*, std::vector<double>> reports[] = {
      {"accelerate3379/llama-3.1-70b/fp16", {141'107'412'992.0 / (1 << 30)}},
      {"accelerate3379/llama-3.1-70b/fp16-no-head",
       {2.0 * (70'553'706'496 - 128'256 * 8'192) / (1 << 30)}},
      {"cookbook/llama-7b/states", {18.0 * 6'738'415'616 / (1 << 30)}},
      {"cookbook/llama-7b/activations", {80, 17 + 16.0 * 4096 * 32 / (1 << 30)}},
      {"easylm36/llama-7b/bf16", {2.0 * 6'738'415'616 / (1 << 30)}},
      {"flash-attention922/llama-3-8b/checkpoints", {20}},
      {"hf-blog2245/llama-3.1-70b/bf16", {8 * 70.553706496}},
      {"ml-engineering23/llama-2-7b/main-gradients", {4.0 * 6'738'415'616 / (1 << 30)}},
  };
  const auto rows = by_id();
  for (const auto& [id, numbers] : reports) {
    const CaseRow& row = rows.at(id);
    EXPECT_EQ(row.result, row.got == row.expected ? CaseResult::exact : CaseResult::within) << id;
    EXPECT_EQ(row.got, numbers) << id;
  }
}

// One rule whatever the size: exact is equal; within is equal once it is rounded as it was printed.
TEST(Cases, ExactIsEqualAndWithinIsRounded) {
  const auto result = [](const std::string& expect, const std::string& unit,
                         const std::string& parameters = "141107412") {
    FormatIssues issues;
    const auto rows =
        run_cases(R"([{"id": "x", "kind": "weights", "input": {"params": )" + parameters +
                      R"(}, "unit": ")" + unit + R"(", "expect": )" + expect + "}]",
                  issues);
    return rows.at(0).result;
  };
  EXPECT_EQ(result("564429648", "bytes"), CaseResult::exact);
  EXPECT_EQ(result("564429649", "bytes"), CaseResult::off);
  EXPECT_EQ(result("0.564429648", "GB(1e9)"), CaseResult::exact);
  EXPECT_EQ(result("0.56443", "GB(1e9)"), CaseResult::within);
  EXPECT_EQ(result("0.5644", "GB(1e9)"), CaseResult::within);
  EXPECT_EQ(result("0.5645", "GB(1e9)"), CaseResult::off);
  EXPECT_EQ(result("1", "GB(1e9)"), CaseResult::within);
  EXPECT_EQ(result("1e-7", "GB(1e9)", "25000000"), CaseResult::off);
  EXPECT_EQ(result("538.28", "MiB"), CaseResult::within);  // 538.282...
  EXPECT_EQ(result("538", "MiB"), CaseResult::within);
  EXPECT_EQ(result("551201", "KiB"), CaseResult::within);  // 551200.8...: large ones too
  EXPECT_EQ(result("551200", "KiB"), CaseResult::off);
  const auto rows = by_id();
  EXPECT_EQ(rows.at("hf-blog2245/llama-3.1-70b/bf16").result, CaseResult::within);   // 564.43
  EXPECT_EQ(rows.at("hf-blog2245/llama-3.1-70b/mixed").result, CaseResult::within);  // 1051.33
  EXPECT_EQ(rows.at("logits/V128256/tokens81920").result, CaseResult::within);       // 19.5703125
}

TEST(Cases, AFileOfOnesOwn) {
  FormatIssues issues;
  const auto rows = run_cases(R"([{"id": "mine", "kind": "logits", "unit": "bytes", "tolerance": 0,
      "input": {"vocab": 10, "seq": 3, "batch": 2, "bytes": 4}, "expect": 241},
      {"id": "more", "kind": "logits", "unit": "bytes",
      "input": {"vocab": 10, "seq": 3, "batch": 2, "bytes": 4, "heads": 2}, "expect": 240},
      {"id": "none"}, 7])",
                              issues);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].result, CaseResult::off);
  EXPECT_THAT(rows[0].got, testing::ElementsAre(240));
  EXPECT_EQ(rows[1].result, CaseResult::not_modelled);  // nobody knows what heads are here
  EXPECT_EQ(rows[2].result, CaseResult::not_modelled);
  EXPECT_EQ(rows[3].result, CaseResult::not_modelled);
  run_cases("{}", issues);
  EXPECT_FALSE(issues.empty());
}

// As strictly as a model's files: what is wrong is named, and where.
TEST(Cases, AFileThatIsNoListOfCasesSaysWhatIsWrong) {
  using Kind = FormatIssue::Kind;
  const auto issue = [](const std::string& text) {
    FormatIssues issues;
    EXPECT_TRUE(run_cases(text, issues).empty()) << text.substr(0, 100);
    EXPECT_EQ(issues.size(), 1u) << text.substr(0, 100);
    return issues.empty() ? FormatIssue{} : issues.front();
  };
  const std::string whole = R"([{"id": "a", "kind": "weights", "input": {"params": 1},
                                 "unit": "bytes", "expect": 4}])";
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_EQ(issue(whole.substr(0, i)).kind, Kind::not_json) << i;
  const FormatIssue nan = issue(R"([{"expect": NaN}])");
  EXPECT_EQ(nan.kind, Kind::not_json);
  EXPECT_EQ(nan.got, "12");
  EXPECT_EQ(issue(R"([{"expect": 1e999}])").kind, Kind::number_too_big);
  EXPECT_EQ(issue(std::string(100'000, '[')).kind, Kind::too_deep);
  EXPECT_EQ(issue("[\"\xff\"]").kind, Kind::not_utf8);
  const FormatIssue twice = issue(R"([{"id": "a", "input": {"params": 1, "params": 2}}])");
  EXPECT_EQ(twice.kind, Kind::duplicate);
  EXPECT_EQ(twice.field, "params");
  for (const char* text : {"{}", "7", "null", "\"[]\""}) {
    EXPECT_EQ(issue(text).kind, Kind::wrong_type) << text;
    EXPECT_FALSE(issue(text).got.empty()) << text;
  }
}

TEST(Cases, NumbersThatNoModelHasAreNotModelled) {
  const std::string most = "9007199254740992";  // 2^53
  const auto with = [&](std::string input) {
    for (std::size_t at; (at = input.find("MOST")) != std::string::npos;)
      input.replace(at, 4, most);
    return "{\"id\": \"x\", \"unit\": \"bytes\", \"expect\": 1, " + input + "}}";
  };
  for (
      const char* input :
      {R"("kind": "params", "input": {"arch": "llama_like", "V": 9, "h": 8, "L": 1, "a": 0, "hd": 4)",
       R"("kind": "params", "input": {"arch": "llama_like", "V": 9, "h": 8, "L": 1000000000)",
       R"("kind": "params", "input": {"arch": "gpt2", "V": 9, "h": 8, "L": 1000000000, "bias": 1)",
       R"("kind": "params", "input": {"arch": "gpt2", "V": 1e300, "h": 8, "L": 1, "bias": 1)",
       R"("kind": "params", "input": {"arch": "gpt2", "V": 9, "h": 8.5, "L": 1, "bias": 1)",
       R"("kind": "params", "input": {"arch": "llama_like", "V": 9, "h": 8, "L": 1, "experts": 2000000000)",
       R"("kind": "params", "input": {"arch": "llama_like", "V": 9, "h": 2147483648, "L": 1)",
       R"("kind": "params", "input": {"arch": "gpt2", "V": 9, "h": 536870912, "L": 7, "bias": 1)",
       R"("kind": "tensor", "input": {"linear": [-4, 8], "dtype": "fp32", "batch": 2)",
       R"("kind": "tensor", "input": {"linear": [MOST, MOST], "dtype": "fp32", "batch": 1)",
       R"("kind": "logits", "input": {"vocab": MOST, "seq": MOST, "batch": 1, "bytes": 2)",
       R"("kind": "logits", "input": {"vocab": 0, "seq": 1, "batch": 1, "bytes": 2)",
       R"("kind": "saved_tensors", "input": {"linear": [4, 4], "dtype": "fp32", "input": [4, 4], "repeat": MOST)",
       R"("kind": "saved_tensors", "input": {"linear": [4, 4], "dtype": "fp32", "input": [4, 5], "repeat": 1)",
       R"("kind": "saved_tensors", "input": {"batch": MOST, "seq": MOST, "d_model": 1, "expansion": 1, "act": "relu")",
       R"("kind": "model_states", "input": {"params": 1, "dp": 0, "zero_stage": 1, "param_bytes": 2, "grad_bytes": 2, "optim_bytes": 12)",
       R"("kind": "model_states", "input": {"params": 1, "dp": 2, "zero_stage": 4, "param_bytes": 2, "grad_bytes": 2, "optim_bytes": 12)",
       R"("kind": "inverse", "input": {"gpus": 0, "mem_gb": 80, "bytes_per_param": 16)",
       R"("kind": "inverse", "input": {"gpus": 16384, "mem_gb": MOST, "bytes_per_param": 16)",
       R"("kind": "grad_accum", "input": {"params": 1, "dp": 0)",
       R"("kind": "gpt_blocks", "input": {"h": 8, "L": 1, "a": 1, "s": MOST, "b": MOST)"}) {
    FormatIssues issues;
    const auto rows = run_cases("[" + with(input) + "]", issues);
    ASSERT_EQ(rows.size(), 1u) << input;
    EXPECT_EQ(rows[0].result, CaseResult::not_modelled) << input;
  }
}

TEST(Cases, WhatIsWrongWithOneIsNamed) {
  const auto fault = [](const std::string& members) {
    FormatIssues issues;
    const auto rows = run_cases("[{" + members + "}]", issues);
    EXPECT_EQ(rows.at(0).result, CaseResult::not_modelled);
    return case_fault_ids.at(static_cast<std::size_t>(rows[0].fault));
  };
  const std::string id = R"("id": "mine", )", kind = R"("kind": "logits", )",
                    input = R"("input": {"vocab": 10, "seq": 3, "batch": 2, "bytes": 4})",
                    expect = R"(, "expect": 240)", unit = R"(, "unit": "bytes")";
  EXPECT_EQ(fault(kind + input + expect + unit), "id");
  EXPECT_EQ(fault(id + input + expect + unit), "kind");
  EXPECT_EQ(fault(id + kind + R"("input": {"vocab": null})" + expect + unit), "input");
  EXPECT_EQ(fault(id + kind + R"("input": {"vocab": ["10"]})" + expect + unit), "input");
  for (const char* wrong :
       {"", R"(, "expect": "240")", R"(, "expect": {})", R"(, "expect": {"a": 1, "b": "2"})"})
    EXPECT_EQ(fault(id + kind + input + wrong + unit), "expect") << wrong;
  for (const char* wrong : {"", R"(, "unit": 7)", R"(, "unit": "gigabytes")"})
    EXPECT_EQ(fault(id + kind + input + expect + wrong), "unit") << wrong;
  for (const char* wrong : {"0.5", "null", "true"})
    EXPECT_EQ(fault(id + kind + input + expect + unit + R"(, "tolerance": )" + wrong), "tolerance")
        << wrong;
  EXPECT_EQ(fault(id + R"("kind": "nobody's", )" + input + expect + unit), "");
}

TEST(Cases, BesideANoughtAResidualIsInfinite) {
  FormatIssues issues;
  const auto rows = run_cases(R"([{"id": "x", "kind": "weights", "unit": "bytes", "expect": 0,
      "input": {"params": 1}}, {"id": "y", "kind": "weights", "unit": "bytes", "expect": 0,
      "input": {"params": 0}}])",
                              issues);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].result, CaseResult::off);
  EXPECT_EQ(rows[0].residual, std::numeric_limits<double>::infinity());
  EXPECT_EQ(rows[1].result, CaseResult::exact);
  EXPECT_EQ(rows[1].residual, 0);
}

TEST(Cases, LargeOnesAreCountedToo) {
  FormatIssues issues;
  const auto got = [&](const std::string& input) {
    const auto rows =
        run_cases(R"([{"id": "x", "unit": "bytes", "expect": 1, )" + input + "}}]", issues);
    return rows.at(0).got;
  };
  // 16 bytes each, shared out.
  EXPECT_THAT(
      got(R"("kind": "inverse", "input": {"gpus": 16384, "mem_gb": 80, "bytes_per_param": 16)"),
      testing::ElementsAre(80e9 * 16384 / 16));
  EXPECT_THAT(
      got(R"("kind": "saved_tensors", "input": {"linear": [1048576, 1048576], "dtype": "fp32",
                  "input": [32768, 1048576], "repeat": 1)"),
      testing::ElementsAre(0x1p42 + 2 * 0x1p37));
}

}  // namespace
}  // namespace tally::cli
