// `tally report FILE [--lang zh|en]`: shows a report of the measuring program.
#pragma once

namespace tally::cli {

/// Returns an exit status: 1 where the file is no report, 2 where it cannot be read or the command
/// line is wrong.
int run_report(int argc, char** argv);

}  // namespace tally::cli
