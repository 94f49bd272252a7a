// Every number of every table leads to its formula: it ends in the number that is shown, and where
// it is arithmetic its last step gives that number. Every table says where it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "lecture/lesson.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// A calculator for what formulas write: whole numbers with commas, decimals, + − × / and brackets,
/// ceil, floor, sqrt, and "B" behind a number. Nothing for any other text.
class Calculator {
 public:
  static std::optional<double> evaluate(std::string_view text) {
    Calculator calculator(text);
    const double value = calculator.sum();
    return calculator.bad_ || !calculator.rest_.empty() ? std::nullopt : std::optional(value);
  }

 private:
  explicit Calculator(std::string_view text) : rest_(text) { skip(); }

  void skip() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    skip();
    return true;
  }
  double sum() {
    double value = product();
    for (;;) {
      if (take("+"))
        value += product();
      else if (take("−"))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = factor();
    for (;;) {
      if (take("×"))
        value *= factor();
      else if (take("/"))
        value /= factor();
      else
        return value;
    }
  }
  double factor() {
    if (take("ceil(")) return std::ceil(bracketed());
    if (take("floor(")) return std::floor(bracketed());
    if (take("sqrt(")) return std::sqrt(bracketed());
    if (take("(")) return bracketed();
    return number();
  }
  double bracketed() {
    const double value = sum();
    bad_ |= !take(")");
    return value;
  }
  double number() {
    std::string digits;
    std::size_t end = 0;
    const auto exponent = [&](std::size_t i) {
      return (rest_[i] == '-' && i > 0 && rest_[i - 1] == 'e') || (rest_[i] == 'e' && i > 0);
    };
    for (; end < rest_.size() && (std::isdigit(static_cast<unsigned char>(rest_[end])) ||
                                  rest_[end] == ',' || rest_[end] == '.' || exponent(end));
         ++end)
      if (rest_[end] != ',') digits += rest_[end];
    rest_.remove_prefix(end);
    skip();
    take("B");
    char* read = nullptr;
    const double value = std::strtod(digits.c_str(), &read);
    bad_ |= digits.empty() || *read != '\0';
    return value;
  }

  std::string_view rest_;
  bool bad_ = false;
};

