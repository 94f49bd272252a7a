#include "cli/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cli/run.h"

namespace tally::cli {

int write_out(std::string_view text) {
  std::signal(SIGPIPE, SIG_IGN);
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return success;
  const int error = errno;
  if (error == EPIPE)
    return success;  // such as `tally lecture | head`: the reader has what it wanted
  std::fprintf(stderr, "tally: standard output cannot be written: %s\n", std::strerror(error));
  return failure;
}

}  // namespace tally::cli
