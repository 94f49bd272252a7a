#include "lecture/real/account_json.h"

#include <array>
#include <utility>

#include "experiments/gpus.h"
#include "formats/json_value.h"
#include "lecture/format.h"
#include "models/parameter_formula.h"
#include "models/presets.h"

namespace tally {
namespace {

JsonValue json_of(const BytesByCategory& by_category) {
  JsonValue object{JsonValue::Object{}};
  for (std::size_t c = 0; c < by_category.size(); ++c)
    if (by_category[c].count != 0)
      object.add(std::string(memory_category_ids[c]), by_category[c].count);
  return object;
}

JsonValue json_of(const ReportInstant& instant) {
  JsonValue object{JsonValue::Object{{"instant", std::string(instant.id)},
                                     {"micro_batch", instant.micro_batch}}};
  if (instant.block >= 0) object.add("block", instant.block);
  object.add("bytes", instant.total.count);
  object.add("by_category", json_of(instant.by_category));
  return object;
}

JsonValue json_of(const LedgerEntry& entry) {
  JsonValue::Array shape;
  for (const std::int64_t size : entry.shape) shape.emplace_back(size);
  return JsonValue::Object{{"module", entry.module},
                           {"op", entry.op},
                           {"slot", entry.slot},
                           {"shape", shape},
                           {"dtype", std::string(name(entry.dtype))},
                           {"category", std::string(id(entry.category))},
                           {"bytes", entry.bytes.count},
                           {"holders", static_cast<std::int64_t>(entry.holders)},
                           {"count", entry.count}};
}

/// The sizes that a count per token, layer and width is made with.
JsonValue shape_of(const TrainingConfig& config, std::int64_t layers) {
  const auto* gpt2 = std::get_if<Gpt2Config>(&config.model);
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  return JsonValue::Object{{"sequence", config.sequence},
                           {"layers", layers},
                           {"hidden", gpt2 ? gpt2->n_embd : llama->hidden_size},
                           {"vocabulary", gpt2 ? gpt2->vocab_size : llama->vocab_size}};
}

JsonValue json_of(const MemoryTimeline& timeline) {
  std::array<bool, memory_category_count> present{};
  for (const MemoryTimelinePoint& point : timeline.points)
    for (std::size_t c = 0; c < present.size(); ++c)
      present[c] = present[c] || point.by_category[c].count != 0;
  JsonValue::Array categories, parts, points;
  for (std::size_t c = 0; c < present.size(); ++c)
    if (present[c]) categories.emplace_back(memory_category_ids[c]);
  for (const MemoryTimelinePart& part : timeline.parts)
    parts.emplace_back(JsonValue::Object{{"part", std::string(id(part.part))},
                                         {"micro_batch", part.micro_batch},
                                         {"from", part.from},
                                         {"to", part.to}});
  // A row a point: where it is, and the bytes of each category that occurs.
  for (const MemoryTimelinePoint& point : timeline.points) {
    JsonValue::Array row{point.at};
    for (std::size_t c = 0; c < present.size(); ++c)
      if (present[c]) row.emplace_back(point.by_category[c].count);
    points.emplace_back(std::move(row));
  }
  return JsonValue::Object{{"categories", categories}, {"parts", parts}, {"points", points}};
}

JsonValue json_of(const StepChange& change) {
  return JsonValue::Object{{"id", std::string(change.id)}, {"peak", change.peak.count},
                           {"saved", change.saved.count},  {"extra_flops", change.extra.count},
                           {"fits", change.fits},          {"rounds", change.rounds}};
}

JsonValue json_of(const Verdict& verdict, const AccountGpu& gpu) {
  using Object = JsonValue::Object;
  JsonValue object{Object{}};
  if (!gpu.id.empty()) object.add("gpu", std::string(gpu.id));
  object.add("capacity", verdict.capacity.count);
  if (gpu.marketed) object.add("marketed", gpu.marketed->count);
  object.add("fits", verdict.fits());
  object.add("headroom", verdict.headroom.count);
  object.add("binds", json_of(verdict.binding));
  object.add("largest", Object{{"category", std::string(id(verdict.largest))},
                               {"bytes", verdict.largest_bytes().count}});
  JsonValue::Array changes;
  for (const StepChange& change : verdict.changes) {
    JsonValue row = json_of(change);
    row.add("lever", std::string(id(change.lever)));
    changes.push_back(std::move(row));
  }
  object.add("changes", std::move(changes));
  object.add("offered", static_cast<std::int64_t>(offered_changes));
  if (verdict.together) object.add("together", json_of(*verdict.together));
  if (verdict.enough) {
    JsonValue row = json_of(verdict.enough->change);
    JsonValue::Array ids;
    for (const std::string_view each : verdict.enough->ids) ids.emplace_back(each);
    row.add("changes", std::move(ids));
    object.add("enough", std::move(row));
  }
  return object;
}

}  // namespace

std::string account_json(const AccountOptions& options, const MemoryReport& report,
                         const std::optional<Verdict>& verdict) {
  JsonValue::Array instants, ledger, notes;
  for (const ReportInstant& instant : report.instants) instants.push_back(json_of(instant));
  for (const LedgerEntry& entry : report.ledger) ledger.push_back(json_of(entry));
  for (const std::string& note : options.notes) notes.emplace_back(note);
  JsonValue peak = json_of(report.peak());
  JsonValue result{JsonValue::Object{
      {"schema", "tally.account/1"},
      {"model", options.name},
      {"parameters",
       JsonValue::Object{{"total", report.parameters}, {"trainable", report.trainable}}},
      {"shape", shape_of(options.config, report.layers)},
      {"peak", std::move(peak)},
      {"instants", std::move(instants)},
      {"flops", JsonValue::Object{{"forward", report.forward.count},
                                  {"backward", report.backward.count},
                                  {"recomputed", report.recomputed.count}}},
      {"saved", report.saved.count}}};
  if (options.ledger) result.add("ledger", std::move(ledger));
  if (verdict) result.add("verdict", json_of(*verdict, options.gpu.value_or(AccountGpu{})));
  if (options.timeline) result.add("timeline", json_of(report.timeline));
  result.add("notes", std::move(notes));
  JsonValue::Array not_counted;
  for (const std::string_view each : not_counted_ids) not_counted.emplace_back(each);
  result.add("not_counted", std::move(not_counted));
  return result.dump(2);
}

std::string account_description_json(const Language& language) {
  JsonValue::Array models, regime_rows, optimizers, gpus, categories;
  for (const Preset& preset : presets())
    models.emplace_back(JsonValue::Object{{"id", std::string(preset.id)},
                                          {"source", std::string(preset.source)},
                                          {"parameters", parameter_formula(preset.config)}});
  for (const Regime& row : regimes)
    regime_rows.emplace_back(JsonValue::Object{
        {"id", std::string(row.id)},
        {"parameter", std::string(name(row.parameter))},
        {"gradient", std::string(name(row.main_gradients ? Dtype::float32 : row.parameter))},
        {"moments", std::string(name(row.moments))},
        {"master_weights", row.master_weights}});
  for (const OptimizerRow& row : optimizer_rows) optimizers.emplace_back(std::string(row.id));
  for (const Gpu& gpu : gpu_table)
    gpus.emplace_back(JsonValue::Object{{"id", std::string(gpu.id)},
                                        {"name", std::string(gpu.name)},
                                        {"reported", gpu.reported.count}});
  const auto ids = [](const auto& rows) {
    JsonValue::Array list;
    for (const std::string_view row : rows) list.emplace_back(row);
    return list;
  };
  for (std::size_t c = 0; c < memory_category_count; ++c)
    categories.emplace_back(
        JsonValue::Object{{"id", std::string(memory_category_ids[c])},
                          {"label", std::string(label(static_cast<MemoryCategory>(c), language))}});
  return JsonValue{JsonValue::Object{{"schema", "tally.account.description/1"},
                                     {"models", models},
                                     {"regimes", regime_rows},
                                     {"optimizers", optimizers},
                                     {"steppings", ids(stepping_ids)},
                                     {"attentions", ids(attention_choice_ids)},
                                     {"norms", ids(norm_form_ids)},
                                     {"losses", ids(loss_form_ids)},
                                     {"gpus", gpus},
                                     {"categories", categories}}}
      .dump();
}

}  // namespace tally
