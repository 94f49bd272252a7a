// What the command line says around the lessons. Names of options and commands stay as they are
// typed.
#pragma once

#include "lecture/language.h"

namespace tally {

struct CliStrings {
  Str about;
  Str lecture_about;
  Str ask_about;
  Str demo_help;  // {names}
  Str question_help;
  Str answer_help;
  Str language_help;  // {tags}
  Str json_help;
  Str pytorch_help;
  Str describe_help;
  Str help_help;
  Str version_help;
  Str footer;
  Str usage, options, positionals, commands;
  Str option_help;          // {label} {help} {limits} {default}
  Str see_help;             // {command}
  Str no_command;           // {got}
  Str not_expected;         // {got}
  Str no_option;            // {name} {names}
  Str no_option_nearest;    // {name} {nearest}
  Str needs_demo;           // {name} {number}
  Str after_command;        // {name}
  Str one_question;         // {got}
  Str no_question;          // {got}
  Str no_question_nearest;  // {got} {nearest}
  Str needs_question;       // {name}
  Str ask_one;
  Str answer_it;  // {question}
  Str answer_right;
  Str answer_wrong;    // {right}
  Str got_nothing;     // {name}
  Str given_twice;     // {name}
  Str no_option_here;  // {got}: before any command
  Str takes_nothing;   // {name}
  Str one_output;
  Str pytorch_needs_demo;
  Str describes_all;  // {name}
  Str bad_value;      // {name} {got} {takes}
  Str cannot_write;   // {reason}
};

}  // namespace tally
