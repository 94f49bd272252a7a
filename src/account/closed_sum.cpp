#include "account/closed_sum.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace tally {
namespace {

using Factor = ClosedSum::Factor;

void append(std::string& text, std::string_view part, std::string_view between) {
  if (!text.empty()) text += between;
  text += part;
}

std::string symbol_of(const Factor& factor) {
  return factor.symbol.empty() ? std::to_string(factor.value) : std::string(factor.symbol);
}

void add_product(ClosedText& text, const std::vector<Factor>& factors) {
  std::string formula, numbers;
  std::int64_t product = 1;
  // A negative number is taken away rather than added.
  const bool negative = !factors.empty() && factors[0].symbol.empty() && factors[0].value < 0;
  if (negative) product = factors[0].value;
  if (product < -1) formula = numbers = std::to_string(-product);
  for (std::size_t i = negative; i < factors.size(); ++i) {
    append(formula, symbol_of(factors[i]), " × ");
    append(numbers, std::to_string(factors[i].value), " × ");
    product *= factors[i].value;
  }
  append(text.formula, formula, negative ? " − " : " + ");
  append(text.numbers, numbers, negative ? " − " : " + ");
  text.value += product;
}

/// A term of a block, with what it has of the tokens taken out.
struct BlockTerm {
  std::int64_t coefficient = 1;  // its numbers, bytes of an element among them
  bool per_token = false;
  std::vector<Factor> rest;
};

BlockTerm taken_apart(const std::vector<Factor>& term) {
  BlockTerm found;
  const auto takes = [&](std::string_view symbol) {
    return std::any_of(term.begin(), term.end(),
                       [&](const Factor& factor) { return factor.symbol == symbol; });
  };
  found.per_token = takes("T") || takes("b");
  bool one_s = takes("b");  // s b are the tokens: another s is left
  for (const Factor& factor : term) {
    if (factor.symbol.empty() || factor.symbol == "e") {
      found.coefficient *= factor.value;
    } else if (factor.symbol == "s" && one_s) {
      one_s = false;
    } else if (factor.symbol != "T" && factor.symbol != "b") {
      found.rest.push_back(factor);
    }
  }
  return found;
}

std::int64_t product_of(const std::vector<Factor>& factors) {
  std::int64_t product = 1;
  for (const Factor& factor : factors) product *= factor.value;
  return product;
}

/// Products of the same symbols, their coefficients added up, in the order of first appearance.
class Collected {
 public:
  void add(std::int64_t coefficient, std::vector<Factor> symbols) {
    const auto same = [&](const auto& each) {
      return std::equal(
          each.second.begin(), each.second.end(), symbols.begin(), symbols.end(),
          [](const Factor& one, const Factor& other) { return one.symbol == other.symbol; });
    };
    const auto found = std::find_if(terms_.begin(), terms_.end(), same);
    if (found != terms_.end())
      found->first += coefficient;
    else
      terms_.emplace_back(coefficient, std::move(symbols));
  }
  /// What is taken away comes last.
  void add_to(ClosedText& sum) const {
    for (const bool negative : {false, true})
      for (const auto& [coefficient, symbols] : terms_) {
        if ((coefficient < 0) != negative) continue;
        std::vector<Factor> factors{{"", coefficient}};
        factors.insert(factors.end(), symbols.begin(), symbols.end());
        add_product(sum, factors);
      }
  }

 private:
  std::vector<std::pair<std::int64_t, std::vector<Factor>>> terms_;
};

}  // namespace

ClosedText ClosedSum::text() const {
  ClosedText sum;
  for (const Term& term : terms_) add_product(sum, term);
  return sum;
}

ClosedText ClosedSum::per_token(Factor tokens, Factor width) const {
  Collected of_tokens, beside;
  for (const Term& term : terms_) {
    BlockTerm apart = taken_apart(term);
    // Only widths of tensors: of a head count that happens to be as great it would say nothing.
    for (Factor& factor : apart.rest)
      if (factor.value == width.value && (factor.symbol == "n" || factor.symbol == "k"))
        factor = width;
    (apart.per_token ? of_tokens : beside).add(apart.coefficient, std::move(apart.rest));
  }
  ClosedText inside;
  of_tokens.add_to(inside);
  ClosedText sum{std::string(tokens.symbol) + " × (" + inside.formula + ")",
                 std::to_string(tokens.value) + " × (" + inside.numbers + ")",
                 tokens.value * inside.value};
  beside.add_to(sum);
  return sum;
}

ClosedText ClosedSum::in_sbh(Factor sequence, Factor batch, Factor width, Factor heads) const {
  std::int64_t hidden = 0, squares = 0, of_heads = 0, of_tokens = 0, beside = 0;
  for (const Term& term : terms_) {
    const BlockTerm apart = taken_apart(term);
    const auto takes = [&](std::string_view symbol) {
      return std::any_of(apart.rest.begin(), apart.rest.end(),
                         [&](const Factor& factor) { return factor.symbol == symbol; });
    };
    const std::int64_t all = apart.coefficient * product_of(apart.rest);
    const bool wide = takes("h") || takes("f") || takes("n") || takes("k") || takes("g");
    if (!apart.per_token)
      beside += all;
    else if (takes("a") && takes("s"))
      squares += apart.coefficient;
    else if (wide)
      hidden += all;
    else if (takes("a") && apart.rest.size() == 1)
      of_heads += apart.coefficient;
    else
      of_tokens += all;
  }
  ClosedText sum;
  const std::int64_t tokens = sequence.value * batch.value;
  const auto add_term = [&](const std::string& coefficient, std::string_view symbols,
                            std::initializer_list<std::int64_t> numbers, std::int64_t value) {
    std::string product = coefficient;
    for (const std::int64_t number : numbers) append(product, std::to_string(number), " × ");
    append(sum.formula, coefficient + std::string(symbols), value < 0 ? " − " : " + ");
    append(sum.numbers, product, value < 0 ? " − " : " + ");
    sum.value += value;
  };
  const std::int64_t h = width.value, s = sequence.value, b = batch.value, a = heads.value;
  if (hidden > 0) {
    const std::int64_t common = std::gcd(hidden, h);
    const std::string whole = std::to_string(hidden / common);
    add_term(common == h ? whole : "(" + whole + "/" + std::to_string(h / common) + ")", " s b h",
             {s, b, h}, hidden * tokens);
  }
  if (squares > 0)
    add_term(std::to_string(squares), " a s² b", {a, s, s, b}, squares * a * s * tokens);
  if (of_heads > 0) add_term(std::to_string(of_heads), " a s b", {a, s, b}, of_heads * a * tokens);
  if (of_tokens > 0) add_term(std::to_string(of_tokens), " s b", {s, b}, of_tokens * tokens);
  if (beside != 0) add_term(std::to_string(std::abs(beside)), "", {}, beside);
  return sum;
}

}  // namespace tally
