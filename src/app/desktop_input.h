// GLFW's pointer and keys for ImGui, in pixels of the framebuffer.
#pragma once

struct GLFWwindow;

namespace tally::app {

/// Feeds the current ImGui context from this window. `count` is raised with every event.
void install_input(GLFWwindow* window, int* count);

/// Shows the pointer that ImGui asks for.
void show_cursor(GLFWwindow* window);

}  // namespace tally::app
