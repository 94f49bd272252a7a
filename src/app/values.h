// Texts of parameters as numbers on a slider, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lecture/description.h"

namespace tally::app {

/// The number that the whole text is, or nothing.
std::optional<double> parse_number(std::string_view text);
/// "6,4,3": its numbers, or nothing; an empty text is an empty list.
std::optional<std::vector<std::int64_t>> parse_list(std::string_view text);
std::string list_text(const std::vector<std::int64_t>& list);

/// A number as the text of that parameter.
std::string number_text(const ParameterDescription& parameter, double value);

/// Where the value stands on the parameter's slider, 0 to 1, and the value there: on the
/// parameter's steps, on powers of two, or with two significant digits on a log10 scale; always
/// within its limits.
double slider_part(const ParameterDescription& parameter, double value);
double slider_value(const ParameterDescription& parameter, double part);
/// The next value up or down (`by` = 1 or -1): one step, a factor of two, or 1, 2, 5, 10, ...
double stepped(const ParameterDescription& parameter, double value, int by);

/// "8 layers", "1.5B", "0.001": as the control shows it.
std::string value_label(const ParameterDescription& parameter, double value,
                        std::string_view language);

}  // namespace tally::app
