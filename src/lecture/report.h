// A measurement (formats/measurement.h) as a presentation: predicted beside measured.
#pragma once

#include <string>
#include <vector>

#include "formats/measurement.h"
#include "lecture/presentation.h"
#include "lecture/strings/report.h"

namespace tally {

/// One configuration in words. An id that is not known is shown as it is.
struct ReportConfiguration {
  std::string id;       // as in the report
  std::string group;    // what is measured: "Depth, width and batch"
  std::string setting;  // "layers L = 8, width D = 4096"; "" without
  std::string problem;  // why it ended early, as a sentence; "" where it did not
  Table table;          // number, predicted, measured, difference; a row for each number

  std::string label(const ReportStrings& words) const;
};

struct ReportView {
  std::string title;
  Presentation presentation;  // one table for each configuration that has numbers
  std::vector<ReportConfiguration> configurations;
};

ReportView present_report(const Measurement& measurement, const ReportStrings& words);

}  // namespace tally
