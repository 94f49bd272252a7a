// Made-up presentations with every kind of plot, and a description with every kind of control: the
// view is tested with them alone, whatever the lessons say.
#pragma once

#include "lecture/description.h"
#include "lecture/run.h"

namespace tally::app::fixture {

/// One lesson, "everything", in two languages.
Description description();

/// An answer with good values; `scale` stretches the numbers.
RunResponse response(std::string_view language, double scale = 1);

/// The same with a bad value: an issue and no presentation.
RunResponse bad_response(std::string_view language);

}  // namespace tally::app::fixture
