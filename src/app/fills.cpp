#include "app/fills.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "app/embedded.h"
#include "app/gl.h"

namespace tally::app {
namespace {

bool is_es() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return version && (std::strstr(version, "OpenGL ES") || std::strstr(version, "WebGL"));
}

GLuint compile(GLenum type, std::string_view name, std::string& problem) {
  std::string_view body = embedded_text(name);
  body.remove_prefix(std::min(body.size(), body.find('\n') + 1));  // the #version line
  std::string source = is_es() ? "#version 300 es\n" : "#version 330 core\n";
  if (type == GL_FRAGMENT_SHADER) source += embedded_text("pattern.glsl");
  source += body;
  const GLuint shader = glCreateShader(type);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint fine = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
  if (!fine) {
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    problem += std::string(name) + ": " + log + "\n";
  }
  return shader;
}

GLuint link(std::string_view vertex, std::string_view fragment, std::string& problem) {
  const GLuint shaders[] = {compile(GL_VERTEX_SHADER, vertex, problem),
                            compile(GL_FRAGMENT_SHADER, fragment, problem)};
  const GLuint program = glCreateProgram();
  for (const GLuint shader : shaders) glAttachShader(program, shader);
  glLinkProgram(program);
  for (const GLuint shader : shaders) glDeleteShader(shader);
  GLint fine = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &fine);
  if (!fine && problem.empty()) {
    char log[1024] = "";
    glGetProgramInfoLog(program, sizeof log, nullptr, log);
    problem += std::string(fragment) + ": " + log + "\n";
  }
  return program;
}

GLint uniform(GLuint program, const char* name) { return glGetUniformLocation(program, name); }

void to_floats(ImU32 color, float* rgb) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  rgb[0] = c.x;
  rgb[1] = c.y;
  rgb[2] = c.z;
}

/// Each top with its rise from the column before to the one after, 0 where edges step.
std::vector<float> with_rises(const BandColumns& data, int bands, bool slanted) {
  const auto columns = static_cast<std::size_t>(data.columns);
  std::vector<float> result(2 * columns * static_cast<std::size_t>(bands));
  for (std::size_t i = 0; i < result.size() / 2; ++i) {
    const std::size_t column = i % columns;
    const std::size_t before = column > 0, after = column + 1 < columns;
    result[2 * i] = data.tops[i];
    if (slanted && before + after > 0)
      result[2 * i + 1] =
          (data.tops[i + after] - data.tops[i - before]) / static_cast<float>(before + after);
  }
  return result;
}

}  // namespace

std::string Fills::start() {
  std::string problem;
  rect_program_ = link("fills.vert", "fills.frag", problem);
  band_program_ = link("bands.vert", "bands.frag", problem);
  glGenVertexArrays(1, &no_vertices_);
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (GLuint i = 0; i < 3; ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribDivisor(i, 1);
  }
  glBindVertexArray(0);
  return problem;
}

void Fills::stop() {
  for (const auto& [owner, texture] : textures_) glDeleteTextures(1, &texture.name);
  textures_.clear();
  glDeleteProgram(rect_program_);
  glDeleteProgram(band_program_);
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteVertexArrays(1, &no_vertices_);
  glDeleteBuffers(1, &buffer_);
}

void Fills::forget() { textures_.clear(); }

void Fills::begin_frame(ImVec2 display, float dpr, const Theme& theme) {
  display_ = display;
  dpr_ = dpr;
  to_floats(theme.background, stroke_);
  to_floats(theme.text, line_);
  rectangles_.clear();
  calls_.clear();
  flushed_ = 0;
  uploaded_ = false;
}

void Fills::rectangle(ImVec2 low, ImVec2 high, const Ink& ink, float alpha, float radius,
                      bool lower_corners_too) {
  if (high.x <= low.x || high.y <= low.y) return;
  rectangles_.push_back({{low.x, low.y, high.x, high.y},
                         with_alpha(ink.color, alpha),
                         {static_cast<std::uint8_t>(ink.pattern),
                          static_cast<std::uint8_t>(std::clamp(radius, 0.0f, 255.0f)),
                          static_cast<std::uint8_t>(lower_corners_too ? 1 : 0), 0}});
}

