// The command line taken apart with CLI11. The options of a demonstration are made from its
// parameters' declarations; only those of the chosen one are offered.
#pragma once

#include <cstdint>
#include <string>

#include "lecture/lesson.h"
#include "lecture/question.h"

namespace tally::cli {

struct Options {
  enum class Command : std::uint8_t { none, lecture, ask } command = Command::none;
  const Lesson* lesson = nullptr;      // of --demo; null for all
  const Question* question = nullptr;  // of ask; null for the list
  const Choice* answer = nullptr;      // of --answer; null to be asked
  const Language* language = nullptr;
  bool json = false;
  bool describe = false;  // the declarations of all lessons, as JSON
  bool pytorch = false;   // the program in PyTorch alone
  Texts values;

  int status = -1;      // where not -1, this is all: the exit status
  std::string output;   // and what goes to stdout
  std::string problem;  // or to stderr
};

/// The option of a parameter: "--gpu-gb" for "gpu_gb".
std::string option_name(std::string_view key);

Options read_options(int argc, char** argv);

}  // namespace tally::cli
