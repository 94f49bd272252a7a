// Sentences about a value that cannot be taken, and the words for what would be. Blanks:
// {label} the parameter, {got} what was typed, {takes} what it takes, {key}, {nearest}, {keys},
// {limit}.
#pragma once

#include "lecture/language.h"

namespace tally {

struct MessageStrings {
  Str bad_value;        // {label} {got} {takes}
  Str empty_value;      // {label} {takes}
  Str separators;       // {label} {got} {plain} {takes}
  Str full_width;       // {label} {got} {takes}
  Str not_whole;        // {label} {got} {takes}
  Str not_finite;       // {label} {got} {takes}
  Str too_many;         // {label} {count} {limit}
  Str bad_choice;       // {label} {got} {nearest} {takes}
  Str given_twice;      // {label}
  Str by_default;       // {value}: after a sentence on a value that was not given
  Str unknown_key;      // {key} {keys}
  Str unknown_nearest;  // {key} {nearest}
  Str range;            // {min} {max}: the limits of a number
  Str takes_integer;    // {range}
  Str takes_real;       // {range}
  Str takes_choice;     // {choices}
  Str takes_flag;
  Str takes_integers;  // {range}
  Str list_separator;  // between items of a list in a sentence
};

}  // namespace tally
