// A part of a tile of ink, from texel to device pixel.
// A corner, in texels from the corner within the border.
layout(location = 0) in vec2 aTexel;

// The device pixels of the tile: left, top, right, bottom.
uniform vec4 uRect;
// The place of the tile, and the device pixels per texel.
uniform vec4 uTilePlace;
// The texels of the tile within the border, and those of the border.
uniform vec3 uTileSize;

// A place in the tile, in texels from the corner of the border.
out vec2 vTexel;

void main() {
    vec2 p = uTilePlace.xy + aTexel * uTilePlace.zw;
    // The edges of tiles are on whole pixels, where the next one begins.
    p = clamp(p, uRect.xy, uRect.zw);
    p = mix(p, uRect.xy, lessThanEqual(aTexel, vec2(0.0)));
    p = mix(p, uRect.zw, greaterThanEqual(aTexel, uTileSize.xy));
    vTexel = (p - uTilePlace.xy) / uTilePlace.zw + uTileSize.z;
    gl_Position = toClip(p);
}
