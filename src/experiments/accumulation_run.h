// The run of demonstration 4, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "experiments/accumulation.h"
#include "models/mlp.h"
#include "optim/adamw.h"
#include "optim/sgd.h"

namespace tally {
namespace detail {

/// The model, one batch of data, and the two ways through a step.
template <class E>
class Accumulation {
 public:
  using Tensor = typename E::Tensor;
  using Values = std::vector<double>;

  Accumulation(const E& engine, const AccumulationSettings& settings)
      : engine_(engine), settings_(settings) {
    // Streams of their own for each seed: a model has far fewer tensors.
    std::uint64_t stream = static_cast<std::uint64_t>(settings.seed) << 32;
    model_ = make_mlp({settings.layers, settings.width, Activation::relu}, [&](const Shape& shape) {
      return engine.parameter(shape, Dtype::float32, stream++);
    });
    name_parameters(engine, model_);
    const Shape shape{settings.batch, settings.width};
    x_ = engine.randn(shape, Dtype::float32, MemoryCategory::input, stream++);
    y_ = engine.randn(shape, Dtype::float32, MemoryCategory::input, stream);
    engine.set_name(x_, "x");
    engine.set_name(y_, "y");
  }

  Accumulation(const Accumulation&) = delete;
  Accumulation& operator=(const Accumulation&) = delete;

  /// The same weights in storages of their own, without gradients, and the same data.
  Accumulation from_the_start() const { return Accumulation(*this, weights()); }

  std::vector<Tensor> weights() const { return parameters(model_); }
  Bytes parameter_bytes() const { return parameter_count(model_) * itemsize(Dtype::float32); }
  Bytes gradient_bytes() const {
    Bytes total;
    for (const Tensor& weight : weights())
      if (const Tensor grad = engine_.grad(weight); grad.defined())
        total += grad.numel() * itemsize(Dtype::float32);
    return total;
  }
  void zero_grad() const {
    for (Tensor& weight : weights()) engine_.zero_grad(weight);
  }

  /// One forward and backward of all samples. `watch` sees the moment when all is saved.
  template <class Watch>
  void large(Watch&& watch) const {
    const Tensor l = loss(x_, y_);
    watch();
    engine_.backward(l);
  }
  void large() const {
    large([] {});
  }

  /// The samples in each of the micro-batches that chunk() makes.
  std::vector<std::int64_t> sizes() const {
    std::vector<std::int64_t> list;
    for (const Tensor& part : chunk(x_, settings_.micro_batches, 0)) list.push_back(part.size(0));
    return list;
  }

  /// What each loss is multiplied by, for micro-batches of these sizes.
  Values loss_weights(bool divide_loss, const std::vector<std::int64_t>& sizes) const {
    Values weights(sizes.size(), 1);
    if (!divide_loss) return weights;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      weights[i] = settings_.weighted
                       ? static_cast<double>(sizes[i]) / static_cast<double>(settings_.batch)
                       : 1 / static_cast<double>(settings_.micro_batches);
    return weights;
  }

  /// The same samples in micro-batches.
  template <class Watch>
  void small(bool divide_loss, Watch&& watch) const {
    const auto xs = chunk(x_, settings_.micro_batches, 0);
    const auto ys = chunk(y_, settings_.micro_batches, 0);
    const Values weights = loss_weights(divide_loss, sizes());
    for (std::size_t i = 0; i < xs.size(); ++i) {
      Tensor l = loss(xs[i], ys[i]);
      // As the lecture writes it, where it can be written so: a division by M.
      if (divide_loss)
        l = settings_.weighted ? mul(l, weights[i])
                               : div(l, static_cast<double>(settings_.micro_batches));
      watch();
      engine_.backward(l);
    }
  }
  void small(bool divide_loss) const {
    small(divide_loss, [] {});
  }

  Values gradients() const {
    Values values;
    for (const Tensor& weight : weights()) append(values, engine_.grad(weight));
    return values;
  }
  Values weight_values() const {
    Values values;
    for (const Tensor& weight : weights()) append(values, weight);
    return values;
  }

 private:
  Accumulation(const Accumulation& from, const std::vector<Tensor>& weights)
      : engine_(from.engine_), settings_(from.settings_), x_(from.x_), y_(from.y_) {
    const typename E::NoGrad no_grad;
    std::size_t next = 0;
    model_ = make_mlp({settings_.layers, settings_.width, Activation::relu}, [&](const Shape&) {
      Tensor copy = clone(weights[next++]);
      engine_.set_requires_grad(copy, true);
      return copy;
    });
  }
  Tensor loss(const Tensor& x, const Tensor& y) const {
    const typename E::PhaseScope phase(Phase::forward);
    return mean(pow(sub(model_(x), y), 2.0));
  }
  void append(Values& values, const Tensor& tensor) const {
    // At once room for all of them: growing leaves holes in a heap that nothing fits into.
    values.reserve(static_cast<std::size_t>(parameter_count(model_)));
    const Values more = engine_.to_host(tensor);
    values.insert(values.end(), more.begin(), more.end());
  }

