// Runs the program `tally` as a user starts it.
#pragma once

#include "tests/program.h"

namespace tally::cli {

/// With these arguments and this environment alone. `out`: where stdout goes.
inline Finished tally(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment = {"LANG=C"},
                      std::string out = {}) {
  return run_program(TALLY_PROGRAM, arguments, environment, std::move(out));
}

}  // namespace tally::cli
