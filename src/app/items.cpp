#include "app/items.h"

#include <imgui_internal.h>

#include "formats/json_value.h"

namespace {
tally::app::Items* listening = nullptr;
}

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect& box,
                                 const ImGuiLastItemData*) {
  if (listening) listening->added(id, box.Min, box.Max);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label,
                                  ImGuiItemStatusFlags) {
  if (listening) listening->labelled(id, label);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }

namespace tally::app {

void Items::begin_frame() {
  items_.clear();
  key_.clear();
  listening = this;
  ImGui::GetCurrentContext()->TestEngineHookItems = true;
}

void Items::end_frame() { listening = nullptr; }

void Items::added(ImGuiID id, ImVec2 low, ImVec2 high) {
  if (id)
    items_.push_back(
        {.id = id, .low = low, .high = high, .label = {}, .key = key_, .role = {}, .value = {}});
}

void Items::labelled(ImGuiID id, const char* label) {
  for (auto item = items_.rbegin(); item != items_.rend(); ++item)
    if (item->id == id) {
      const std::string_view whole = label;
      item->label = whole.substr(0, whole.find("##"));
      return;
    }
}

void Items::describe(ImGuiID id, std::string_view label, std::string_view role,
                     std::string_view value) {
  for (auto item = items_.rbegin(); item != items_.rend(); ++item)
    if (item->id == id) {
      item->label = label;
      item->role = role;
      item->value = value;
      return;
    }
}

std::string Items::json(float dpr) const {
  JsonValue list = JsonValue::Array();
  const auto length = [dpr](float pixels) { return static_cast<double>(pixels / dpr); };
  for (const Item& item : items_) {
    if (item.label.empty() || (item.role.empty() && item.key.empty())) continue;  // ImGui's windows
    list.add(JsonValue::Object{{"label", item.label},
                               {"key", item.key},
                               {"role", item.role},
                               {"value", item.value},
                               {"x", length(item.low.x)},
                               {"y", length(item.low.y)},
                               {"w", length(item.high.x - item.low.x)},
                               {"h", length(item.high.y - item.low.y)}});
  }
  return list.dump();
}

}  // namespace tally::app
