// tally-desktop: the lessons in a native window. With --screenshot it renders one frame to a file.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>

#include "app/desktop_input.h"
#include "app/desktop_options.h"
#include "app/desktop_runner.h"
#include "app/desktop_view.h"
#include "app/embedded.h"
#include "app/gl_window.h"

namespace tally::app {
namespace {

/// Runs what the view asks for, here and now.
void settle(DesktopView& view, std::string& problem) {
  while (auto request = view.take_request()) {
    Progress progress;
    RunResponse response = run_now(*request, progress);
    if (!response.error.empty()) problem = response.error;
    view.show(std::move(response));
  }
}

int take_screenshot(Renderer& renderer, DesktopView& view, const DesktopOptions& options) {
  const float dpr = options.scale > 0 ? options.scale : 1;
  std::string problem;
  settle(view, problem);
  if (!problem.empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", problem.c_str());
    return 1;
  }
  const ImVec2 size = {std::round(static_cast<float>(options.width) * dpr),
                       std::round(static_cast<float>(options.height) * dpr)};
  Screen screen(renderer);
  const Picture picture = draw_offscreen(static_cast<int>(size.x), static_cast<int>(size.y), [&] {
    for (int frame = 0; frame < 3; ++frame)  // ImGui settles sizes in the second
      screen.frame(size, size, dpr, view.theme(), 1.0 / 60,
                   [&] { view.draw(screen.items, size, dpr); });
  });
  problem = write_picture(picture, options.screenshot);
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

int start(const DesktopOptions& options) {
  const bool hidden = !options.screenshot.empty();
  GlWindow window(hidden ? 64 : options.width, hidden ? 64 : options.height, "Tally", !hidden);
  if (!window.problem().empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", window.problem().c_str());
    return 1;
  }
  Renderer renderer(font_bytes());
  if (const std::string problem = renderer.start(); !problem.empty()) {
    std::fprintf(stderr, "tally-desktop: %s\n", problem.c_str());
    return 1;
  }
  DesktopView view(renderer, describe(), options.language, options.dark);
  view.set_values(options.values);
  view.open(options.lesson);
  return hidden ? take_screenshot(renderer, view, options)
                : run_window(window, renderer, view, options.scale);
}

}  // namespace
}  // namespace tally::app

int main(int argc, char** argv) {
  const tally::app::DesktopOptions options = tally::app::read_desktop_options(argc, argv);
  if (options.status < 0) return tally::app::start(options);
  std::fputs(options.message.c_str(), options.status == 0 ? stdout : stderr);
  return options.status;
}
