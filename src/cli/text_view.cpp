#include "cli/text_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lecture/format.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

constexpr int line_width = 96;

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

std::string padded(const std::string& text, int width, bool right) {
  const std::string space = spaces(width - display_width(text));
  return right ? space + text : text + space;
}

/// A column's head broken at spaces, so that it is not much wider than what stands below it.
std::vector<std::string> head_lines(const std::string& label, int width) {
  std::vector<std::string> lines{{}};
  for (std::size_t begin = 0; begin < label.size();) {
    const std::size_t bracket = label.find('(', begin);  // what is in brackets stays together
    std::size_t end = label.find(' ', begin);
    if (bracket == begin) end = label.find(')', begin);
    end = end == std::string::npos ? label.size() : end + (bracket == begin);
    const std::string word = label.substr(begin, end - begin);
    if (lines.back().empty())
      lines.back() = word;
    else if (display_width(lines.back()) + 1 + display_width(word) <= width)
      lines.back() += " " + word;
    else
      lines.push_back(word);
    begin = end + 1;
  }
  return lines;
}

std::string table_text(const Table& table) {
  const std::size_t columns = table.columns.size();
  std::vector<int> widths(columns);
  std::vector<bool> numeric(columns);
  std::vector<std::vector<std::string>> heads(columns);
  std::size_t head_height = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    bool number = false, word = false;
    for (const auto& row : table.rows) {
      widths[c] = std::max(widths[c], display_width(row[c].text));
      const bool is_word = std::holds_alternative<std::monostate>(row[c].value);
      number |= !is_word;
      word |= is_word && row[c].text != "–";
    }
    numeric[c] = number && !word;
    heads[c] = head_lines(table.columns[c].label, std::max(widths[c], 12));
    for (const std::string& line : heads[c]) widths[c] = std::max(widths[c], display_width(line));
    head_height = std::max(head_height, heads[c].size());
  }
  std::string result = "  " + table.caption + "\n";
  const auto line = [&](const std::string& mark, auto&& cell_text) {
    std::string row = mark;
    for (std::size_t c = 0; c < columns; ++c) {
      if (c) row += "  ";
      row += padded(cell_text(c), widths[c], numeric[c]);
    }
    while (row.back() == ' ') row.pop_back();
    result += row + "\n";
  };
  for (std::size_t h = 0; h < head_height; ++h)
    line("    ", [&](std::size_t c) {
      const std::size_t skipped = head_height - heads[c].size();  // heads stand on their columns
      return h < skipped ? std::string() : heads[c][h - skipped];
    });
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    line(static_cast<std::int64_t>(r) == table.marked_row ? "  > " : "    ",
         [&](std::size_t c) { return table.rows[r][c].text; });
  return result;
}

/// A number on an axis in short.
std::string axis_text(double value, const Axis& axis) {
  if (axis.unit == Unit::bytes) return bytes_in_short({std::llround(value)});
  return significant(value);
}

