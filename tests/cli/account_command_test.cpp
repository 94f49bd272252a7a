// `tally account` and `tally models` as a user starts them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.h"

namespace tally::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

Json json_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Finished finished = tally(arguments);
  EXPECT_EQ(finished.status, 0) << finished.error;
  return Json::parse(finished.out);
}

/// The config.json of a small model.
std::string config_file() {
  const std::string path = testing::TempDir() + "account_command_config.json";
  std::ofstream(path) << R"({"model_type": "gpt2", "vocab_size": 128, "n_positions": 32,)"
                      << R"( "n_embd": 64, "n_layer": 2, "n_head": 4})";
  return path;
}

TEST(AccountCommand, TheJsonHasWhatItPromises) {
  const Json json = json_of({"account", "--model", "gpt2", "--sequence", "64"});
  EXPECT_EQ(json["schema"], "tally.account/1");
  EXPECT_EQ(json["parameters"]["total"], 124'439'808);
  EXPECT_EQ(json["parameters"]["trainable"], 124'439'808);
  EXPECT_GT(json["flops"]["forward"], 0);
  EXPECT_EQ(json["flops"]["recomputed"], 0);
  const Json& peak = json["peak"];
  for (const Json& instant : json["instants"]) {
    std::int64_t sum = 0;
    for (const auto& [category, bytes] : instant["by_category"].items())
      sum += bytes.get<std::int64_t>();
    EXPECT_EQ(sum, instant["bytes"]);
    EXPECT_LE(instant["bytes"], peak["bytes"]);
  }
  EXPECT_FALSE(json.contains("verdict"));
}

TEST(AccountCommand, AGpuGivesAVerdict) {
  const std::vector<std::string> arguments{
      "account", "--model", "llama-3.1-8b", "--profile", "eager", "--gpus", "8"};
  std::vector<std::string> named = arguments;
  named.insert(named.end(), {"--gpu", "h100_80gb"});
  const Json json = json_of(named);
  const Json& verdict = json["verdict"];
  EXPECT_EQ(verdict["gpu"], "h100_80gb");
  EXPECT_EQ(verdict["capacity"], 85'520'809'984);
  EXPECT_EQ(verdict["marketed"], 80'000'000'000);
  EXPECT_EQ(verdict["fits"], false);
  EXPECT_EQ(verdict["headroom"].get<std::int64_t>(),
            85'520'809'984 - json["peak"]["bytes"].get<std::int64_t>());
  EXPECT_EQ(verdict["binds"], json["peak"]);
  EXPECT_EQ(verdict["offered"], 3);
  EXPECT_GE(verdict["changes"].size(), 3u);
  EXPECT_EQ(verdict["changes"][0]["id"], "zero_3");
  EXPECT_FALSE(verdict.contains("not_counted"));
  ASSERT_TRUE(verdict.contains("enough"));
  EXPECT_LE(verdict["enough"]["peak"], verdict["capacity"]);

  std::vector<std::string> bytes = arguments;
  bytes.insert(bytes.end(), {"--gpu", "1TB"});
  EXPECT_EQ(tally(bytes).status, 2);
  bytes.back() = "1000GB";
  const Json large = json_of(bytes)["verdict"];
  EXPECT_EQ(large["capacity"], 1'000'000'000'000);
  EXPECT_EQ(large["fits"], true);
  EXPECT_FALSE(large.contains("gpu"));
  EXPECT_FALSE(large.contains("enough"));
  bytes.back() = "1.5GiB";
  EXPECT_EQ(json_of(bytes)["verdict"]["capacity"], 1'610'612'736);
}

TEST(AccountCommand, ExplainsComparesAndRecomputes) {
  const Json json = json_of({"account", "--model", "gpt2", "--sequence", "64", "--explain",
                             "--compare-kernels", "--recompute", "selective"});
  EXPECT_EQ(json["closed_forms"][0]["id"], "parameters");
  EXPECT_EQ(json["closed_forms"][0]["bytes"], 2 * 124'439'808);
  EXPECT_GT(json["kernels"]["rows"].size(), 3u);
  EXPECT_GT(json["flops"]["recomputed"], 0);
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--explain"}).out,
              HasSubstr("34 s b h + 4 a s b + 16 s b"));
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--recompute", "0,13", "--lang", "zh"}).error,
              HasSubstr("13 不在 0 和块数 12 之间"));
  const std::string partly =
      tally({"account", "--model", "gpt2", "--recompute", "2,4", "--explain", "--lang", "zh"}).out;
  EXPECT_THAT(partly, HasSubstr("没有公式，因为有的块重算"));
  const Json shared = json_of({"account", "--model", "llama-3-8b", "--sequence", "64", "--explain",
                               "--zero", "3", "--gpus", "8"})["closed_forms"];
  EXPECT_EQ(shared[0]["formula"], "2 × P / N");
  EXPECT_EQ(shared[0]["bytes"], 2 * 8'030'261'248 / 8);
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--recompute", "0,13"}).error,
              HasSubstr("13 is not between 0 and 12"));
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--recompute", "some"}).error,
              HasSubstr("none, blocks, selective"));
}

// On a CPU dropout keeps a number of its input's dtype where CUDA keeps a byte.
TEST(AccountCommand, TheMaskOfDropoutIsChosen) {
  const auto saved = [](std::vector<std::string> mask) {
    std::vector<std::string> arguments{"account", "--model",    "gpt2", "--profile",
                                       "eager",   "--sequence", "64"};
    arguments.insert(arguments.end(), mask.begin(), mask.end());
    return json_of(arguments)["saved"].get<std::int64_t>();
  };
  const std::int64_t cuda = saved({}), cpu = saved({"--dropout-mask", "cpu"});
  EXPECT_EQ(saved({"--dropout-mask=cuda"}), cuda);
  // One byte more for each element of the embeddings, of both branches and of the probabilities.
  EXPECT_EQ(cpu - cuda, 64 * 768 + 12 * (2 * 64 * 768 + 12 * 64 * 64));
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--dropout-mask", "byte"}).error,
              HasSubstr("--dropout-mask: got \"byte\", takes one of cpu, cuda"));
  for (const char* language : {"zh", "en"})
    EXPECT_THAT(tally({"account", "--help", "--lang", language}).out,
                HasSubstr("--dropout-mask NAME"));
}

