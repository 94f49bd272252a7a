#include "app/desktop_table.h"

#include <algorithm>

namespace tally::app {
namespace {

void draw_cell(Look& look, std::string_view text, bool number, ImU32 color) {
  const ImFont* font = look.small();
  ImVec2 at = ImGui::GetCursorScreenPos();
  if (number) at.x += std::max(0.0f, ImGui::GetContentRegionAvail().x - text_width(font, text));
  draw_text(look, ImGui::GetWindowDrawList(), font, at, color, text);
  ImGui::Dummy({text_width(font, text), font->FontSize});
}

bool is_number(const Cell& cell) { return !std::holds_alternative<std::monostate>(cell.value); }

}  // namespace

void draw_table(Look& look, const Table& table, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto caption = wrap_text(look.body(), table.caption, width);
  ImGui::Dummy({width, draw_lines(look, ImGui::GetWindowDrawList(), look.body(), start,
                                  look.theme.text, caption)});
  if (table.columns.empty()) return;
  const float row = look.small()->FontSize + 2 * ImGui::GetStyle().CellPadding.y;
  const float most = row * 14;  // longer ones scroll
  const float wanted =
      row * static_cast<float>(table.rows.size() + 1) + ImGui::GetStyle().ScrollbarSize;
  const ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit |
                                ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                ImGuiTableFlags_NoPadOuterX;
  const auto columns = static_cast<int>(table.columns.size());
  if (!ImGui::BeginTable(table.id.c_str(), columns, flags, {width, std::min(wanted, most)})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (int i = 0; i < columns; ++i)
    ImGui::TableSetupColumn(table.columns[static_cast<std::size_t>(i)].key.c_str());
  ImGui::TableNextRow();  // not as ImGui's header: that one does not widen its columns
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, look.theme.panel);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    ImGui::TableNextColumn();
    const bool number =
        !table.rows.empty() && i < table.rows[0].size() && is_number(table.rows[0][i]);
    draw_cell(look, table.columns[i].label, number, look.theme.muted());
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(table.rows.size()));
  while (clipper.Step())
    for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
      ImGui::TableNextRow();
      if (r == table.marked_row)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                               with_alpha(look.theme.ink("yours").color, 0.12f));
      const auto& cells = table.rows[static_cast<std::size_t>(r)];
      for (std::size_t i = 0; i < std::min(cells.size(), table.columns.size()); ++i) {
        ImGui::TableNextColumn();
        draw_cell(look, cells[i].text, is_number(cells[i]), look.theme.text);
      }
    }
  ImGui::EndTable();
}

}  // namespace tally::app
