// Every string of the questions. Choices stand in the order of their ids (questions/<lesson>.cpp).
// A comment lists the places of the prompt, which the setting fills, and those of the explanation.
#pragma once

#include <array>
#include <cstddef>

#include "lecture/language.h"

namespace tally {

template <std::size_t N>
struct QuestionWords {
  Str prompt;
  std::array<Str, N> choices;
  Str explanation;
};

struct QuestionStrings {
  // {size} {stored}; {total} {parameter} {gradient} {master} {state} {gpu}
  QuestionWords<4> seven_billion;

  QuestionWords<4> bf16_halves_memory;  // {before}; {after} {parameter} {gradient} {state} {master}
  QuestionWords<3> stock_adamw_on_bf16;  // ; {total} {state} {float_state}
  QuestionWords<3> lost_updates;         // {updates} {update}; {bf16} {master} {update}
  // {gpus} {gpu}; {replicated} {zero1} {factor1} {zero2} {factor2} {zero3} {factor3} {first} {all}
  QuestionWords<3> zero_stages;

  QuestionWords<3> state_before_step;   // {layers} {width}; {before} {after} {parameters}
  QuestionWords<4> memory_runs_out;     // {batch}; {second} {first} {difference} {state}
  QuestionWords<3> sgd_momentum_state;  // ; {momentum} {parameters} {adamw} {sgd}
  // {layers} {small} {large}; {small} {small_peak} {small_sum} {large} {large_peak} {large_sum}
  // {small_activations} {large_activations}
  QuestionWords<4> peak_is_the_sum;

  QuestionWords<4> eval_saves_memory;     // ; {no_grad} {train} {eval}
  QuestionWords<4> every_output_is_kept;  // {layers}; {relu} {gelu}
  QuestionWords<4> freezing_saves;        // {layers}; {all} {first} {layer} {middle}
  QuestionWords<4> doubling_doubles;      // ; {batch} {layers} {more_layers}

  QuestionWords<4> forgotten_division;  // {micro}; {gradient} {sgd} {adamw}
  QuestionWords<3> chunk_of_six;        // {batch} {asked}; {made} {sizes} {asked}
  // {layers} {width} {batch} {micro}; {large} {small} {saved_large} {saved_small} {gradients}
  QuestionWords<4> accumulation_lowers_peak;
  // {micro}; {first} {second} {last} {saved_large} {saved_small}
  QuestionWords<4> gradients_between;

  QuestionWords<4> two_roots;           // {layers} {lengths}; {hand} {equal} {plain}
  QuestionWords<4> one_per_layer;       // ; {wide} {wide_plain} {toy} {toy_plain}
  QuestionWords<4> recomputation_cost;  // ; {checkpointed} {plain} {more}
  // {layers} {width} {batch} {segment}; {peak} {plain_peak} {units} {plain_units} {large_batch}
  // {large_plain_peak} {large_peak}
  QuestionWords<3> checkpointing_lowers_peak;

  // {parameters} {each} {gpu}; {gpus} {bytes} {excess} {before}
  QuestionWords<3> one_more_parameter;
  QuestionWords<3> replicated_on_eight;  // {gpu} {gpus}; {many} {one} {sharded}
  QuestionWords<4> zero1_share;  // {size} {gpus}; {share} {kept} {cut} {gpus} {zero3} {zero2}
  QuestionWords<3> round_names;  // {name} {size} {gpu}; {gpus} {parameters} {bytes} {round_gpus}

  QuestionWords<4> what_moves_the_state;  // ; {before} {optimizer} {sharding} {gpus}
  QuestionWords<4>
      what_bf16_saves;  // ; {states_before} {states_after} {saved_before} {saved_after}
  // {size} {gpu}; {states} {accumulation} {checkpointing} {gpu} {optimizer} {sharding} {gpus}
  QuestionWords<4> what_fits_7b;
};

}  // namespace tally
