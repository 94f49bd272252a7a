// Runs the program `tally` as a user starts it.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tally::cli {

struct Finished {
  int status = -1;  // -signal when it was killed
  std::string out, error;
};

inline std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Runs the program with these arguments and this environment alone. `out`: where stdout goes.
inline Finished tally(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment = {"LANG=C"},
                      std::string out = {}) {
  const std::string stem = ::testing::TempDir() + "tally_cli_" + std::to_string(getpid());
  const bool keep = out.empty();
  if (keep) out = stem + ".out";
  const std::string error = stem + ".err";
  const pid_t child = fork();
  if (child == 0) {
    const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int error_file = open(error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out_file, 1);
    dup2(error_file, 2);
    std::vector<char*> argv{const_cast<char*>("tally")};
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> env;
    for (const std::string& entry : environment) env.push_back(const_cast<char*>(entry.c_str()));
    env.push_back(nullptr);
    execve(TALLY_PROGRAM, argv.data(), env.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Finished finished;
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  if (keep) finished.out = read_file(out);
  finished.error = read_file(error);
  return finished;
}

}  // namespace tally::cli
