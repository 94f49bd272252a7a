#version 300 es
// For each column of pixels the texture holds the heights at which the bands end, lowest band first.
// A fragment looks its column up, so that a frame costs the same for ten samples and for a million.
uniform sampler2D u_tops;  // (column, band): cumulative height, 1 at the top of the plot
uniform vec4 u_rect;       // as in bands.vert
uniform int u_bands;
uniform vec4 u_color[24];  // alpha below 1 where another band is pointed at
uniform int u_pattern[24];
uniform float u_scale;     // framebuffer pixels per CSS pixel
uniform float u_slanted;   // 1: edges slope from column to column; 0: they step
uniform vec3 u_stroke;     // what hatching is drawn with: the background
uniform vec3 u_line;       // what edges are shaded with: the text
in vec2 v_at;
out vec4 o_color;

void main() {
  vec2 size = u_rect.zw - u_rect.xy;
  int columns = textureSize(u_tops, 0).x;
  int column = clamp(int(v_at.x * float(columns) / size.x), 0, columns - 1);
  int before = max(column - 1, 0), after = min(column + 1, columns - 1);
  float line = max(1.0, floor(u_scale * 1.2));

  // From the lowest band up, until nothing shines through: most fragments need one band's ink.
  vec4 result = vec4(0.0);  // premultiplied
  float open = 1.0;         // what is not covered yet
  float bottom = 0.0;
  for (int band = 0; band < u_bands && open > 0.0; ++band) {
    float top = texelFetch(u_tops, ivec2(column, band), 0).r * size.y;
    float below = bottom;
    bottom = top;
    float rise = 0.0;
    if (u_slanted > 0.0)
      rise = texelFetch(u_tops, ivec2(after, band), 0).r - texelFetch(u_tops, ivec2(before, band), 0).r;
    float slope = rise * size.y / float(max(after - before, 1));
    float depth = (top - v_at.y) * inversesqrt(1.0 + slope * slope);  // below the band's edge
    float cover = clamp(depth + 0.5, 0.0, 1.0);
    if (cover * open <= 0.0) continue;
    vec3 ink = patterned(u_color[band].rgb, u_stroke, u_pattern[band], v_at / u_scale, 0.5 / u_scale);
    // A band about as thin as its edge is all ink: edges alone would be a dark stripe.
    float edge = clamp(line + 0.5 - depth, 0.0, 1.0) * smoothstep(2.0, 5.0, (top - below) / line);
    ink = mix(ink, mix(u_color[band].rgb, u_line, 0.35), edge);
    // Covered is covered, also where the band is dimmed: what is below must not shine through.
    result += vec4(ink, 1.0) * (u_color[band].a * min(cover, open));
    open = min(open, 1.0 - cover);
  }
  if (result.a <= 0.0) discard;
  o_color = vec4(result.rgb / result.a, result.a);
}
