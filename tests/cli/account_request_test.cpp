// What the page of real models asks: whatever a request holds, it is answered.
#include "lecture/real/account_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "lecture/real/account_words.h"
#include "lecture/real/published_cases.h"
#include "lecture/text.h"

namespace tally {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

Json answer(const std::string& request) {
  return Json::parse(account_answer(request, languages().front()));
}

TEST(AccountRequest, GivesTheAccount) {
  for (const char* options :
       {R"(["--model=gpt2"])", R"(["--model", "gpt2", "--json"])",
        R"(["--model=gpt2", "--timeline"])", R"(["--model=gpt2", "--regime=fp32", "--gpu=1GB"])",
        R"(["--model=mistral-7b-v0.1", "--sequence=5000"])"}) {
    const Json json = answer(std::string(R"({"options": )") + options + "}");
    EXPECT_FALSE(json.contains("problem")) << options;
    EXPECT_EQ(json["schema"], "tally.account/1");
  }
}

TEST(AccountRequest, SaysTheSequenceThatNobodyGave) {
  const auto sequence = [](const char* request) { return answer(request)["shape"]["sequence"]; };
  EXPECT_EQ(sequence(R"({"options": ["--model=llama-3.2-1b"]})"), 2048);
  EXPECT_EQ(sequence(R"({"options": ["--model=gpt2"]})"), 1024);
  EXPECT_EQ(sequence(R"({"options": ["--model=gpt2", "--sequence=7"]})"), 7);
}

TEST(AccountRequest, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> requests[] = {
      {"not json", ""},
      {"{}", ""},
      {R"({"options": 3})", ""},
      {R"({"options": []})", "--model"},
      {R"({"options": ["--model=gpt2", 3]})", ""},
      {R"({"options": ["--help"]})", "--help"},
      {R"({"options": ["--model=gpt2", "--lang=zh"]})", "--lang"},
      {R"({"options": ["--safetensors=a", "--model=gpt2"]})", "--safetensors"},
      {R"({"options": ["--model=gpt2", "--langs=zh"]})", "--langs"},
      {R"({"options": ["--model=gpt2", "--batch"]})", "--batch：没有给值"},
      {R"({"options": ["--model=gpt2", "--explain"]})", "--explain"},
      {R"({"options": ["--model=gpt2", "--compare-kernels"]})", "--compare-kernels"},
  };
  for (const auto& [request, says] : requests) {
    const Json json = answer(request);
    ASSERT_TRUE(json.contains("problem")) << request;
    const auto problem = json["problem"].get<std::string>();
    EXPECT_NE(problem, "") << request;
    EXPECT_THAT(problem, HasSubstr(says)) << request;
  }
}

TEST(AccountRequest, RefusesAModelOfTooManyTensors) {
  const Json model{{"model_type", "qwen3_moe"},
                   {"vocab_size", 64},
                   {"hidden_size", 64},
                   {"num_hidden_layers", 2000},
                   {"num_attention_heads", 4},
                   {"num_key_value_heads", 2},
                   {"head_dim", 16},
                   {"intermediate_size", 8},
                   {"num_experts", 2048},
                   {"num_experts_per_tok", 2},
                   {"moe_intermediate_size", 4},
                   {"decoder_sparse_step", 1},
                   {"mlp_only_layers", {0}},
                   {"tie_word_embeddings", true}};
  const Json json =
      answer(Json{{"options", {"--config=config.json"}}, {"file", model.dump()}}.dump());
  ASSERT_TRUE(json.contains("problem"));
  EXPECT_THAT(json["problem"].get<std::string>(),
              AllOf(HasSubstr("131072"), Not(HasSubstr("--"))));  // no option is the cause
}

TEST(AccountWords, EveryProblemIsASentenceOfItsValuesInEachLanguage) {
  const AccountWords& first = account_words(languages().front());
  for (const Language& language : languages())
    for (std::size_t kind = 1; kind < ConfigProblem::kinds; ++kind) {
      const Str sentence = account_words(language).problems[kind];
      EXPECT_NE(sentence.utf8, "") << kind;
      EXPECT_EQ(blanks(sentence), blanks(first.problems[kind])) << sentence.utf8;
    }
  TrainingConfig config;
  config.batch = 0;
  EXPECT_EQ(sentence(problem_of(config), languages().front()), "--batch 0 不在 1 和 16777216 之间");
}

/// A file of weights as the page gives it: one float32 tensor of so many elements.
Json weights(const std::string& name, const std::string& tensor, std::int64_t elements) {
  const std::string header =
      Json{{tensor, {{"dtype", "F32"}, {"shape", {elements}}, {"data_offsets", {0, elements * 4}}}}}
          .dump();
  return {{"name", name},
          {"text", header},
          {"length", {header.size(), 0, 0, 0, 0, 0, 0, 0}},
          {"size", 8 + static_cast<std::int64_t>(header.size()) + elements * 4}};
}

Json stored(const std::vector<Json>& files) {
  const std::string option = "--safetensors=" + files[0]["name"].get<std::string>();
  return answer(Json{{"options", Json::array({option})}, {"files", files}}.dump());
}

TEST(AccountRequest, ReadsTheHeadersOfWeights) {
  const Json alone = stored({weights("a.safetensors", "wte.weight", 12)});
  EXPECT_EQ(alone["stored"]["parameters"], 12);
  EXPECT_EQ(alone["stored"]["bytes"], 48);
  EXPECT_EQ(alone["parameters"]["total"], 12);
  const Json index{
      {"name", "all.index.json"},
      {"text", R"({"weight_map": {"wte.weight": "a.safetensors", "b": "b.safetensors"}})"}};
  const Json both =
      stored({index, weights("b.safetensors", "b", 3), weights("a.safetensors", "wte.weight", 12)});
  EXPECT_EQ(both["stored"]["files"], 2);
  EXPECT_EQ(both["stored"]["parameters"], 15);
  EXPECT_THAT(stored({index})["problem"].get<std::string>(),
              HasSubstr("a.safetensors 读不了：选中的文件里没有它"));
  EXPECT_THAT(answer(R"({"options": ["--config=c.json"]})")["problem"].get<std::string>(),
              HasSubstr("c.json 读不了：选中的文件里没有它"));
  // What is wrong with one of them is said of it.
  Json cut = weights("b.safetensors", "b", 3);
  cut["size"] = 9;
  EXPECT_THAT(stored({index, cut, weights("a.safetensors", "wte.weight", 12)})["problem"]
                  .get<std::string>(),
              HasSubstr("b.safetensors"));
}

TEST(AccountRequest, SaysWhatIsWrongWithWeights) {
  Json long_header = weights("a", "b", 3), cut = long_header, no_length = long_header,
       no_byte = long_header, short_file = long_header;
  long_header["length"] = {0, 0, 0, 0x80, 0, 0, 0, 0};  // 2 GiB
  long_header["text"] = "";
  cut["text"] = cut["text"].get<std::string>().substr(0, 20);
  no_length.erase("length");
  no_byte["length"][0] = 256;
  short_file["size"] = 9;
  for (const Json& file : {long_header, cut, no_length, no_byte, short_file}) {
    const Json json = stored({file});
    ASSERT_TRUE(json.contains("problem")) << file;
    EXPECT_NE(json["problem"], "");
  }
  EXPECT_THAT(stored({long_header})["problem"].get<std::string>(), HasSubstr("2147483648"));
}

TEST(CasesRequest, SaysWhatIsWrong) {
  const auto problem = [](const char* text) {
    return Json::parse(cases_answer(text)).value("problem", "");
  };
  EXPECT_EQ(problem("not json"), "no JSON array of cases: at byte 1");
  EXPECT_EQ(problem(R"([{"id": 1, "id": 2}])"), "no JSON array of cases: id stands twice");
  EXPECT_EQ(problem("{}"), "no JSON array of cases: it is {…}");
  EXPECT_EQ(Json::parse(cases_answer("[]"))["schema"], "tally.cases/1");
}

}  // namespace
}  // namespace tally
