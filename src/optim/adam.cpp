#include "optim/adam.h"

#include "optim/adamw.h"

namespace tally {
namespace {

void check_adam_options(std::string_view id, const auto& options) {
  const auto at_least_zero = [&](const char* option, double value) {
    check(value >= 0,
          [&] { return format_text("[{}] {} is {}: it takes 0 or more", id, option, value); });
  };
  at_least_zero("lr", options.lr);
  at_least_zero("eps", options.eps);
  at_least_zero("weight_decay", options.weight_decay);
  for (std::size_t i = 0; i < options.betas.size(); ++i)
    check(options.betas[i] >= 0 && options.betas[i] < 1, [&] {
      return format_text("[{}] betas[{}] is {}: it takes 0 or more and less than 1", id, i,
                         options.betas[i]);
    });
}

}  // namespace

void Adam::check_options(const Options& options) { check_adam_options(id, options); }
void AdamW::check_options(const Options& options) { check_adam_options(id, options); }

}  // namespace tally
