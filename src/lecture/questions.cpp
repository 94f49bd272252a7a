// The questions in the order of the lecture: one row each, defined in questions/<lesson>.cpp.
#include <array>

#include "lecture/question.h"
#include "lecture/text.h"

namespace tally {

std::span<const Question> questions() {
  static const std::array<Question, 0> rows{};
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
  answer.explanation = fill(language->text(question->explanation), finding.numbers);
  answer.values = finding.numbers;
  return answer;
}

}  // namespace tally