// Every step of a model that is known is answered, whatever the flash kernel takes.
TEST(AccountCommand, AnotherKernelIsTakenWhereFlashCannot) {
  const std::pair<std::vector<std::string>, std::string> uses[] = {
      {{"--model", "gpt2", "--regime", "fp32"}, "memory-efficient"},
      {{"--model", "gpt2", "--regime", "autocast"}, ""},
      {{"--model", "llama-3.2-1b", "--regime", "fp32"}, "SDPBackend.MATH"},
      {{"--model", "mistral-7b-v0.1", "--sequence", "5000"}, "SDPBackend.MATH"},
      {{"--model", "gemma-3-1b", "--compare-kernels"}, "SDPBackend.MATH"},
      {{"--model", "gemma-2-2b"}, "caps the scores"},
      {{"--model", "gpt2", "--regime", "fp32", "--profile", "eager"}, ""},
      {{"--model", "mistral-7b-v0.1", "--sequence", "5000", "--profile", "eager"}, ""},
      {{"--model", "gpt2"}, ""},
      {{"--model", "mistral-7b-v0.1"}, ""},
  };
  for (const auto& [options, says] : uses)
    for (const bool gpu : {false, true}) {
      std::vector<std::string> arguments{"account"};
      arguments.insert(arguments.end(), options.begin(), options.end());
      if (gpu) arguments.insert(arguments.end(), {"--gpu", "1GB"});
      SCOPED_TRACE(testing::PrintToString(arguments));
      const Json notes = json_of(arguments)["notes"];
      EXPECT_EQ(notes.size(), says.empty() ? 0u : 1u);
      if (!says.empty() && notes.size() == 1) {
        EXPECT_THAT(notes[0].get<std::string>(), HasSubstr(says));
      }
    }
}

// No kernel of scaled_dot_product_attention has the cap: a number without it would be another
// model's.
TEST(AccountCommand, AKernelThatCapsNoScoresIsRefusedForAModelThatDoes) {
  for (const char* kernel : {"flash", "math"})
    EXPECT_THAT(
        tally({"account", "--model", "gemma-2-2b", "--attention", kernel, "--lang", "en"}).error,
        HasSubstr("caps no scores"));
  EXPECT_EQ(tally({"account", "--model", "gemma-2-2b", "--attention", "eager"}).status, 0);
}

