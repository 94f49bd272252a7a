// What the commands on real models print: `tally account`, `tally models`, `tally cases`. What is
// said of options is in lecture/real/account_words.h.
#pragma once

#include <array>

#include "account/closed_forms.h"
#include "account/verdict.h"
#include "lecture/language.h"
#include "lecture/real/published_cases.h"

namespace tally::cli {

struct CommandWords {
  // The commands, in one line each.
  Str models_about, cases_about;
  Str models_usage;  // what comes after "tally models"
  Str cases_usage;
  Str report_usage;  // of `tally report`, whose words are the lecture's

  // What is wrong with a command line.
  Str models_takes;  // {got}
  Str cases_takes;   // {got}

  // The report.
  Str title;           // {model} {parameters}
  Str title_trains;    // {model} {parameters} {trainable}
  Str peak;            // {bytes} {gib} {instant}
  Str flops;           // {forward} {backward}
  Str recomputation;   // {flops}
  Str saved;           // {bytes}
  Str in_each_block;   // {count}
  Str in_micro_batch;  // {instant} {n}
  Str in_block;        // {instant} {n}
  Str start, forward, forward_end, backward, backward_end, optimizer_step, end;

  // The verdict.
  Str gpu_capacity;  // {gpu} {bytes} {gib}
  Str gpu_reported;  // {gpu} {bytes} {gib} {marketed}
  Str fits;          // {bytes} {gib}
  Str fits_not;      // {bytes} {gib}
  Str binds;         // {instant} {category} {bytes}
  Str changes;
  Str no_change;
  Str change;  // {name} {saved} {cost} {peak} {fits}
  Str costs_nothing;
  Str costs;       // {flops}
  Str costs_less;  // {flops}
  Str then_fits, then_fits_not;
  Str rounds;
  Str together;
  Str enough, never_fits;
  std::array<Str, step_change_count> change_names;  // in the order of step_change_ids
  Str not_counted;

  // Closed forms.
  Str closed_form;     // {id} {formula} {numbers} {bytes} {source} {holds}
  Str same_form;       // {id} {formula} {numbers} {bytes}
  Str no_closed_form;  // {id} {why}
  Str block_form, block_token_form, block_sbh_form;  // {n}
  Str checkpoint_form, logits_form;
  std::array<Str, form_holds_ids.size()> form_holds;
  std::array<Str, form_unknown_ids.size()> form_unknown;

  // Two kernel profiles.
  Str kernels;         // {eager} {fused}
  Str kernels_row;     // {module} {op} {eager} {fused}
  Str kernels_common;  // {bytes}

  // The files of --safetensors.
  Str stored;         // {name} {parameters} {bytes} {files}
  Str stored_dtype;   // {dtype} {tensors} {elements} {bytes}
  Str stored_as;      // {storing} {parameters}
  Str stored_beside;  // {bytes}
  Str disagree;       // {parameters} {stored} {difference}

  // The cases.
  std::array<Str, case_result_ids.size()> case_results;  // in the order of CaseResult
  std::array<Str, case_fault_ids.size()> case_faults;    // what follows the line
  Str case_line;                                         // {result} {id} {got} {expected}
  Str residual;                                          // {residual}
  Str summary;  // {cases} {exact} {within} {off} {not_modelled}
  Str worst;    // {residual} {id}
};

/// In the words of this language.
const CommandWords& command_words(const Language& language);

}  // namespace tally::cli
