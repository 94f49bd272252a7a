#include "cli/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cli/run.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally::cli {

int write_out(std::string_view text, const Language& language) {
  std::signal(SIGPIPE, SIG_IGN);
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return success;
  const int error = errno;
  if (error == EPIPE)
    return success;  // such as `tally lecture | head`: the reader has what it wanted
  say(fill(language.strings->cli.cannot_write, {{"reason", std::strerror(error)}}));
  return failure;
}

void say(const std::string& problem) { std::fprintf(stderr, "tally: %s\n", problem.c_str()); }

}  // namespace tally::cli
