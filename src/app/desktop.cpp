// tally-desktop: the lessons in a native window. With --screenshot it renders one frame to a file.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>

#include "app/desktop_input.h"
#include "app/desktop_view.h"
#include "app/gl_window.h"
#include "app/runner.h"
#include "cli/locale.h"
#include "lecture/lesson.h"
#include "lecture/version.h"

namespace tally::app {
namespace {

struct Settings {
  std::string screenshot, lesson, language, theme = "light", size = "1280x860";
  float scale = 0;  // of the screen when 0
  std::vector<std::string> values;
};

/// "1280x860"
bool parse_size(const std::string& text, int& width, int& height) {
  int end = 0;
  return std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &end) == 2 &&
         static_cast<std::size_t>(end) == text.size() && width >= 200 && height >= 200 && width <= 16384 &&
         height <= 16384;
}

TextMap parse_values(const std::vector<std::string>& texts) {
  TextMap values;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;  // the option's check refused it
    values.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return values;
}

/// Runs what the view asks for, here and now.
void settle(DesktopView& view, std::string& problem) {
  while (auto request = view.take_request()) {
    Progress progress;
    RunResponse response = run_now(*request, progress);
    if (!response.error.empty()) problem = response.error;
    for (const Issue& issue : response.issues) problem = issue.message;
    view.show(std::move(response));
  }
}

int take_screenshot(Renderer& renderer, DesktopView& view, const Settings& settings, int width, int height) {
  const float dpr = settings.scale > 0 ? settings.scale : 1;
  std::string problem;
  settle(view, problem);
  if (!problem.empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", problem.c_str());
    return 1;
  }
  const ImVec2 size = {std::round(static_cast<float>(width) * dpr), std::round(static_cast<float>(height) * dpr)};
  Screen screen(renderer);
  const Picture picture = draw_offscreen(static_cast<int>(size.x), static_cast<int>(size.y), [&] {
    for (int frame = 0; frame < 3; ++frame)  // ImGui settles sizes in the second
      screen.frame(size, size, dpr, view.theme(), 1.0 / 60, [&] { view.draw(screen.items, size, dpr); });
  });
  problem = write_picture(picture, settings.screenshot);
  if (!problem.empty()) std::fprintf(stderr, "tally-desktop: --screenshot: %s\n", problem.c_str());
  return problem.empty() ? 0 : 1;
}

int run_window(GlWindow& window, Renderer& renderer, DesktopView& view, float scale) {
  GLFWwindow* handle = window.handle();
  Screen screen(renderer);
  int events = 0;
  install_input(handle, &events);
  glfwSwapInterval(1);
  Runner runner([] { glfwPostEmptyEvent(); });
  int wanted = 3;
  double last = glfwGetTime();
  while (!glfwWindowShouldClose(handle)) {
    // At rest no frame is drawn; a run that goes on is looked at now and then.
    if (wanted > 0)
      glfwPollEvents();
    else if (runner.progress() >= 0)
      glfwWaitEventsTimeout(0.05);
    else
      glfwWaitEvents();
    if (std::exchange(events, 0)) wanted = 3;
    if (auto request = view.take_request()) runner.ask(std::move(*request));
    if (view.take_cancel()) runner.cancel();
    if (auto answer = runner.take()) {
      view.show(std::move(*answer));
      wanted = 3;
    }
    const float progress = runner.progress();
    view.set_progress(progress);
    if (progress >= 0 || ImGui::IsAnyMouseDown()) wanted = std::max(wanted, 1);

    int width = 0, height = 0;
    glfwGetFramebufferSize(handle, &width, &height);
    if (wanted <= 0 || width <= 0 || height <= 0) continue;
    --wanted;
    float dpr = scale, vertical = 1;
    if (dpr <= 0) glfwGetWindowContentScale(handle, &dpr, &vertical);
    const double now = glfwGetTime();
    const ImVec2 size = {static_cast<float>(width), static_cast<float>(height)};
    screen.frame(size, size, dpr, view.theme(), now - std::exchange(last, now),
                 [&] { view.draw(screen.items, size, dpr); });
    show_cursor(handle);
    glfwSwapBuffers(handle);
  }
  return 0;
}

int start(const Settings& settings) {
  int width = 0, height = 0;
  if (!parse_size(settings.size, width, height)) {
    std::fprintf(stderr, "tally-desktop: --size: got \"%s\", takes WIDTHxHEIGHT, each from 200 to 16384\n",
                 settings.size.c_str());
    return 2;
  }
  const bool hidden = !settings.screenshot.empty();
  GlWindow window(hidden ? 64 : width, hidden ? 64 : height, "Tally", !hidden);
  if (!window.problem().empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", window.problem().c_str());
    return 1;
  }
  Renderer renderer;
  if (const std::string problem = renderer.start(); !problem.empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", problem.c_str());
    return 1;
  }
  const std::string language = settings.language.empty() ? std::string(cli::locale_language().tag) : settings.language;
  DesktopView view(renderer, describe(), language, settings.theme == "dark");
  view.set_values(parse_values(settings.values));
  view.open(settings.lesson.empty() ? lessons().front().id : std::string_view(settings.lesson));
  return hidden ? take_screenshot(renderer, view, settings, width, height)
                : run_window(window, renderer, view, settings.scale);
}

}  // namespace
}  // namespace tally::app

int main(int argc, char** argv) {
  tally::app::Settings settings;
  CLI::App app("Tally: where training memory goes. The lessons in a window.", "tally-desktop");
  std::vector<std::string> ids, tags;
  for (const tally::Lesson& lesson : tally::lessons()) ids.emplace_back(lesson.id);
  for (const tally::Language& language : tally::languages()) tags.emplace_back(language.tag);
  app.set_version_flag("--version", "tally-desktop " + std::string(tally::engine_version));
  app.add_option("--screenshot", settings.screenshot, "Render one frame to this file (.png or .ppm) and exit");
  app.add_option("--lesson", settings.lesson, "The lesson to open")->check(CLI::IsMember(ids));
  app.add_option("--lang", settings.language, "The language; that of the locale by default")->check(CLI::IsMember(tags));
  app.add_option("--theme", settings.theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
  app.add_option("--size", settings.size, "WIDTHxHEIGHT");
  app.add_option("--scale", settings.scale, "Pixels per unit; that of the screen by default")->check(CLI::Range(0.5, 4.0));
  app.add_option("--set", settings.values, "KEY=VALUE: a parameter of the lesson (may be given several times)")
      ->check([](const std::string& text) {
        return text.find('=') == std::string::npos ? "got \"" + text + "\", takes KEY=VALUE" : std::string();
      });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  return tally::app::start(settings);
}
