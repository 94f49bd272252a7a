#include "cli/ask.h"

#include <algorithm>
#include <stdexcept>

#include "cli/text_view.h"
#include "formats/json_value.h"
#include "lecture/json.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

/// All questions as the page is given them, or the one that is asked.
JsonValue json_of(const Options& options) {
  const JsonValue description = *JsonValue::parse(to_json(describe()));
  JsonValue result{JsonValue::Object{{"schema", *description.find("schema")}}};
  const JsonValue& all = *description.find("questions");
  if (!options.question) {
    result.add("questions", all);
    return result;
  }
  for (const JsonValue& question : *all.array())
    if (*question.find("id")->text() == options.question->id)
      for (const auto& [name, value] : *question.object()) result.add(name, value);
  return result;
}

std::string list(const Language& language) {
  std::string text;
  std::string_view part;
  for (const Question& question : questions()) {
    if (question.lesson != part) {
      part = question.lesson;
      text += (text.empty() ? "" : "\n") + std::string(part) + "\n";
    }
    text += "  " + std::string(question.id) + "\n";
    text += wrapped(question.prompt(language), "    ", "    ");
  }
  return text + "\n" + wrapped(language.strings->cli.ask_one, "", "");
}

std::string asked(const Question& question, const Language& language) {
  std::string text = wrapped(question.prompt(language), "", "") + "\n";
  std::size_t width = 0;
  for (const Choice& choice : question.choices) width = std::max(width, choice.id.size());
  for (const Choice& choice : question.choices) {
    const std::string id = std::string(choice.id) + std::string(width - choice.id.size(), ' ');
    text += wrapped(language.text(choice.label), "  " + id + "  ", std::string(width + 4, ' '));
  }
  return text + "\n" +
         wrapped(fill(language.strings->cli.answer_it, {{"question", std::string(question.id)}}),
                 "", "");
}

std::string answered(const Question& question, const Choice& given, const Answer& answer,
                     const Language& language) {
  const CliStrings& words = language.strings->cli;
  std::string right;
  for (const Choice& choice : question.choices)
    if (choice.id == answer.correct) right = language.text(choice.label);
  const std::string verdict = given.id == answer.correct
                                  ? std::string(words.answer_right)
                                  : fill(words.answer_wrong, {{"right", right}});
  return wrapped(question.prompt(language), "", "") + "\n" + wrapped(verdict, "", "") +
         wrapped(answer.explanation, "", "");
}

}  // namespace

std::string ask_text(const Options& options) {
  const Language& language = *options.language;
  if (!options.answer) {
    if (options.json) return json_of(options).dump(2) + "\n";
    return options.question ? asked(*options.question, language) : list(language);
  }
  Progress progress;
  const Answer answer = ask(options.question->id, language.tag, progress);
  if (!answer.error.empty()) throw std::runtime_error(answer.error);
  if (!options.json) return answered(*options.question, *options.answer, answer, language);
  JsonValue result = *JsonValue::parse(to_json(answer));
  result.add("answer", options.answer->id);
  result.add("right", options.answer->id == answer.correct);
  return result.dump(2) + "\n";
}

}  // namespace tally::cli
