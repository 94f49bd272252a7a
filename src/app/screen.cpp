#include "app/screen.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstring>

#include "app/gl.h"

namespace tally::app {
namespace {

void no_clipboard(void*, const char*) {}

const char* glsl_version() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  if (!version) return nullptr;
  const bool es = std::strstr(version, "OpenGL ES") || std::strstr(version, "WebGL");
  return es ? "#version 300 es" : "#version 330 core";
}

}  // namespace

std::string Renderer::start() {
  const char* glsl = glsl_version();
  if (!glsl) return "there is no OpenGL context";
  if (!fonts.body()) fonts.update(15, 1);
  root_ = ImGui::CreateContext(fonts.atlas());
  ImGui::SetCurrentContext(root_);
  if (!ImGui_ImplOpenGL3_Init(glsl) || !ImGui_ImplOpenGL3_CreateDeviceObjects())
    return "ImGui's OpenGL objects could not be made";
  return fills.start();
}

void Renderer::lose() {
  ImGui::SetCurrentContext(root_);
  fills.forget();
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

std::string Renderer::restart() {
  ImGui::SetCurrentContext(root_);
  fills.forget();  // what was made meanwhile
  if (!ImGui_ImplOpenGL3_CreateDeviceObjects()) return "ImGui's OpenGL objects could not be made";
  return fills.start();
}

void Renderer::prepare(const Theme& theme, float dpr) {
  if (!fonts.update(theme.font_size, dpr) || !root_) return;
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGui::SetCurrentContext(root_);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui::SetCurrentContext(before);
}

Renderer::~Renderer() {
  if (!root_) return;
  fills.stop();
  ImGui::SetCurrentContext(root_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(root_);
}

Screen::Screen(Renderer& renderer) : renderer_(renderer) {
  context_ = ImGui::CreateContext(renderer.fonts.atlas());
  ImGui::SetCurrentContext(context_);
  const ImGuiIO& root = renderer.root_->IO;
  ImGuiIO& io = ImGui::GetIO();
  io.BackendRendererUserData = root.BackendRendererUserData;
  io.BackendRendererName = root.BackendRendererName;
  io.BackendFlags |= root.BackendFlags;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.SetClipboardTextFn = no_clipboard;
}

Screen::~Screen() {
  ImGui::SetCurrentContext(context_);
  ImGui::GetIO().BackendRendererUserData = nullptr;
  ImGui::DestroyContext(context_);
}

void Screen::pass(ImVec2 size, ImVec2 framebuffer, float dpr, const Theme& theme,
                  const std::function<void()>& content) {
  renderer_.fills.begin_frame(framebuffer, dpr, theme);
  ImGui::NewFrame();
  items.begin_frame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("screen", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  content();
  ImGui::End();
  ImGui::Render();
  items.end_frame();
}

void Screen::frame(ImVec2 size, ImVec2 framebuffer, float dpr, const Theme& theme, double seconds,
                   const std::function<void()>& content, int passes) {
  renderer_.prepare(theme, dpr);
  make_current();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size;
  io.DisplayFramebufferScale = {1, 1};
  apply_style(theme, dpr);
  constexpr double shortest = 0.001, longest = 0.1;  // what ImGui may take for a frame's time
  for (int i = 0; i < passes; ++i) {
    io.DeltaTime = static_cast<float>(i == 0 ? std::clamp(seconds, shortest, longest) : shortest);
    pass(size, framebuffer, dpr, theme, content);
  }

  const auto width = static_cast<GLsizei>(size.x), height = static_cast<GLsizei>(size.y);
  const ImVec4 paper = ImGui::ColorConvertU32ToFloat4(theme.background);
  glViewport(0, 0, static_cast<GLsizei>(framebuffer.x), static_cast<GLsizei>(framebuffer.y));
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, static_cast<GLint>(framebuffer.y) - height, width, height);
  glClearColor(paper.x, paper.y, paper.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImDrawData* data = ImGui::GetDrawData();
  data->DisplaySize = framebuffer;  // the upper left corner of a larger canvas
  ImGui_ImplOpenGL3_RenderDrawData(data);
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace tally::app
