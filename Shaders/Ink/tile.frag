// Ink from a tile, texel for pixel.
in vec2 vTexel;
uniform sampler2D uTile;
out vec4 oColor;

void main() { oColor = texelFetch(uTile, ivec2(floor(vTexel)), 0) * clipCoverage(); }
