// A lesson is its parameters, `run` and `present`; the registry (lessons.cpp) has one row for each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/progress.h"
#include "lecture/parameter.h"
#include "lecture/presentation.h"

namespace tally {

/// A result that can be shown in any language without running again.
using Presenter = std::function<Presentation(const Language&)>;

struct Lesson {
  std::string_view id;  // in URLs and JSON: "recipes"
  int number;           // the demonstration's number in the lecture, from 1
  TextKey title;
  std::span<const Parameter> parameters;
  Presenter (*run)(const Values&, Progress&);
  /// What is wrong between values that are each valid ("segments of 6, 4 and 3 layers are 13, not
  /// 16").
  std::vector<Issue> (*validate)(const Values&, const Language&);
};

/// Makes a registry row of a struct with `id`, `number`, `title`, `parameters`,
/// `static Result run(const Values&, Progress&)` and
/// `static Presentation present(const Result&, const Language&)`; and, where values can contradict
/// each other, `static std::vector<Issue> validate(const Values&, const Language&)`.
template <class L>
constexpr Lesson lesson() {
  return {.id = L::id,
          .number = L::number,
          .title = L::title,
          .parameters = L::parameters,
          .run = [](const Values& values, Progress& progress) -> Presenter {
            auto result =
                std::make_shared<decltype(L::run(values, progress))>(L::run(values, progress));
            return [result](const Language& language) { return L::present(*result, language); };
          },
          .validate = [](const Values& values, const Language& language) -> std::vector<Issue> {
            if constexpr (requires { L::validate(values, language); })
              return L::validate(values, language);
            else
              return {};
          }};
}

/// All lessons, in the order of the lecture (lessons.cpp: one row each).
std::span<const Lesson> lessons();

/// The lesson with this id, or nullptr.
const Lesson* find_lesson(std::string_view id);

}  // namespace tally
