// The page's view: figures drawn by ImGui into one WebGL2 canvas, whose frames the page takes.
// The page feeds pointer and keys in and owns every value; the view draws what it was given.
#include <backends/imgui_impl_opengl3.h>
#include <emscripten.h>
#include <emscripten/console.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <memory>
#include <ranges>
#include <span>

#include "app/figure.h"
#include "app/screen.h"
#include "lecture/json.h"

EM_JS_DEPS(tally_page, "$UTF8ToString,$stringToNewUTF8");

// Makes the WebGL2 context of Module.canvas current; 0 when the browser gives none. ImGui asks for
// the state that it is about to change, to put it back; each question waits for the browser's GPU
// process. Nobody else draws in this context: it is told the state that a new context has.
// clang-format off
EM_JS(int, make_context, (), {
  const canvas = Module['canvas'];
  if (!canvas) return 0;
  const handle = GL.createContext(canvas, {
    majorVersion: 2,
    minorVersion: 0,
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
    premultipliedAlpha: true,
    preserveDrawingBuffer: false,
  });
  if (!handle || !GL.makeContextCurrent(handle)) return 0;
  const gl = GL.getContext(handle).GLctx;
  const known = new Map([
    [gl.ACTIVE_TEXTURE, gl.TEXTURE0],
    [gl.CURRENT_PROGRAM, null],
    [gl.TEXTURE_BINDING_2D, null],
    [gl.SAMPLER_BINDING, null],
    [gl.ARRAY_BUFFER_BINDING, null],
    [gl.VERTEX_ARRAY_BINDING, null],
    [gl.VIEWPORT, [0, 0, 0, 0]],
    [gl.SCISSOR_BOX, [0, 0, 0, 0]],
    [gl.BLEND_SRC_RGB, gl.ONE],
    [gl.BLEND_SRC_ALPHA, gl.ONE],
    [gl.BLEND_DST_RGB, gl.ZERO],
    [gl.BLEND_DST_ALPHA, gl.ZERO],
    [gl.BLEND_EQUATION_RGB, gl.FUNC_ADD],
    [gl.BLEND_EQUATION_ALPHA, gl.FUNC_ADD],
  ]);
  const ask = gl.getParameter.bind(gl);
  gl.getParameter = (name) => (known.has(name) ? known.get(name) : ask(name));
  return 1;
});
// clang-format on
// The canvas has the size of the figure that is drawn: the whole of it is handed over.
EM_JS(void, size_canvas, (int width, int height), {
  const canvas = Module['canvas'];
  if (canvas.width != width) canvas.width = width;
  if (canvas.height != height) canvas.height = height;
});
EM_JS(void, tell_change, (int figure, const char* key, const char* text), {
  const tell = Module['onChange'];
  if (tell) tell(figure, UTF8ToString(key), UTF8ToString(text));
});

EM_JS(void, tell_instant, (int figure, int sample), {
  const tell = Module['onInstant'];
  if (tell) tell(figure, sample);
});

namespace tally::app {
namespace {

struct WebFigure {
  WebFigure(Renderer& renderer, const LessonDescription& lesson)
      : screen(renderer), figure(lesson) {}
  Screen screen;
  Figure figure;
  int buttons = 0;
  double last_time = 0;
};

/// ImGui shows what an input did in the pass after it, and settles in the next; a key that is
/// repeated is let go of in one of its own. All but the last are not drawn.
constexpr int passes_per_frame = 4;

struct View {
  explicit View(std::span<const unsigned char> font) : renderer(font) {}

  Description description = describe();
  std::string language;
  Theme theme = builtin_theme(false);
  float dpr = 1;
  Renderer renderer;
  std::vector<std::unique_ptr<WebFigure>> figures;
  std::string answer;  // the text returned last

