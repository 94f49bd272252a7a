// Any text is a list of cases, each with a verdict that its numbers bear out, or has an issue.
#include <numeric>
#include <string_view>

#include "formats/json_value.h"
#include "lecture/real/published_cases.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tally;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Each case is run, which may take a second: of many none is.
  const auto json = JsonValue::parse(text);
  if (json && json->array() && json->array()->size() > 2) return 0;
  FormatIssues issues;
  const std::vector<CaseRow> rows = run_cases(text, issues);
  require(issues.empty() || rows.empty());
  require(issues.empty() == (cases_answer(text).find("\"schema\"") != std::string::npos));
  for (const CaseRow& row : rows) {
    require(row.fault == CaseFault::none || row.result == CaseResult::not_modelled);
    require(row.residual >= 0 && row.got.size() <= row.expected.size());
    if (row.result == CaseResult::not_modelled) continue;
    require(!row.got.empty() && row.got.size() == row.expected.size());
    require((row.result == CaseResult::exact) == (row.got == row.expected));
  }
  const auto counts = counts_of(rows);
  const std::int64_t sum = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  require(sum == static_cast<std::int64_t>(rows.size()));
  return 0;
}
