// Predict, then reveal: a question whose answer is executed. The reader commits to a choice, the
// engine runs, and the explanation says what the usual wrong answer forgot.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/progress.h"
#include "lecture/language.h"
#include "lecture/parameter.h"

namespace tally {

/// What an execution found: the choice it proves right, and the explanation in any language.
struct Finding {
  std::string_view correct;  // the id of one of the question's choices; empty when none is proved
  std::vector<std::pair<std::string, std::string>> numbers;  // what fills the explanation
};

struct Question {
  std::string_view id;      // stable across languages, in URLs: "bf16_halves_memory"
  std::string_view lesson;  // the lesson beside which it stands, "opening" or "closing"
  /// What is asked. A function, because a prompt may have numbers of the setting put in.
  std::string (*prompt)(const Language&);
  std::span<const Choice> choices;
  /// Executes and decides. No number of a finding is typed.
  Finding (*run)(Progress&);
  TextKey explanation;  // a template with the finding's numbers
};

/// All questions in the order of the lecture (questions.cpp: one row each).
std::span<const Question> questions();

/// The question with this id, or nullptr.
const Question* find_question(std::string_view id);

/// A question answered by execution.
struct Answer {
  std::string question, language;
  std::string correct;                                      // a choice's id
  std::string explanation;                                  // with its numbers put in
  std::vector<std::pair<std::string, std::string>> values;  // those numbers, by name
  std::string
      error;  // an unknown question or language, the rest is then empty; or no choice is proved
};

/// Executes the question's setting. `language` is a tag; empty for the default language.
Answer ask(std::string_view question, std::string_view language, Progress& progress);

}  // namespace tally
