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
  Str no_command;           // {got} {names}
  Str not_expected;         // {got}
  Str needs_demo;           // {name} {numbers}
  Str after_command;        // {name}
  Str after_dashes;         // {name}
  Str one_question;         // {got}
  Str no_question;          // {got}
  Str no_question_nearest;  // {got} {nearest}
  Str needs_question;       // {name}
  Str ask_one;
  Str answer_it;  // {question}
  Str answer_right;
  Str answer_wrong;    // {right}
  Str no_option_here;  // {got} {names}: before any command
  Str one_output;
  Str pytorch_needs_demo;
  Str describes_all;  // {name}
  Str cannot_write;   // {reason}
};

}  // namespace tally
