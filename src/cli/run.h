// The command line: `tally lecture [--demo N] [parameters of that demonstration] [--lang zh|en]
// [--json]`, `tally ask [QUESTION] [--answer ID] [--lang zh|en] [--json]`, and `tally report FILE
// [--lang zh|en]`.
#pragma once

namespace tally::cli {

/// Exit statuses: all went well; a run failed or its output could not be written; the command line
/// asks for something that is not there, with a message on stderr that names it.
inline constexpr int success = 0;
inline constexpr int failure = 1;
inline constexpr int bad_usage = 2;

int run(int argc, char** argv);

}  // namespace tally::cli
