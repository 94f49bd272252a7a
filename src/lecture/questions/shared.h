// What the questions share: how a row is made of a struct, and how an execution picks its choice.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes.h"
#include "lecture/question.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {

/// What fills a template.
using Arguments = std::vector<std::pair<std::string, std::string>>;

/// A choice, and whether the execution proves it right.
struct Claim {
  std::string_view choice;
  bool proved;
};

/// The one choice that is proved; empty when none is, or more than one: the question then no longer
/// fits what the engine does, and its answer is an error.
std::string_view proved(std::initializer_list<Claim> claims);

/// How many times larger: "1.80" from two byte counts.
std::string factor_text(Bytes value, Bytes of);

namespace detail {

// A TextKey captures nothing, so the choice's index is a template argument.
template <class Q, std::size_t I>
Str choice_label(const Strings& s) {
  return (s.questions.*Q::words).choices[I];
}
template <class Q, std::size_t... I>
constexpr auto question_choices(std::index_sequence<I...>) {
  using Words = std::remove_cvref_t<decltype(std::declval<const QuestionStrings&>().*Q::words)>;
  static_assert(std::tuple_size_v<decltype(Words::choices)> == sizeof...(I),
                "every choice has its words");
  return std::array{Choice{Q::choices[I], choice_label<Q, I>}...};
}

template <class Q>
inline constexpr auto choices_of =
    question_choices<Q>(std::make_index_sequence<Q::choices.size()>{});

}  // namespace detail

/// Makes a row of a struct with `id`, `lesson`, `words` (a member of QuestionStrings), `choices`
/// (ids, in the order of the words), `static Finding run(Progress&)` and, where the prompt has
/// places, `static Arguments setting()`.
template <class Q>
constexpr Question question() {
  return {.id = Q::id,
          .lesson = Q::lesson,
          .prompt = [](const Language& language) -> std::string {
            const Str& prompt = (language.strings->questions.*Q::words).prompt;
            if constexpr (requires { Q::setting(); })
              return fill(prompt, Q::setting());
            else
              return fill(prompt, Arguments{});
          },
          .choices = detail::choices_of<Q>,
          .run = Q::run,
          .explanation = [](const Strings& s) { return (s.questions.*Q::words).explanation; }};
}

}  // namespace tally
