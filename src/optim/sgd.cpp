#include "optim/sgd.h"

namespace tally {

void SGD::check_options(const Options& options) {
  const auto at_least_zero = [](const char* option, double value) {
    check(value >= 0,
          [&] { return format_text("[sgd] {} is {}: it takes 0 or more", option, value); });
  };
  at_least_zero("lr", options.lr);
  at_least_zero("momentum", options.momentum);
  at_least_zero("weight_decay", options.weight_decay);
  check(!options.nesterov || (options.momentum > 0 && options.dampening == 0), [&] {
    return format_text(
        "[sgd] nesterov with momentum {} and dampening {}: it takes a momentum above 0 and no "
        "dampening",
        options.momentum, options.dampening);
  });
}

}  // namespace tally
