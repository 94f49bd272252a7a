// What a lesson shows without what was timed: the same values then show the same, run after run.
#pragma once

#include <vector>

#include "lecture/presentation.h"

namespace tally {

inline Presentation without_times(Presentation shown) {
  const auto is_time = [](Unit unit) { return unit == Unit::milliseconds; };
  std::erase_if(shown.plots, [&](const Plot& plot) { return is_time(plot.y.unit); });
  std::erase_if(shown.tables, [&](const Table& table) {
    for (const Column& column : table.columns)
      if (is_time(column.unit)) return true;
    return false;
  });
  std::erase_if(shown.notes, [](const std::string& note) { return note.find(" ms") != note.npos; });
  return shown;
}

}  // namespace tally
