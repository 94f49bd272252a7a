// Short ways to build tables and plots, so that a lesson reads as what it shows.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.h"
#include "core/dtype.h"
#include "core/memory_category.h"
#include "core/shape.h"
#include "lecture/presentation.h"

namespace tally {

// Cells: the raw number, and its text without the unit, which stands in the column's head.
Cell cell(std::int64_t value);              // 2,097,168
Cell cell(Bytes value);                     // exact
Cell cell(Flops value);                     // exact
Cell cell(double value, int digits);        // at most `digits` decimals
Cell cell(double value, std::string text);  // any text for a number: 2.94x, 2.04e-10
Cell cell(std::string_view text);           // words
Cell cell(const Shape& shape);              // (256, 256)
Cell cell(Dtype dtype);                     // float32
Cell no_cell();                             // "–": there is nothing to show

/// A column with its unit in brackets behind the label: "saved (B)". No brackets without a unit,
/// nor where the label says the unit already.
Column column(std::string_view key, std::string_view label, Unit unit, const Language& language);
Column column(std::string_view key, std::string_view label);

/// An axis with its unit in brackets behind the label.
Axis axis(std::string_view label, Unit unit, const Language& language, Scale scale = Scale::linear);
/// An axis of named positions 0, 1, ... (bars).
Axis axis(std::string_view label, std::vector<std::string> categories);

/// One series of bars per memory category that is not zero everywhere: `stacks[i]` is the bar at x
/// = i.
std::vector<Series> stacked_bars(
    const std::vector<std::array<Bytes, memory_category_count>>& stacks, double bytes_per_unit,
    const Language& language);

}  // namespace tally
