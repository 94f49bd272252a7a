// What is wrong with a file that a reader brought: one sentence for each kind of FormatIssue, in
// its order. Blanks: {field} {got} {takes}.
#pragma once

#include "lecture/language.h"

namespace tally {

struct FormatStrings {
  Str not_utf8;        // {got}
  Str not_json;        // {got}
  Str number_too_big;  // {got}
  Str too_deep;        // {got}
  Str duplicate;       // {field}
  Str missing;         // {field}
  Str wrong_type;      // {field} {got} {takes}
  Str out_of_range;    // {field} {got} {takes}
  Str unknown_value;   // {field} {got} {takes}
  Str contradiction;   // {field} {got}
  Str not_modelled;    // {field} {got}
  Str cut_off;         // {got} {takes}
  Str too_long;        // {got} {takes}
  Str hole;            // {got}

  Str the_file;        // in the place of {field} where there is none
  Str unknown_fields;  // {names}
  Str assumed;         // {field} {value} {why}
};

}  // namespace tally
