#include "app/figure.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/timeline.h"

namespace tally::app {
namespace {

float panel_padding(const Look& look) { return look.px(14); }

/// Lists that belong together get one length, so that drawing may rely on it.
void make_even(Presentation& presentation) {
  for (Plot& plot : presentation.plots)
    for (Series& series : plot.series) {
      const std::size_t count = std::min(series.x.size(), series.y.size());
      series.x.resize(count);
      series.y.resize(count);
    }
  if (presentation.timeline)
    for (Timeline::Band& band : presentation.timeline->bands)
      band.bytes.resize(presentation.timeline->x_at.size());
}

}  // namespace

void Figure::show(RunResponse result, Fills& fills) {
  values_.answer(result.values, ImGui::IsAnyMouseDown());
  values_.issues = std::move(result.issues);
  error_ = std::move(result.error);
  if (!result.presentation) return;
  // A chosen instant stays where the run is as long as before.
  const std::size_t samples = timeline_samples();
  const int chosen = instant();
  const bool was_chosen = chosen >= 0 && chosen != peak_sample();
  presentation_ = std::move(result.presentation);
  make_even(*presentation_);
  ++version_;
  for (auto state = states_.begin(); state != states_.end();) {
    const bool kept = std::any_of(presentation_->plots.begin(), presentation_->plots.end(),
                                  [&](const Plot& plot) { return plot.id == state->first; }) ||
                      (presentation_->timeline && presentation_->timeline->id == state->first);
    if (!kept) fills.release(&state->second);
    state = kept ? std::next(state) : states_.erase(state);
  }
  if (presentation_->timeline) {
    const bool kept = was_chosen && timeline_samples() == samples;
    states_[presentation_->timeline->id].instant = kept ? chosen : peak_sample();
  }
}

std::size_t Figure::timeline_samples() const {
  return presentation_ && presentation_->timeline ? presentation_->timeline->x_at.size() : 0;
}

int Figure::peak_sample() const {
  if (!presentation_ || !presentation_->timeline) return -1;
  const Timeline& timeline = *presentation_->timeline;
  const auto peak = std::find(timeline.x_at.begin(), timeline.x_at.end(), timeline.peak_at);
  return peak == timeline.x_at.end() ? -1 : static_cast<int>(peak - timeline.x_at.begin());
}

int Figure::instant() const {
  if (!presentation_ || !presentation_->timeline) return -1;
  const auto state = states_.find(presentation_->timeline->id);
  return state == states_.end() ? -1 : state->second.instant;
}

void Figure::set_instant(int sample) {
  if (!presentation_ || !presentation_->timeline) return;
  const int last = static_cast<int>(presentation_->timeline->x_at.size()) - 1;
  if (sample >= 0 && sample <= last) states_[presentation_->timeline->id].instant = sample;
}

void Figure::hide(const std::vector<std::string>& keys) {
  shown_ = lesson_;
  std::erase_if(shown_.parameters, [&](const ParameterDescription& parameter) {
    return std::find(keys.begin(), keys.end(), parameter.key) != keys.end();
  });
}

float Figure::controls_bottom(const Look& look, float width) const {
  if (!controls_ || shown_.parameters.empty()) return 0;
  const float pad = panel_padding(look);
  return controls_height(look, shown_, values_, width - 2 * pad) + 2 * pad + look.px(16);
}

std::vector<Figure::Placed> Figure::place_plots(const Look& look, float top, float width,
                                                float& bottom) const {
  std::vector<Placed> placed;
  bottom = top;
  if (!presentation_) {
    bottom += look.px(200);
    return placed;
  }
  const float gap = look.px(32), below = look.px(20);
  const auto& plots = presentation_->plots;
  const bool in_pairs = width >= look.px(680);
  const float half = std::floor((width - gap) / 2);
  for (std::size_t i = 0; i < plots.size();) {
    if (i) bottom += below;
    const bool pair = in_pairs && i + 1 < plots.size();
    const float each = pair ? half : width;
    const std::size_t count = pair ? 2 : 1;
    float header = 0, height = 0;
    for (std::size_t k = i; k < i + count; ++k)
      header = std::max(header, plot_header(look, plots[k], each));
    for (std::size_t k = i; k < i + count; ++k) {
      placed.push_back({&plots[k], k == i ? 0 : half + gap, bottom, each, header});
      height = std::max(height, plot_height(look, plots[k], each, header));
    }
    bottom += height;
    i += count;
  }
  if (presentation_->timeline) {
    if (!plots.empty()) bottom += below;
    placed.push_back({nullptr, 0, bottom, width, 0});
    bottom += timeline_height(look, *presentation_->timeline, width);
  }
  return placed;
}

float Figure::height(const Look& look, float width) const {
  float bottom = 0;
  place_plots(look, controls_bottom(look, width), width, bottom);
  return bottom + look.px(2);
}

std::string Figure::state_text(const Look& look) const {
  if (!error_.empty()) return error_;
  if (values_.issues.empty()) return std::string(look.word("loading"));
  if (presentation_) return std::string(look.word("stale"));
  std::string text;  // nothing is shown yet: what is wrong stands in its place
  for (const Issue& issue : values_.issues) text += (text.empty() ? "" : "\n") + issue.message;
  return text;
}

void Figure::draw(Look& look, Items& items, ImVec2 at, float width, const Rect& bounds) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImGui::PushID(lesson_.id.c_str());
  const float top = controls_bottom(look, width);
  float bottom = 0;
  const std::vector<Placed> placed = place_plots(look, top, width, bottom);

  if (controls_ && !shown_.parameters.empty()) {
    const float pad = panel_padding(look);
    list->AddRectFilled(at, {at.x + width, at.y + top - look.px(16)}, look.theme.panel, look.px(6));
    draw_controls(look, items, shown_, values_, {at.x + pad, at.y + pad}, width - 2 * pad, bounds,
                  changes_);
  }

  look.light = light_.empty() ? pointed_ : light_;
  const float plots_from = at.y + top;
  for (const Placed& place : placed) {
    const ImVec2 corner = {at.x + place.left, at.y + place.top};
    if (place.plot)
      draw_plot(look, items, *place.plot, states_[place.plot->id], version_, corner, place.width,
                place.header, bounds);
    else
      draw_timeline(look, items, *presentation_->timeline, states_[presentation_->timeline->id],
                    version_, corner, place.width, bounds);
  }
  pointed_.clear();
  for (const auto& [id, state] : states_)
    if (!state.pointed.empty()) pointed_ = state.pointed;
  look.light.clear();
  const bool bad = !values_.issues.empty() || !error_.empty();
  if (bad || !presentation_) {
    list->AddRectFilled({at.x, plots_from}, {at.x + width, at.y + bottom},
                        with_alpha(look.theme.background, 0.6f));
    const std::string said = state_text(look);
    const auto lines = wrap_text(look.body(), said, width - look.px(32));
    float y = plots_from + look.px(8);
    for (const std::string_view line : lines) {
      draw_plate(look, list, look.body(), {at.x + (width - text_width(look.body(), line)) / 2, y},
                 look.theme.ink(bad ? "limit" : "muted").color, line);
      y += look.body()->FontSize;
    }
  }
  ImGui::PopID();
}

std::vector<Change> Figure::take_changes() { return std::exchange(changes_, {}); }

}  // namespace tally::app
