#pragma once

#include "lecture/strings/formulas.h"

namespace tally::en {

inline constexpr FormulaStrings formulas{
    .largest_n = "largest n with {condition}: n",
    .instants = "largest of {count} instants: {sum}",
    .at_phase_end = "live storages of this category at the end of the phase, added up",
    .within_phase = "largest sum of live storages at any instant of the phase",
    .no_state = "no step() yet, so no state tensor",
    .no_state_kept = "no state tensor",
    .updates = "1 after {updates} times w + {update}, each rounded to {dtype}",
    .copy_of_master = "the master weight rounded to bfloat16",
    .sheet = "GB of the data sheet",
    .largest_difference = "largest |difference| of {count} gradients, executed both ways",
    .largest_gradient = "largest |gradient| of {count}, executed on the whole batch",
    .norm_gradient = "norm of this gradient / norm of the right one",
    .norm_step = "norm of this change of the parameters / norm of the right one",
    .best_of = "shortest of {runs} averages",
    .binding_segment = "while segment {index} of {count} runs again: {sum}",
    .best_length = "k with the fewest units of k = 1 … {layers}",
    .segments_counted = "segments of this row",
    .round_size = "size in the model's name",
    .real_size = "parameters of {source}",
};

inline constexpr SourceStrings sources{
    .recipes =
        "Executed by this engine: the tensors of 1,000 parameters and one AdamW step on the meta "
        "device. The recipes: ZeRO, arXiv:1910.02054, section 3.1; torch/optim/adamw.py of "
        "PyTorch 2.6.",
    .sharding =
        "Executed by this engine on the meta device. The stages: ZeRO, arXiv:1910.02054, section "
        "5.",
    .executed =
        "Executed by this engine: every tensor of the GPU with the largest share, allocated on "
        "the meta device, and one AdamW step.",
    .updates =
        "Executed by this engine on the CPU; float32 and bfloat16 as in IEEE 754 and PyTorch "
        "2.6, rounded to nearest even.",
    .gpus = "Quoted: the data sheets and driver outputs named in each row.",
    .optimizer_bytes =
        "Executed by this engine; which state there is: torch/optim/adamw.py, adam.py and sgd.py "
        "of PyTorch 2.6, _init_group.",
    .optimizer_tensors =
        "Executed by this engine; names and order: torch/optim/adamw.py, adam.py and sgd.py of "
        "PyTorch 2.6, _init_group.",
    .optimizer_phases =
        "Executed by this engine: the recording of two iterations, in the order of allocations "
        "and frees of PyTorch 2.6 on one CPU thread.",
    .optimizer_choices = "Executed by this engine on the meta device, one step() each.",
    .activation_points =
        "Executed by this engine; what each op saves: tools/autograd/derivatives.yaml of PyTorch "
        "2.6.",
    .activation_crossing = "Executed by this engine on the meta device, on both sides.",
    .activation_ledger =
        "Executed by this engine; slots: tools/autograd/derivatives.yaml of PyTorch 2.6.",
    .accumulation_bytes =
        "Executed by this engine: the recordings of both ways, in the order of PyTorch 2.6; "
        "gradients are added by torch/csrc/autograd/functions/accumulate_grad.h.",
    .accumulation_gradients = "Executed by this engine in float32 on the CPU.",
    .accumulation_mistakes =
        "Executed by this engine, two steps each; the rules: torch/optim/sgd.py and adamw.py of "
        "PyTorch 2.6; AdamW: arXiv:1711.05101.",
    .accumulation_times = "Measured on your machine, just now.",
    .accumulation_micro =
        "Executed by this engine; sizes: chunk in aten/src/ATen/native/TensorShape.cpp of "
        "PyTorch 2.6.",
    .checkpointing_segments =
        "Executed by this engine; checkpoint in torch/utils/checkpoint.py and FLOPs as in "
        "torch/utils/flop_counter.py of PyTorch 2.6. The estimate: Chen et al., "
        "arXiv:1604.06174.",
    .checkpointing_optimum =
        "Executed by this engine on the meta device. The estimate: Chen et al., "
        "arXiv:1604.06174.",
    .checkpointing_flops =
        "Executed by this engine; FLOPs as in torch/utils/flop_counter.py of PyTorch 2.6.",
    .checkpointing_chosen =
        "Executed by this engine; checkpoint in torch/utils/checkpoint.py of PyTorch 2.6.",
    .budget_round =
        "Executed by this engine on the meta device; the recipes and stages: ZeRO, "
        "arXiv:1910.02054.",
    .budget_real =
        "Executed by this engine on the meta device; the counts of parameters from the "
        "configurations in the last column.",
    .levers =
        "Executed by this engine on the meta device: two iterations of training for each row, the "
        "second one recorded.",
    .levers_answer =
        "Executed by this engine on the meta device: the same two iterations, with as many "
        "parameters "
        "as the caption says.",
};

}  // namespace tally::en