  Look look() { return {theme, renderer.fonts, renderer.fills, description, language, dpr}; }
  WebFigure* find(int figure) {
    if (figure < 0 || figure >= static_cast<int>(figures.size())) return nullptr;
    return figures[static_cast<std::size_t>(figure)].get();
  }
};

View* view = nullptr;

/// True without a problem; prints it otherwise.
bool understood(const std::string& problem) {
  if (!problem.empty()) emscripten_err(problem.c_str());
  return problem.empty();
}

ImGuiKey key_of(std::string_view code) {
  static constexpr std::pair<std::string_view, ImGuiKey> keys[] = {
      {"ArrowLeft", ImGuiKey_LeftArrow},
      {"ArrowRight", ImGuiKey_RightArrow},
      {"ArrowUp", ImGuiKey_UpArrow},
      {"ArrowDown", ImGuiKey_DownArrow},
      {"Enter", ImGuiKey_Enter},
      {"NumpadEnter", ImGuiKey_Enter},
      {"Space", ImGuiKey_Space},
      {"Backspace", ImGuiKey_Backspace},
      {"Delete", ImGuiKey_Delete},
      {"Home", ImGuiKey_Home},
      {"End", ImGuiKey_End},
      {"PageUp", ImGuiKey_PageUp},
      {"PageDown", ImGuiKey_PageDown},
      {"Escape", ImGuiKey_Escape}};
  for (const auto& [name, key] : keys)
    if (name == code) return key;
  return ImGuiKey_None;
}

}  // namespace
}  // namespace tally::app

using namespace tally::app;

