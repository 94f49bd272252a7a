#version 300 es
uniform float u_scale;  // framebuffer pixels per CSS pixel
uniform vec3 u_stroke;  // what hatching is drawn with: the background
in vec2 v_at;
flat in vec4 v_rect;
flat in vec4 v_color;
flat in vec4 v_style;
out vec4 o_color;

void main() {
  vec2 middle = 0.5 * (v_rect.xy + v_rect.zw);
  vec2 half_size = 0.5 * (v_rect.zw - v_rect.xy);
  bool rounded = v_at.y < middle.y || v_style.z > 0.5;
  float radius = rounded ? min(v_style.y, min(half_size.x, half_size.y)) : 0.0;
  vec2 past = abs(v_at - middle) - half_size + radius;
  // Only round corners need smoothing: straight sides lie on whole pixels.
  float cover = 1.0;
  if (min(past.x, past.y) > 0.0) cover = clamp(0.5 - (length(past) - radius), 0.0, 1.0);
  vec2 from_corner = vec2(v_at.x - v_rect.x, v_rect.w - v_at.y) / u_scale;
  vec3 ink = patterned(v_color.rgb, u_stroke, int(v_style.x + 0.5), from_corner, 0.5 / u_scale);
  o_color = vec4(ink, v_color.a * cover);
}
