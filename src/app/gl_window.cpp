#include "app/gl_window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cstdio>
#include <memory>

#include "app/gl.h"

namespace tally::app {
namespace {

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "unknown";
}

GLFWwindow* make(int width, int height, const char* title, bool visible, bool es) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_CLIENT_API, es ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, es ? 0 : 3);
  if (!es) glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  return glfwCreateWindow(width, height, title, nullptr, nullptr);
}

std::uint32_t crc32(const std::vector<std::uint8_t>& bytes, std::size_t from) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      t[n] = c;
    }
    return t;
  }();
  std::uint32_t c = 0xFFFFFFFFu;
  for (std::size_t i = from; i < bytes.size(); ++i) c = table[(c ^ bytes[i]) & 0xFF] ^ (c >> 8);
  return ~c;
}

void put32(std::vector<std::uint8_t>& out, std::uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(v >> shift));
}

void put_chunk(std::vector<std::uint8_t>& out, const char* name,
               const std::vector<std::uint8_t>& data) {
  put32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t from = out.size();
  out.insert(out.end(), name, name + 4);
  out.insert(out.end(), data.begin(), data.end());
  put32(out, crc32(out, from));
}

/// PNG (RFC 2083) with stored deflate blocks (RFC 1951): large, but without a library.
std::vector<std::uint8_t> png(const Picture& picture) {
  std::vector<std::uint8_t> raw;
  const auto row = static_cast<std::size_t>(picture.width) * 3;
  for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y) {
    raw.push_back(0);  // no filter
    raw.insert(raw.end(), picture.rgb.begin() + static_cast<std::ptrdiff_t>(y * row),
               picture.rgb.begin() + static_cast<std::ptrdiff_t>((y + 1) * row));
  }
  std::vector<std::uint8_t> z = {0x78, 0x01};
  std::uint32_t a = 1, b = 0;
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t n = std::min<std::size_t>(raw.size() - at, 65535);
    const bool last = at + n == raw.size();
    z.push_back(last ? 1 : 0);
    for (const std::size_t v : {n, ~n}) {
      z.push_back(static_cast<std::uint8_t>(v & 0xFF));
      z.push_back(static_cast<std::uint8_t>(v >> 8 & 0xFF));
    }
    for (std::size_t i = at; i < at + n; ++i) {
      z.push_back(raw[i]);
      a = (a + raw[i]) % 65521;
      b = (b + a) % 65521;
    }
    at += n;
  }
  put32(z, b << 16 | a);

  std::vector<std::uint8_t> out = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  std::vector<std::uint8_t> head;
  put32(head, static_cast<std::uint32_t>(picture.width));
  put32(head, static_cast<std::uint32_t>(picture.height));
  head.insert(head.end(), {8, 2, 0, 0, 0});  // 8 bits, RGB
  put_chunk(out, "IHDR", head);
  put_chunk(out, "IDAT", z);
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace

GlWindow::GlWindow(int width, int height, const char* title, bool visible) {
  if (!glfwInit()) {
    problem_ = "No window could be opened: " + last_error() +
               ". A display is needed; without one, run it under xvfb-run.";
    return;
  }
  started_ = true;
  window_ = make(width, height, title, visible, false);
  if (!window_) window_ = make(width, height, title, visible, true);
  if (!window_) {
    problem_ = "Neither OpenGL 3.3 nor OpenGL ES 3.0 is available: " + last_error();
    return;
  }
  glfwMakeContextCurrent(window_);
}

GlWindow::~GlWindow() {
  if (window_) glfwDestroyWindow(window_);
  if (started_) glfwTerminate();
}

Picture draw_offscreen(int width, int height, const std::function<void()>& draw) {
  GLuint framebuffer = 0, color = 0;
  glGenFramebuffers(1, &framebuffer);
  glGenRenderbuffers(1, &color);
  glBindRenderbuffer(GL_RENDERBUFFER, color);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  draw();
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
  std::vector<std::uint8_t> rgba(w * h * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteRenderbuffers(1, &color);
  Picture picture{width, height, std::vector<std::uint8_t>(w * h * 3)};
  for (std::size_t y = 0; y < h; ++y)
    for (std::size_t x = 0; x < w; ++x)
      for (std::size_t c = 0; c < 3; ++c)
        picture.rgb[(y * w + x) * 3 + c] = rgba[((h - 1 - y) * w + x) * 4 + c];
  return picture;
}

std::string write_picture(const Picture& picture, const std::string& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "wb"),
                                                            std::fclose);
  if (!out) return "cannot write \"" + file + "\"";
  std::vector<std::uint8_t> bytes = picture.rgb;
  if (file.ends_with(".ppm")) {
    const std::string head =
        "P6\n" + std::to_string(picture.width) + " " + std::to_string(picture.height) + "\n255\n";
    bytes.insert(bytes.begin(), head.begin(), head.end());
  } else {
    bytes = png(picture);
  }
  if (std::fwrite(bytes.data(), 1, bytes.size(), out.get()) != bytes.size())
    return "\"" + file + "\" could not be written whole (disk full?)";
  return {};
}

}  // namespace tally::app
