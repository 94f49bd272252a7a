// The reader of safetensors headers: what it counts, and what it says of hostile files.
#include "formats/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "formats/stored_parameters.h"

namespace tally {
namespace {

using Kind = FormatIssue::Kind;
using ::testing::HasSubstr;

/// The 8 bytes before a header.
std::string length_of(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 0xff);
  return bytes;
}
std::string file_of(const std::string& header) { return length_of(header.size()) + header; }

std::int64_t bits_of(std::string_view dtype) {
  if (dtype == "F4") return 4;
  if (dtype == "U8" || dtype == "I8" || dtype.starts_with("F8")) return 8;
  if (dtype == "BF16" || dtype == "F16") return 16;
  return dtype == "I64" ? 64 : 32;
}

/// Builds a header, tensor by tensor.
class Header {
 public:
  Header& add(const std::string& name, const std::string& dtype, const Shape& shape) {
    const std::int64_t end = at_ + numel(shape) * bits_of(dtype) / 8;
    std::string sizes;
    for (const std::int64_t size : shape)
      sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
    text_ += (text_.empty() ? "" : ",") +
             ("\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":[)" + sizes +
              R"(],"data_offsets":[)" + std::to_string(at_) + "," + std::to_string(end) + "]}");
    at_ = end;
    return *this;
  }
  std::string file() const { return file_of("{" + text_ + "}"); }
  std::int64_t file_size() const { return static_cast<std::int64_t>(file().size()) + at_; }
  StoredParameters count() const {
    const SafetensorsReading reading = read_safetensors(file(), file_size());
    EXPECT_TRUE(reading.issues.empty());
    return count_parameters(reading.tensors);
  }

