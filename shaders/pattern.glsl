// Hatching: how much of a stroke covers a fragment, 0 to 1. The program inserts this text after the
// #version line of every fragment shader. `at` is in CSS pixels, so that a pattern looks alike at any
// pixel density; `soft` is half a framebuffer pixel in the same unit.

precision highp float;
precision highp int;
precision highp sampler2D;

const int DOTS = 3, CROSSED = 5;  // 0 solid, 1 rising, 2 falling, 4 level, 6 upright

float strokes(float t, float period, float width, float soft) {
  float away = abs(mod(t, period) - 0.5 * period);
  return 1.0 - smoothstep(0.5 * width - soft, 0.5 * width + soft, away);
}

// Of each pattern the direction across its strokes, their distance and their width. Data, not branches: where a GPU is
// emulated every branch is executed.
const float D = 0.70710678;
const vec4 LINES[7] = vec4[7](vec4(0.0, 0.0, 1.0, -9.0), vec4(D, -D, 6.0, 1.5), vec4(D, D, 6.0, 1.5), vec4(0.0, 0.0, 1.0, -9.0),
                              vec4(0.0, 1.0, 5.0, 1.2), vec4(D, -D, 7.0, 1.2), vec4(1.0, 0.0, 5.0, 1.2));

float hatch(int pattern, vec2 at, float soft) {
  vec4 lines = LINES[pattern];
  float covered = strokes(dot(at, lines.xy), lines.z, lines.w, soft);
  if (pattern == CROSSED) covered = max(covered, strokes(dot(at, vec2(D, D)), lines.z, lines.w, soft));
  if (pattern == DOTS) {
    vec2 cell = mod(at + vec2(0.0, 3.0) * mod(floor(at.x / 6.0), 2.0), 6.0) - 3.0;
    covered = 1.0 - smoothstep(1.1 - soft, 1.1 + soft, length(cell));
  }
  return covered;
}

vec3 patterned(vec3 ink, vec3 stroke, int pattern, vec2 at, float soft) {
  return mix(ink, stroke, 0.6 * hatch(pattern, at, soft));
}
