#include "cli/account_text.h"

#include <algorithm>

#include "account/closed_forms.h"
#include "account/compare_kernels.h"
#include "cli/command_words.h"
#include "lecture/format.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

class Text {
 public:
  explicit Text(const AccountOptions& options)
      : options_(options), words_(command_words(*options.language)) {}

  std::string all(const MemoryReport& report, const std::optional<Verdict>& verdict) {
    head(report);
    for (const ReportInstant& instant : report.instants) add(instant);
    text_ += "\n" + fill(words_.flops, {{"forward", grouped(report.forward.count)},
                                        {"backward", grouped(report.backward.count)}});
    if (report.recomputed.count > 0)
      text_ += fill(words_.recomputation, {{"flops", grouped(report.recomputed.count)}});
    line(fill(words_.saved, {{"bytes", grouped(report.saved.count)}}), "\n");
    if (options_.ledger)
      for (const LedgerEntry& entry : report.ledger) add(entry);
    if (verdict) add(*verdict);
    if (options_.explain)
      for (const ClosedForm& form : closed_forms(options_.config)) add(form);
    if (options_.compare_kernels) add(compare_kernels(options_.config));
    for (const std::string& note : options_.notes) line(note);
    line(std::string(words_.not_counted));
    return text_;
  }

 private:
  void line(const std::string& text, std::string_view before = "") {
    text_ += std::string(before) + text + "\n";
  }

  std::string name_of(const ReportInstant& instant) const {
    const std::pair<std::string_view, Str> names[] = {
        {"start", words_.start},
        {"forward", words_.forward},
        {"forward_end", words_.forward_end},
        {"backward", words_.backward},
        {"backward_end", words_.backward_end},
        {"optimizer_step", words_.optimizer_step},
        {"end", words_.end},
    };
    std::string name(instant.id);
    for (const auto& [id, called] : names)
      if (id == instant.id) name = called;
    if (instant.micro_batch > 1)
      name = fill(words_.in_micro_batch,
                  {{"instant", name}, {"n", std::to_string(instant.micro_batch)}});
    if (instant.block >= 0)
      name = fill(words_.in_block, {{"instant", name}, {"n", std::to_string(instant.block)}});
    return name;
  }

  void head(const MemoryReport& report) {
    const bool all_train = report.trainable == report.parameters;
    line(fill(all_train ? words_.title : words_.title_trains,
              {{"model", printable_whole(options_.name)},
               {"parameters", grouped(report.parameters)},
               {"trainable", grouped(report.trainable)}}));
    const Bytes peak = report.peak().total;
    line(fill(words_.peak, {{"bytes", grouped(peak.count)},
                            {"gib", gibibytes_text(peak)},
                            {"instant", name_of(report.peak())}}) +
         "\n");
  }

  void add(const ReportInstant& instant) {
    line(name_of(instant) + ": " + bytes_text(instant.total));
    for (std::size_t c = 0; c < instant.by_category.size(); ++c)
      if (instant.by_category[c].count != 0)
        line("    " + std::string(label(static_cast<MemoryCategory>(c), *options_.language)) +
             ": " + bytes_text(instant.by_category[c]));
  }

  void add(const LedgerEntry& entry) {
    std::string row = "  " + entry.module + " " + entry.op + "." + entry.slot + " " +
                      std::string(name(entry.dtype)) + " " + to_string(entry.shape) + ": " +
                      bytes_text(entry.bytes);
    if (entry.count > 1)
      row += fill(words_.in_each_block, {{"count", std::to_string(entry.count)}});
    line(row);
  }

  void add(const Verdict& verdict) {
    const AccountGpu& gpu = *options_.gpu;
    line(fill(gpu.marketed ? words_.gpu_reported : words_.gpu_capacity,
              {{"gpu", std::string(gpu.name)},
               {"bytes", grouped(gpu.capacity.count)},
               {"gib", gibibytes_text(gpu.capacity)},
               {"marketed", gigabytes_text(gpu.marketed.value_or(Bytes{}))}}),
         "\n");
    const Bytes room{std::abs(verdict.headroom.count)};
    line(fill(verdict.fits() ? words_.fits : words_.fits_not,
              {{"bytes", grouped(room.count)}, {"gib", gibibytes_text(room)}}));
    line(fill(words_.binds, {{"instant", name_of(verdict.binding)},
                             {"category", std::string(label(verdict.largest, *options_.language))},
                             {"bytes", grouped(verdict.largest_bytes().count)}}));
    line(std::string(verdict.changes.empty() ? words_.no_change : words_.changes));
    for (std::size_t i = 0; i < std::min(offered_changes, verdict.changes.size()); ++i)
      add(verdict.changes[i], name_of(verdict.changes[i].id));
    if (verdict.together) add(*verdict.together, name_of("together"));
    if (verdict.enough) {
      line(std::string(words_.enough));
      std::string names;
      for (const std::string_view each : verdict.enough->ids)
        names += (names.empty() ? "" : " + ") + name_of(each);
      add(verdict.enough->change, names);
    } else if (!verdict.fits()) {
      line(std::string(words_.never_fits));
    }
    text_ += "\n";
  }