TEST(Calculator, ReadsWhatFormulasWrite) {
  EXPECT_EQ(Calculator::evaluate("(4 + 1) × 32 × 512 × 4 B"), 327'680);
  EXPECT_EQ(Calculator::evaluate("ceil(7 / 2) − floor(7 / 2) + sqrt(16)"), 5);
  EXPECT_EQ(Calculator::evaluate("80,000,000,000 B / 1,000"), 8e7);
  EXPECT_EQ(Calculator::evaluate("2.5e-3 × 2"), 0.005);
  EXPECT_EQ(Calculator::evaluate("L × 4"), std::nullopt);
  EXPECT_EQ(Calculator::evaluate("(4 + 1"), std::nullopt);
  EXPECT_EQ(Calculator::evaluate("4 B B"), std::nullopt);
}

/// The last step before the number, with the words before its colon left out.
std::string last_step(const std::string& formula) {
  const std::size_t end = formula.rfind(" = ");
  std::string step = formula.substr(0, end);
  if (const std::size_t begin = step.rfind(" = "); begin != std::string::npos)
    step = step.substr(begin + 3);
  for (const std::string colon : {": ", "："})
    if (const std::size_t at = step.rfind(colon); at != std::string::npos)
      step = step.substr(at + colon.size());
  return step;
}

/// Whether `text` is the template with something in each place: "GB of {source}".
bool is_filled(std::string_view text, std::string_view pattern) {
  for (bool first = true;; first = false) {
    const std::size_t open = pattern.find('{');
    const std::string_view part = pattern.substr(0, open);
    const std::size_t at = open == std::string_view::npos && !first
                               ? (text.ends_with(part) ? text.size() - part.size() : text.npos)
                               : text.find(part);
    if (at == text.npos || (first && at != 0)) return false;
    text.remove_prefix(at + part.size());
    if (open == std::string_view::npos) return text.empty();
    pattern.remove_prefix(pattern.find('}') + 1);
  }
}

/// The part of a template that last_step leaves of it.
std::string_view last_part(std::string_view pattern) {
  if (const std::size_t equals = pattern.rfind(" = "); equals != pattern.npos)
    pattern.remove_prefix(equals + 3);
  return pattern;
}

/// Whether `step` is a mere name, the column's or a symbol, of a number that is given: one of the
/// lesson's parameters, or what tells the rows apart. What was computed has more to say.
bool names_a_given(std::string_view step, const Table& table, std::size_t column,
                   const Lesson& lesson) {
  const bool is_symbol =
      step.size() == 1 && std::isalpha(static_cast<unsigned char>(step.front())) != 0;
  const Column& head = table.columns[column];
  if (!is_symbol && step != head.label) return false;
  // The batch of the run without micro-batches, and the weight that the updates begin with.
  const std::string_view more[] = {"bytes.samples", "updates.start"};
  return column == 0 ||
         std::ranges::find(lesson.parameters, head.key, &Parameter::key) !=
             lesson.parameters.end() ||
         std::ranges::find(more, table.id + "." + head.key) != std::end(more);
}

/// Words for what has no arithmetic: it was executed, or quoted.
bool is_words(std::string_view step, const Language& language) {
  const FormulaStrings& words = language.strings->formulas;
  const std::string_view largest_n = words.largest_n;
  if (is_filled(step, largest_n.substr(0, largest_n.find('}') + 1))) return true;
  for (const Str& pattern :
       {words.at_phase_end, words.within_phase, words.no_state, words.no_state_kept, words.updates,
        words.copy_of_master, words.sheet, words.largest_difference, words.largest_gradient,
        words.norm_gradient, words.norm_step, words.best_of, words.best_length,
        words.segments_counted, words.round_size, words.real_size})
    if (is_filled(step, last_part(pattern))) return true;
  return false;
}

TEST(Formulas, WordsAreKnownByTheirTemplate) {
  EXPECT_TRUE(is_filled("the best of 5 runs", "the best of {runs} runs"));
  EXPECT_TRUE(is_filled("no state", "no state"));
  EXPECT_FALSE(is_filled("no state at all", "no state"));
  EXPECT_FALSE(is_filled("2 × 3) × 4", "the best of {runs} runs"));
  const Language& language = languages().front();
  EXPECT_FALSE(is_words("(4 + 1 × 32", language));
  EXPECT_FALSE(is_words("layers", language));
  EXPECT_TRUE(is_words(language.strings->formulas.no_state_kept, language));
}

TEST(Formulas, OnlyAGivenNumberIsItsName) {
  const Lesson& lesson = *find_lesson("activation");
  Table table{.id = "points", .caption = ""};
  table.columns = {{"row", "row"}, {"batch", "batch B"}, {"saved_bytes", "saved"}};
  for (const char* step : {"B", "batch B"}) EXPECT_TRUE(names_a_given(step, table, 1, lesson));
  EXPECT_TRUE(names_a_given("k", table, 0, lesson));
  EXPECT_FALSE(names_a_given("batch", table, 1, lesson));
  for (const char* step : {"S", "saved"}) EXPECT_FALSE(names_a_given(step, table, 2, lesson));
}

double number_of(const Cell& cell) {
  const auto* whole = std::get_if<std::int64_t>(&cell.value);
  return whole ? static_cast<double>(*whole) : std::get<double>(cell.value);
}

/// Whether the text is the number itself, and not a rounding of it; words are none.
bool shows_all_of(const Cell& cell) {
  if (const std::size_t at = cell.text.find_first_not_of("0123456789.,-+e");
      at != cell.text.npos && (at + 1 != cell.text.size() || !std::strchr("xKMBT", cell.text[at])))
    return true;
  std::string digits;
  for (const char c : cell.text)
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' || c == 'e')
      digits += c;
  double shown = std::strtod(digits.c_str(), nullptr);
  for (const auto& [suffix, scale] : {std::pair{"K", 1e3}, {"M", 1e6}, {"B", 1e9}, {"T", 1e12}})
    if (cell.text.ends_with(suffix)) shown *= scale;
  return std::abs(shown - number_of(cell)) <= 1e-12 * std::abs(number_of(cell));
}

/// How many formulas were evaluated.
int expect_formulas(const Presentation& shown, const std::string& where, const Lesson& lesson,
                    const Language& language) {
  int evaluated = 0;
  for (const Table& table : shown.tables) {
    EXPECT_FALSE(table.source.empty()) << where << table.id;
    EXPECT_EQ(table.source.find('{'), std::string::npos) << table.source;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const Cell& cell = table.rows[r][c];
        const std::string at = where + table.id + " row " + std::to_string(r) + " " +
                               table.columns[c].key + ": " + cell.formula;
        if (std::holds_alternative<std::monostate>(cell.value)) {
          EXPECT_EQ(cell.formula, "") << at;
          continue;
        }
        // The number as it is shown, and its unit at most.
        const std::string_view sign = shows_all_of(cell) ? " = " : " ≈ ";
        const std::string shown_number = std::string(sign) + cell.text;
        const std::size_t end = cell.formula.rfind(shown_number);
        if (end == std::string::npos) {
          ADD_FAILURE() << "does not end in" << shown_number << "\n" << at;
          continue;
        }
        const std::string unit = cell.formula.substr(end + shown_number.size());
        EXPECT_TRUE(unit.empty() || unit == " B" || unit == " GB" || unit == " GiB" ||
                    unit == " ms")
            << at;
        EXPECT_EQ(cell.formula.find('{'), std::string::npos) << at;
        const std::string step = last_step(cell.formula.substr(0, end) + " = " + cell.text);
        EXPECT_FALSE(step.empty()) << at;
        const auto value = Calculator::evaluate(step);
        if (!value) {
          EXPECT_TRUE(names_a_given(step, table, c, lesson) || is_words(step, language))
              << "neither arithmetic nor words: " << step << "\n"
              << at;
          continue;
        }
        ++evaluated;
        const double number = number_of(cell);
        if (std::holds_alternative<std::int64_t>(cell.value))
          EXPECT_EQ(*value, number) << at;
        else  // some are written with five digits
          EXPECT_NEAR(*value, number, 2e-4 * std::abs(number)) << at;
      }
  }
  return evaluated;
}