  const E& engine_;
  const AccumulationSettings& settings_;
  Mlp<Tensor> model_;
  Tensor x_, y_;
};

inline double norm(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

inline double largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

inline std::vector<double> difference(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

/// How many times larger; NaN where that says nothing.
inline double factor(double value, double right) {
  return right > 0 && std::isfinite(value / right) ? value / right
                                                   : std::numeric_limits<double>::quiet_NaN();
}

/// What one training step did: norms of the gradient and of the change of the parameters.
struct StepNorms {
  double gradient, step;
};

/// Two training steps from the parameters of `initial`: `accumulate(run)` fills the gradients, and
/// `zero_grad` says whether they are cleared before. `see(i, gradients)` is given each step's.
template <class Rule, class E, class Accumulate, class See>
std::array<StepNorms, 2> two_steps(const E& engine, const Accumulation<E>& initial,
                                   typename Rule::Options options, bool zero_grad,
                                   Accumulate&& accumulate, See&& see) {
  const Accumulation<E> run = initial.from_the_start();
  Optimizer<E, Rule> optimizer(engine, run.weights(), options);
  std::array<StepNorms, 2> steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (zero_grad) optimizer.zero_grad();
    accumulate(run);
    const std::vector<double> before = run.weight_values();
    optimizer.step();
    std::vector<double> gradients = run.gradients();
    steps[i] = {norm(gradients), norm(difference(run.weight_values(), before))};
    see(i, std::move(gradients));
  }
  return steps;
}

}  // namespace detail

template <class E>
AccumulationResult run_accumulation(const E& given_engine, const AccumulationSettings& settings,
                                    Progress& progress) {
  const std::int64_t weights = settings.layers * settings.width * settings.width;
  AccumulationResult result{.settings = settings};
  result.work = {AccumulationResult::passes * 6 * settings.batch * weights};
  // Weights, gradients, two moments and what an update passes through; and five lists of doubles,
  // one per weight. Of each layer: its product, its result and their gradients.
  result.memory = {64 * weights + 16 * settings.layers * settings.batch * settings.width};
  const E engine = engine_for(given_engine, accumulation_limit, result.work, result.memory);
  result.computed = engine.computes();

  const detail::Accumulation<E> run(engine, settings);
  result.sizes = run.sizes();
  result.weights = run.loss_weights(settings.divide_loss, result.sizes);
  result.parameters = run.parameter_bytes();
  {
    const typename E::Record record;
    run.large([&] { result.saved_large = saved_bytes(record.recording()); });
    result.at_peak_large = peak_live(record.recording());
    result.peak_large = result.at_peak_large.total;
    result.instants_large = record.recording().events.size();
  }
  if (settings.zero_grad) run.zero_grad();
  {
    typename E::Record record;
    run.small(settings.divide_loss, [&] {
      result.saved_parts.push_back(saved_bytes(record.recording()));
      result.saved_small = std::max(result.saved_small, result.saved_parts.back());
    });
    result.timeline = record.take();
    result.at_peak_small = peak_live(result.timeline);
    result.peak_small = result.at_peak_small.total;
  }
  result.gradients = run.gradient_bytes();
  if (!result.computed || !progress.at(0.2)) return result;

  result.seconds_large = result.seconds_small = std::numeric_limits<double>::infinity();
  const auto time = [&](double& best, auto&& pass) {
    // A browser's clock may stand still for a millisecond: passes are timed together until it moves
    // on.
    constexpr double least_seconds = 0.0015;
    const double begin = engine.seconds();
    double elapsed = 0;
    int passes = 0;
    do {
      run.zero_grad();
      pass();
      ++passes;
      elapsed = engine.seconds() - begin;
    } while (elapsed < least_seconds);
    best = std::min(best, elapsed / passes);
  };
  for (int i = 0; i < result.timed_runs; ++i) {
    if (!progress.at(0.2 + 0.08 * i)) return result;
    time(result.seconds_large, [&] { run.large(); });
    time(result.seconds_small, [&] { run.small(settings.divide_loss); });
  }

  const SGD::Options sgd{.lr = accumulation_sgd_lr};
  const AdamW::Options adamw{.lr = accumulation_adamw_lr};
  const auto large = [](const auto& model) { model.large(); };
  const auto ignore = [](std::size_t, std::vector<double>&&) {};
  result.shown_step = settings.zero_grad ? 0 : 1;  // what was forgotten shows in the second
  std::vector<double> right;
  const auto right_sgd = detail::two_steps<SGD>(
      engine, run, sgd, true, large, [&](std::size_t i, std::vector<double>&& gradients) {
        if (i == result.shown_step) right = std::move(gradients);
      });
  result.largest_gradient = detail::largest(right);
  const auto right_adamw = detail::two_steps<AdamW>(engine, run, adamw, true, large, ignore);
  constexpr std::pair<bool, bool> mistakes[]{
      {true, true}, {false, true}, {true, false}, {false, false}};
  for (const auto& [divide_loss, zero_grad] : mistakes) {
    if (!progress.at(0.6 + 0.1 * static_cast<double>(result.mistakes.size()))) return result;
    const auto small = [divide = divide_loss](const auto& model) { model.small(divide); };
    const bool own = divide_loss == settings.divide_loss && zero_grad == settings.zero_grad;
    const auto by_sgd = detail::two_steps<SGD>(
        engine, run, sgd, zero_grad, small, [&](std::size_t i, std::vector<double>&& gradients) {
          if (own && i == result.shown_step)
            result.largest_difference =
                detail::largest(detail::difference(std::move(gradients), right));
        });
    const auto by_adamw = detail::two_steps<AdamW>(engine, run, adamw, zero_grad, small, ignore);
    AccumulationResult::Mistake mistake{divide_loss, zero_grad, {}};
    for (std::size_t i = 0; i < mistake.steps.size(); ++i)
      mistake.steps[i] = {.gradient = detail::factor(by_sgd[i].gradient, right_sgd[i].gradient),
                          .sgd = detail::factor(by_sgd[i].step, right_sgd[i].step),
                          .adamw = detail::factor(by_adamw[i].step, right_adamw[i].step)};
    if (own) {
      result.own_mistake = result.mistakes.size();
      result.gradient_factor = mistake.steps[result.shown_step].gradient;
    }
    result.mistakes.push_back(mistake);
  }
  progress.at(1);
  return result;
}

}  // namespace tally
