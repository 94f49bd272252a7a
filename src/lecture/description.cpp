#include "lecture/description.h"

#include "core/memory_category.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/question.h"
#include "lecture/strings.h"
#include "lecture/version.h"

namespace tally {
namespace {

/// One text per language.
template <class Text>
TextMap in_all_languages(Text&& text) {
  TextMap result;
  for (const Language& language : languages())
    result.emplace_back(language.tag, std::string(text(language)));
  return result;
}

TextMap texts_of(TextKey key) {
  return in_all_languages([key](const Language& language) { return language.text(key); });
}

ParameterDescription describe(const Parameter& parameter) {
  ParameterDescription result{.key = std::string(parameter.key),
                              .kind = parameter.kind,
                              .control = parameter.control,
                              .label = texts_of(parameter.label),
                              .help = texts_of(parameter.help),
                              .unit = parameter.unit,
                              .unit_label = in_all_languages([&](const Language& language) {
                                return unit_label(parameter.unit, language);
                              }),
                              .unit_one = in_all_languages([&](const Language& language) {
                                return unit_one(parameter.unit, language);
                              }),
                              .min = parameter.min,
                              .max = parameter.max,
                              .step = parameter.step,
                              .scale = parameter.scale,
                              .default_text = std::string(parameter.default_text),
                              .limits = in_all_languages([&](const Language& language) {
                                return limits_text(parameter, language);
                              }),
                              .choices = {}};
  for (const Choice& choice : parameter.choices)
    result.choices.push_back({std::string(choice.id), texts_of(choice.label)});
  return result;
}

}  // namespace

std::string_view find_text(const TextMap& texts, std::string_view name) {
  for (const auto& [key, text] : texts)
    if (key == name) return text;
  return {};
}

Description describe() {
  Description result;
  result.engine_version = engine_version;
  result.pytorch_version = pytorch_version;
  for (const Language& language : languages()) {
    result.languages.push_back(
        {std::string(language.tag), std::string(language.html_lang), std::string(language.name)});
    TextMap& words = result.ui.emplace_back(language.tag, TextMap{}).second;
    for (const auto& [name, field] : ui_fields)
      words.emplace_back(name, (language.strings->ui.*field).utf8);
  }
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    const auto category = static_cast<MemoryCategory>(c);
    result.categories.push_back(
        {std::string(id(category)),
         in_all_languages([&](const Language& language) { return label(category, language); })});
  }
  for (const Lesson& lesson : lessons()) {
    LessonDescription& row = result.lessons.emplace_back();
    row.id = lesson.id;
    row.number = lesson.number;
    row.title = texts_of(lesson.title);
    for (const Parameter& parameter : lesson.parameters)
      row.parameters.push_back(describe(parameter));
  }
  for (const Question& question : questions()) {
    QuestionDescription& row = result.questions.emplace_back();
    row.id = question.id;
    row.lesson = question.lesson;
    row.prompt =
        in_all_languages([&](const Language& language) { return question.prompt(language); });
    for (const Choice& choice : question.choices)
      row.choices.push_back({std::string(choice.id), texts_of(choice.label)});
  }
  return result;
}

}  // namespace tally
