#include "lecture/real/account_option_table.h"

#include <algorithm>
#include <charconv>

#include "formats/config.h"
#include "lecture/number.h"
#include "lecture/real/gpu_option.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "models/presets.h"

namespace tally {
namespace {

using Problem = std::string;

Problem bad_value(const AccountOptions& options, std::string_view name, const std::string& got,
                  std::string takes) {
  return fill(words_of(options).bad_value,
              {{"name", std::string(name)}, {"got", printable(got)}, {"takes", std::move(takes)}});
}

Problem set_integer(const AccountOptions& options, std::int64_t& target, std::string_view name,
                    const std::string& text, std::int64_t least) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least)
    return fill(
        words_of(options).whole_number,
        {{"name", std::string(name)}, {"got", printable(text)}, {"least", std::to_string(least)}});
  target = value;
  return "";
}

auto integer(std::string_view name, std::int64_t TrainingConfig::* member, std::int64_t least = 1) {
  return [=](AccountOptions& options, const std::string& text) {
    return set_integer(options, options.config.*member, name, text, least);
  };
}

template <class Rows, class Id>
Problem unknown(const AccountOptions& options, std::string_view name, const std::string& text,
                const Rows& rows, Id&& id_of) {
  std::string ids;
  for (const auto& row : rows) ids += (ids.empty() ? "" : ", ") + std::string(id_of(row));
  return bad_value(options, name, text, ids);
}

Problem set_model(AccountOptions& options, const std::string& text) {
  const Preset* preset = find_preset(text);
  if (!preset) {
    std::vector<std::string_view> ids;
    for (const Preset& each : presets()) ids.push_back(each.id);
    const std::string_view near = nearest(text, ids);
    if (near.empty()) return fill(words_of(options).no_model, {{"got", printable(text)}});
    return fill(words_of(options).no_model_near,
                {{"got", printable(text)}, {"nearest", std::string(near)}});
  }
  options.config.model = preset->config;
  options.name = text;
  return "";
}

Problem set_file(AccountOptions& options, const std::string& path) {
  const AccountWords& words = words_of(options);
  const FileReading<std::string> text = options.read_file(path);
  if (!text.content)
    return fill(words.cannot_read,
                {{"name", "--config: " + printable(path)}, {"reason", text.reason}});
  const ConfigReading reading = read_config(*text.content);
  if (!reading.config)
    return fill(words.bad_file,
                {{"name", "--config: " + printable(path)},
                 {"reason", model_file_sentence(reading.issues.front(), *options.language)}});
  options.config.model = *reading.config;
  options.name = path;
  const FormatStrings& formats = options.language->strings->formats;
  for (const AssumedField& field : reading.assumed)
    options.notes.push_back(fill(
        formats.assumed, {{"field", field.field}, {"value", field.value}, {"why", field.why}}));
  std::string names;
  for (const std::string& field : reading.unknown)
    names += (names.empty() ? "" : ", ") + printable(field);
  if (!names.empty()) options.notes.push_back(fill(formats.unknown_fields, {{"names", names}}));
  return "";
}

Problem set_regime(AccountOptions& options, const std::string& text) {
  const Regime* regime = find_regime(text);
  if (!regime)
    return unknown(options, "--regime", text, regimes, [](const Regime& row) { return row.id; });
  options.config.regime = *regime;
  return "";
}

Problem set_optimizer(AccountOptions& options, const std::string& text) {
  const OptimizerRow* row = find_optimizer_row(text);
  if (!row)
    return unknown(options, "--optimizer", text, optimizer_rows,
                   [](const OptimizerRow& each) { return each.id; });
  options.config.optimizer = *row;
  return "";
}

Problem set_profile(AccountOptions& options, const std::string& text) {
  if (text != "eager" && text != "fused")
    return bad_value(options, "--profile", text, "eager, fused");
  const ModelProfile before = options.config.profile;
  ModelProfile& profile = options.config.profile;
  profile = text == "eager" ? eager_profile : fused_profile;
  profile.loss = before.loss;
  profile.lora = before.lora;
  return "";
}

/// The row of `ids` that `text` is, as the enumeration whose ids they are.
template <class Enumeration, class Target, class Ids>
Problem set_named(const AccountOptions& options, Target& target, std::string_view name,
                  const std::string& text, const Ids& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == text) {
      target = static_cast<Enumeration>(i);
      return "";
    }
  return unknown(options, name, text, ids, [](std::string_view row) { return row; });
}

Problem set_stepping(AccountOptions& options, const std::string& text) {
  return set_named<Stepping>(options, options.config.stepping, "--stepping", text, stepping_ids);
}

Problem set_attention(AccountOptions& options, const std::string& text) {
  return set_named<AttentionChoice>(options, options.attention, "--attention", text,
                                    attention_choice_ids);
}

Problem set_norm(AccountOptions& options, const std::string& text) {
  return set_named<NormForm>(options, options.norm, "--norm", text, norm_form_ids);
}

