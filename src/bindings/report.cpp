// What reads a measurement (formats/measurement.h) and puts it into words, as a wasm module of its
// own: the page fetches it for a reader who brings a file, and the command line says the same.
#include "lecture/report.h"

#include <emscripten.h>

#include <span>
#include <string>

#include "lecture/differences.h"
#include "lecture/format_issue.h"
#include "lecture/languages/en/formats.h"
#include "lecture/languages/zh/formats.h"

namespace tally {
namespace {

std::string answer;  // the returned text lives until the next call

JsonValue json_of(const Cell& cell) {
  JsonValue value;
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value)) value = *whole;
  if (const auto* real = std::get_if<double>(&cell.value)) value = *real;
  return JsonValue::Object{{"value", value}, {"text", cell.text}};
}

JsonValue json_of(const ReportConfiguration& configuration) {
  const Table& table = configuration.table;
  JsonValue rows{JsonValue::Array{}};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<Cell>& cells = table.rows[i];
    rows.add(JsonValue::Object{{"id", table.row_ids[i]},
                               {"label", cells[0].text},
                               {"predicted", json_of(cells[1])},
                               {"measured", json_of(cells[2])},
                               {"difference", json_of(cells[3])}});
  }
  return JsonValue::Object{{"id", configuration.id},
                           {"group", configuration.group},
                           {"setting", configuration.setting},
                           {"problem", configuration.problem},
                           {"rows", std::move(rows)}};
}

/// {"title", "sentence", "notes", "configurations", "measurement"}, or {"problem"}: a sentence.
JsonValue answer_to(std::string_view text, std::string_view tag) {
  FormatIssues issues;
  const std::optional<Measurement> measurement = read_measurement(text, issues);
  if (!measurement) {
    const std::string why = sentence(issues.front(), words_in(tag, {&zh::formats, &en::formats}));
    return JsonValue::Object{{"problem", why}};
  }
  const ReportView view = present_report(*measurement, report_strings(tag));
  JsonValue notes{JsonValue::Array{}}, configurations{JsonValue::Array{}};
  for (const std::string& note : view.presentation.notes) notes.add(note);
  for (const ReportConfiguration& each : view.configurations) configurations.add(json_of(each));
  return JsonValue::Object{{"title", view.title},
                           {"sentence", view.presentation.sentence},
                           {"notes", std::move(notes)},
                           {"configurations", std::move(configurations)},
                           {"measurement", *JsonValue::parse(to_json(*measurement))}};
}

/// {"all", "equal", "worst": a share of the prediction or null, "off_zero"}.
JsonValue agreement(std::span<const double> pairs) {
  Differences differences;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) differences.add(pairs[i], pairs[i + 1]);
  const std::optional<double> worst = differences.largest();
  return JsonValue::Object{{"all", differences.all()},
                           {"equal", differences.equal()},
                           {"worst", worst ? JsonValue(*worst) : JsonValue()},
                           {"off_zero", differences.off_zero()}};
}

}  // namespace
}  // namespace tally

extern "C" {

/// `text`: a file's bytes, whatever they are; `tag`: the language of the words.
EMSCRIPTEN_KEEPALIVE const char* report_read(const char* text, int size, const char* tag) {
  tally::answer = tally::answer_to({text, static_cast<std::size_t>(size)}, tag).dump();
  return tally::answer.c_str();
}

/// `pairs`: `count` times what is predicted where the page shows it, and what was measured.
EMSCRIPTEN_KEEPALIVE const char* report_agreement(const double* pairs, int count) {
  tally::answer = tally::agreement({pairs, 2 * static_cast<std::size_t>(count)}).dump();
  return tally::answer.c_str();
}

}  // extern "C"
