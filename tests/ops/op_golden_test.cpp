// Every op against PyTorch 2.6: values and gradients within a tolerance; shapes, what is saved, its
// bytes, FLOPs, the order of nodes and the stream of allocations exactly, on cpu and on meta.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "autograd/gradcheck.h"
#include "core/accounting.h"
#include "tests/ops/op_case.h"

namespace tally {
namespace {

using golden::Json;

std::vector<std::size_t> indices() {
  std::vector<std::size_t> found(op_cases().size());
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = i;
  return found;
}

std::string name_of(const testing::TestParamInfo<std::size_t>& info) {
  return golden::test_name(op_cases()[info.param].name, info.param);
}

/// Who owns a storage: "in0" for a leaf, "out0" for an output, else "new0", "new1", ... as met.
class StorageNames {
 public:
  StorageNames(const OpRun& run) {
    for (std::size_t k = 0; k < run.leaves.size(); ++k) add(run.leaves[k], fmt::format("in{}", k));
    for (std::size_t k = 0; k < run.outputs.size(); ++k)
      add(run.outputs[k], fmt::format("out{}", k));
  }
  std::string operator[](std::uint64_t serial) {
    const auto [found, is_new] = names_.try_emplace(serial, fmt::format("new{}", fresh_));
    if (is_new) ++fresh_;
    return found->second;
  }

 private:
  void add(const Tensor& tensor, const std::string& name) {
    names_.try_emplace(tensor.storage()->serial, name);
  }
  std::map<std::uint64_t, std::string> names_;
  int fresh_ = 0;
};

Json saved_rows(const OpRun& run) {
  StorageNames names(run);
  Json rows = Json::array();
  for (const SavedInfo& info : run.recording.saves) {
    if (info.event >= run.forward_end) continue;
    const Event& event = run.recording.events[info.event];
    rows.push_back({{"node", event.name},
                    {"slot", event.slot},
                    {"shape", info.shape},
                    {"dtype", name(info.dtype)},
                    {"storage", names[event.storage]},
                    {"offset", event.offset},
                    {"bytes", event.bytes}});
  }
  return rows;
}

Bytes saved_bytes_of(const OpRun& run) {
  Bytes total;
  for (const LedgerRow& row : saved_ledger(run.recording, run.forward_end)) total += row.bytes;
  return total;
}

/// Strides where they matter: a dimension of one element may have any.
bool same_strides(const Shape& sizes, const Shape& strides, const Json& expected) {
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] > 1 && strides[d] != expected[d].get<std::int64_t>()) return false;
  return true;
}

void expect_structure(const OpCase& op_case, const OpRun& run) {
  const Json& wanted = op_case.golden();
  ASSERT_EQ(run.outputs.size(), wanted.at("outputs").size());
  for (std::size_t k = 0; k < run.outputs.size(); ++k) {
    const Tensor& out = run.outputs[k];
    const Json& expected = wanted.at("outputs")[k];
    EXPECT_EQ(Json(out.sizes()), expected.at("shape"));
    EXPECT_EQ(name(out.dtype()), expected.at("dtype").get<std::string>());
    EXPECT_EQ(out.requires_grad(), expected.at("requires_grad").get<bool>());
    EXPECT_TRUE(same_strides(out.sizes(), out.strides(), expected.at("stride")))
        << "strides " << to_string(out.strides()) << ", expected " << expected.at("stride");
    bool shares = false;
    for (std::size_t i = 0; i < run.leaves.size(); ++i)
      if (run.leaves[i].storage() == out.storage()) {
        shares = true;
        EXPECT_EQ(fmt::format("in{}", i), expected.at("storage").get<std::string>());
      }
    for (std::size_t i = 0; !shares && i < k; ++i)
      if (run.outputs[i].storage() == out.storage()) {
        shares = true;
        EXPECT_EQ(fmt::format("out{}", i), expected.at("storage").get<std::string>());
      }
    if (!shares) {
      EXPECT_EQ("new", expected.at("storage").get<std::string>());
    }
  }
  EXPECT_EQ(saved_rows(run), wanted.at("saved"));
  EXPECT_EQ(saved_bytes_of(run).count, wanted.at("saved_bytes").get<std::int64_t>());
  EXPECT_EQ(run.order, wanted.value("order", Json()));
  EXPECT_EQ(run.flops, wanted.at("flops"));
  for (const char* phase : {"forward", "loss", "backward"})
    EXPECT_EQ(golden::stream_difference(run.events.at(phase), wanted.at("events").at(phase)), "")
        << phase;
}

