// The questions in the order of the lecture: one row each, defined in questions/<lesson>.cpp.
#include "lecture/question.h"
#include "lecture/text.h"

namespace tally {

extern const Question seven_billion;
extern const Question bf16_halves_memory;
extern const Question stock_adamw_on_bf16;
extern const Question lost_updates;
extern const Question zero_stages;
extern const Question state_before_step;
extern const Question sgd_momentum_state;
extern const Question memory_runs_out;
extern const Question peak_is_the_sum;
extern const Question every_output_is_kept;
extern const Question eval_saves_memory;
extern const Question freezing_saves;
extern const Question doubling_doubles;
extern const Question gradients_between;
extern const Question accumulation_lowers_peak;
extern const Question chunk_of_six;
extern const Question forgotten_division;
extern const Question one_per_layer;
extern const Question two_roots;
extern const Question recomputation_cost;
extern const Question checkpointing_lowers_peak;
extern const Question replicated_on_eight;
extern const Question zero1_share;
extern const Question one_more_parameter;
extern const Question round_names;
extern const Question what_moves_the_state;
extern const Question what_bf16_saves;
extern const Question what_fits_7b;

std::span<const Question> questions() {
  // clang-format off
  static const Question rows[] = {
      seven_billion,
      bf16_halves_memory,
      stock_adamw_on_bf16,
      lost_updates,
      zero_stages,
      state_before_step,
      sgd_momentum_state,
      memory_runs_out,
      peak_is_the_sum,
      every_output_is_kept,
      eval_saves_memory,
      freezing_saves,
      doubling_doubles,
      gradients_between,
      accumulation_lowers_peak,
      chunk_of_six,
      forgotten_division,
      one_per_layer,
      two_roots,
      recomputation_cost,
      checkpointing_lowers_peak,
      replicated_on_eight,
      zero1_share,
      one_more_parameter,
      round_names,
      what_moves_the_state,
      what_bf16_saves,
      what_fits_7b,
  };
  // clang-format on
  return rows;
}

const Question* find_question(std::string_view id) {
  for (const Question& row : questions())
    if (row.id == id) return &row;
  return nullptr;
}

Answer ask(std::string_view id, std::string_view tag, Progress& progress) {
  Answer answer;
  const Language* language = tag.empty() ? &languages().front() : find_language(tag);
  const Question* question = find_question(id);
  if (!question) {
    answer.error = "there is no question \"" + printable(id) + "\"";
    return answer;
  }
  if (!language) {
    answer.error = "there is no language \"" + printable(tag) + "\"";
    return answer;
  }
  answer.question = question->id;
  answer.language = language->tag;
  const Finding finding = question->run(progress);
  answer.correct = finding.correct;
  if (answer.correct.empty())
    answer.error =
        "the execution proves none of the choices of \"" + answer.question + "\", or more than one";
  answer.explanation = fill(language->text(question->explanation), finding.numbers);
  answer.values = finding.numbers;
  return answer;
}

}  // namespace tally
