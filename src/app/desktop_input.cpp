#include "app/desktop_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cfloat>

namespace tally::app {
namespace {

void counted(GLFWwindow* window) { ++*static_cast<int*>(glfwGetWindowUserPointer(window)); }

ImGuiKey key_of(int key) {
  switch (key) {
    case GLFW_KEY_LEFT:
      return ImGuiKey_LeftArrow;
    case GLFW_KEY_RIGHT:
      return ImGuiKey_RightArrow;
    case GLFW_KEY_UP:
      return ImGuiKey_UpArrow;
    case GLFW_KEY_DOWN:
      return ImGuiKey_DownArrow;
    case GLFW_KEY_TAB:
      return ImGuiKey_Tab;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return ImGuiKey_Enter;
    case GLFW_KEY_SPACE:
      return ImGuiKey_Space;
    case GLFW_KEY_BACKSPACE:
      return ImGuiKey_Backspace;
    case GLFW_KEY_DELETE:
      return ImGuiKey_Delete;
    case GLFW_KEY_ESCAPE:
      return ImGuiKey_Escape;
    case GLFW_KEY_HOME:
      return ImGuiKey_Home;
    case GLFW_KEY_END:
      return ImGuiKey_End;
    case GLFW_KEY_PAGE_UP:
      return ImGuiKey_PageUp;
    case GLFW_KEY_PAGE_DOWN:
      return ImGuiKey_PageDown;
    default:
      return ImGuiKey_None;
  }
}

void on_key(GLFWwindow* window, int key, int, int action, int mods) {
  counted(window);
  if (action == GLFW_REPEAT) return;  // ImGui repeats keys itself
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, mods & GLFW_MOD_SHIFT);
  io.AddKeyEvent(ImGuiMod_Ctrl, mods & GLFW_MOD_CONTROL);
  io.AddKeyEvent(ImGuiMod_Alt, mods & GLFW_MOD_ALT);
  if (const ImGuiKey known = key_of(key)) io.AddKeyEvent(known, action == GLFW_PRESS);
}

void on_move(GLFWwindow* window, double x, double y) {
  counted(window);
  int width = 1, height = 1, pixels_x = 1, pixels_y = 1;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixels_x, &pixels_y);
  if (width <= 0 || height <= 0) return;
  ImGui::GetIO().AddMousePosEvent(static_cast<float>(x * pixels_x / width),
                                  static_cast<float>(y * pixels_y / height));
}

}  // namespace

void install_input(GLFWwindow* window, int* count) {
  glfwSetWindowUserPointer(window, count);
  glfwSetKeyCallback(window, on_key);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int inside) {
    counted(w);
    if (!inside) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    counted(w);
    if (button < ImGuiMouseButton_COUNT)
      ImGui::GetIO().AddMouseButtonEvent(button, action == GLFW_PRESS);
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    counted(w);
    ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(x), static_cast<float>(y));
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    counted(w);
    ImGui::GetIO().AddFocusEvent(focused != 0);
  });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { counted(w); });
  glfwSetWindowRefreshCallback(window, counted);
}

void show_cursor(GLFWwindow* window) {
  static GLFWcursor* const hand = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
  glfwSetCursor(window, ImGui::GetMouseCursor() == ImGuiMouseCursor_Hand ? hand : nullptr);
}

}  // namespace tally::app
