// The controls of a lesson's parameters: slider, segments or list, checkbox, steppers, button; each
// with unit, limits and a way back to its default. No text is typed here: the HTML form does that.
#pragma once

#include <string>
#include <vector>

#include "app/items.h"
#include "app/look.h"
#include "lecture/description.h"

namespace tally::app {

/// A value that the reader chose. The page runs the lesson with it and answers with a result.
struct Change {
  std::string key, text;
};

/// Values as last answered, and what the reader chose since.
struct ControlValues {
  std::map<std::string, std::string, std::less<>> answered;
  /// By parameter: what it was, and then every text chosen that has no answer yet; the last counts.
  std::map<std::string, std::vector<std::string>, std::less<>> chosen;
  std::vector<Issue> issues;

  void choose(const ParameterDescription& parameter, const std::string& text);
  /// Takes an answer. One that is older than the last choice does not undo it; one that holds what
  /// the reader never chose here (a reset in the form) does, unless the pointer `is_held` down.
  void answer(const TextMap& values, bool is_held);

  const std::string& text(const ParameterDescription& parameter) const;
  bool is_default(const ParameterDescription& parameter) const;
  /// The message for that parameter, or nullptr.
  const std::string* issue(std::string_view key) const;
};

float controls_height(const Look& look, const LessonDescription& lesson,
                      const ControlValues& values, float width);

/// Draws them and adds what the reader changed to `changes`.
void draw_controls(Look& look, Items& items, const LessonDescription& lesson, ControlValues& values,
                   ImVec2 at, float width, const Rect& bounds, std::vector<Change>& changes);

}  // namespace tally::app
