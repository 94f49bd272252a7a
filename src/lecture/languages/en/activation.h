#pragma once

#include "lecture/strings/activation.h"

namespace tally::en {

inline constexpr ActivationStrings activation{
    .title = "Activations grow with batch and depth",
    .sequence = "Sequence length S",
    .sequence_help =
        "How many tokens each sample has; T = B × S tokens in all. With 1 the input is B×D, as in "
        "the lecture",
    .function = "Activation function",
    .function_help = "What follows each linear layer",
    .frozen = "First layers frozen",
    .frozen_help =
        "How many layers, from the first, have weights without gradient "
        "(requires_grad=False)",
    .frozen_layers = "Also frozen",
    .frozen_layers_help =
        "Which other layers get no gradient: numbers from 1, with commas between them, or nothing",
    .mode = "Mode",
    .mode_help = "How this forward pass runs",
    .mode_train = "train()",
    .mode_no_grad = "no_grad()",
    .mode_eval = "eval()",
    .dtype = "Data type",
    .dtype_help = "The floating-point type of weights and activations",
    .no_such_layer = "Also frozen: there is no layer {layer}, the network has {layers}.",
    .too_many_frozen =
        "First layers frozen: got {frozen}, but the network has only {layers}; takes 0 to "
        "{layers}.",
    .sentence =
        "{layers}, {tokens}, width {width}, {function}: at the end of forward {saved} are "
        "saved for backward, exactly {units} T×D activations of {unit} each; the parameters "
        "take {parameters}. Beyond {limit:token|tokens} the activations outgrow the parameters "
        "(T* {formula}).",
    .sentence_nothing = "Nothing is saved: 0 B. {reason}",
    .reason_no_grad =
        "Under no_grad() no graph is recorded, and every layer's result goes once it has been "
        "used.",
    .reason_frozen = "No layer needs a gradient, so there is no backward pass.",
    .note_scope =
        "Counted: the tensors saved for backward when forward ends, the input x included, "
        "parameters "
        "not (backward needs W too, but W is there anyway). Gradients in flight, temporaries and "
        "the "
        "allocator's overhead are not. A storage saved by several nodes counts once.",
    .note_result =
        "The backward of {function} needs only its own output, which is also the next layer's "
        "input, "
        "so two nodes share it: one tensor per layer and the first input, L + 1 in all.",
    .note_input =
        "The backward of {function} needs its input, and the next layer needs its output: two "
        "tensors per layer, 2L in all (the first input included; the last output need not be "
        "kept).",
    .note_result_frozen =
        "The backward of {function} needs only its own output, which is also the next layer's "
        "input and is kept once for both: from the first trainable layer on one tensor per layer, "
        "and the input of that first one, {units} in all.",
    .note_input_frozen =
        "The backward of {function} needs its input, and a trainable linear layer needs its own: "
        "from the first trainable layer on one tensor per layer, and one more for each trainable "
        "one, {units} in all.",
    .note_frozen =
        "The first trainable layer is layer {first}. Nothing before it needs a gradient, so "
        "nothing "
        "there is saved. A frozen layer behind it still passes gradients on and spares only its "
        "own "
        "input; where that is the output saved by the activation function before it, nothing is "
        "spared.",
    .note_eval =
        "eval() changes only dropout and batch norm. The graph is recorded all the same, and "
        "as many bytes are saved as in training; what spares memory in inference is "
        "no_grad().",
    .note_no_grad =
        "Under no_grad() there is no backward pass, so nothing is saved; one or two "
        "activations are alive for a moment during forward.",
    .note_sequence =
        "B × S = {batch} × {sequence} = {tokens} tokens. Linear layers and elementwise functions "
        "do "
        "not care which sample a token belongs to, so only T counts; it is attention that brings "
        "an "
        "S² term.",
    .note_bfloat16 =
        "In bfloat16 a number takes 2 bytes: activations and parameters are both "
        "halved, their ratio stays.",
    .note_sweep =
        "Every point of the curves was executed on the meta device: shapes and bytes are "
        "real, values are not computed.",
    .note_real_models =
        "A layer saves one or two tensors here. A Transformer layer saves a dozen and more, and "
        "attention matrices that grow with S².",
    .points_caption = "Saved activations: the lecture's four settings, and yours",
    .batch_column = "batch B",
    .sequence_column = "sequence S",
    .width_column = "width D",
    .function_column = "function",
    .units_column = "tensors",
    .saved_column = "saved, measured",
    .formula_column = "tensors×T×D×bytes",
    .ratio_column = "activations ÷ parameters",
    .device_column = "device",
    .crossing_caption = "Where activations pass parameters: T* {formula}, executed on both sides",
    .tokens_column = "T",
    .relation_column = "activations",
    .fits = "below parameters",
    .exceeds = "above parameters",
    .equals = "equal",
    .ledger_caption =
        "The ledger: {count:storage|storages} saved when forward ends, {bytes} in all",
    .node_column = "saved by",
    .slot_column = "slot",
    .role_column = "what it is",
    .shared_column = "shared with",
    .role_input = "the input x",
    .role_linear_input = "a linear layer's input",
    .role_function_input = "the activation function's input",
    .role_function_result = "the activation function's output",
    .over_layers = "Saved activations over depth",
    .over_batch = "Saved activations over the batch",
    .parameters_series = "parameters",
    .crossing_mark = "B* {batch}",
};

}  // namespace tally::en