 private:
  std::string text_;
  std::int64_t at_ = 0;
};

/// The only issue of a file.
FormatIssue issue_of_file(const std::string& file, std::optional<std::int64_t> size = {}) {
  const SafetensorsReading reading = read_safetensors(file, size);
  EXPECT_EQ(reading.issues.size(), 1u) << file.substr(0, 100);
  return reading.issues.empty() ? FormatIssue{} : reading.issues.front();
}

TEST(Safetensors, PlainTensorsCountAsTheyAre) {
  Header header;
  header.add("a.weight", "BF16", {3, 5}).add("a.bias", "F32", {3}).add("s", "F16", {});
  const StoredParameters count = header.count();
  EXPECT_EQ(count.parameters, 15 + 3 + 1);
  EXPECT_EQ(count.bytes.count, 30 + 12 + 2);
  EXPECT_EQ(count.naive, 19);
  EXPECT_EQ(count.beside, Bytes{0});
  EXPECT_TRUE(count.issues.empty());
}

TEST(Safetensors, BuffersAndIndicesAreNoParameters) {
  Header header;
  header.add("h.0.attn.c_attn.bias", "F32", {30})
      .add("h.0.attn.bias", "F32", {1, 1, 4, 4})
      .add("embeddings.position_ids", "I64", {1, 8})
      .add("bn.running_mean", "F32", {7});
  const StoredParameters count = header.count();
  EXPECT_EQ(count.parameters, 30);
  EXPECT_EQ(count.beside.count, 64 + 64 + 28);
}

// huggingface.js counts both published checkpoints so in its tests; the naive count is theirs too.
TEST(Safetensors, GptOss20bInMxfp4HasTwoParametersAByteAndNoneInItsScales) {
  Header header;
  header.add("model.embed_tokens.weight", "BF16", {201088, 2880});
  for (int i = 0; i < 24; ++i) {
    const std::string layer = "model.layers." + std::to_string(i) + ".";
    const std::string experts = layer + "mlp.experts.", attention = layer + "self_attn.";
    header.add(experts + "gate_up_proj_blocks", "U8", {32, 5760, 90, 16})
        .add(experts + "gate_up_proj_scales", "U8", {32, 5760, 90})
        .add(experts + "gate_up_proj_bias", "BF16", {32, 5760})
        .add(experts + "down_proj_blocks", "U8", {32, 2880, 90, 16})
        .add(experts + "down_proj_scales", "U8", {32, 2880, 90})
        .add(experts + "down_proj_bias", "BF16", {32, 2880})
        .add(layer + "mlp.router.weight", "BF16", {32, 2880})
        .add(layer + "mlp.router.bias", "BF16", {32})
        .add(attention + "sinks", "BF16", {64})
        .add(attention + "q_proj.weight", "BF16", {4096, 2880})
        .add(attention + "q_proj.bias", "BF16", {4096})
        .add(attention + "o_proj.weight", "BF16", {2880, 4096})
        .add(attention + "o_proj.bias", "BF16", {2880})
        .add(layer + "input_layernorm.weight", "BF16", {2880})
        .add(layer + "post_attention_layernorm.weight", "BF16", {2880});
    for (const char* name : {"k_proj", "v_proj"})
      header.add(attention + name + ".weight", "BF16", {512, 2880})
          .add(attention + name + ".bias", "BF16", {512});
  }
  header.add("model.norm.weight", "BF16", {2880}).add("lm_head.weight", "BF16", {201088, 2880});
  const StoredParameters count = header.count();
  EXPECT_EQ(count.parameters, 20'914'757'184);
  EXPECT_EQ(count.naive, 21'511'953'984);
  EXPECT_TRUE(count.issues.empty());
}

TEST(Safetensors, FourBitWeightsOfBitsandbytesCountTwoAByte) {
  Header header;
  const std::string name = "model.layers.0.mlp.up_proj.weight";
  header.add(name, "U8", {64 * 32 / 2, 1})
      .add(name + ".absmax", "U8", {32})
      .add(name + ".quant_map", "F32", {16})
      .add(name + ".nested_absmax", "F32", {1})
      .add(name + ".nested_quant_map", "F32", {256})
      .add(name + ".quant_state.bitsandbytes__nf4", "U8", {90})
      .add("model.norm.weight", "BF16", {32});
  const StoredParameters count = header.count();
  EXPECT_EQ(count.parameters, 64 * 32 + 32);
  EXPECT_EQ(count.by_storing[static_cast<std::size_t>(Storing::bnb_4bit)], 64 * 32);
}

TEST(Safetensors, BitsOfGptqAndAwqFollowFromTheShapes) {
  for (const std::int64_t bits : {2, 3, 4, 8}) {
    Header gptq;
    gptq.add("fc.qweight", "I32", {128 * bits / 32, 96})
        .add("fc.qzeros", "I32", {1, 96 * bits / 32})
        .add("fc.scales", "F16", {1, 96})
        .add("fc.g_idx", "I32", {128})
        .add("fc.bias", "F16", {96});
    EXPECT_EQ(gptq.count().parameters, 128 * 96 + 96) << bits;
    Header awq;
    awq.add("fc.qweight", "I32", {128, 96 * bits / 32})
        .add("fc.qzeros", "I32", {1, 96 * bits / 32})
        .add("fc.scales", "F16", {1, 96});
    EXPECT_EQ(awq.count().parameters, 128 * 96) << bits;
  }
}

TEST(Safetensors, ScalesOfEightBitWeightsAreNoParameters) {
  Header header;
  header.add("a.weight", "F8_E4M3", {256, 256})
      .add("a.weight_scale_inv", "F32", {2, 2})
      .add("b.weight", "I8", {8, 8})
      .add("b.SCB", "F32", {8})
      .add("b.weight_format", "U8", {})
      .add("c.weight", "U8", {8, 4})
      .add("c.weight_scale", "F8_E4M3", {8, 1})
      .add("c.weight_scale_2", "F32", {})
      .add("d.weight", "F4", {8, 8});
  EXPECT_EQ(header.count().parameters, 256 * 256 + 64 + 64 + 64);
}

TEST(Safetensors, APackingThatTheHeaderDoesNotSayIsNotGuessed) {
  for (const char* name : {"a.weight", "a.weight_packed", "a_blocks"}) {
    Header header;
    header.add(name, "U8", {4, 4});
    const StoredParameters count = header.count();
    EXPECT_EQ(count.parameters, 0);
    ASSERT_EQ(count.issues.size(), 1u) << name;
    EXPECT_EQ(count.issues[0].kind, Kind::not_modelled);
    EXPECT_EQ(count.issues[0].field, name);
  }
  Header lonely;  // gptq without its g_idx: the number of rows is not known
  lonely.add("fc.qweight", "I32", {16, 96}).add("fc.scales", "F16", {1, 96});
  EXPECT_EQ(lonely.count().issues.size(), 1u);
}

TEST(SafetensorsHostile, AFileThatIsTooShort) {
  EXPECT_EQ(issue_of_file("").kind, Kind::cut_off);
  EXPECT_EQ(issue_of_file("1234567").kind, Kind::cut_off);
  const std::string whole = Header().add("a", "F32", {2}).file();
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_EQ(issue_of_file(whole.substr(0, i)).kind, Kind::cut_off) << i;
  const FormatIssue data = issue_of_file(whole, static_cast<std::int64_t>(whole.size()) + 7);
  EXPECT_EQ(data.kind, Kind::cut_off);
  EXPECT_EQ(data.got, "7");
  EXPECT_EQ(data.takes, "8");
}

TEST(SafetensorsHostile, AHeaderOfTwoGigabytesIsRefusedUnread) {
  for (const std::uint64_t length : {2'000'000'000ull, 1ull << 63, ~0ull, 100'000'001ull}) {
    const FormatIssue issue = issue_of_file(length_of(length) + "{}");
    EXPECT_EQ(issue.kind, Kind::too_long);
    EXPECT_EQ(issue.got, std::to_string(length));
    EXPECT_EQ(issue.takes, "100000000");
  }
}

TEST(SafetensorsHostile, TextsThatAreNoHeader) {
  EXPECT_EQ(issue_of_file(file_of("")).kind, Kind::not_json);
  EXPECT_EQ(issue_of_file(file_of("not JSON")).kind, Kind::not_json);
  EXPECT_EQ(issue_of_file(file_of("{\"a\": NaN}")).kind, Kind::not_json);
  EXPECT_EQ(issue_of_file(file_of("\xff\xfe")).kind, Kind::not_utf8);
  EXPECT_EQ(issue_of_file(file_of("[]")).kind, Kind::wrong_type);
  EXPECT_EQ(issue_of_file(file_of("{\"a\": 1}")).kind, Kind::wrong_type);
  EXPECT_EQ(issue_of_file(file_of("{\"__metadata__\": 1}")).kind, Kind::wrong_type);
  EXPECT_EQ(issue_of_file(file_of(std::string(100'000, '['))).kind, Kind::too_deep);
  EXPECT_EQ(issue_of_file(file_of(R"({"a": 1e999})")).kind, Kind::number_too_big);
  const std::string tensor = R"({"dtype":"F32","shape":[],"data_offsets":[0,4]})";
  const FormatIssue twice = issue_of_file(file_of("{\"a\":" + tensor + ",\"a\":" + tensor + "}"));
  EXPECT_EQ(twice.kind, Kind::duplicate);
  EXPECT_EQ(twice.field, "a");
}

TEST(SafetensorsHostile, MembersThatCannotBe) {
  const auto tensor = [](const std::string& dtype, const std::string& shape,
                         const std::string& offsets) {
    return issue_of_file(file_of(R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape +
                                 R"(,"data_offsets":)" + offsets + "}}"));
  };
  EXPECT_EQ(tensor("32", "[2]", "[0,8]").kind, Kind::wrong_type);
  EXPECT_EQ(tensor("\"F33\"", "[2]", "[0,8]").kind, Kind::unknown_value);
  EXPECT_EQ(tensor("\"F32\"", "2", "[0,8]").kind, Kind::wrong_type);
  EXPECT_EQ(tensor("\"F32\"", "[-2]", "[0,8]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[2.5]", "[0,8]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[\"2\"]", "[0,8]").kind, Kind::wrong_type);
  EXPECT_EQ(tensor("\"F32\"", "[9223372036854775808]", "[0,8]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[4611686018427387904,4]", "[0,8]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[2]", "[8,0]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[2]", "[0,8,9]").kind, Kind::out_of_range);
  EXPECT_EQ(tensor("\"F32\"", "[2]", "[0,9]").kind, Kind::contradiction);
  EXPECT_EQ(tensor("\"F32\"", "[2]", "[4,12]").kind, Kind::hole);
  EXPECT_EQ(tensor("\"U8\"", "[1152921504606846975]", "[0,1152921504606846975]").kind,
            Kind::out_of_range);
  EXPECT_EQ(issue_of_file(file_of(R"({"a":{"dtype":"F32","shape":[2]}})")).kind, Kind::missing);
}

TEST(SafetensorsHostile, TensorsThatOverlapOrLeaveHoles) {
  const auto two = [](const std::string& second) {
    return issue_of_file(file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                                 R"("b":{"dtype":"F32","shape":[2],"data_offsets":)" +
                                 second + "}}"));
  };
  EXPECT_EQ(two("[4,12]").kind, Kind::contradiction);
  EXPECT_EQ(text_of(two("[4,12]").problem), "overlap: begin 4, end 8");
  EXPECT_EQ(two("[9,17]").kind, Kind::hole);
  const std::string whole = Header().add("a", "F32", {2}).file();
  EXPECT_EQ(issue_of_file(whole, static_cast<std::int64_t>(whole.size()) + 9).kind, Kind::hole);
}

const char* const index_text = R"({"metadata": {"total_size": 24},
  "weight_map": {"a": "1.safetensors", "b": "2.safetensors", "c": "1.safetensors"}})";

SafetensorsReading read_two(const Header& first, const Header& second,
                            const std::string& text = index_text) {
  return merge_shards(read_safetensors_index(text),
                      {read_safetensors(first.file()), read_safetensors(second.file())});
}

TEST(SafetensorsIndex, TheFilesOfAModelAreOne) {
  EXPECT_EQ(read_safetensors_index(index_text).files(),
            (std::vector<std::string>{"1.safetensors", "2.safetensors"}));
  const SafetensorsReading merged =
      read_two(Header().add("a", "F32", {2}).add("c", "F32", {2}), Header().add("b", "F32", {2}));
  EXPECT_TRUE(merged.issues.empty());
  EXPECT_EQ(count_parameters(merged.tensors).parameters, 6);
}

TEST(SafetensorsIndex, SaysWhichTensorIsMissingOrElsewhere) {
  const SafetensorsReading missing =
      read_two(Header().add("a", "F32", {2}), Header().add("b", "F32", {2}));
  ASSERT_EQ(missing.issues.size(), 1u);
  EXPECT_EQ(missing.issues[0].kind, Kind::missing);
  EXPECT_EQ(missing.issues[0].field, "1.safetensors: c");

  const SafetensorsReading elsewhere =
      read_two(Header().add("a", "F32", {2}).add("b", "F32", {2}), Header().add("c", "F32", {2}));
  ASSERT_EQ(elsewhere.issues.size(), 2u);
  EXPECT_EQ(elsewhere.issues[0].kind, Kind::contradiction);
  EXPECT_EQ(elsewhere.issues[0].field, "b");

  const SafetensorsReading size =
      read_two(Header().add("a", "F32", {2}).add("c", "F32", {3}), Header().add("b", "F32", {2}));
  ASSERT_EQ(size.issues.size(), 1u);
  EXPECT_EQ(size.issues[0].field, "metadata.total_size");
}

TEST(SafetensorsIndex, HostileTexts) {
  const auto kind = [](const std::string& text) {
    const SafetensorsIndex index = read_safetensors_index(text);
    EXPECT_EQ(index.issues.size(), 1u) << text;
    return index.issues.empty() ? Kind{} : index.issues.front().kind;
  };
  EXPECT_EQ(kind(""), Kind::not_json);
  EXPECT_EQ(kind("[]"), Kind::wrong_type);
  EXPECT_EQ(kind("{}"), Kind::missing);
  EXPECT_EQ(kind(R"({"weight_map": []})"), Kind::wrong_type);
  EXPECT_EQ(kind(R"({"weight_map": {"a": 1}})"), Kind::wrong_type);
  for (const char* file : {"../a", "/etc/passwd", ".hidden", "", "a\\\\b", "c:x", "a\\u0000b"})
    EXPECT_EQ(kind(R"({"weight_map": {"a": ")" + std::string(file) + "\"}}"), Kind::unknown_value)
        << file;
  EXPECT_EQ(kind(R"({"metadata": 1, "weight_map": {}})"), Kind::wrong_type);
  EXPECT_EQ(kind(R"({"metadata": {"total_size": -1}, "weight_map": {}})"), Kind::out_of_range);
  EXPECT_EQ(kind(std::string(100'000, '[')), Kind::too_deep);
}

}  // namespace
}  // namespace tally
