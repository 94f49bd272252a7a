// A file of published numbers, each case run and judged.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/issue.h"

namespace tally {

enum class CaseResult : std::uint8_t {
  exact,   // every number is the published one
  within,  // each is it once rounded to the last digit printed, or cut where the source cuts
  off,
  not_modelled,
};
inline constexpr std::array<std::string_view, 4> case_result_ids{"exact", "within", "off",
                                                                 "not modelled"};

/// The member for which a case is not run. A unit is one where bytes would have been modelled.
enum class CaseFault : std::uint8_t { none, id, kind, input, expect, unit, tolerance };
inline constexpr std::array<std::string_view, 7> case_fault_ids{
    "", "id", "kind", "input", "expect", "unit", "tolerance"};

struct CaseRow {
  std::string id;
  CaseResult result{};
  CaseFault fault{};
  std::vector<double> got, expected;  // of each number that the case expects
  double residual = 0;                // the greatest |got - expected| / |expected|: 0 / 0 is 0
};

/// Runs every case of a file; none, and an issue, where it is no list of cases.
std::vector<CaseRow> run_cases(std::string_view json, FormatIssues& issues);

std::array<std::int64_t, case_result_ids.size()> counts_of(const std::vector<CaseRow>& rows);

/// What `tally cases --json` prints of a file, or {"problem": why it is no list of cases}, for
/// programs, which have no language.
std::string cases_answer(std::string_view json);

std::string cases_json(const std::vector<CaseRow>& rows);

}  // namespace tally
