// Where the controls of a lesson stand: cells in columns, each as high as it needs.
#pragma once

#include <vector>

#include "app/controls.h"

namespace tally::app {

/// A control's place.
struct Cell {
  const ParameterDescription* parameter = nullptr;  // nullptr: the button that resets all
  Rect rect;
};

struct Sizes {
  float gap_x, gap_y, column, label, row;
  int columns;
};

Sizes sizes(const Look& look, float width);

std::string choice_label(const Look& look, const ChoiceDescription& choice);

/// Where each choice's button stands, wrapped at `width`; relative to the control's corner.
std::vector<Rect> choice_places(const Look& look, const ParameterDescription& p, float width);
/// True when the buttons would take too many rows: then a list opens.
bool as_dropdown(const Look& look, const ParameterDescription& p, float width);

/// So many numbers of a list have steppers; a longer one is edited in the form.
inline constexpr std::size_t most_steppers = 32;
/// [- 6 +] for each number of a list, wrapped; and one place more for what lengthens and shortens
/// it.
std::vector<Rect> stepper_places(const Look& look, std::size_t count, float width);

/// The lines of a checkbox's label.
std::vector<std::string_view> flag_lines(const Look& look, const ParameterDescription& p,
                                         float width);

/// The control's height below its label.
float control_height(const Look& look, const ParameterDescription& p, const ControlValues& values,
                     float width, const Sizes& s);

std::vector<Cell> lay_out_controls(const Look& look, const LessonDescription& lesson,
                                   const ControlValues& values, ImVec2 at, float width,
                                   float& height);

}  // namespace tally::app