extern "C" {

/// `font`: an OpenType font of the language, kept for good.
EMSCRIPTEN_KEEPALIVE int view_start(const char* language_tag, const unsigned char* font, int size) {
  if (!make_context()) return 0;
  view = new View({font, static_cast<std::size_t>(size)});
  view->language = language_tag;
  return understood(view->renderer.start()) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void view_lose() { view->renderer.lose(); }

EMSCRIPTEN_KEEPALIVE int view_restore() { return understood(view->renderer.restart()) ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE int view_figure(const char* lesson_id) {
  const auto& lessons = view->description.lessons;
  const auto lesson = std::find_if(lessons.begin(), lessons.end(),
                                   [&](const auto& row) { return row.id == lesson_id; });
  if (lesson == lessons.end()) return -1;
  view->figures.push_back(std::make_unique<WebFigure>(view->renderer, *lesson));
  ImGui::GetIO().KeyRepeatDelay = FLT_MAX;  // the page repeats keys
  return static_cast<int>(view->figures.size()) - 1;
}

EMSCRIPTEN_KEEPALIVE void view_show(int figure, const char* run_response_json) {
  WebFigure* f = view->find(figure);
  if (!f) return;
  f->screen.make_current();
  tally::RunResponse response;
  if (!understood(tally::from_json(run_response_json, response))) return;
  f->figure.show(std::move(response), view->renderer.fills);
}

EMSCRIPTEN_KEEPALIVE void view_theme(const char* theme_json) {
  if (read_theme(theme_json, view->theme)) view->renderer.prepare(view->theme, view->dpr);
}

EMSCRIPTEN_KEEPALIVE void view_controls(int figure, int on) {
  if (WebFigure* f = view->find(figure)) {
    f->figure.set_controls(on != 0);
  }
}

/// The instant that the page chose: the index of a sample of the timeline.
EMSCRIPTEN_KEEPALIVE void view_instant(int figure, int sample) {
  if (WebFigure* f = view->find(figure)) {
    f->figure.set_instant(sample);
  }
}

/// Lights one memory category in every figure; "" ends it.
EMSCRIPTEN_KEEPALIVE void view_light(const char* category) {
  for (auto& figure : view->figures) figure->figure.set_light(category);
}

/// `keys_csv`: the parameters without a control, with commas between them.
EMSCRIPTEN_KEEPALIVE void view_hide(int figure, const char* keys_csv) {
  WebFigure* f = view->find(figure);
  if (!f) return;
  std::vector<std::string> keys;
  for (const auto key : std::views::split(std::string_view(keys_csv), ','))
    keys.emplace_back(key.begin(), key.end());
  f->figure.hide(keys);
}

EMSCRIPTEN_KEEPALIVE void view_density(float dpr) {
  view->dpr = dpr > 0 ? dpr : 1;
  view->renderer.prepare(view->theme, view->dpr);
}

EMSCRIPTEN_KEEPALIVE float view_height(int figure, float width_css) {
  WebFigure* f = view->find(figure);
  if (!f) return 0;
  view->renderer.prepare(view->theme, view->dpr);
  const Look look = view->look();
  return std::ceil(f->figure.height(look, std::round(width_css * view->dpr)) / view->dpr);
}

/// Draws the figure as it is now. 1 when input is left for another frame.
EMSCRIPTEN_KEEPALIVE int view_frame(int figure, float width_css, float height_css, float dpr) {
  WebFigure* f = view->find(figure);
  if (!f) return 0;
  view->dpr = dpr > 0 ? dpr : 1;
  const ImVec2 size = {std::max(1.0f, std::round(width_css * dpr)),
                       std::max(1.0f, std::round(height_css * dpr))};
  size_canvas(static_cast<int>(size.x), static_cast<int>(size.y));
  const double now = emscripten_get_now();
  const double seconds = (now - f->last_time) / 1000;
  const int instant = f->figure.instant();
  f->last_time = now;
  f->screen.frame(
      size, size, dpr, view->theme, seconds,
      [&] {
        Look look = view->look();
        f->figure.draw(look, f->screen.items, {0, 0}, size.x, {0, 0, size.x, size.y});
      },
      passes_per_frame);
  const bool more = !ImGui::GetCurrentContext()->InputEventsQueue.empty();
  for (const Change& change : f->figure.take_changes())
    tell_change(figure, change.key.c_str(), change.text.c_str());
  if (f->figure.instant() != instant) tell_instant(figure, f->figure.instant());
  return more ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void view_mouse(int figure, float x, float y, int buttons) {
  WebFigure* f = view->find(figure);
  if (!f) return;
  f->screen.make_current();
  ImGuiIO& io = ImGui::GetIO();
  if (x < 0 && !buttons && !f->buttons)
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  else
    io.AddMousePosEvent(std::floor(x * view->dpr), std::floor(y * view->dpr));
  for (int button = 0; button < 3; ++button)
    if ((buttons ^ f->buttons) >> button & 1) io.AddMouseButtonEvent(button, buttons >> button & 1);
  f->buttons = buttons;
}

EMSCRIPTEN_KEEPALIVE void view_wheel(int figure, float dx, float dy) {
  WebFigure* f = view->find(figure);
  if (!f) return;
  f->screen.make_current();
  ImGui::GetIO().AddMouseWheelEvent(-dx / 100, -dy / 100);
}

EMSCRIPTEN_KEEPALIVE void view_key(int figure, const char* dom_code, int down, int modifiers) {
  WebFigure* f = view->find(figure);
  const ImGuiKey key = key_of(dom_code);
  if (!f || key == ImGuiKey_None) return;
  f->screen.make_current();
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiKey mods[] = {ImGuiMod_Shift, ImGuiMod_Ctrl, ImGuiMod_Alt, ImGuiMod_Super};
  for (int i = 0; i < 4; ++i) io.AddKeyEvent(mods[i], modifiers >> i & 1);
  if (down && ImGui::IsKeyDown(key)) io.AddKeyEvent(key, false);  // the page repeats it
  io.AddKeyEvent(key, down != 0);
}

EMSCRIPTEN_KEEPALIVE void view_focus(int figure, int on) {
  WebFigure* f = view->find(figure);
  if (!f) return;
  f->screen.make_current();
  ImGui::GetIO().AddFocusEvent(on != 0);
  if (!on) ImGui::GetCurrentContext()->NavDisableHighlight = true;
}

/// A CSS cursor for where the pointer is.
EMSCRIPTEN_KEEPALIVE const char* view_cursor(int figure) {
  WebFigure* f = view->find(figure);
  if (!f) return "default";
  f->screen.make_current();
  return ImGui::GetMouseCursor() == ImGuiMouseCursor_Hand ? "pointer" : "default";
}

EMSCRIPTEN_KEEPALIVE const char* view_items(int figure) {
  WebFigure* f = view->find(figure);
  view->answer = f ? f->screen.items.json(view->dpr) : "[]";
  return view->answer.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* view_missing_glyphs() {
  view->answer = view->renderer.fonts.missing();
  return view->answer.c_str();
}

}  // extern "C"
