#include "core/config_problem.h"

namespace tally {
namespace {

// In the order of ConfigProblem::Kind.
constexpr std::array<std::string_view, ConfigProblem::kinds> ids{"",
                                                                 "not_between",
                                                                 "not_a_multiple",
                                                                 "not_a_probability",
                                                                 "not_a_fraction",
                                                                 "more_experts",
                                                                 "odd_rotation",
                                                                 "negative",
                                                                 "no_head_dim",
                                                                 "layer_types",
                                                                 "span",
                                                                 "overlap",
                                                                 "not_in_index",
                                                                 "total_size",
                                                                 "two_recomputations",
                                                                 "no_end",
                                                                 "no_block",
                                                                 "not_ascending",
                                                                 "flash_bits",
                                                                 "flash_heads",
                                                                 "flash_window",
                                                                 "no_cap",
                                                                 "efficient",
                                                                 "many_parameters",
                                                                 "many_bytes",
                                                                 "many_flops",
                                                                 "many_tensors",
                                                                 "no_repetition",
                                                                 "frozen",
                                                                 "positions",
                                                                 "gpt2_adapters",
                                                                 "unsharded"};
static_assert(!ids.back().empty());

}  // namespace

std::string text_of(const ConfigProblem& problem) {
  std::string text(ids[static_cast<std::size_t>(problem.kind)]);
  for (const auto& [name, value] : problem.values)
    text +=
        (&name == &problem.values.front().first ? ": " : ", ") + std::string(name) + " " + value;
  return text;
}

}  // namespace tally
