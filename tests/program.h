// Runs a program as a user starts it.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tally {

struct Finished {
  int status = -1;  // -signal when it was killed
  std::string out, error;
};

inline std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Starts `program` with these arguments and this environment alone; its output goes to the files.
/// The process's id.
inline pid_t start_program(const std::string& program, const std::vector<std::string>& arguments,
                           const std::vector<std::string>& environment, const std::string& out,
                           const std::string& error) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int error_file = open(error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(out_file, 1);
  dup2(error_file, 2);
  const std::string name = program.substr(program.rfind('/') + 1);
  std::vector<char*> argv{const_cast<char*>(name.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> env;
  for (const std::string& entry : environment) env.push_back(const_cast<char*>(entry.c_str()));
  env.push_back(nullptr);
  execve(program.c_str(), argv.data(), env.data());
  _exit(127);
}

/// Waits until it ends: its exit status, or the signal that killed it, negative.
inline int exit_status(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Runs it to its end. `out`: where stdout goes; `Finished::out` has it where that is left empty.
inline Finished run_program(const std::string& program, const std::vector<std::string>& arguments,
                            const std::vector<std::string>& environment, std::string out = {}) {
  const std::string stem = ::testing::TempDir() + "tally_program_" + std::to_string(getpid());
  const bool keep = out.empty();
  if (keep) out = stem + ".out";
  const std::string error = stem + ".err";
  Finished finished;
  finished.status = exit_status(start_program(program, arguments, environment, out, error));
  if (keep) finished.out = read_file(out);
  finished.error = read_file(error);
  return finished;
}

}  // namespace tally
