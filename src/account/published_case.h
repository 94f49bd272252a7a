// Cases of published numbers: what a case gives, run, in the unit of the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

struct PublishedCase {
  std::string kind;
  std::map<std::string, double> numbers;  // flags are 0 and 1
  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<double>> lists;
};

/// The number that the case expects under `name` ("" where it expects one only), or nothing: what
/// it asks is not modelled, or its source leaves out what would have to be guessed.
std::optional<double> run_published(const PublishedCase& published, std::string_view unit,
                                    std::string_view name);

}  // namespace tally