// Beside fp32 grouped heads get the composition by themselves as well; asked for, it stays.
TEST(AccountCommand, AKernelThatWasAskedForIsKeptInAnotherRegime) {
  for (const std::vector<std::string>& named :
       {std::vector<std::string>{}, std::vector<std::string>{"--attention", "math"}}) {
    std::vector<std::string> arguments{"account",    "--model", "llama-3.2-1b", "--regime", "fp32",
                                       "--sequence", "4096",    "--gpu",        "1GB"};
    arguments.insert(arguments.end(), named.begin(), named.end());
    const Json verdict = json_of(arguments)["verdict"];
    int compared = 0;
    for (const Json& change : verdict["changes"]) {
      const auto id = change["id"].get<std::string>();
      const bool regime = id == "autocast" || id.starts_with("bf16_");
      if (!regime) continue;
      std::vector<std::string> other = arguments;
      other[4] = id == "bf16_weights" ? "bf16" : id;
      EXPECT_EQ(change["peak"], json_of(other)["peak"]["bytes"]) << id;
      ++compared;
    }
    EXPECT_EQ(compared, 1);
  }
}

TEST(AccountCommand, WhatIsBeyondCountingIsRefused) {
  for (const char* language : {"en", "zh"}) {
    const Finished finished = tally({"account", "--model", "gpt2", "--batch", "4096",
                                     "--micro-batches", "65536", "--lang", language});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.error, HasSubstr("--micro-batches 65536"));
  }
  const Finished finished = tally(
      {"account", "--model", "llama-3.2-1b", "--batch", "16777216", "--sequence", "16777216"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.error, HasSubstr("--sequence 16777216"));
}

// ZeRO's first stage is enough here, though its third saves more.
TEST(AccountCommand, EnoughIsTheLeastThatIsEnough) {
  const Json json = json_of(
      {"account", "--model", "gpt2", "--sequence", "64", "--gpus", "4", "--gpu", "1200000000"});
  EXPECT_EQ(json["verdict"]["enough"]["changes"], Json::array({"zero_1"}));
}

TEST(AccountCommand, WhatNeverFitsIsSaidWithoutAnyChangeToo) {
  const std::string text = tally({"account", "--model", "gpt2", "--sequence", "64", "--optimizer",
                                  "sgd", "--stepping", "fused", "--loss", "chunked", "--recompute",
                                  "blocks", "--regime", "bf16", "--gpu", "1000"})
                               .out;
  EXPECT_THAT(text, AllOf(HasSubstr("None of the changes"), HasSubstr("it does not fit.")));
}

TEST(AccountCommand, IsInBothLanguages) {
  const std::vector<std::string> arguments{"account", "--model", "gpt2", "--gpu", "t4"};
  const Finished english = tally(arguments);
  EXPECT_EQ(english.status, 0) << english.error;
  EXPECT_THAT(english.out,
              AllOf(HasSubstr("124,439,808 parameters"), HasSubstr("It fits: "),
                    HasSubstr("optimizer state"), HasSubstr("Not counted: the CUDA context")));
  const Finished chinese = tally(arguments, {"LANG=zh_CN.UTF-8"});
  EXPECT_EQ(chinese.status, 0) << chinese.error;
  EXPECT_THAT(chinese.out, AllOf(HasSubstr("124,439,808 个参数"), HasSubstr("放得下："),
                                 HasSubstr("没有计入：CUDA 上下文"), Not(HasSubstr("It fits"))));
  const Finished asked = tally({"account", "--lang=zh", "--help"});
  EXPECT_THAT(asked.out, AllOf(HasSubstr("用法：tally account"), HasSubstr("--gpu NAME|BYTES"),
                               Not(HasSubstr("sequences of"))));
  EXPECT_THAT(tally({"models", "--help"}).out, HasSubstr("Usage: tally models"));
  EXPECT_THAT(tally({"models", "--help", "--lang", "zh"}).out, HasSubstr("列出已发布的模型"));
  EXPECT_THAT(tally({"cases", "--help", "--lang", "zh"}).out, HasSubstr("用法：tally cases"));
  EXPECT_THAT(tally({"cases", "--lang", "zh"}).out, HasSubstr("个未建模"));
  EXPECT_THAT(tally({"report", "--help", "--lang", "zh"}).out, HasSubstr("用法：tally report"));
}

