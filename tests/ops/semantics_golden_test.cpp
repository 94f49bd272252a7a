// What backward does to graphs and to .grad, against PyTorch 2.6: graphs kept, used twice, dropped;
// gradients accumulated; writes that the version check catches.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "autograd/backward.h"
#include "autograd/grad_mode.h"
#include "core/check.h"
#include "ops/ops.h"
#include "tensor/recorder.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

using golden::Json;

/// Takes down the stream of each phase of a run.
class Phases {
 public:
  template <class F>
  void operator()(const std::string& name, F&& run) {
    const std::size_t begin = record_.recording().events.size();
    run();
    events_[name] =
        golden::signed_bytes(record_.recording(), begin, record_.recording().events.size());
  }
  const Json& events() const { return events_; }

 private:
  Record record_;
  Json events_ = Json::object();
};

Tensor use(const Tensor& x) {
  Tensor h = sigmoid(x);
  h = mul(h, h);
  return sum(h);
}

void twice_on_one_graph(Phases& phase, const Tensor& x) {
  Tensor loss;
  phase("forward", [&] { loss = use(x); });
  phase("backward1", [&] { backward(loss, {.retain_graph = true}); });
  phase("backward2", [&] { backward(loss); });
  phase("drop", [&] { loss = {}; });
}

template <class Forward>
void two_backwards(Phases& phase, const Forward& forward) {
  for (const std::string k : {"1", "2"}) {
    Tensor loss;
    phase("forward" + k, [&] { loss = forward(); });
    phase("backward" + k, [&] { backward(loss); });
    phase("drop" + k, [&] { loss = {}; });
  }
}

void two_graphs(Phases& phase, const Tensor& x) {
  two_backwards(phase, [&] { return use(x); });
}

void expanded_twice(Phases& phase, const Tensor& x) {
  two_backwards(phase, [&] { return sum(x); });
}

void dropped_without_backward(Phases& phase, const Tensor& x) {
  Tensor loss;
  phase("forward", [&] { loss = use(x); });
  phase("drop", [&] { loss = {}; });
}

void without_grad(Phases& phase, const Tensor& x) {
  Tensor loss;
  phase("forward", [&] {
    const NoGrad no_grad;
    loss = use(x);
  });
  phase("drop", [&] { loss = {}; });
}

const std::map<std::string, std::function<void(Phases&, const Tensor&)>> runs{
    {"twice_on_one_graph", twice_on_one_graph},
    {"two_graphs", two_graphs},
    {"dropped_without_backward", dropped_without_backward},
    {"without_grad", without_grad},
    {"expanded_twice", expanded_twice},
};

/// Each makes a loss of a and b, and then writes to something.
const std::map<std::string, std::function<Tensor(const Tensor&, const Tensor&)>> writes{
    {"sigmoid_result",
     [](const Tensor& a, const Tensor&) {
       const Tensor h = sigmoid(a), loss = sum(h);
       const NoGrad no_grad;
       h.mul_(2);
       return loss;
     }},
    {"relu_result",
     [](const Tensor& a, const Tensor&) {
       const Tensor h = relu(a), loss = sum(h);
       const NoGrad no_grad;
       h.mul_(2);
       return loss;
     }},
    {"mul_operand",
     [](const Tensor& a, const Tensor& b) {
       const Tensor loss = sum(mul(a, b));
       const NoGrad no_grad;
       b.mul_(2);
       return loss;
     }},
    {"mul_operand_not_needed",
     [](const Tensor& a, const Tensor& b) {
       const Tensor loss = sum(mul(a, b.detach()));
       const NoGrad no_grad;
       a.mul_(2);
       return loss;
     }},
    {"add_operand",
     [](const Tensor& a, const Tensor& b) {
       const Tensor loss = sum(add(a, b));
       const NoGrad no_grad;
       a.mul_(2);
       return loss;
     }},
    {"gelu_input",
     [](const Tensor& a, const Tensor& b) {
       const Tensor h = mul(a, b), loss = sum(gelu(h));
       const NoGrad no_grad;
       h.mul_(2);
       return loss;
     }},
    {"view_of_saved",
     [](const Tensor& a, const Tensor&) {
       const Tensor h = sigmoid(a), v = h.detach().view({12}), loss = sum(h);
       v.mul_(2);
       return loss;
     }},
    {"after_backward",
     [](const Tensor& a, const Tensor& b) {
       const Tensor loss = sum(mul(a, b));
       backward(loss);
       return loss;
     }},
};

Tensor leaf(std::uint64_t stream, Device device) {
  Tensor x = golden::uniform({4, 3}, stream, Dtype::float32, device, MemoryCategory::input);
  x.set_requires_grad(true);
  return x;
}

TEST(SemanticsGolden, GraphsAndGradientsAreKeptAsInPyTorch) {
  for (const auto& [name, run] : runs) {
    SCOPED_TRACE(name);
    for (const Device device : {Device::cpu, Device::meta}) {
      const Tensor x = leaf(0, device);
      Phases phases;
      run(phases, x);
      EXPECT_EQ(phases.events(), golden::cases("structure", "semantics").at(name).at("events"));
      const Json& gradient = golden::cases("values", "semantics").at(name).at("gradient");
      ASSERT_EQ(x.grad().defined(), !gradient.is_null());
      if (device == Device::cpu && x.grad().defined()) {
        EXPECT_EQ(golden::difference(golden::to_host(x.grad()), gradient,
                                     golden::tolerance(Dtype::float32)),
                  "");
      }
    }
  }
}

TEST(SemanticsGolden, AWriteToWhatIsSavedIsCaughtAsInPyTorch) {
  for (const auto& [name, write] : writes) {
    SCOPED_TRACE(name);
    const bool raises = golden::cases("structure", "semantics").at("version/" + name).at("raises");
    const Tensor loss = write(leaf(0, Device::cpu), leaf(1, Device::cpu));
    if (raises)
      EXPECT_THROW(backward(loss), Error);
    else
      EXPECT_NO_THROW(backward(loss));
  }
}

TEST(SemanticsGolden, EveryCaseIsRun) {
  std::set<std::string> here;
  for (const auto& run : runs) here.insert(run.first);
  for (const auto& write : writes) here.insert("version/" + write.first);
  std::set<std::string> there;
  const Json& cases = golden::cases("structure", "semantics");
  for (const auto& item : cases.items()) there.insert(item.key());
  EXPECT_EQ(here, there);
}

}  // namespace
}  // namespace tally
