#include "lecture/real/account_options.h"

#include <algorithm>

#include "account/compare_kernels.h"
#include "lecture/real/account_option_table.h"
#include "lecture/real/account_words.h"
#include "lecture/text.h"

namespace tally {
namespace {

std::string no_option(const std::string& name, const Language& language) {
  const AccountWords& words = account_words(language);
  std::vector<std::string_view> names;
  for (const AccountOption& option : account_option_table()) names.push_back(option.name);
  for (const AccountFlag& flag : account_flag_table()) names.push_back(flag.name);
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
  config.attention_follows = true;
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

/// Which of the given options says nothing beside the others, as a sentence; "" where each does.
template <class WasGiven>
std::string needless(const AccountOptions& options, WasGiven&& was_given) {
  const AccountWords& words = words_of(options);
  if (was_given("--model") && was_given("--config")) return std::string(words.two_models);
  const auto needs = [&](const char* name, const char* other) {
    return fill(words.needs, {{"name", name}, {"other", other}});
  };
  if (options.timeline && !options.json) return needs("--timeline", "--json");
  if (was_given("--lora-all") && !was_given("--lora-rank"))
    return needs("--lora-all", "--lora-rank");
  if (options.config.zero_stage > 0 && options.config.gpus == 1)
    return fill(words.zero_needs_gpus, {{"stage", std::to_string(options.config.zero_stage)}});
  return "";
}

/// What keeps the step from being run, with the options named that were given.
template <class WasGiven>
ConfigProblem step_problem(const AccountOptions& options, WasGiven&& was_given) {
  if (was_given("--recompute") && was_given("--recompute-every"))
    return {ConfigProblem::Kind::two_recomputations, {}};
  ConfigProblem problem =
      options.compare_kernels ? comparison_problem(options.config) : problem_of(options.config);
  const std::string_view every = "--recompute-every";  // what --recompute N is as well
  if (was_given("--recompute"))
    for (auto& [key, value] : problem.values)
      if (const std::size_t at = value.find(every); at != std::string::npos)
        value.replace(at, every.size(), "--recompute");
  return problem;
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
    for (const AccountFlag& flag : account_flag_table())
      if (flag.name == name) {
        if (joined) options.problem = fill(words.takes_nothing, {{"name", name}});
        flag.set(options);
        known = true;
      }
    for (const AccountOption& option : account_option_table()) {
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
  if (options.name.empty()) options.problem = words.which_model;
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&options.config.model);
      gpt2 && !was_given("--sequence"))
    options.config.sequence = std::min(options.config.sequence, gpt2->n_positions);
  if (options.problem.empty()) options.problem = needless(options, was_given);
  if (!options.problem.empty()) return options;
  choose_kernels(options);
  if (const ConfigProblem problem = step_problem(options, was_given); !problem.empty())
    options.problem = fill(words.impossible, {{"problem", sentence(problem, language)}});
  if (const auto* llama = std::get_if<LlamaConfig>(&options.config.model);
      llama && llama->moe && options.problem.empty())
    options.notes.push_back(
        fill(words.even_routing, {{"k", std::to_string(llama->moe->num_experts_per_tok)},
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
  for (const AccountOption& option : account_option_table())
    line(std::string(option.name) + " " + std::string(option.takes), words.*option.help);
  for (const AccountFlag& flag : account_flag_table())
    line(std::string(flag.name), words.*flag.help);
  line("--lang TAG", fill(words.language_help, {{"tags", tags}}));
  return text;
}

}  // namespace tally
