#include "lecture/real/account_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "account/compare_kernels.h"
#include "formats/config.h"
#include "lecture/format_issue.h"
#include "lecture/number.h"
#include "lecture/real/account_words.h"
#include "lecture/real/gpu_option.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "models/presets.h"

namespace tally {
namespace {

using Problem = std::string;

/// An option: what it takes, what it means, and what it does with its value.
struct Option {
  std::string_view name, takes;
  Str AccountWords::* help;
  std::function<Problem(AccountOptions&, const std::string&)> set;
};

const AccountWords& words_of(const AccountOptions& options) {
  return account_words(*options.language);
}

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
  const std::optional<std::string> text = options.read_file(path);
  if (!text) return fill(words.cannot_read, {{"name", "--config: " + printable(path)}});
  const ConfigReading reading = read_config(*text);
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

Problem set_stepping(AccountOptions& options, const std::string& text) {
  for (std::size_t i = 0; i < stepping_ids.size(); ++i)
    if (stepping_ids[i] == text) {
      options.config.stepping = static_cast<Stepping>(i);
      return "";
    }
  return unknown(options, "--stepping", text, stepping_ids,
                 [](std::string_view row) { return row; });
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
template <class Enumeration, class Ids>
Problem set_named(const AccountOptions& options, std::optional<Enumeration>& target,
                  std::string_view name, const std::string& text, const Ids& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == text) {
      target = static_cast<Enumeration>(i);
      return "";
    }
  return unknown(options, name, text, ids, [](std::string_view row) { return row; });
}

Problem set_attention(AccountOptions& options, const std::string& text) {
  return set_named(options, options.attention, "--attention", text, attention_choice_ids);
}

Problem set_norm(AccountOptions& options, const std::string& text) {
  return set_named(options, options.norm, "--norm", text, norm_form_ids);
}

Problem set_loss(AccountOptions& options, const std::string& text) {
  for (std::size_t i = 0; i < loss_form_ids.size(); ++i)
    if (loss_form_ids[i] == text) {
      options.config.profile.loss = static_cast<LossForm>(i);
      return "";
    }
  return unknown(options, "--loss", text, loss_form_ids, [](std::string_view row) { return row; });
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

const std::vector<Option>& option_table() {
  using Config = TrainingConfig;
  using Words = AccountWords;
  static const std::vector<Option> table{
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

struct Flag {
  std::string_view name;
  Str AccountWords::* help;
  std::function<void(AccountOptions&)> set;
};

const std::vector<Flag>& flag_table() {
  using Words = AccountWords;
  static const std::vector<Flag> table{
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

std::string no_option(const std::string& name, const Language& language) {
  const AccountWords& words = account_words(language);
  std::vector<std::string_view> names;
  for (const Option& option : option_table()) names.push_back(option.name);
  for (const Flag& flag : flag_table()) names.push_back(flag.name);
  names.push_back("--lang");
  if (const std::string_view near = nearest(name, names); !near.empty())
    return fill(words.no_option_nearest,
                {{"name", printable(name)}, {"nearest", std::string(near)}});
  return fill(words.no_option, {{"name", printable(name)}, {"names", join(names, ", ")}});
}

/// What is named apart from the profile, whatever came first. Where nobody names a kernel and the
/// flash kernel does not take a step, another way is accounted.
void choose_kernels(AccountOptions& options) {
  TrainingConfig& config = options.config;
  if (options.norm) config.profile.norm = *options.norm;
  if (options.attention) {
    config.profile.attention =
        *options.attention == AttentionChoice::eager ? AttentionForm::eager : AttentionForm::sdpa;
    config.kernels.attention = *options.attention == AttentionChoice::math ? AttentionKernel::math
                                                                           : AttentionKernel::flash;
    return;
  }
  const bool asked = config.profile.attention == AttentionForm::sdpa || options.compare_kernels;
  if (!asked || flash_takes(config)) return;
  const AccountWords& words = words_of(options);
  config.kernels.attention = cuda_attention(config);
  const bool capped = softcapped(config.model);
  if (capped) config.profile.attention = AttentionForm::eager;
  options.notes.emplace_back(capped ? words.attention_eager
                             : config.kernels.attention == AttentionKernel::efficient
                                 ? words.attention_efficient
                                 : words.attention_math);
}

/// What of the given options says nothing beside the others, or names what the model has not.
template <class WasGiven>
Problem contradiction(const AccountOptions& options, WasGiven&& was_given) {
  using Kind = ConfigProblem::Kind;
  const TrainingConfig& config = options.config;
  ConfigProblem problem;
  if (was_given("--recompute") && was_given("--recompute-every"))
    problem = {Kind::two_recomputations, {}};
  const std::int64_t blocks = layers_of(config.model);
  if (problem.empty() && config.recompute_every > blocks)
    problem = {
        Kind::no_block,
        {{"value", std::to_string(config.recompute_every)}, {"layers", std::to_string(blocks)}}};
  return problem.empty() ? "" : sentence(problem, *options.language);
}

}  // namespace

AccountOptions read_account_options(const std::vector<std::string>& arguments,
                                    const Language& language, ReadFile read_file) {
  AccountOptions options;
  options.language = &language;
  options.read_file = std::move(read_file);
  const AccountWords& words = words_of(options);
  std::vector<std::string> names;  // given so far
  const auto was_given = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string name = arguments[i], value;
    const std::size_t equals = name.find('=');
    const bool joined = name.starts_with("--") && equals != std::string::npos;
    if (joined) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (was_given(name)) {
      options.problem = fill(words.given_twice, {{"name", printable(name)}});
      return options;
    }
    names.push_back(name);
    bool known = false;
    for (const Flag& flag : flag_table())
      if (flag.name == name) {
        if (joined) options.problem = fill(words.takes_nothing, {{"name", name}});
        flag.set(options);
        known = true;
      }
    for (const Option& option : option_table()) {
      if (option.name != name) continue;
      known = true;
      const bool is_last = !joined && i + 1 == arguments.size();
      if (is_last || (option.takes == "FILE" && (joined ? value : arguments[i + 1]).empty())) {
        options.problem = fill(words.got_nothing, {{"name", name}});
        break;
      }
      if (!joined) value = arguments[++i];
      options.problem = option.set(options, value);
    }
    if (!known)
      options.problem = name.starts_with("-")
                            ? no_option(name, *options.language)
                            : fill(words.not_expected, {{"got", printable(name)}});
    if (!options.problem.empty()) return options;
  }
  if (options.help) return options;
  if (options.name.empty() && !options.stored.empty()) {  // no model to be run
    for (const std::string& name : names)
      if (name != "--safetensors" && name != "--json") {
        options.problem = fill(words.needs, {{"name", name}, {"other", "--model, --config"}});
        break;
      }
    return options;
  }
  if (options.name.empty()) options.problem = words_of(options).which_model;
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&options.config.model);
      gpt2 && !was_given("--sequence"))
    options.config.sequence = std::min(options.config.sequence, gpt2->n_positions);
  if (was_given("--model") && was_given("--config")) options.problem = words.two_models;
  if (options.problem.empty()) options.problem = contradiction(options, was_given);
  if (options.problem.empty() && options.config.zero_stage > 0 && options.config.gpus == 1)
    options.problem =
        fill(words.zero_needs_gpus, {{"stage", std::to_string(options.config.zero_stage)}});
  if (options.problem.empty()) choose_kernels(options);
  if (options.problem.empty())
    if (const ConfigProblem problem = options.compare_kernels ? comparison_problem(options.config)
                                                              : problem_of(options.config);
        !problem.empty())
      options.problem =
          fill(words_of(options).impossible, {{"problem", sentence(problem, language)}});
  if (const auto* llama = std::get_if<LlamaConfig>(&options.config.model);
      llama && llama->moe && options.problem.empty())
    options.notes.push_back(fill(words_of(options).even_routing,
                                 {{"k", std::to_string(llama->moe->num_experts_per_tok)},
                                  {"experts", std::to_string(llama->moe->num_experts)}}));
  return options;
}

std::string account_help(const Language& language) {
  const AccountWords& words = account_words(language);
  std::string text =
      std::string(words.about) + "\n" +
      fill(words.usage,
           {{"line", "tally account (--model NAME | --config FILE | --safetensors FILE) [...]"}}) +
      "\n\n";
  const std::string tags = join(language_tags, ", ");
  const auto line = [&](const std::string& left, std::string_view right) {
    text += "  " + left + std::string(left.size() < 26 ? 26 - left.size() : 1, ' ');
    text += std::string(right) + "\n";
  };
  for (const Option& option : option_table())
    line(std::string(option.name) + " " + std::string(option.takes), words.*option.help);
  for (const Flag& flag : flag_table()) line(std::string(flag.name), words.*flag.help);
  line("--lang TAG", fill(words.language_help, {{"tags", tags}}));
  return text;
}

}  // namespace tally