struct Setting {
  std::string_view lesson;
  Texts values;
};

/// Every lesson as it opens, and what else its formulas have cases for.
std::vector<Setting> settings() {
  std::vector<Setting> list{
      {"recipes", {{"sharding", "replicated"}, {"gpu", "t4"}}},
      {"recipes", {{"sharding", "zero1"}, {"gpus", "7"}, {"capacity", "reported"}}},
      {"recipes", {{"sharding", "zero2"}, {"gpus", "1000"}, {"update", "0.01"}}},
      {"recipes", {{"gpu", "custom"}, {"gpu_gb", "1"}, {"gpus", "100000"}}},
      {"optimizer_state", {{"steps", "0"}}},
      {"optimizer_state", {{"optimizer", "sgd"}, {"steps", "3"}, {"batch", "1"}}},
      {"optimizer_state", {{"optimizer", "sgd_momentum"}, {"layers", "3"}, {"width", "7"}}},
      {"optimizer_state", {{"optimizer", "adam"}, {"width", "1"}, {"layers", "1"}}},
      {"optimizer_state", {{"width", "16384"}, {"batch", "65536"}}},
      {"activation", {{"function", "gelu"}, {"frozen", "2"}, {"frozen_layers", "5"}}},
      {"activation", {{"function", "tanh"}, {"frozen_layers", "1,4"}, {"sequence", "3"}}},
      {"activation", {{"function", "silu"}, {"dtype", "bfloat16"}, {"layers", "1"}}},
      {"activation", {{"mode", "no_grad"}}},
      {"activation", {{"frozen", "8"}}},
      {"activation", {{"width", "8192"}, {"sequence", "1000"}, {"function", "sigmoid"}}},
      {"accumulation", {{"batch", "10"}}},
      {"accumulation", {{"batch", "6"}, {"weighted", "true"}, {"zero_grad", "false"}}},
      {"accumulation", {{"micro_batches", "1"}, {"divide_loss", "false"}}},
      {"accumulation", {{"layers", "16"}, {"width", "8"}}},
      {"accumulation", {{"layers", "16"}, {"width", "1024"}, {"batch", "1000"}}},
      {"checkpointing", {{"block", "wide"}}},
      {"checkpointing", {{"block", "wide"}, {"early_stop", "false"}, {"layers", "5"}}},
      {"checkpointing", {{"boundaries", "6,4,3,2,1"}, {"preserve_rng_state", "false"}}},
      {"checkpointing", {{"boundaries", "1,5"}, {"layers", "6"}, {"block", "wide"}}},
      {"checkpointing", {{"layers", "1"}, {"segment", "1"}, {"keep_gradients", "true"}}},
      {"checkpointing", {{"width", "4096"}, {"batch", "7"}, {"layers", "9"}}},
      {"budget", {{"sharding", "replicated"}, {"recipe", "fp32"}}},
      {"budget", {{"sharding", "zero1"}, {"recipe", "autocast"}, {"gpu", "h200"}}},
      {"budget", {{"sharding", "zero2"}, {"recipe", "bf16_stock"}, {"parameters", "5000000001"}}},
      {"levers",
       {{"optimizer", "sgd"},
        {"gpus", "7"},
        {"batch", "3"},
        {"micro_batches", "2"},
        {"width", "5"}}},
      {"budget", {{"recipe", "fp32_main_gradients"}, {"parameters", "1e6"}}},
  };
  for (const Lesson& lesson : lessons()) list.push_back({lesson.id, {}});
  return list;
}

// Each setting runs once, and is shown in every language.
TEST(Formulas, EveryNumberLeadsToOneThatAgrees) {
  for (const Setting& setting : settings()) {
    std::string where = std::string(setting.lesson) + " ";
    for (const auto& [key, text] : setting.values) where += key + "=" + text + " ";
    const Lesson& lesson = *find_lesson(setting.lesson);
    Parsed parsed = parse_values(lesson.parameters, setting.values, languages().front());
    ASSERT_TRUE(parsed.issues.empty()) << where;
    const Values values(lesson.parameters, std::move(parsed.values));
    ASSERT_TRUE(lesson.validate(values, languages().front()).empty()) << where;
    Progress progress;
    const Presenter present = lesson.run(values, progress);
    for (const Language& language : languages())
      EXPECT_GT(expect_formulas(present(language), where + std::string(language.tag) + " ", lesson,
                                language),
                0)
          << where;
  }
}

}  // namespace
}  // namespace tally
