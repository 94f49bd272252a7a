#version 300 es
// Bars and swatches: one instance per rectangle, four corners of a triangle strip. All in pixels of
// the framebuffer, y down.
uniform vec2 u_display;                // width and height of the framebuffer
layout(location = 0) in vec4 a_rect;   // left, top, right, bottom
layout(location = 1) in vec4 a_color;
layout(location = 2) in vec4 a_style;  // pattern, corner radius, 1 when the lower corners are round too, 0
out vec2 v_at;
flat out vec4 v_rect;
flat out vec4 v_color;
flat out vec4 v_style;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_at = mix(a_rect.xy, a_rect.zw, corner);
  v_rect = a_rect;
  v_color = a_color;
  v_style = a_style;
  vec2 unit = v_at / u_display;
  gl_Position = vec4(unit.x * 2.0 - 1.0, 1.0 - unit.y * 2.0, 0.0, 1.0);
}
