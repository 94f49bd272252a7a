#pragma once

#include "lecture/strings/questions.h"

namespace tally::en {

inline constexpr QuestionStrings questions{
    .seven_billion =
        {.prompt =
             "A {size} model in bf16 is {stored}. Train it with AdamW in mixed precision: how much "
             "do parameters, gradients and optimizer state take, before the first activation?",
         .choices = {"about 28 GB", "about 56 GB", "about 84 GB", "about 112 GB"},
         .explanation =
             "{total}: {parameter} of parameters, {gradient} of gradients, {master} of float32 "
             "master weights and {state} for Adam's two averages, which stay in float32 as well. "
             "The usual guess doubles the file on disk and forgets what the optimizer keeps. "
             "That is why a GPU of {gpu} runs out."},
    .bf16_halves_memory =
        {.prompt =
             "All in float32, AdamW keeps {before} bytes per parameter. You switch to the usual "
             "mixed precision, with forward and backward in bf16. How many bytes now?",
         .choices = {"8", "12", "16", "18"},
         .explanation =
             "{after}, as before. Parameter and gradient shrink to {parameter} + {gradient} bytes, "
             "but Adam's averages stay in float32 ({state}), and the float32 master weight takes "
             "the {master} that were saved. Mixed precision buys speed and smaller activations, "
             "not smaller states."},
    .stock_adamw_on_bf16 =
        {.prompt =
             "You call model.bfloat16(), hand the parameters to PyTorch's own AdamW and train. "
             "How many bytes per parameter are kept?",
         .choices = {"8", "12", "16"},
         .explanation =
             "{total}. PyTorch makes the state in the parameter's dtype, so Adam's averages are "
             "bf16 too: {state} bytes instead of {float_state}. Whoever says 12 assumes float32 "
             "averages, and whoever says 16 assumes master weights; nobody asked PyTorch for "
             "either. It is cheap, and small updates are lost."},
    .lost_updates =
        {.prompt =
             "A bf16 weight is 1, and {updates} updates add {update} each. Where does it end?",
         .choices = {"at 1, where it began", "somewhere on the way: some updates are lost",
                     "near 2: rounding errors even out"},
         .explanation =
             "At {bf16}; a float32 master weight arrives at {master}. The next bf16 number after 1 "
             "is more than twice {update} away, so every single sum is rounded back. Errors even "
             "out only where they go both ways; here they all go one way. This is what master "
             "weights are for."},
    .zero_stages =
        {.prompt = "{gpus} GPUs of {gpu}, mixed precision with AdamW. Which step of ZeRO makes the "
                   "largest model grow by the greatest factor?",
         .choices = {"ZeRO-1: share out optimizer state and master weights",
                     "ZeRO-2: share out the gradients too", "ZeRO-3: share out the parameters too"},
         .explanation =
             "The first: from {replicated} to {zero1} parameters, {factor1} times as many. ZeRO-2 "
             "makes that {zero2} ({factor2} times), ZeRO-3 {zero3} ({factor3} times). Optimizer "
             "state and master weights "
             "are {first} of the {all} bytes, and they are cut first. The highest stage sounds "
             "like the largest gain, but little is left for it to cut."},
    .state_before_step =
        {.prompt =
             "The model is {layers} × [Linear({width}, {width}), ReLU], and AdamW has just been "
             "made for its parameters. No step yet: how large is the optimizer's state?",
         .choices = {"nothing at all", "as large as the parameters", "twice the parameters"},
         .explanation =
             "{before}. State is made at the first step(): {after} beside {parameters} of "
             "parameters. Then it stays. Whoever expects it in the constructor also expects a "
             "first iteration as costly as the others, but it is cheaper."},
    .memory_runs_out =
        {.prompt =
             "{layers} × [Linear({width}, {width}), ReLU] with a batch of {batch}: activations "
             "outweigh parameters. Over the first two iterations with AdamW, where is the peak?",
         .choices = {"iteration 1, backward", "iteration 1, step()", "iteration 2, backward",
                     "iteration 2, step()"},
         .explanation = "In iteration 2, in backward: {second}, against {first} in iteration 1. "
                        "The difference, "
                        "{difference}, is the state that the first step() left behind. A test of "
                        "one iteration sees only the cheapest one."},
    .sgd_momentum_state =
        {.prompt =
             "You replace AdamW by SGD with momentum 0.9. How large is the optimizer's state after "
             "a step?",
         .choices = {"nothing: SGD has no state", "as large as the parameters",
                     "twice the parameters"},
         .explanation =
             "{momentum} beside {parameters} of parameters: one buffer for each parameter. AdamW "
             "keeps two ({adamw}), and only SGD without momentum keeps none ({sgd}). Momentum is "
             "a memory of earlier gradients, and a memory takes room."},
    .peak_is_the_sum =
        {.prompt = "{layers} layers with AdamW, once with batch {small} (activations a little "
                   "smaller than the parameters), once with batch {large} (a little larger). In a "
                   "settled iteration, "
                   "is the peak the sum of parameters, gradients, state and activations?",
         .choices = {"yes, with both batches", "no, less; it lies in step() both times",
                     "no, less; it lies between forward and backward both times",
                     "no, less; in step() for one, between forward and backward for the other"},
         .explanation =
             "With batch {small} the peak is {small_peak}, in step(), where the sum would be "
             "{small_sum}; with batch {large} it is {large_peak}, as backward begins, against "
             "{large_sum}. Gradients arrive as activations leave, so the two are never there in "
             "full together. The instant that binds changes where activations "
             "({small_activations}, then {large_activations}) pass the {parameters} of "
             "parameters."},
    .eval_saves_memory =
        {.prompt = "You only want to evaluate. Which call keeps forward from saving activations?",
         .choices = {"model.eval()", "torch.no_grad()", "either of them", "neither of them"},
         .explanation =
             "no_grad(): it saves {no_grad}. In training it is {train}, and after eval() still "
             "{eval}. eval() changes what dropout and batch norm compute; autograd records its "
             "graph all the same."},
    .every_output_is_kept =
        {.prompt =
             "{layers} × [Linear, ReLU] computes two results per layer, each of B × D. How many "
             "B × D tensors are kept for backward, the input counted?",
         .choices = {"8", "9", "16", "17"},
         .explanation =
             "{relu}: the input, and one per layer. Linear keeps its input, ReLU keeps its result, "
             "and those two are the same storage; nothing needs Linear's own result. With GELU it "
             "is {gelu}, because GELU keeps its input instead. The formula of backward decides "
             "what is kept, not the list of what was computed."},
    .freezing_saves =
        {.prompt =
             "One layer out of {layers} × [Linear, ReLU] is frozen, with requires_grad=False on "
             "its weight. Where does that save activations?",
         .choices = {"for the first layer, not for one in the middle",
                     "for one in the middle, not for the first", "for either of them",
                     "for neither of them"},
         .explanation =
             "All trainable: {all}. The first layer frozen: {first}. Layer {layer} frozen: "
             "{middle}, no less. Its input is the result that the ReLU before it keeps anyway, and "
             "the way back to earlier layers leads through it. Freezing saves activations only "
             "before the first trainable layer."},
    .doubling_doubles =
        {.prompt =
             "What makes the saved activations of [Linear, ReLU] layers exactly twice as large?",
         .choices = {"twice as many layers", "a batch twice as large", "either of them",
                     "neither of them"},
         .explanation = "The batch: {batch} times. Twice the layers give {layers} times as much "
                        "from 4 to 8, and {more_layers} from 8 to 16. The input is saved once, "
                        "however many layers follow, so depth has a "
                        "constant beside it and the batch has none."},
    .forgotten_division =
        {.prompt =
             "{micro} micro-batches, and the loss is not divided by {micro}. Whose first step is "
             "too large?",
         .choices = {"SGD's and AdamW's", "SGD's, not AdamW's", "AdamW's, not SGD's", "nobody's"},
         .explanation = "The gradient is {gradient} times the right one, and so is SGD's step "
                        "({sgd} times). AdamW's is {adamw} times: it divides the gradient by its "
                        "own size, and a constant factor cancels. The mistake hides, but it is "
                        "there: clipping and logged gradient norms see it."},
    .chunk_of_six =
        {.prompt = "x has {batch} samples. What does x.chunk({asked}) give?",
         .choices = {"3 parts: 2, 2, 2", "4 parts: 2, 2, 1, 1", "4 parts: 1, 1, 1, 3"},
         .explanation =
             "{made} parts: {sizes}. chunk rounds the size of a part up and stops when the samples "
             "are used up, so there can be fewer parts than asked for. Divide the loss by {asked} "
             "all the same, and the gradient is too small."},
    .accumulation_lowers_peak =
        {.prompt =
             "{layers} layers of width {width}, batch {batch}, cut into {micro} micro-batches. The "
             "saved activations fall to a quarter. And the peak over forward and backward?",
         .choices = {"falls to a quarter as well", "falls, but less", "stays the same", "rises"},
         .explanation =
             "It rises from {large} to {small}, though activations fall from {saved_large} to "
             "{saved_small}. From the second micro-batch on, {gradients} of gradients stay alive "
             "beside the activations, and new ones come before they are added. Accumulation pays "
             "where activations are much larger than parameters; here they are not."},
    .gradients_between =
        {.prompt =
             "{micro} micro-batches, one after another. How many bytes of gradients are alive when "
             "the second one begins its forward?",
         .choices = {"none: backward freed everything", "a part of them, one share per micro-batch",
                     "as many as parameters, and no more later",
                     "as many as parameters, and as many again each time"},
         .explanation =
             "{first} when the first begins, {second} when the second does, and {last} still when "
             "the last does. .grad is added to in place: one full set, whatever M is. That is the "
             "floor under which accumulation cannot go, while activations fall from {saved_large} "
             "to {saved_small}."},
    .two_roots =
        {.prompt =
             "{layers} layers. The textbook's best is √L layers per segment, a peak of 2√L "
             "activations. Now place the boundaries by hand, in segments of {lengths} layers. What "
             "is the peak?",
         .choices = {"6", "7", "8: nothing beats 2√L", "9"},
         .explanation =
             "{hand}; the best equal segments need {equal}, and no checkpoints {plain}. While an "
             "early segment runs again, the inputs of the later ones are already gone, so early "
             "segments may be longer. 2√L is the minimum among equal segments only."},
    .one_per_layer =
        {.prompt =
             "One checkpoint per layer, for a toy layer [Linear, ReLU] and for a wide one "
             "[Linear(D, 4D), GELU, Linear(4D, D)]. For which is that the best segment length?",
         .choices = {"for the toy", "for the wide one", "for both", "for neither"},
         .explanation =
             "For the wide one: {wide} activations instead of {wide_plain}. The toy needs {toy}, "
             "as many as without checkpoints ({toy_plain}): its only saved tensor is the next "
             "layer's input, which a checkpoint keeps just the same. A checkpoint pays where "
             "the inside of a layer is larger than its input."},
    .recomputation_cost =
        {.prompt =
             "Forward and backward together cost about three forward passes. With a checkpoint at "
             "every layer, everything is computed again. What do they cost now?",
         .choices = {"3: backward needs it anyway", "4", "5", "6: twice as much"},
         .explanation =
             "{checkpointed} forward passes, against {plain} without: about one more, which is "
             "{more} more in all. Only "
             "forward runs again, and forward is a third of the whole; backward runs once, as "
             "before."},
    .checkpointing_lowers_peak =
        {.prompt = "{layers} layers of width {width}, batch {batch}, segments of {segment}. Saved "
                   "activations fall by more than half. And the peak of all live bytes?",
         .choices = {"falls by half as well", "falls, but less", "does not fall"},
         .explanation =
             "It does not: {peak}, against {plain_peak} without checkpoints, although {units} "
             "activations are saved instead of {plain_units}. The peak lies at the end of "
             "backward, where gradients are complete and activations gone. With batch "
             "{large_batch} it lies elsewhere, and falls from {large_plain_peak} to {large_peak}. "
             "Look first at which instant binds."},
    .one_more_parameter =
        {.prompt =
             "{parameters} parameters with {each} bytes each fill a GPU of {gpu} exactly. One "
             "parameter more: how many GPUs?",
         .choices = {"1: a few bytes never matter", "2", "8: GPUs come in eights"},
         .explanation =
             "{gpus}. {bytes} are {excess} too many, and an allocation that does not fit fails, by "
             "bytes as by gigabytes. With the exact fit it was {before}. In practice the line lies "
             "lower: "
             "activations and the framework want room too."},
    .replicated_on_eight =
        {.prompt =
             "You go from one GPU of {gpu} to {gpus}, in plain data parallelism: every GPU keeps "
             "everything. How large may the model now be?",
         .choices = {"as large as before", "twice as large", "eight times as large"},
         .explanation =
             "{many} parameters, as on one GPU ({one}). More replicas make a larger batch or a "
             "faster one, not a larger model. That takes sharing out: {sharded} with ZeRO-3."},
    .zero1_share =
        {.prompt =
             "{size} parameters in mixed precision on {gpus} GPUs with ZeRO-1. How much does each "
             "GPU hold, about?",
         .choices = {"14 GB", "26 GB", "38 GB", "112 GB"},
         .explanation =
             "{share}: parameters and gradients in full, {kept}, and {cut} as its share of the "
             "rest. "
             "Whoever divides everything by {gpus} has ZeRO-3 in mind ({zero3}); ZeRO-2 would be "
             "{zero2}."},
    .round_names =
        {.prompt =
             "{name} goes by the name of a {size} model. How many GPUs of {gpu} do its states "
             "need in mixed precision, perfectly sharded?",
         .choices = {"14", "15", "16"},
         .explanation =
             "{gpus}. It has {parameters} parameters, {bytes} of states; {round_gpus} GPUs are "
             "right for the round number only. Names round, memory does not."},
    .what_moves_the_state =
        {.prompt = "Which of these changes how much optimizer state there is?",
         .choices = {"fp32 → mixed precision", "AdamW → SGD with momentum", "half the batch",
                     "activation checkpointing"},
         .explanation =
             "The optimizer: from {before} to {optimizer}. Mixed precision keeps its averages in "
             "float32; batch and checkpoints do not touch them. Sharding would: {sharding} on each "
             "of {gpus} GPUs."},
    .what_bf16_saves =
        {.prompt =
             "From fp32 to mixed precision with master weights: what becomes smaller, the states "
             "(parameters, gradients, master weights, optimizer state) or the activations?",
         .choices = {"the states", "the activations", "both", "neither"},
         .explanation =
             "The activations, from {saved_before} to {saved_after}. The states are {states_after} "
             "where they were {states_before}: what parameters and gradients save, the master "
             "weights take. \"bf16 halves memory\" is right about half of the account."},
    .what_fits_7b =
        {.prompt =
             "{size} parameters with AdamW on a GPU of {gpu}. Which of these alone makes training "
             "fit?",
         .choices = {"half the batch", "gradient accumulation", "activation checkpointing",
                     "ZeRO-3 over several GPUs"},
         .explanation =
             "Sharding: {sharding} of states on each of {gpus} GPUs. Accumulation leaves "
             "{accumulation}, checkpointing {checkpointing}, as before ({states}): both move "
             "activations, and the states alone are more than {gpu}. Even SGD with momentum "
             "keeps {optimizer}. First ask which category is too large, then which lever moves "
             "it."},
};

}  // namespace tally::en
