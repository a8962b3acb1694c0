// Ink from a tile of another scale.
in vec2 vTexel;
uniform sampler2D uTile;
// The size of a texel as a part of the tile.
uniform vec2 uTileTexel;
out vec4 oColor;

void main() { oColor = texture(uTile, vTexel * uTileTexel) * clipCoverage(); }
