// What a language model's forward pass is given beside its parameters. The engine makes it: a model
// has no factories. Shapes: B batch, S sequence, R rotated part of a head.
#pragma once

#include "nn/rotary.h"

namespace tally {

template <class T>
struct ModelInputs {
  T input_ids_BS;     // int64
  T labels_BS;        // int64: the token after each of input_ids
  T position_ids_1S;  // int64; GPT-2

  // The Llama family.
  RotaryTables<T> rotary;        // (1, S, R)
  RotaryTables<T> local_rotary;  // of layers with a window where they have a base of their own
  T mask_11SS;                   // added to scores; undefined: the op's causal mask
  T window_mask_11SS;            // the same of layers with a window; undefined: as mask_11SS

  // GPT-2: what scores are where a token must not look.
  T mask_value;  // ()
};

}  // namespace tally