Problem set_dropout_mask(AccountOptions& options, const std::string& text) {
  return set_named<DropoutKernel>(options, options.config.kernels.dropout, "--dropout-mask", text,
                                  dropout_mask_ids);
}

Problem set_loss(AccountOptions& options, const std::string& text) {
  return set_named<LossForm>(options, options.config.profile.loss, "--loss", text, loss_form_ids);
}

Problem set_recompute(AccountOptions& options, const std::string& text) {
  TrainingConfig& config = options.config;
  config.keep_all();
  if (text == "none") return "";
  if (text == "selective") {
    config.recompute_attention = true;
    return "";
  }
  if (text == "blocks") {
    config.recompute_every = 1;
    return "";
  }
  std::vector<std::int64_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::int64_t number = 0;
    if (read_integer(text.substr(begin, end - begin), number) != NumberProblem::none || number < 0)
      return fill(words_of(options).bad_recompute, {{"got", printable(text)}});
    numbers.push_back(number);
    begin = end + 1;
  }
  if (numbers.size() == 1)
    config.recompute_every = numbers[0];
  else
    config.recompute_boundaries = numbers;
  return "";
}

Problem set_zero(AccountOptions& options, const std::string& text) {
  if (text.size() != 1 || text < "0" || text > "3")
    return bad_value(options, "--zero", text, "0, 1, 2, 3");
  options.config.zero_stage = text[0] - '0';
  return "";
}

Problem set_gpu(AccountOptions& options, const std::string& text) {
  options.gpu = find_gpu(text);
  if (options.gpu) return "";
  return fill(words_of(options).bad_gpu, {{"got", printable(text)}, {"names", gpu_names()}});
}

}  // namespace

const std::vector<AccountOption>& account_option_table() {
  using Config = TrainingConfig;
  using Words = AccountWords;
  static const std::vector<AccountOption> table{
      {"--model", "NAME", &Words::model, set_model},
      {"--config", "FILE", &Words::config, set_file},
      {"--safetensors", "FILE", &Words::safetensors,
       [](AccountOptions& options, const std::string& text) { return options.stored = text, ""; }},
      {"--batch", "N", &Words::batch, integer("--batch", &Config::batch)},
      {"--sequence", "N", &Words::sequence, integer("--sequence", &Config::sequence)},
      {"--micro-batches", "N", &Words::micro_batches,
       integer("--micro-batches", &Config::micro_batches)},
      {"--regime", "NAME", &Words::regime, set_regime},
      {"--optimizer", "NAME", &Words::optimizer, set_optimizer},
      {"--stepping", "NAME", &Words::stepping, set_stepping},
      {"--profile", "NAME", &Words::profile, set_profile},
      {"--attention", "NAME", &Words::attention, set_attention},
      {"--norm", "NAME", &Words::norm, set_norm},
      {"--dropout-mask", "NAME", &Words::dropout_mask, set_dropout_mask},
      {"--loss", "NAME", &Words::loss, set_loss},
      {"--recompute", "WHAT", &Words::recompute, set_recompute},
      {"--recompute-every", "N", &Words::recompute_every,
       integer("--recompute-every", &Config::recompute_every, 0)},
      {"--zero", "STAGE", &Words::zero, set_zero},
      {"--gpus", "N", &Words::gpus, integer("--gpus", &Config::gpus)},
      {"--gpu", "NAME|BYTES", &Words::gpu, set_gpu},
      {"--frozen-blocks", "N", &Words::frozen_blocks,
       integer("--frozen-blocks", &Config::frozen_blocks, 0)},
      {"--lora-rank", "R", &Words::lora_rank,
       [](AccountOptions& options, const std::string& text) {
         return set_integer(options, options.config.profile.lora.rank, "--lora-rank", text, 0);
       }},
  };
  return table;
}

const std::vector<AccountFlag>& account_flag_table() {
  using Words = AccountWords;
  static const std::vector<AccountFlag> table{
      {"--lora-all", &Words::lora_all,
       [](AccountOptions& options) { options.config.profile.lora.all_linear = true; }},
      {"--frozen-embeddings", &Words::frozen_embeddings,
       [](AccountOptions& options) { options.config.frozen_embeddings = true; }},
      {"--unsharded-gradients", &Words::unsharded_gradients,
       [](AccountOptions& options) { options.config.gradients_unsharded = true; }},
      {"--ledger", &Words::ledger, [](AccountOptions& options) { options.ledger = true; }},
      {"--explain", &Words::explain, [](AccountOptions& options) { options.explain = true; }},
      {"--compare-kernels", &Words::compare_kernels,
       [](AccountOptions& options) { options.compare_kernels = true; }},
      {"--timeline", &Words::timeline, [](AccountOptions& options) { options.timeline = true; }},
      {"--json", &Words::json_help, [](AccountOptions& options) { options.json = true; }},
      {"--help", &Words::help_help, [](AccountOptions& options) { options.help = true; }},
  };
  return table;
}

}  // namespace tally
