#include "experiments/activation.h"

#include <algorithm>

#include "engine/engine.h"
#include "experiments/activation_run.h"

namespace tally {

bool ActivationSettings::is_frozen(std::int64_t layer) const {
  return layer <= frozen ||
         std::find(frozen_layers.begin(), frozen_layers.end(), layer) != frozen_layers.end();
}

std::int64_t saved_units(const ActivationSettings& settings) {
  if (settings.mode == ForwardMode::no_grad) return 0;
  std::int64_t first = 1, trainable = 0;  // the first trainable layer, and how many there are
  while (first <= settings.layers && settings.is_frozen(first)) ++first;
  if (first > settings.layers) return 0;
  for (std::int64_t layer = first; layer <= settings.layers; ++layer)
    trainable += settings.is_frozen(layer) ? 0 : 1;
  const std::int64_t after = settings.layers - first + 1;
  switch (settings.function) {
    case Activation::relu:
    case Activation::sigmoid:
    case Activation::tanh:
      return after + 1;
    case Activation::gelu:
    case Activation::gelu_tanh:
    case Activation::silu:
      return after + trainable;
  }
  return 0;  // not reached: every enumerator returns
}

Bytes activation_unit(const ActivationSettings& settings) {
  return settings.tokens() * settings.width * itemsize(settings.dtype);
}

template ActivationResult run_activation(const Engine&, const ActivationSettings&, Progress&);

}  // namespace tally
