// Sentences: filling templates, quoting what a reader typed, and guessing what was meant.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lecture/language.h"

namespace tally {

/// `template_text` with each {name} replaced. Every name must be given (a check fails otherwise);
/// `{{` stands for a brace. Numbers are formatted before, by format.h. {n:part|parts} is the number
/// and its word: "1 part", "4 parts".
std::string fill(std::string_view template_text,
                 std::initializer_list<std::pair<std::string_view, std::string>> arguments);
std::string fill(std::string_view template_text,
                 std::span<const std::pair<std::string, std::string>> arguments);

/// The names of the blanks of a template, sorted, each once.
std::vector<std::string> blanks(std::string_view template_text);

/// What a reader typed, fit to be printed inside a message: control characters and invalid UTF-8
/// are shown as \x1b, and all beyond 40 characters as an ellipsis.
std::string printable(std::string_view text);

/// The same, however long: for names in what was asked for.
std::string printable_whole(std::string_view text);

/// The number of columns a text takes in a terminal: 2 for East Asian wide and full-width
/// characters.
int display_width(std::string_view utf8);

/// The candidate nearest to `text` by edit distance, or "" when none is near.
std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates);

/// Items with the language's separator between them.
std::string join(std::span<const std::string_view> items, std::string_view separator);

/// Every string of a language in the order of `Strings`: for tests over all of them and for fonts.
std::vector<std::string_view> all_strings(const Strings& strings);

}  // namespace tally
