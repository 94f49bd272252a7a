// `tally account --safetensors`: one file, an index with its files, a packed model, bad files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tally::cli {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

struct Made {
  std::string name, dtype;
  std::vector<std::int64_t> shape;
  std::int64_t bytes;
};

std::string folder() {
  const std::string path =
      ::testing::TempDir() + "tally_safetensors_" + std::to_string(getpid()) + "/";
  std::filesystem::create_directories(path);
  return path;
}

std::string write(const std::string& name, const std::vector<Made>& tensors) {
  Json header = Json::object();
  std::int64_t at = 0;
  for (const Made& tensor : tensors) {
    header[tensor.name] = {{"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"data_offsets", {at, at + tensor.bytes}}};
    at += tensor.bytes;
  }
  const std::string text = header.dump();
  std::string file(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<char>(text.size() >> (8 * i));
  file += text + std::string(static_cast<std::size_t>(at), '\0');
  std::ofstream(folder() + name, std::ios::binary) << file;
  return folder() + name;
}

/// A GPT-2 of one block: V 8, width 4, 6 positions.
std::vector<Made> tiny_gpt2() {
  std::vector<Made> all;
  const auto add = [&](const char* name, std::vector<std::int64_t> shape) {
    std::int64_t n = 4;
    for (const std::int64_t size : shape) n *= size;
    all.push_back({name, "F32", std::move(shape), n});
  };
  add("wte.weight", {8, 4});
  add("wpe.weight", {6, 4});
  for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"})
    for (const char* part : {".weight", ".bias"}) add((std::string(norm) + part).c_str(), {4});
  add("h.0.attn.c_attn.weight", {4, 12});
  add("h.0.attn.c_attn.bias", {12});
  add("h.0.attn.c_proj.weight", {4, 4});
  add("h.0.attn.c_proj.bias", {4});
  add("h.0.mlp.c_fc.weight", {4, 16});
  add("h.0.mlp.c_fc.bias", {16});
  add("h.0.mlp.c_proj.weight", {16, 4});
  add("h.0.mlp.c_proj.bias", {4});
  return all;
}
constexpr std::int64_t tiny_parameters = 8 * 4 + 6 * 4 + 3 * 8 + 60 + 20 + 80 + 68;

std::string tiny_config(std::int64_t width = 4) {
  const std::string path = folder() + "config.json";
  std::ofstream(path) << Json{{"model_type", "gpt2"},
                              {"vocab_size", 8},
                              {"n_positions", 6},
                              {"n_embd", width},
                              {"n_layer", 1},
                              {"n_head", 2},
                              {"activation_function", "gelu_new"}}
                             .dump();
  return path;
}

Json json_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Finished finished = tally(arguments);
  EXPECT_EQ(finished.status, 0) << finished.error;
  return Json::parse(finished.out);
}

TEST(SafetensorsCommand, AFileGivesParametersAndBytesByDtype) {
  const std::string file = write("model.safetensors", tiny_gpt2());
  const Json json = json_of({"account", "--safetensors", file});
  EXPECT_EQ(json["parameters"]["total"], tiny_parameters);
  EXPECT_EQ(json["stored"]["bytes"], 4 * tiny_parameters);
  EXPECT_EQ(json["stored"]["by_dtype"]["F32"]["tensors"], 16);
  EXPECT_EQ(json["stored"]["by_dtype"]["F32"]["elements"], tiny_parameters);
  EXPECT_FALSE(json.contains("peak"));
  EXPECT_THAT(tally({"account", "--safetensors", file}).out, HasSubstr("308 parameters"));
  EXPECT_THAT(tally({"account", "--safetensors", file, "--lang", "zh"}).out,
              HasSubstr("308 个参数"));
}

TEST(SafetensorsCommand, AConfigBesideItMustAgree) {
  const std::string file = write("model.safetensors", tiny_gpt2());
  const Json json = json_of({"account", "--safetensors", file, "--config", tiny_config()});
  EXPECT_EQ(json["parameters"]["total"], tiny_parameters);
  EXPECT_EQ(json["stored"]["parameters"], tiny_parameters);
  EXPECT_GT(json["peak"]["bytes"], 0);
  const Finished other = tally({"account", "--config", tiny_config(8), "--safetensors=" + file});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.error, HasSubstr("the files hold 308"));
}

TEST(SafetensorsCommand, TheFilesOfAnIndexAreOneModel) {
  std::vector<Made> all = tiny_gpt2();
  const std::vector<Made> rest(all.begin() + 5, all.end());
  Json map;
  for (std::size_t i = 0; i < all.size(); ++i)
    map[all[i].name] = i < 5 ? "a-00001.safetensors" : "a-00002.safetensors";
  all.resize(5);
  write("a-00001.safetensors", all);
  write("a-00002.safetensors", rest);
  const std::string index = folder() + "model.safetensors.index.json";
  std::ofstream(index) << Json{
      {"metadata", {{"total_size", 4 * tiny_parameters}}},
      {"weight_map", map}}.dump();
  const Json json = json_of({"account", "--safetensors", index});
  EXPECT_EQ(json["parameters"]["total"], tiny_parameters);
  EXPECT_EQ(json["stored"]["files"], 2);
  std::filesystem::remove(folder() + "a-00002.safetensors");
  const Finished missing = tally({"account", "--safetensors", index});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.error, HasSubstr(" cannot be read"));
}

TEST(SafetensorsCommand, PackedWeightsCountAsWhatTheyStandFor) {
  const std::string file = write(
      "packed.safetensors", {{"fc.weight", "U8", {32}, 32}, {"fc.weight.absmax", "F32", {1}, 4}});
  const Json json = json_of({"account", "--safetensors", file});
  EXPECT_EQ(json["parameters"]["total"], 64);
  EXPECT_EQ(json["stored"]["by_storing"]["bnb_4bit"], 64);
  EXPECT_EQ(json["stored"]["beside"], 4);
}

TEST(SafetensorsCommand, ABadFileIsToldSo) {
  const auto refused = [](const std::string& content, const char* says) {
    const std::string path = folder() + "bad.safetensors";
    std::ofstream(path, std::ios::binary) << content;
    const Finished finished = tally({"account", "--safetensors", path});
    EXPECT_EQ(finished.status, 2) << says;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.error, HasSubstr(says));
  };
  refused("", "--safetensors: ");
  refused("PK\x03\x04 this is a zip", "--safetensors: ");
  refused(std::string("\x00\x00\x00\x80\x00\x00\x00\x00{}", 10), "2147483648");
  refused(std::string("\x02\x00\x00\x00\x00\x00\x00\x00{]", 10), "JSON");
  EXPECT_THAT(tally({"account", "--safetensors", "/nowhere"}).error, HasSubstr("cannot be read"));
  const std::string odd = write("odd.safetensors", {{"fc.weight", "U8", {32}, 32}});
  EXPECT_THAT(tally({"account", "--safetensors", odd}).error, HasSubstr("fc.weight"));
}

}  // namespace
}  // namespace tally::cli
