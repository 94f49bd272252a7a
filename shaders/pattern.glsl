// Hatching: how much of a stroke covers a fragment, 0 to 1. The program inserts this text after the
// #version line of every fragment shader. `at` is in CSS pixels, so that a pattern looks alike at any
// pixel density; `soft` is half a framebuffer pixel in the same unit.

precision highp float;
precision highp int;
precision highp sampler2D;

const int RISING = 1, FALLING = 2, DOTS = 3, LEVEL = 4, CROSSED = 5, UPRIGHT = 6;  // 0 is solid

float strokes(float t, float period, float width, float soft) {
  float away = abs(mod(t, period) - 0.5 * period);
  return 1.0 - smoothstep(0.5 * width - soft, 0.5 * width + soft, away);
}

float hatch(int pattern, vec2 at, float soft) {
  const float diagonal = 0.70710678;
  float rising = (at.x - at.y) * diagonal;
  float falling = (at.x + at.y) * diagonal;
  if (pattern == RISING) return strokes(rising, 6.0, 1.5, soft);
  if (pattern == FALLING) return strokes(falling, 6.0, 1.5, soft);
  if (pattern == LEVEL) return strokes(at.y, 5.0, 1.2, soft);
  if (pattern == UPRIGHT) return strokes(at.x, 5.0, 1.2, soft);
  if (pattern == CROSSED)
    return max(strokes(rising, 7.0, 1.2, soft), strokes(falling, 7.0, 1.2, soft));
  if (pattern == DOTS) {
    vec2 cell = mod(at + vec2(0.0, 3.0) * mod(floor(at.x / 6.0), 2.0), 6.0) - 3.0;
    return 1.0 - smoothstep(1.1 - soft, 1.1 + soft, length(cell));
  }
  return 0.0;
}

vec3 patterned(vec3 ink, vec3 stroke, int pattern, vec2 at, float soft) {
  return mix(ink, stroke, 0.6 * hatch(pattern, at, soft));
}
