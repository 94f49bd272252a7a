// The options of tally-desktop.
#pragma once

#include <string>

#include "lecture/description.h"

namespace tally::app {

struct DesktopOptions {
  std::string screenshot;  // a file; empty for a window
  std::string lesson, language;
  bool dark = false;
  int width = 1280, height = 860;
  float scale = 0;  // pixels per unit; 0 for that of the screen
  TextMap values;

  int status = -1;      // where not -1, this is all: the exit status
  std::string message;  // and what is said with it
};

/// Reads and checks the arguments, the values of the lesson's parameters too. An option left out
/// has the first lesson, the locale's language, the light theme.
DesktopOptions read_desktop_options(int argc, char** argv);

}  // namespace tally::app
