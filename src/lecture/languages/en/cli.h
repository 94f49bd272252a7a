#pragma once

#include "lecture/strings/cli.h"

namespace tally::en {

inline constexpr CliStrings cli{
    .about =
        "Tally: where training memory goes. Seven demonstrations and their questions, executed.",
    .lecture_about = "Run the demonstrations of the lecture",
    .ask_about = "Ask a question of the lecture; the engine answers",
    .demo_help = "Which demonstration: {names}; all when left out",
    .question_help = "The id of a question; all are listed when left out",
    .answer_help = "The id of a choice: says whether it is right, and why",
    .language_help = "The language: {tags}",
    .json_help = "Write JSON, with units and versions",
    .pytorch_help = "Write the same in PyTorch: a program of a few lines, to paste and run",
    .describe_help = "Write what can be chosen: every demonstration and its options, as JSON",
    .help_help = "Print this help",
    .version_help = "Print the version",
    .footer =
        "Exit status: 0 all went well, 1 a run failed, 2 the command line is wrong.\n"
        "The language follows LC_ALL, LC_MESSAGES or LANG. Options of a demonstration: "
        "tally lecture --demo N --help",
    .usage = "Usage",
    .options = "Options",
    .positionals = "Question",
    .commands = "Commands",
    .option_help = "{label}: {help} ({limits}; default {default})",
    .see_help = "see tally{command} --help",
    .no_command = "there is no command \"{got}\"; the commands are {names}",
    .not_expected = "\"{got}\" is not expected here; takes options only, such as --demo 3",
    .needs_demo = "{name} belongs to a demonstration: give --demo N with it, N one of {numbers}",
    .after_command = "{name} belongs after the command, as in: tally lecture {name} ...",
    .after_dashes =
        "{name} stands behind \"--\", after which there are no options: leave \"--\" out",
    .one_question = "\"{got}\" is not expected here; takes one question at a time",
    .no_question = "there is no question \"{got}\"; tally ask lists them",
    .no_question_nearest = "there is no question \"{got}\"; did you mean {nearest}?",
    .needs_question = "{name} needs its question: tally ask QUESTION {name} ID",
    .ask_one = "Ask one with: tally ask QUESTION",
    .answer_it = "Commit yourself, then: tally ask {question} --answer ID",
    .answer_right = "Right.",
    .answer_wrong = "No. The engine says: {right}.",
    .no_option_here = "there is no option {got} without a command; the commands are {names}",
    .one_output = "--json, --pytorch, --describe: takes one of them at a time",
    .pytorch_needs_demo = "--pytorch: needs to know which demonstration, as in --demo 3",
    .describes_all = "--describe: gives the declarations of all demonstrations; it takes no {name}",
    .cannot_write = "standard output cannot be written: {reason}",
};

}  // namespace tally::en
