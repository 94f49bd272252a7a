// A step of a million events: its timeline is built, and a frame of it drawn beside that of an
// empty figure. Needs a display (xvfb-run).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "app/embedded.h"
#include "app/figure.h"
#include "app/gl.h"
#include "app/gl_window.h"
#include "app/screen.h"
#include "bench/step.h"
#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/language.h"
#include "lecture/timeline.h"

namespace tally::bench {
namespace {

using benchmark::State;

/// A step on meta with at least so many events.
Recording record_step(std::size_t events) {
  const auto record = [](std::int64_t layers) {
    MlpStep<Engine> step(Engine(Device::meta), {layers, 512, 64});
    step.run();
    Record scope;
    step.run();
    return scope.take();
  };
  constexpr std::int64_t few = 8;
  const std::size_t base = record(few).events.size(),
                    each = (record(2 * few).events.size() - base) / few;
  return record(few + static_cast<std::int64_t>((std::max(events, base) - base) / each) + 1);
}

class Frames {
 public:
  explicit Frames(const Description& description)
      : description_(description), window_(64, 64, "bench", false) {
    problem = window_.problem();
    if (!problem.empty()) return;
    renderer_.emplace(app::font_bytes());
    problem = renderer_->start();
    if (problem.empty()) screen_.emplace(*renderer_);
  }

  /// Draws frames of one size until `go` says no more. The figure's controls are left out: they are
  /// the same in both.
  template <class Go>
  void draw(std::optional<Presentation> presentation, Go&& go) {
    app::Figure figure(description_.lessons[0]);
    figure.set_controls(false);
    const app::Theme theme = app::builtin_theme(false);
    renderer_->prepare(theme, 1);
    app::Look look{theme, renderer_->fonts, renderer_->fills, description_, "en", 1};
    RunResponse response;
    response.presentation = std::move(presentation);
    screen_->make_current();
    figure.show(std::move(response), renderer_->fills);
    const ImVec2 size = {900, 400};
    app::draw_offscreen(900, 400, [&] {
      const auto frame = [&] {
        screen_->frame(size, size, 1, theme, 1.0 / 60, [&] {
          figure.draw(look, screen_->items, {0, 0}, size.x, {0, 0, size.x, size.y});
        });
        glFinish();
      };
      for (int i = 0; i < 3; ++i) frame();
      while (go()) frame();
    });
  }

  std::string problem;

 private:
  const Description& description_;
  app::GlWindow window_;
  std::optional<app::Renderer> renderer_;
  std::optional<app::Screen> screen_;
};

}  // namespace
}  // namespace tally::bench

int main(int count, char** arguments) {
  using namespace tally;
  std::size_t events = 1'000'000;
  std::vector<char*> rest;
  for (int i = 0; i < count; ++i) {
    if (std::string(arguments[i]) == "--smoke")
      events = 1000;
    else
      rest.push_back(arguments[i]);
  }
  count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  const Recording recording = bench::record_step(events);
  const Language& language = *find_language("en");
  Presentation shown, few;
  add_timeline(shown, recording, "bench", "a step", language);
  add_timeline(few, bench::record_step(0), "bench", "a step", language);
  const Description description = describe();
  bench::Frames frames(description);
  if (!frames.problem.empty()) {
    std::fprintf(stderr, "bench_app: %s\n", frames.problem.c_str());
    return 1;
  }
  // GL in software rasterises in threads of its own: the time of the whole process.
  const auto add = [&](const char* name, auto&& run) {
    benchmark::RegisterBenchmark(name, run)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
  };
  add("timeline/build", [&](benchmark::State& state) {
    for (auto _ : state) {
      Presentation presentation;
      add_timeline(presentation, recording, "bench", "a step", language);
      benchmark::DoNotOptimize(presentation);
    }
    state.counters["events"] = static_cast<double>(recording.events.size());
  });
  add("frame/timeline",
      [&](benchmark::State& state) { frames.draw(shown, [&] { return state.KeepRunning(); }); });
  add("frame/few",
      [&](benchmark::State& state) { frames.draw(few, [&] { return state.KeepRunning(); }); });
  add("frame/empty", [&](benchmark::State& state) {
    frames.draw(Presentation{}, [&] { return state.KeepRunning(); });
  });
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
