// Round ticks, and numbers on axes and in read-outs.
#pragma once

#include <string>
#include <vector>

#include "lecture/parameter.h"
#include "lecture/unit.h"

namespace tally::app {

struct Tick {
  double at = 0;
  std::string label;  // empty for a minor one
};

/// Ticks at 1, 2 or 5 times a power of ten (bytes in their decimal unit), at powers of ten or of
/// two, at most about `most`, inside [low, high].
std::vector<Tick> round_ticks(double low, double high, Scale scale, Unit unit, int most);

/// The smallest round number not below `value` (linear) or the next power (logarithmic).
double round_up(double value, Scale scale);

/// A value as axes and bars show it: "327.68 kB", "40B", "2.9x".
std::string short_text(double value, Unit unit);
/// A value as read-outs show it, with every digit: "327,680 B".
std::string exact_text(double value, Unit unit);

}  // namespace tally::app
