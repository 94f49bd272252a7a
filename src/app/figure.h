// A lesson's figure: controls, plots and timeline below each other, in any ImGui window.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/controls.h"
#include "app/items.h"
#include "app/look.h"
#include "app/plot.h"
#include "lecture/description.h"
#include "lecture/run.h"

namespace tally::app {

class Figure {
 public:
  explicit Figure(const LessonDescription& lesson) : lesson_(lesson), shown_(lesson) {}

  const LessonDescription& lesson() const { return lesson_; }

  /// Takes a result. One with issues leaves the last good presentation, dimmed, and shows messages;
  /// before there is one it says them in its place.
  void show(RunResponse result, Fills& fills);
  void set_controls(bool on) { controls_ = on; }
  /// Leaves the controls of these parameters out.
  void hide(const std::vector<std::string>& keys);

  /// The height at that width, in framebuffer pixels.
  float height(const Look& look, float width) const;
  /// Draws with the upper left corner at `at`; read-outs stay within `bounds`.
  void draw(Look& look, Items& items, ImVec2 at, float width, const Rect& bounds);

  /// What the reader changed since the last call.
  std::vector<Change> take_changes();

  /// The chosen instant of the timeline, as the index of a sample; the peak until one is chosen,
  /// which then stays while the runs are of one length. -1 without a timeline.
  int instant() const;
  void set_instant(int sample);
  /// Dims everything but what has this category's colour; "" ends it. Without it a legend entry
  /// that is pointed at does so.
  void set_light(std::string category) { light_ = std::move(category); }
  const std::optional<Presentation>& presentation() const { return presentation_; }
  const ControlValues& values() const { return values_; }

 private:
  struct Placed {
    const Plot* plot = nullptr;  // or the timeline
    float left = 0, top = 0, width = 0, header = 0;
  };
  std::vector<Placed> place_plots(const Look& look, float top, float width, float& bottom) const;
  std::size_t timeline_samples() const;
  int peak_sample() const;  // -1 without one
  /// What stands over the plots, or in their place: an error, what is wrong with the values, that
  /// the plots are of earlier ones, or that the first run goes on.
  std::string state_text(const Look& look) const;
  float controls_bottom(const Look& look, float width) const;

  const LessonDescription& lesson_;
  LessonDescription shown_;  // the lesson with the parameters that have a control here
  std::optional<Presentation> presentation_;
  ControlValues values_;
  std::string error_;
  bool controls_ = true;
  std::uint64_t version_ = 0;
  std::map<std::string, PlotState> states_;
  std::vector<Change> changes_;
  std::string light_, pointed_;
};

}  // namespace tally::app
