// Words of the frame around every lesson: buttons, states, hints. Views read them by field name.
#pragma once

#include <array>
#include <utility>

#include "lecture/language.h"

namespace tally {

struct UiStrings {
  Str lecture_title;
  Str reset;
  Str reset_all;
  Str back_to_start;  // the way back of a button parameter to its minimum
  Str running;
  Str cancel;
  Str cancelled;
  Str failed;
  Str restarted;
  Str stale;  // over a dimmed result, while a value is bad
  Str no_webgl;
  Str no_wasm;
  Str canvas_hint;
  Str show_form;
  Str show_figure;
  Str loading;
  Str limits;
  Str default_value;
  Str on;
  Str off;
  Str none;
  Str peak;
  Str yours;
  Str language;
  Str tables;
  Str notes;
  Str copied;
  Str legend;
};

/// Every field with its name. The assertion below keeps it complete.
inline constexpr std::array<std::pair<std::string_view, Str UiStrings::*>, 28> ui_fields{{
    {"lecture_title", &UiStrings::lecture_title},
    {"reset", &UiStrings::reset},
    {"reset_all", &UiStrings::reset_all},
    {"back_to_start", &UiStrings::back_to_start},
    {"running", &UiStrings::running},
    {"cancel", &UiStrings::cancel},
    {"cancelled", &UiStrings::cancelled},
    {"failed", &UiStrings::failed},
    {"restarted", &UiStrings::restarted},
    {"stale", &UiStrings::stale},
    {"no_webgl", &UiStrings::no_webgl},
    {"no_wasm", &UiStrings::no_wasm},
    {"canvas_hint", &UiStrings::canvas_hint},
    {"show_form", &UiStrings::show_form},
    {"show_figure", &UiStrings::show_figure},
    {"loading", &UiStrings::loading},
    {"limits", &UiStrings::limits},
    {"default_value", &UiStrings::default_value},
    {"on", &UiStrings::on},
    {"off", &UiStrings::off},
    {"none", &UiStrings::none},
    {"peak", &UiStrings::peak},
    {"yours", &UiStrings::yours},
    {"language", &UiStrings::language},
    {"tables", &UiStrings::tables},
    {"notes", &UiStrings::notes},
    {"copied", &UiStrings::copied},
    {"legend", &UiStrings::legend},
}};
static_assert(sizeof(UiStrings) == ui_fields.size() * sizeof(Str), "ui_fields lists every field");

}  // namespace tally