TEST(AccountCommand, HelpNamesEveryCommand) {
  for (const char* locale : {"LANG=C", "LANG=zh_CN.UTF-8"}) {
    const std::string help = tally({"--help"}, {locale}).out;
    const Finished bogus = tally({"bogus"}, {locale});
    EXPECT_EQ(bogus.status, 2);
    for (const char* command : {"lecture", "ask", "account", "models", "cases", "report"}) {
      EXPECT_THAT(help, HasSubstr(std::string("\n  ") + command + " "));
      EXPECT_THAT(bogus.error, HasSubstr(std::string("tally ") + command));
    }
  }
}

TEST(AccountCommand, AWrongCommandLineIsToldSo) {
  const std::pair<std::vector<std::string>, std::string> uses[] = {
      {{"account"}, "which model?"},
      {{"account", "--model", "llama-3.1-8"}, "did you mean llama-3.1-8b?"},
      {{"account", "--model", "nothing_like_it"}, "tally models lists them"},
      {{"account", "--model"}, "--model: got nothing"},
      {{"account", "--modle", "gpt2"}, "did you mean --model?"},
      {{"account", "gpt2"}, "\"gpt2\" is not expected here"},
      {{"account", "--model", "gpt2", "--batch", "0"}, "a whole number from 1 on"},
      {{"account", "--model", "gpt2", "--batch", "1e3"}, "--batch: got \"1e3\""},
      {{"account", "--model", "gpt2", "--batch", "99999999999999999999"}, "--batch"},
      {{"account", "--model", "gpt2", "--regime", "fp8"}, "bf16_master_weights"},
      {{"account", "--model", "gpt2", "--sequence", "2048"}, "1024 positions"},
      {{"account", "--model", "gpt2", "--gpu", "h100"}, "h100_80gb, h200"},
      {{"account", "--model", "gpt2", "--gpu", "-1"}, "--gpu: got \"-1\""},
      {{"account", "--model", "gpt2", "--gpu", "nan"}, "--gpu"},
      {{"account", "--model", "gpt2", "--json=1"}, "--json: takes no value"},
      {{"account", "--model", "gpt2", "--lang", "fr"}, "--lang: got \"fr\""},
      {{"account", "--model", "gpt2", "--lang"}, "--lang: got nothing"},
      {{"account", "--config", "/nowhere/config.json"},
       "--config: /nowhere/config.json cannot be read: No such file or directory"},
      {{"account", "--config", "/tmp"}, "--config: /tmp cannot be read: Is a directory"},
      {{"account", "--safetensors", "/nowhere"},
       "--safetensors: /nowhere cannot be read: No such file or directory"},
      {{"account", "--safetensors", "/tmp"}, "--safetensors: /tmp cannot be read: Is a directory"},
      {{"account", "--safetensors", "/nowhere.json"},
       "--safetensors: /nowhere.json cannot be read: No such file or directory"},
      {{"cases", "/nowhere"}, "/nowhere cannot be read: No such file or directory"},
      {{"report", "/nowhere"}, "/nowhere cannot be opened: No such file or directory"},
      {{"account", "--config", "/dev/null"}, "it is no JSON: reading stopped at byte 0"},
      {{"account", "--config", config_file(), "--model", "gpt2"}, "two models"},
      {{"account", "--model", "gpt2", "--model", "gpt2-xl"}, "--model: given twice"},
      {{"account", "--model", "gpt2", "--json", "--json"}, "--json: given twice, once is enough"},
      {{"models", "--json", "--json"}, "--json: given twice"},
      {{"cases", "--json", "--json"}, "--json: given twice"},
      {{"account", "--model", "gpt2", "--lang", "en", "--lang=en"}, "--lang: given twice"},
      {{"account", "--model", "gpt2", "--zero", "5", "--gpus", "2"}, "--zero: got \"5\""},
      {{"account", "--model", "gpt2", "--zero", "3"}, "--zero 3 shares out among GPUs"},
      {{"account", "--model", "gpt2", "--frozen-blocks", "13"}, "--frozen-blocks 13"},
      {{"models", "gpt2"}, "tally models: got \"gpt2\""},
      {{"models", "--lang", "fr"}, "--lang: got \"fr\""},
      {{"cases", "a", "b"}, "tally cases: got \"b\""},
  };
  for (const auto& [arguments, says] : uses) {
    const Finished finished = tally(arguments);
    EXPECT_EQ(finished.status, 2) << says;
    EXPECT_EQ(finished.out, "") << says;
    EXPECT_THAT(finished.error, AllOf(HasSubstr(says), HasSubstr("see tally " + arguments[0])));
  }
}

