// A part of a tile of ink on whole device pixels, from uniforms alone.
// Its rectangle of device pixels: left, top, right, bottom.
uniform vec4 uRect;
// The device pixel of the tile's first texel, and its texels per device pixel.
uniform vec4 uTilePlace;

// A place in the tile, in texels.
out vec2 vTexel;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 p = mix(uRect.xy, uRect.zw, side);
    vTexel = (p - uTilePlace.xy) * uTilePlace.zw;
    gl_Position = toClip(p);
}
