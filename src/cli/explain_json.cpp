#include "cli/explain_json.h"

#include <string>
#include <utility>

#include "account/closed_forms.h"
#include "account/compare_kernels.h"

namespace tally::cli {
namespace {

using Object = JsonValue::Object;

JsonValue json_of(const ClosedForm& form) {
  JsonValue row{Object{{"id", std::string(form.id)}}};
  if (form.unknown != FormUnknown::none) {
    row.add("unknown", std::string(id(form.unknown)));
    return row;
  }
  if (form.block >= 0) row.add("block", form.block);
  row.add("formula", form.formula);
  row.add("numbers", form.numbers);
  row.add("bytes", form.value.count);
  row.add("source", std::string(form.source));
  row.add("holds", std::string(id(form.holds)));
  return row;
}

JsonValue json_of(const KernelComparison& comparison) {
  const auto side = [](const MemoryReport& report) {
    return Object{{"saved", report.saved.count}, {"peak", report.peak().total.count}};
  };
  JsonValue::Array rows;
  for (const KernelRow& row : comparison.rows)
    rows.emplace_back(Object{{"module", row.module},
                             {"op", row.op},
                             {"eager", row.eager.count},
                             {"fused", row.fused.count}});
  return Object{{"eager", side(comparison.eager)},
                {"fused", side(comparison.fused)},
                {"common", comparison.common.count},
                {"rows", std::move(rows)}};
}

}  // namespace

void add_explanations(JsonValue& json, const AccountOptions& options) {
  if (options.explain) {
    JsonValue::Array forms;
    for (const ClosedForm& form : closed_forms(options.config)) forms.push_back(json_of(form));
    json.add("closed_forms", std::move(forms));
  }
  if (options.compare_kernels) json.add("kernels", json_of(compare_kernels(options.config)));
}

}  // namespace tally::cli
