// Whole language models of every architecture against PyTorch 2.6: what is saved, the streams
// of forward and backward, FLOPs and the peak exactly, on cpu and on meta; losses and gradients
// within a tolerance.
#include <gtest/gtest.h>

#include <map>

#include "core/accounting.h"
#include "engine/engine.h"
#include "models/forward.h"
#include "models/make_inputs.h"
#include "models/make_llama.h"
#include "models/recompute_attention.h"
#include "nn/field.h"
#include "ops/nonzero.h"
#include "tests/models/model_settings.h"

namespace tally {
namespace {

using golden::Json;

std::int64_t layers_of(const Gpt2Config& config) { return config.n_layer; }
std::int64_t layers_of(const LlamaConfig& config) { return config.num_hidden_layers; }

struct Result {
  Recording recording;
  std::size_t forward_end = 0;
  Json flops = Json::array();
  double loss = 0;
  std::vector<std::pair<std::string, Tensor>> parameters;
  std::map<std::uint64_t, std::string> storages;  // what was there before the run
};

template <class Config>
Result run(const Json& setting, const Config& config, Device device) {
  const Engine engine(device);
  const Dtype dtype = golden::dtype(setting.at("dtype"));
  std::uint64_t stream = 1;
  auto model = make_model(config, golden::profile_of(setting.at("profile")), layers_of(config),
                          [&](const Shape& shape) {
                            Tensor made = golden::uniform(shape, stream++, dtype, device,
                                                          MemoryCategory::parameter);
                            return made.set_requires_grad(true);
                          });
  const auto inputs = make_inputs(engine, config, model, setting.at("batch"), setting.at("length"),
                                  dtype, golden::autocast(setting));
  if (golden::selective(setting)) recompute_attention(engine, model);
  Result result;
  for_each_parameter(model, [&](const std::string& path, const Tensor& tensor) {
    result.parameters.emplace_back(path, tensor);
    result.storages[tensor.storage()->serial] = path;
  });
  engine.manual_seed(0);
  Record record;
  const CountFlops flops;
  {
    Tensor loss;
    {
      const PhaseScope phase(Phase::forward);
      const Autocast autocast(golden::autocast(setting));
      loss = forward_loss(engine, model, inputs, setting.at("segments"));
    }
    result.forward_end = record.recording().events.size();
    result.flops.push_back(flops.total().count);
    engine.backward(loss);
    result.flops.push_back(flops.total().count - result.flops[0].get<std::int64_t>());
    if (engine.computes()) result.loss = loss.item();
    result.recording = record.take();
  }
  for (const auto& alive : result.recording.preexisting)
    result.storages.try_emplace(alive.storage, "input");
  return result;
}

Result run(const Json& setting, Device device) {
  const std::optional<ModelConfig> found = golden::config_of(setting);
  if (!found) return {};
  return std::visit([&](const auto& config) { return run(setting, config, device); }, *found);
}

/// [node, slot, shape, dtype, storage, offset, bytes] of each saved tensor. A storage is a
/// parameter's path, "input", or new0, new1, ... in the order of saving.
Json saved_rows(const Result& result) {
  std::map<std::uint64_t, std::string> names = result.storages;
  int fresh = 0;
  Json rows = Json::array();
  for (const SavedInfo& info : result.recording.saves) {
    if (info.event >= result.forward_end) continue;
    const Event& event = result.recording.events[info.event];
    const auto [called, is_new] = names.try_emplace(event.storage, "new" + std::to_string(fresh));
    if (is_new) ++fresh;
    rows.push_back(Json::array({event.name, event.slot, info.shape, name(info.dtype),
                                called->second, event.offset, event.bytes}));
  }
  return rows;
}

/// How many elements each nonzero() found, in order: how many tokens each expert took.
std::vector<std::int64_t> nonzero_counts(const Recording& recording) {
  std::vector<std::int64_t> counts;
  bool open = false;
  for (const Event& event : recording.events) {
    const bool begins = event.kind == EventKind::op_begin;
    if (begins && std::string_view(event.name) == "nonzero") {
      counts.push_back(0);
      open = true;
    } else if (begins || event.kind == EventKind::op_end) {
      open = false;
    } else if (open && event.kind == EventKind::allocate) {
      counts.back() = event.bytes / (2 * itemsize(Dtype::int64).count);  // a row per dimension
    }
  }
  return counts;
}

/// On meta no router says who takes what: it is told what was found on cpu.
Result run_on_meta(const Json& setting) {
  const std::vector<std::int64_t> counts = nonzero_counts(run(setting, Device::cpu).recording);
  auto next = counts.begin();
  const AssumeNonzero routing(
      [&](const Tensor&) { return next == counts.end() ? std::int64_t{-1} : *next++; });
  Result result = run(setting, Device::meta);
  EXPECT_EQ(next, counts.end());
  return result;
}

std::int64_t peak_of(const Result& result) {
  std::int64_t before = 0;
  for (const auto& alive : result.recording.preexisting) before += alive.bytes.count;
  return peak_live(result.recording).total.count - before;
}

class ModelGolden : public testing::TestWithParam<std::string> {
 protected:
  const Json& setting() const { return golden::cases("structure", "models").at(GetParam()); }
  void expect_structure(Device device) const;
};

void ModelGolden::expect_structure(Device device) const {
  const Json& wanted = setting();
  const Result result = device == Device::meta ? run_on_meta(wanted) : run(wanted, device);
  Json parameters = Json::array();
  for (const auto& [path, tensor] : result.parameters)
    parameters.push_back(Json::array({path, tensor.sizes()}));
  EXPECT_EQ(parameters, wanted.at("parameters"));
  if (wanted.contains("saved")) {
    const Json rows = saved_rows(result);
    for (std::size_t i = 0; i < std::min(rows.size(), wanted.at("saved").size()); ++i)
      ASSERT_EQ(rows[i], wanted.at("saved")[i]) << "saved tensor " << i;
    EXPECT_EQ(rows.size(), wanted.at("saved").size());
    Bytes saved;
    for (const LedgerRow& row : saved_ledger(result.recording, result.forward_end))
      saved += row.bytes;
    EXPECT_EQ(saved.count, wanted.at("saved_bytes").get<std::int64_t>());
  }
  const std::size_t end = result.recording.events.size();
  const auto stream = [&](std::size_t from, std::size_t to) {
    const auto found = golden::signed_bytes(result.recording, from, to);
    return golden::autocast(wanted) ? golden::by_size(found) : found;
  };
  EXPECT_EQ(
      golden::stream_difference(stream(0, result.forward_end), wanted.at("events").at("forward")),
      "")
      << "forward";
  EXPECT_EQ(golden::stream_difference(stream(result.forward_end, end),
                                      wanted.at("events").at("backward")),
            "")
      << "backward";
  EXPECT_EQ(result.flops, wanted.at("flops"));
  EXPECT_EQ(peak_of(result), wanted.at("peak_bytes").get<std::int64_t>());
}

TEST_P(ModelGolden, IsPyTorchs) { expect_structure(Device::cpu); }
TEST_P(ModelGolden, HasTheSameStreamOnMeta) { expect_structure(Device::meta); }

TEST_P(ModelGolden, LossAndGradientsArePyTorchs) {
  const Json& all = golden::cases("values", "models");
  if (!all.contains(GetParam())) return;
  const Json& wanted = all.at(GetParam());
  const Result result = run(setting(), Device::cpu);
  const bool low = golden::autocast(setting());  // bfloat16 is rounded at every product
  EXPECT_NEAR(result.loss, wanted.at("loss").get<double>(),
              (low ? 1e-2 : 1e-4) * std::abs(result.loss));
  for (const auto& [path, tensor] : result.parameters) {
    double sum_of = 0, absolute = 0;
    for (const double value : golden::to_host(tensor.grad())) {
      sum_of += value;
      absolute += std::abs(value);
    }
    const Json& expected = wanted.at("gradients").at(path);
    const double tolerance = (low ? 0.05 : 1e-3) * expected[1].get<double>() + 1e-6;
    EXPECT_NEAR(sum_of, expected[0].get<double>(), tolerance) << path;
    EXPECT_NEAR(absolute, expected[1].get<double>(), tolerance) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ModelGolden, testing::ValuesIn(golden::model_names()),
                         [](const testing::TestParamInfo<std::string>& each) {
                           return golden::test_name(each.param, each.index);
                         });

}  // namespace
}  // namespace tally
