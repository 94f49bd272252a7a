// The measuring program's parts: each fills a report, one configuration after another.
#pragma once

#include <functional>
#include <string>

#include "formats/measurement.h"

namespace tally::measure {

/// Called before each configuration, with what is there so far: it can be shown and written.
using OnProgress = std::function<void(const Measurement& so_far, const std::string& next)>;

/// A report without configurations: versions and the device. Fails where cuda is asked for and
/// there is no GPU.
Measurement begin_report(const std::string& kind, bool cuda);

/// On a GPU, before anything else: matrix products run once, and what their libraries keep of its
/// memory from then on has a configuration of its own and is in no other number.
void measure_workspace(Measurement& report, const OnProgress& progress);

/// The six demonstrations and the levers, with the lecture's settings.
void measure_lecture(Measurement& report, const OnProgress& progress);
/// A training step of every architecture and variant, small (model_numbers.h).
void measure_models(Measurement& report, const OnProgress& progress);
/// The configurations of scale.h. Whatever fails leaves a problem in its configuration, and the
/// rest is measured.
void measure_scale(Measurement& report, const OnProgress& progress);

/// One configuration: `fill` adds its numbers, and what it throws becomes its problem. What it had
/// added by then stays.
void run_configuration(Measurement& report, const OnProgress& progress,
                       MeasuredConfiguration settings,
                       const std::function<void(MeasuredConfiguration&)>& fill);

}  // namespace tally::measure