void Fills::flush(ImDrawList* list) {
  if (flushed_ == rectangles_.size()) return;
  Call& call = calls_.emplace_back();
  call.first = flushed_;
  call.count = rectangles_.size() - flushed_;
  flushed_ = rectangles_.size();
  add(list, &call);
}

void Fills::bands(ImDrawList* list, const void* owner, std::uint64_t version, ImVec2 low,
                  ImVec2 high, std::span<const Ink> inks, std::span<const float> alphas,
                  bool slanted, const Columns& columns) {
  const int width = std::clamp(static_cast<int>(high.x - low.x), 1, max_columns);
  Texture& texture = textures_[owner];
  if (!texture.name || texture.version != version || texture.columns != width) {
    const BandColumns data = columns(width);
    if (!texture.name) glGenTextures(1, &texture.name);
    texture.version = version;
    texture.columns = width;
    texture.bands = std::min(data.bands, max_bands);
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, data.columns, texture.bands, 0, GL_RG, GL_FLOAT,
                 with_rises(data, texture.bands, slanted).data());
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  }
  Call& call = calls_.emplace_back();
  call.texture = texture.name;
  call.bands = texture.bands;
  call.low = low;
  call.high = high;
  for (int i = 0; i < call.bands; ++i) {
    const auto at = static_cast<std::size_t>(i);
    to_floats(inks[at].color, call.color[i]);
    call.color[i][3] = alphas[at];
    call.pattern[i] = static_cast<int>(inks[at].pattern);
  }
  add(list, &call);
}

void Fills::release(const void* owner) {
  const auto found = textures_.find(owner);
  if (found == textures_.end()) return;
  glDeleteTextures(1, &found->second.name);
  textures_.erase(found);
}

void Fills::add(ImDrawList* list, Call* call) {
  call->fills = this;
  list->AddCallback(draw, call);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void Fills::draw(const ImDrawList*, const ImDrawCmd* command) {
  const auto& call = *static_cast<const Call*>(command->UserCallbackData);
  Fills& fills = *call.fills;
  const ImVec4 clip = command->ClipRect;
  const float left = std::max(clip.x, 0.0f), top = std::max(clip.y, 0.0f);
  if (clip.z <= left || clip.w <= top) return;
  glScissor(static_cast<GLint>(left), static_cast<GLint>(fills.display_.y - clip.w),
            static_cast<GLsizei>(clip.z - left), static_cast<GLsizei>(clip.w - top));
  if (call.count)
    fills.draw_rectangles(call);
  else
    fills.draw_bands(call);
}

void Fills::draw_rectangles(const Call& call) {
  glUseProgram(rect_program_);
  glUniform2f(uniform(rect_program_, "u_display"), display_.x, display_.y);
  glUniform1f(uniform(rect_program_, "u_scale"), dpr_);
  glUniform3fv(uniform(rect_program_, "u_stroke"), 1, stroke_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  if (!uploaded_)
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rectangles_.size() * sizeof(Rectangle)),
                 rectangles_.data(), GL_STREAM_DRAW);
  uploaded_ = true;
  // WebGL2 has no base instance: the range begins where the attributes' offsets say.
  const std::size_t base = call.first * sizeof(Rectangle);
  const auto at = [&](std::size_t member) { return reinterpret_cast<const void*>(base + member); };
  constexpr GLsizei stride = sizeof(Rectangle);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, at(offsetof(Rectangle, rect)));
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at(offsetof(Rectangle, color)));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_FALSE, stride, at(offsetof(Rectangle, style)));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(call.count));
}

void Fills::draw_bands(const Call& call) {
  glUseProgram(band_program_);
  glUniform2f(uniform(band_program_, "u_display"), display_.x, display_.y);
  glUniform4f(uniform(band_program_, "u_rect"), call.low.x, call.low.y, call.high.x, call.high.y);
  glUniform1f(uniform(band_program_, "u_scale"), dpr_);
  glUniform3fv(uniform(band_program_, "u_stroke"), 1, stroke_);
  glUniform3fv(uniform(band_program_, "u_line"), 1, line_);
  glUniform1i(uniform(band_program_, "u_bands"), call.bands);
  glUniform4fv(uniform(band_program_, "u_color"), call.bands, call.color[0]);
  glUniform1iv(uniform(band_program_, "u_pattern"), call.bands, call.pattern);
  glUniform1i(uniform(band_program_, "u_tops"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, call.texture);
  glBindVertexArray(no_vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace tally::app