/// A plot of bars with named positions: one line for each, a letter for each series.
std::string bars_text(const Plot& plot) {
  constexpr int longest = 48;
  constexpr std::string_view letters = "#=+o*%@x~:.";
  std::vector<double> totals(plot.x.categories.size());
  std::vector<bool> has_bar(totals.size());
  std::vector<const Series*> bars;
  for (const Series& series : plot.series) {
    if (series.kind != SeriesKind::bars) continue;
    bars.push_back(&series);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const auto at = static_cast<std::size_t>(series.x[i]);
      if (at >= totals.size() || !std::isfinite(series.y[i])) continue;
      totals[at] += series.y[i];
      has_bar[at] = true;
    }
  }
  const double most = totals.empty() ? 0 : *std::max_element(totals.begin(), totals.end());
  if (bars.empty() || !(most > 0)) return {};
  int width = 0;
  for (const std::string& name : plot.x.categories) width = std::max(width, display_width(name));
  std::string result = "  " + plot.caption + "\n";
  for (std::size_t at = 0; at < totals.size(); ++at) {
    std::string bar;
    double sum = 0;
    for (std::size_t s = 0; s < bars.size(); ++s)
      for (std::size_t i = 0; i < bars[s]->x.size(); ++i) {
        if (static_cast<std::size_t>(bars[s]->x[i]) != at || !std::isfinite(bars[s]->y[i]))
          continue;
        sum += bars[s]->y[i];
        const auto end = static_cast<std::size_t>(std::llround(sum / most * longest));
        bar.append(end > bar.size() ? end - bar.size() : 0, letters[s % letters.size()]);
      }
    result += "    " + padded(plot.x.categories[at], width, false) + "  " + bar + " " +
              (has_bar[at] ? axis_text(totals[at], plot.y) : "–") + "\n";
  }
  result += "    " + spaces(width) + "  ";
  for (std::size_t s = 0; s < bars.size(); ++s)
    result += std::string(1, letters[s % letters.size()]) + " " + bars[s]->label + "  ";
  while (result.back() == ' ') result.pop_back();
  return result + " | " + plot.y.label + "\n";
}

}  // namespace

std::string wrapped(std::string_view text, std::string_view first_indent, std::string_view indent) {
  std::vector<std::string>
      pieces;  // a word, or one wide character with what must not be torn off it
  std::string piece;
  const auto flush = [&] {
    if (!piece.empty()) pieces.push_back(std::move(piece));
    piece.clear();
  };
  constexpr std::string_view closing = "，。；：、）”》！？";
  constexpr std::string_view opening = "（“《";
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view character = text.substr(i, length);
    i += length;
    if (character == " ") {
      piece += ' ';
      flush();
    } else if (display_width(character) == 2 && closing.find(character) == std::string_view::npos) {
      const bool opened = piece.size() == 3 && opening.find(piece) != std::string_view::npos;
      if (!opened) flush();
      piece += character;
      if (opening.find(character) == std::string_view::npos) {
        // A closing mark that follows stays on this line.
        while (i + 3 <= text.size() && closing.find(text.substr(i, 3)) != std::string_view::npos) {
          piece += text.substr(i, 3);
          i += 3;
        }
        flush();
      }
    } else {
      piece += character;
    }
  }
  flush();
  std::string result(first_indent);
  int used = display_width(first_indent);
  bool fresh = true;
  for (const std::string& next : pieces) {
    const std::size_t end = next.find_last_not_of(' ');
    const int width = display_width(next.substr(0, end == std::string::npos ? 0 : end + 1));
    if (!fresh && used + width > line_width) {
      while (result.back() == ' ') result.pop_back();
      result += '\n';
      result += indent;
      used = display_width(indent);
    }
    result += next;
    used += display_width(next);
    fresh = false;
  }
  while (result.back() == ' ') result.pop_back();
  return result + "\n";
}

std::string text_view(const RunResponse& response, const Lesson& lesson, const Language& language) {
  return text_view(*response.presentation,
                   std::to_string(lesson.number) + ". " + std::string(language.text(lesson.title)));
}

std::string text_view(const Presentation& shown, std::string_view title) {
  std::string result = std::string(title) + "\n";
  for (int i = 0; i < display_width(title); ++i) result += "─";
  result += "\n" + wrapped(shown.sentence, "", "");
  for (const Table& table : shown.tables) result += "\n" + table_text(table);
  for (const Plot& plot : shown.plots)
    if (const std::string bars = bars_text(plot); !bars.empty()) result += "\n" + bars;
  if (shown.timeline)
    result += "\n" + wrapped(shown.timeline->caption, "  ", "  ") +
              wrapped(shown.timeline->peak_label, "  ", "  ");
  if (!shown.notes.empty()) result += "\n";
  for (const std::string& note : shown.notes) result += wrapped(note, "  * ", "    ");
  return result;
}

}  // namespace tally::cli
