// What views need to know of the lecture before anything runs, as plain data in every language.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lecture/parameter.h"

namespace tally {

/// Texts by name, in order: by language tag ("zh", "en"), or by field.
using TextMap = std::vector<std::pair<std::string, std::string>>;

/// The text of this name, or "".
std::string_view find_text(const TextMap& texts, std::string_view name);

struct ChoiceDescription {
  std::string id;
  TextMap label;
};

/// A Parameter (parameter.h) with its texts by language.
struct ParameterDescription {
  std::string key;
  ParameterKind kind{};
  Control control{};
  TextMap label, help;
  Unit unit{};
  TextMap unit_label;
  TextMap unit_one;  // the unit's word beside 1: "layer"
  double min = 0, max = 0, step = 1;
  Scale scale{};
  std::string default_text;
  TextMap limits;
  std::vector<ChoiceDescription> choices;
};

struct LessonDescription {
  std::string id;
  int number = 0;
  TextMap title;
  std::vector<ParameterDescription> parameters;
};

/// A Question (question.h) with its texts by language.
struct QuestionDescription {
  std::string id, lesson;
  TextMap prompt;
  std::vector<ChoiceDescription> choices;
};

struct LanguageDescription {
  std::string tag, html_lang, name;
};

struct CategoryDescription {
  std::string id;
  TextMap label;
};

struct Description {
  std::string engine_version, pytorch_version;
  std::vector<LanguageDescription> languages;
  std::vector<std::pair<std::string, TextMap>> ui;  // by language tag, then by field of UiStrings
  std::vector<CategoryDescription> categories;
  std::vector<LessonDescription> lessons;
  std::vector<QuestionDescription> questions;
};

/// Of everything in the registries.
Description describe();

}  // namespace tally
