// Read before each of ImGui's sources in the page: the C library's formatting and scanning, with
// the soft floats that they bring, stay out. Scanned are GLSL's version, and settings files, which
// the page has none of; printed are complaints of a shader that is ImGui's own.
#pragma once

#include <emscripten/console.h>
#include <stdio.h>
#include <stdlib.h>

/// Reads a text and one whole number: "#version %d" and its like. 0 for any other format.
int imgui_scan(const char* text, const char* format, ...);

#define sscanf(...) imgui_scan(__VA_ARGS__)
#define atof(...) 0.0
#define fprintf(stream, format, ...) emscripten_err(format)
