// What a forward pass is given (inputs.h), made by an engine: on cpu with values, on meta without.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/dtype.h"
#include "core/memory_category.h"
#include "core/shape.h"
#include "models/gpt2.h"
#include "models/gpt2_config.h"
#include "models/inputs.h"
#include "models/llama.h"
#include "models/llama_config.h"

namespace tally {
namespace detail {

/// Makes tensors from a rule for each element, which is asked only where there are values.
template <class E>
class InputMaker {
 public:
  using T = typename E::Tensor;
  InputMaker(const E& engine, std::int64_t length, Dtype dtype)
      : engine_(engine), length_(length), dtype_(dtype) {}

  template <class Rule>
  T tensor(const char* called, const Shape& shape, Dtype dtype, MemoryCategory category,
           Rule&& rule) const {
    T made;
    if (engine_.computes()) {
      std::vector<double> values(static_cast<std::size_t>(numel(shape)));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = rule(static_cast<std::int64_t>(i));
      made = engine_.from_host(values, shape, dtype, category);
    } else {
      made = engine_.empty(shape, dtype, category);
    }
    engine_.set_name(made, called);
    return made;
  }

  /// Tokens and labels by a rule: which they are changes no byte.
  void tokens(ModelInputs<T>& inputs, std::int64_t batch, std::int64_t vocab) const {
    const auto ids = [&](const char* called, std::int64_t step, std::int64_t first) {
      return tensor(
          called, {batch, length_}, Dtype::int64, MemoryCategory::input,
          [=](std::int64_t i) { return static_cast<double>((step * i + first) % vocab); });
    };
    inputs.input_ids_BS = ids("input_ids", 7, 3);
    inputs.labels_BS = ids("labels", 5, 1);
  }

  RotaryTables<T> rotary(std::int64_t rotated, double base) const {
    const auto table = [&](const char* called, double (*f)(double)) {
      return tensor(
          called, {1, length_, rotated}, dtype_, MemoryCategory::buffer, [=](std::int64_t i) {
            const std::int64_t pair = i % rotated % (rotated / 2);
            const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(rotated);
            return f(static_cast<double>(i / rotated) * std::pow(base, exponent));
          });
    };
    return {table("cos", [](double x) { return std::cos(x); }),
            table("sin", [](double x) { return std::sin(x); })};
  }

  /// 0 where a token looks, the least number of the dtype elsewhere; `window` 0: none.
  T mask(const char* called, std::int64_t window) const {
    return tensor(called, {1, 1, length_, length_}, dtype_, MemoryCategory::buffer,
                  [&](std::int64_t i) {
                    const std::int64_t query = i / length_, key = i % length_;
                    const bool seen = key <= query && (window == 0 || query - key < window);
                    return seen ? 0.0 : least(dtype_);
                  });
  }

  static double least(Dtype dtype) {
    if (dtype == Dtype::bfloat16) return -3.3895313892515355e38;
    return dtype == Dtype::float64 ? std::numeric_limits<double>::lowest()
                                   : static_cast<double>(std::numeric_limits<float>::lowest());
  }

 private:
  const E& engine_;
  std::int64_t length_;
  Dtype dtype_;
};

}  // namespace detail

/// For `batch` sequences of `length` tokens and a model of `dtype`, which may run under autocast:
/// then the scores of attention are bfloat16. Each layer of GPT-2 holds a mask of all its
/// positions: those are made here too.
template <class E, class T>
ModelInputs<T> make_inputs(const E& engine, const Gpt2Config& config, Gpt2<T>& model,
                           std::int64_t batch, std::int64_t length, Dtype dtype,
                           bool autocast = false) {
  const detail::InputMaker<E> make(engine, length, dtype);
  ModelInputs<T> inputs;
  make.tokens(inputs, batch, config.vocab_size);
  inputs.position_ids_1S =
      make.tensor("position_ids", {1, length}, Dtype::int64, MemoryCategory::input,
                  [](std::int64_t i) { return static_cast<double>(i); });
  const std::int64_t positions = config.n_positions;
  for (Gpt2Block<T>& block : model.transformer.h)
    block.attn.causal_mask_11CC = make.tensor(
        "causal_mask", {1, 1, positions, positions}, Dtype::boolean, MemoryCategory::buffer,
        [=](std::int64_t i) { return i % positions <= i / positions ? 1.0 : 0.0; });
  const Dtype scores = autocast ? Dtype::bfloat16 : dtype;
  inputs.mask_value = make.tensor("mask_value", {}, scores, MemoryCategory::buffer,
                                  [&](std::int64_t) { return make.least(scores); });
  return inputs;
}

template <class E, class T>
ModelInputs<T> make_inputs(const E& engine, const LlamaConfig& config, Llama<T>& model,
                           std::int64_t batch, std::int64_t length, Dtype dtype,
                           bool /*autocast*/ = false) {
  const detail::InputMaker<E> make(engine, length, dtype);
  ModelInputs<T> inputs;
  make.tokens(inputs, batch, config.vocab_size);
  inputs.rotary = make.rotary(config.rotary_dim(), config.rope_theta);
  const bool windows = config.sliding_window > 0;
  if (windows && config.rope_local_base_freq > 0)
    inputs.local_rotary = make.rotary(config.rotary_dim(), config.rope_local_base_freq);
  if (model.profile.attention == AttentionForm::eager) inputs.mask_11SS = make.mask("mask", 0);
  if (windows && config.sliding_window < length)
    inputs.window_mask_11SS = make.mask("window_mask", config.sliding_window);
  return inputs;
}

}  // namespace tally
