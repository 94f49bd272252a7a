#version 300 es
// Stacked areas: one rectangle, whatever the number of samples. All in pixels of the framebuffer.
uniform vec2 u_display;  // width and height of the framebuffer
uniform vec4 u_rect;     // the plot's left, top, right, bottom; y down
out vec2 v_at;           // from the plot's lower left corner, y up

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 place = mix(u_rect.xy, u_rect.zw, corner);
  v_at = vec2(place.x - u_rect.x, u_rect.w - place.y);
  vec2 unit = place / u_display;
  gl_Position = vec4(unit.x * 2.0 - 1.0, 1.0 - unit.y * 2.0, 0.0, 1.0);
}
