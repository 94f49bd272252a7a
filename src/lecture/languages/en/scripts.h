#pragma once

#include "lecture/strings/scripts.h"

namespace tally::en {

inline constexpr ScriptStrings scripts{
    .whole_and_cut = "kept by every GPU, and shared out",
    .fullest_gpu = "the GPU with most",
    .share = "parameters each GPU can take",
    .none_is_enough = "0: never",
    .state_bytes = "bytes of every state tensor",
    .before_first_step = "before the first step()",
    .after_steps = "after {steps}",
    .lazy_state = "the state is made here",
    .by_storage = "a shared storage counts once",
    .holds_graph = "holds the graph, and what it saved",
    .parameters_do_not_count = "parameters are there anyway, and do not count",
    .transposed_weights = "weights are saved transposed, not contiguous: they do not count",
    .no_values = "shapes only",
    .held = "by the checkpoints alive: inputs, and what ran again",
    .none =
        "There is no program in PyTorch for these segments: their list is too long for a few "
        "lines.",
};

}  // namespace tally::en
