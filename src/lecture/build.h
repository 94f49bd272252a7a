// Short ways to build tables and plots, so that a lesson reads as what it shows.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/accounting.h"
#include "core/bytes.h"
#include "core/dtype.h"
#include "core/memory_category.h"
#include "core/shape.h"
#include "lecture/format.h"
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

/// Parts of a formula, one after another: whole numbers with commas, bytes with their unit, other
/// numbers with five digits, texts as they are.
std::string expression_part(Bytes value);
std::string expression_part(double value);
std::string expression_part(std::string_view text);
std::string expression_part(std::integral auto value) { return grouped(value); }
template <class... Parts>
std::string expression(const Parts&... parts) {
  return (std::string() + ... + expression_part(parts));
}

/// "256 × 256 × 4 B": what a tensor takes.
std::string expression(const Shape& shape, Dtype dtype);

/// "a + b + c".
std::string sum_of(const std::vector<Bytes>& terms);
/// The same of the categories that are not 0; "0 B" where all are.
std::string sum_of(const BytesByCategory& bytes);

/// `cell` with how its number comes about: with the derivation "(4 + 1) × 512 × 4 B" and the unit
/// "B" its formula is "(4 + 1) × 512 × 4 B = 10,240 B". A closed form is computed apart from the
/// number, and tested equal to it; words say what was executed and counted. Where the text is a
/// rounding of the number, "≈" stands for "=".
Cell with_formula(Cell cell, std::string_view derivation, std::string_view unit = {});

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