  void add(const ClosedForm& form) {
    const auto words_at = [](const auto& list, auto row) {
      return std::string(list[static_cast<std::size_t>(row)]);
    };
    if (form.unknown != FormUnknown::none) {
      line("  " +
           fill(words_.no_closed_form, {{"id", name_of_form("block", 0)},
                                        {"why", words_at(words_.form_unknown, form.unknown)}}));
      return;
    }
    const bool same = form.id.starts_with("block_");  // as the line before it
    line("  " + fill(same ? words_.same_form : words_.closed_form,
                     {{"id", name_of_form(form.id, form.block)},
                      {"formula", form.formula},
                      {"numbers", form.numbers},
                      {"bytes", grouped(form.value.count)},
                      {"source", std::string(form.source)},
                      {"holds", words_at(words_.form_holds, form.holds)}}));
  }

  std::string name_of_form(std::string_view id, std::int64_t block) const {
    const std::pair<std::string_view, Str> forms[] = {{"block", words_.block_form},
                                                      {"block_token", words_.block_token_form},
                                                      {"block_sbh", words_.block_sbh_form},
                                                      {"checkpoint", words_.checkpoint_form},
                                                      {"logits", words_.logits_form}};
    for (const auto& [line_id, called] : forms)
      if (line_id == id) return fill(called, {{"n", std::to_string(block)}});
    const std::pair<std::string_view, MemoryCategory> lines[] = {
        {"parameters", MemoryCategory::parameter},
        {"master_weights", MemoryCategory::master_weight},
        {"gradients", MemoryCategory::gradient},
        {"optimizer_state", MemoryCategory::optimizer_state}};
    for (const auto& [line_id, category] : lines)
      if (line_id == id) return std::string(label(category, *options_.language));
    return std::string(id);
  }

  void add(const KernelComparison& compared) {
    line(fill(words_.kernels, {{"eager", grouped(compared.eager.saved.count)},
                               {"fused", grouped(compared.fused.saved.count)}}),
         "\n");
    for (const KernelRow& row : compared.rows)
      line("  " + fill(words_.kernels_row, {{"module", row.module},
                                            {"op", row.op},
                                            {"eager", grouped(row.eager.count)},
                                            {"fused", grouped(row.fused.count)}}));
    line("  " + fill(words_.kernels_common, {{"bytes", grouped(compared.common.count)}}) + "\n");
  }

  std::string name_of(std::string_view change) const {
    for (std::size_t i = 0; i < step_change_count; ++i)
      if (step_change_ids[i] == change) return std::string(words_.change_names[i]);
    return std::string(words_.together);
  }

  void add(const StepChange& change, const std::string& called) {
    const std::int64_t extra = change.extra.count;
    const std::string cost = fill(extra == 0  ? words_.costs_nothing
                                  : extra > 0 ? words_.costs
                                              : words_.costs_less,
                                  {{"flops", grouped(std::abs(extra))}});
    line("  " + fill(words_.change, {{"name", called},
                                     {"saved", grouped(change.saved.count)},
                                     {"cost", cost},
                                     {"peak", grouped(change.peak.count)},
                                     {"fits", std::string(change.fits ? words_.then_fits
                                                                      : words_.then_fits_not)}}));
    if (change.rounds) line("    (" + std::string(words_.rounds) + ")");
  }

  const AccountOptions& options_;
  const CommandWords& words_;
  std::string text_;
};

}  // namespace

std::string account_text(const AccountOptions& options, const MemoryReport& report,
                         const std::optional<Verdict>& verdict) {
  return Text(options).all(report, verdict);
}

}  // namespace tally::cli
