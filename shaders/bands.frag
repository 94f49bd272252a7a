#version 300 es
// For each column of pixels the texture holds the heights at which the bands end, lowest band first.
// A fragment looks its column up, so that a frame costs the same for ten samples and for a million.
uniform sampler2D u_tops;  // (column, band): cumulative height, 1 at the top of the plot; its rise from column to column
uniform vec4 u_rect;       // as in bands.vert
uniform int u_bands;
uniform vec4 u_color[24];  // alpha below 1 where another band is pointed at
uniform int u_pattern[24];
uniform float u_scale;     // framebuffer pixels per CSS pixel
uniform vec3 u_stroke;     // what hatching is drawn with: the background
uniform vec3 u_line;       // what edges are shaded with: the text
in vec2 v_at;
out vec4 o_color;

void main() {
  vec2 size = u_rect.zw - u_rect.xy;
  int columns = textureSize(u_tops, 0).x;
  int column = clamp(int(v_at.x * float(columns) / size.x), 0, columns - 1);
  float line = max(1.0, floor(u_scale * 1.2));

  // The lowest band that reaches this fragment. Ink is mixed below, apart: where a GPU is emulated, a loop's whole
  // body is executed for every band, whatever is skipped within it.
  int band = 0;
  float bottom = 0.0;
  for (; band < u_bands; ++band) {
    vec2 edge = texelFetch(u_tops, ivec2(column, band), 0).rg * size.y;
    if (edge.x - v_at.y > -0.5 * sqrt(1.0 + edge.y * edge.y)) break;
    bottom = edge.x;
  }
  // From there up, until nothing shines through: most fragments need one band's ink.
  vec4 result = vec4(0.0);  // premultiplied
  float open = 1.0;         // what is not covered yet
  for (; band < u_bands && open > 0.0; ++band) {
    vec2 edge = texelFetch(u_tops, ivec2(column, band), 0).rg * size.y;
    float below = bottom;
    bottom = edge.x;
    float depth = (edge.x - v_at.y) * inversesqrt(1.0 + edge.y * edge.y);  // below the band's edge
    float cover = clamp(depth + 0.5, 0.0, 1.0);
    vec3 ink = patterned(u_color[band].rgb, u_stroke, u_pattern[band], v_at / u_scale, 0.5 / u_scale);
    // A band about as thin as its edge is all ink: edges alone would be a dark stripe.
    float shade = clamp(line + 0.5 - depth, 0.0, 1.0) * smoothstep(2.0, 5.0, (edge.x - below) / line);
    ink = mix(ink, mix(u_color[band].rgb, u_line, 0.35), shade);
    // Covered is covered, also where the band is dimmed: what is below must not shine through.
    result += vec4(ink, 1.0) * (u_color[band].a * min(cover, open));
    open = min(open, 1.0 - cover);
  }
  if (result.a <= 0.0) discard;
  o_color = vec4(result.rgb / result.a, result.a);
}
