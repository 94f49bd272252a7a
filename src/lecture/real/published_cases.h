// A file of published numbers, each case run and judged.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

enum class CaseResult : std::uint8_t { exact, within, off, not_modelled };
inline constexpr std::array<std::string_view, 4> case_result_ids{"exact", "within", "off",
                                                                 "not modelled"};

struct CaseRow {
  std::string id;
  CaseResult result{};
  std::vector<double> got, expected;  // of each number that the case expects
  double residual = 0;                // the greatest |got - expected| / |expected|
};

/// Runs every case of a file. `problem` says why it is no list of cases.
std::vector<CaseRow> run_cases(std::string_view json, std::string& problem);

std::array<std::int64_t, case_result_ids.size()> counts_of(const std::vector<CaseRow>& rows);

/// What `tally cases --json` prints of a file, or {"problem": one sentence}.
std::string cases_answer(std::string_view json);

std::string cases_json(const std::vector<CaseRow>& rows);

}  // namespace tally
