// The widgets of the last frame with their places, told by the four functions that Dear ImGui calls
// when it is built with IMGUI_ENABLE_TEST_ENGINE. Tests click by label; the page mirrors them.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace tally::app {

struct Item {
  ImGuiID id = 0;
  ImVec2 low, high;  // framebuffer pixels
  std::string label;
  std::string key;    // the parameter it belongs to, or "plot:ID"
  std::string role;   // "slider", "button", "checkbox", "choice", "legend", "plot"
  std::string value;  // what it stands at, as a parameter's text
};

class Items {
 public:
  /// Starts a frame's list and makes this the one that ImGui reports to.
  void begin_frame();
  void end_frame();
  /// What the next items belong to.
  void belong_to(std::string_view key) { key_ = key; }
  /// Says more of the item that was added last.
  void describe(ImGuiID id, std::string_view label, std::string_view role,
                std::string_view value = {});
  const std::vector<Item>& all() const { return items_; }
  /// [{"label":..,"key":..,"role":..,"value":..,"x":..,"y":..,"w":..,"h":..}], CSS pixels.
  std::string json(float dpr) const;

  void added(ImGuiID id, ImVec2 low, ImVec2 high);
  void labelled(ImGuiID id, const char* label);

 private:
  std::vector<Item> items_;
  std::string key_;
};

}  // namespace tally::app
