// What is wrong with a file that a user brought, as data: a view puts it into words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/config_problem.h"
#include "formats/json_value.h"

namespace tally {

struct FormatIssue {
  enum class Kind : std::uint8_t {
    // The text. `got`: the byte at which reading stopped.
    not_utf8,
    not_json,
    number_too_big,
    too_deep,
    duplicate,  // `field` stands twice
    // A member. `field`: where; `got`: what stands there; `takes`: what may.
    missing,
    wrong_type,
    out_of_range,
    unknown_value,
    contradiction,  // `problem`: what contradicts what
    not_modelled,   // `field` has the value `got`, which changes the memory in a way not known here
    // The file. `got` and `takes` are bytes.
    cut_off,
    too_long,
    hole,  // between or after the tensors' bytes, at `got`
  };
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::hole) + 1;
  Kind kind{};
  std::string field = {};
  std::string got = {};
  std::string takes = {};
  ConfigProblem problem = {};  // of a contradiction: what contradicts what
};
using FormatIssues = std::vector<FormatIssue>;

/// The value that a text is. Nothing, and an issue, where it is no JSON or an object in it has two
/// members of one name; `begin` is the offset in bytes of the text in its file.
std::optional<JsonValue> parse_json(std::string_view text, FormatIssues& issues,
                                    std::size_t begin = 0);

/// The object that a file's text is. Nothing, and an issue, where it is no JSON or no object;
/// `name` is the file's in the issue, `begin` the offset in bytes of the text in it.
std::optional<JsonValue> parse_object(std::string_view text, std::string_view name,
                                      FormatIssues& issues, std::size_t begin = 0);

/// A value as a message shows it: its JSON, at most 40 characters of it.
std::string shown(const JsonValue& value);

/// Reads members of one object and says what is wrong with each.
class FieldReader {
 public:
  /// `place` is put before names in issues ("", or "text_config.").
  FieldReader(const JsonValue& object, FormatIssues& issues, std::string place = {})
      : object_(object), issues_(issues), place_(std::move(place)) {}

  /// The member, or nullptr when there is none or it is null.
  const JsonValue* find(std::string_view name) const;
  /// A whole number from `least` to `greatest`; `otherwise` where it is left out.
  std::int64_t integer(std::string_view name, std::int64_t otherwise, std::int64_t least,
                       std::int64_t greatest);
  double real(std::string_view name, double otherwise, double least, double greatest);
  bool boolean(std::string_view name, bool otherwise);
  std::string text(std::string_view name, std::string_view otherwise);
  /// As `integer`, but an issue where it is left out.
  std::int64_t needed(std::string_view name, std::int64_t least, std::int64_t greatest);

  void add(FormatIssue::Kind kind, std::string_view name, std::string got = {},
           std::string takes = {});
  void contradiction(std::string_view name, ConfigProblem problem);

 private:
  const JsonValue& object_;
  FormatIssues& issues_;
  std::string place_;
};

}  // namespace tally
