// The one place where numbers become text. Words of units come from the language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes.h"
#include "core/memory_category.h"
#include "lecture/language.h"
#include "lecture/unit.h"

namespace tally {

std::string grouped(std::int64_t value);           // 2,097,168
std::string fixed(double value, int digits);       // 2.94 with its zeros; integer part grouped
std::string decimal(double value, int digits);     // at most `digits` decimals: 10, 3.5; grouped
std::string scientific(double value, int digits);  // 2.04e-10; 0 is "0"
/// `digits` significant digits without an exponent where it stays short: 0.00123, 14.5, 1,120.
std::string significant(double value, int digits = 3);
/// A large count in short: 124M, 1.5B, 40B, 10T, at most `digits` significant digits (more where
/// the whole part has more); below 1000 as it is.
std::string compact(double count, int digits = 3);
/// The same of what is at most so many: rounded down.
std::string compact_at_most(std::int64_t count, int digits = 3);
/// A number that a parameter's text takes back: 64, 0.001, 1e13.
std::string typed(double value);

std::string bytes_text(Bytes bytes);      // 2,097,168 B
std::string gigabytes_text(Bytes bytes);  // 112 GB, 1.98 GB: 1e9 bytes, 3 significant digits
std::string gibibytes_text(Bytes bytes);  // 104 GiB: 2^30 bytes
/// Bytes in the largest decimal unit that keeps them readable: 512 B, 327.68 kB, 2.1 MB, 80
/// GB, 6.48 TB.
std::string bytes_in_short(Bytes bytes);
/// 2.94x; below 0.1 as many digits as it takes to tell: 0.0781x.
std::string multiple_text(double factor, int digits = 2);
std::string percent_text(double fraction);  // 0.254 is "25.4%"
/// "8 layers", "1 layer", "8 层": a whole number and the unit's word.
std::string quantity(std::int64_t value, Unit unit, const Language& language);

/// The unit as a column's head or an axis shows it: "B", "GiB", "layers", "层"; "" for none.
std::string_view unit_label(Unit unit, const Language& language);
/// The unit's word beside 1: "layer", "层"; "" for none.
std::string_view unit_one(Unit unit, const Language& language);
std::string_view label(MemoryCategory category, const Language& language);
std::string_view label(Phase phase, const Language& language);

}  // namespace tally
