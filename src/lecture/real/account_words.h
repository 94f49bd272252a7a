// What `tally account` says of its options: on the command line, and in the page of real models,
// whose settings are the same options. Not among the `Strings` of the lecture, whose pages would
// fetch them.
#pragma once

#include <array>
#include <string>

#include "core/config_problem.h"
#include "formats/issue.h"
#include "lecture/language.h"

namespace tally {

struct AccountWords {
  Str about;
  Str usage;  // {line}
  Str json_help, language_help, help_help;

  // Options of `tally account`.
  Str model, config, safetensors, batch, sequence, micro_batches, regime, optimizer, stepping,
      profile, attention, norm, dropout_mask, loss, recompute, recompute_every, zero, gpus, gpu,
      frozen_blocks, lora_rank, lora_all, frozen_embeddings, unsharded_gradients, ledger, timeline,
      explain, compare_kernels;

  // What is wrong with a command line, of any command, or with a file that it names.
  Str bad_value;          // {name} {got} {takes}
  Str got_nothing;        // {name}
  Str takes_nothing;      // {name}
  Str not_expected;       // {got}
  Str no_option;          // {name} {names}
  Str no_option_nearest;  // {name} {nearest}
  Str which_model;
  Str no_model;       // {got}
  Str no_model_near;  // {got} {nearest}
  Str bad_recompute;  // {got}
  Str whole_number;   // {name} {got} {least}
  Str bad_gpu;        // {got} {names}
  Str cannot_read;    // {name} {reason}
  Str not_brought;    // a reason, of the page
  Str bad_file;       // {name} {reason}
  Str given_twice;    // {name}
  Str two_models;
  Str zero_needs_gpus;  // {stage}
  Str needs;            // {name} {other}
  Str no_request, no_text;
  Str not_in_request;  // {name}
  // What is said beside an account whose attention no flash kernel takes.
  Str attention_math, attention_efficient, attention_eager;
  Str even_routing;  // {k} {experts}

  std::array<Str, ConfigProblem::kinds> problems;  // in the order of ConfigProblem::Kind
  Str impossible;                                  // {problem}
};

/// In the words of this language.
const AccountWords& account_words(const Language& language);

/// What keeps a configuration from being run.
std::string sentence(const ConfigProblem& problem, const Language& language);
/// What is wrong with a model's file, contradictions too.
std::string model_file_sentence(const FormatIssue& issue, const Language& language);

}  // namespace tally