void expect_values(const OpCase& op_case, const OpRun& run) {
  const Json& all = golden::cases("values", op_case.family);
  if (!all.contains(op_case.name)) return;
  const Json& wanted = all.at(op_case.name);
  // A value is as exact as the coarsest dtype on its way.
  const auto tolerance = [&](Dtype own) {
    golden::Tolerance found = golden::tolerance(own, golden::dtype(op_case.golden().at("dtype")));
    for (const Tensor& leaf : run.leaves)
      if (golden::tolerance(leaf.dtype()).rtol > found.rtol)
        found = golden::tolerance(leaf.dtype());
    for (const Tensor& out : run.outputs)
      if (golden::tolerance(out.dtype()).rtol > found.rtol) found = golden::tolerance(out.dtype());
    return found;
  };
  for (std::size_t k = 0; k < run.outputs.size(); ++k)
    EXPECT_EQ(golden::difference(golden::to_host(run.outputs[k]), wanted.at("outputs")[k],
                                 tolerance(run.outputs[k].dtype())),
              "")
        << "output " << k;
  if (!wanted.contains("gradients")) return;
  for (std::size_t k = 0; k < run.leaves.size(); ++k) {
    const Json& expected = wanted.at("gradients")[k];
    const Tensor& grad = run.leaves[k].grad();
    ASSERT_EQ(grad.defined(), !expected.is_null()) << "gradient " << k;
    if (!grad.defined()) continue;
    EXPECT_EQ(golden::difference(golden::to_host(grad), expected, tolerance(grad.dtype())), "")
        << "gradient " << k;
    EXPECT_TRUE(same_strides(grad.sizes(), grad.strides(), wanted.at("gradient_strides")[k]))
        << "gradient " << k << " has strides " << to_string(grad.strides()) << ", expected "
        << wanted.at("gradient_strides")[k];
  }
}

class OpGolden : public testing::TestWithParam<std::size_t> {
 protected:
  const OpCase& op_case() const { return op_cases()[GetParam()]; }
};

TEST_P(OpGolden, IsPyTorchs) {
  SCOPED_TRACE(op_case().name);
  const OpRun run(op_case(), Device::cpu);
  expect_structure(op_case(), run);
  expect_values(op_case(), run);
}

TEST_P(OpGolden, HasTheSameStreamOnMeta) {
  SCOPED_TRACE(op_case().name);
  const OpRun run(op_case(), Device::meta);
  expect_structure(op_case(), run);
}

INSTANTIATE_TEST_SUITE_P(Cases, OpGolden, testing::ValuesIn(indices()), name_of);

/// Drawn at random; never float64 throughout; the same op as the row without "_int"; with a
/// gradient that is not the derivative.
const std::set<std::string> not_differentiable{"dropout.train0.5",
                                               "dropout.train0.1",
                                               "sdpa_math.dropout",
                                               "to.float32",
                                               "to.bfloat16",
                                               "softmax.-1,float32",
                                               "log_softmax.-1,float32",
                                               "cross_entropy_loss.float32",
                                               "add.scalar_int",
                                               "mul.scalar_int",
                                               "div.scalar_int",
                                               "embedding.padding",
                                               "one_hot.5",
                                               "nonzero",
                                               "where.condition",
                                               "zeros_like"};

/// Float64 from end to end, but for whole numbers, and deterministic.
std::vector<std::size_t> differentiable() {
  std::vector<std::size_t> found;
  for (const std::size_t i : indices()) {
    const OpCase& op_case = op_cases()[i];
    const Json& golden = op_case.golden();
    bool fits = golden.contains("order") &&
                golden::cases("values", op_case.family).contains(op_case.name) &&
                golden.at("call") != "embedding.padding";
    for (const char* side : {"inputs", "outputs"})
      for (const Json& tensor : golden.at(side)) {
        const Dtype dtype = golden::dtype(tensor.at("dtype"));
        fits = fits && (dtype == Dtype::float64 || !is_floating_point(dtype));
      }
    if (fits) found.push_back(i);
  }
  return found;
}

class OpGradcheck : public testing::TestWithParam<std::size_t> {};

TEST_P(OpGradcheck, AgreesWithFiniteDifferences) {
  const OpCase& op_case = op_cases()[GetParam()];
  SCOPED_TRACE(op_case.name);
  const auto function = [&](const Tensors& inputs) {
    const Tensors outputs = op_case.forward(inputs);
    return op_case.loss(outputs, op_case.make_weights(outputs));
  };
  const GradcheckResult result = gradcheck(function, op_case.make_inputs(Device::cpu));
  EXPECT_TRUE(result.ok) << result.message;
}

INSTANTIATE_TEST_SUITE_P(Cases, OpGradcheck, testing::ValuesIn(differentiable()), name_of);

TEST(OpTable, FiniteDifferencesReachEveryRow) {
  std::set<std::string> checked;
  for (const std::size_t i : differentiable()) checked.insert(op_cases()[i].golden().at("call"));
  for (const OpCase& op_case : op_cases()) {
    const std::string call = op_case.golden().at("call");
    if (op_case.family == "graph" || not_differentiable.contains(call)) continue;
    EXPECT_TRUE(checked.contains(call)) << call;
  }
}

TEST(OpTable, EveryCaseHasARowAndEveryRowACase) {
  std::map<std::string, std::set<std::string>> used;
  for (const OpCase& op_case : op_cases()) {
    const std::string call = op_case.golden().at("call");
    EXPECT_TRUE(calls_of<Tensor>(op_case.family).contains(call))
        << op_case.name << " has no row in tests/ops/op_rows.h";
    used[op_case.family].insert(call);
  }
  for (const auto& [family, calls] : used)
    for (const auto& row : calls_of<Tensor>(family))
      EXPECT_TRUE(calls.contains(row.first))
          << row.first << " has no case in tests/golden/structure/" << family << ".json";
}

TEST(OpTable, EveryValueHasAStructure) {
  std::set<std::string> families;
  for (const OpCase& op_case : op_cases()) families.insert(op_case.family);
  for (const std::string& family : families)
    for (const auto& item : golden::cases("values", family).items())
      EXPECT_TRUE(golden::cases("structure", family).contains(item.key())) << item.key();
}

}  // namespace
}  // namespace tally