TEST(AccountCommand, ANameIsPrintedWithoutControlCharacters) {
  const std::string odd = testing::TempDir() + "account\x1b[31m_config.json";
  std::filesystem::copy_file(config_file(), odd, std::filesystem::copy_options::overwrite_existing);
  const Finished finished = tally({"account", "--config", odd});
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("account\\x1b[31m_config.json: "), Not(HasSubstr("\x1b"))));
}

TEST(CasesCommand, AFileOfOnesOwnIsPrintedAsItIsRead) {
  const std::string path = testing::TempDir() + "tally_cases_" + std::to_string(getpid());
  std::ofstream(path) << R"([{"id": "a\u001b[31m", "kind": "weights", "unit": "bytes",
      "expect": 0, "input": {"params": 1}}, {"id": "b", "kind": "weights", "expect": "no number",
      "input": {"params": 1}}])";
  const std::string text = tally({"cases", path, "--lang", "en"}).out;
  EXPECT_THAT(text, AllOf(HasSubstr("a\\x1b[31m: got 4, expected 0, residual ∞"),
                          HasSubstr("expect takes a number"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(tally({"cases", path, "--lang", "zh"}).out, HasSubstr("expect 应为一个数"));
  EXPECT_THAT(tally({"cases", path, "--json"}).out, HasSubstr("\"wrong\": \"expect\""));
  std::ofstream(path) << R"([{"id": "a", "id": "b"}])";
  const Finished twice = tally({"cases", path, "--lang", "en"});
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.error, HasSubstr(path + ": id stands twice in one object"));
  std::ofstream(path) << "{}";
  EXPECT_THAT(tally({"cases", path, "--lang", "en"}).error, HasSubstr("the file: got {…}"));
}

TEST(AccountCommand, OptionsThatSayNothingBesideTheOthersAreRefused) {
  const auto refused = [](std::vector<std::string> arguments, const char* sentence) {
    arguments.insert(arguments.begin(), "account");
    const Finished finished = tally(arguments);
    EXPECT_EQ(finished.status, 2) << sentence;
    EXPECT_THAT(finished.error, HasSubstr(sentence));
  };
  const char* const two = "one way of recomputing at a time";
  refused({"--model", "gpt2", "--recompute-every", "2", "--recompute", "none"}, two);
  refused({"--model", "gpt2", "--recompute", "none", "--recompute-every", "2"}, two);
  refused({"--model", "gpt2", "--recompute", "0,4,12", "--recompute-every", "0"}, two);
  refused({"--model", "gpt2", "--recompute", "13"}, "--recompute: 13 is not between 0 and 12");
  refused({"--model", "gpt2", "--recompute", "99999"}, "--recompute 99999 is not between 0 and");
  refused({"--model", "gpt2", "--recompute-every", "13"},
          "--recompute-every: 13 is not between 0 and 12");
  refused({"--model", "gpt2", "--recompute-every", "13", "--lang", "zh"},
          "这个配置不成立：--recompute-every：13 不在 0 和块数 12 之间");
  refused({"--model", "gpt2", "--recompute", "2", "--recompute-every", "2", "--lang", "zh"},
          "这个配置不成立：--recompute 和 --recompute-every");
  refused({"--model", "llama-3.2-1b", "--lora-all"},
          "--lora-all says something with --lora-rank only");
  refused({"--model", "gpt2", "--timeline"}, "--timeline says something with --json only");
  refused({"--model", "gpt2", "--safetensors", ""}, "--safetensors: got nothing");
  refused({"--config="}, "--config: got nothing");
  refused({"--safetensors", "a", "--gpus", "2"},
          "--gpus says something with --model, --config only");
  refused({"--model", "gpt2", "--gpu", "1.5"}, "--gpu: got \"1.5\"");
}

}  // namespace
}  // namespace tally::cli
