// Strokes of a retained list: each segment carries its neighbours' far ends, width and colour.
layout(location = 0) in vec4 aFar;
layout(location = 1) in vec4 aNear;
layout(location = 2) in float aWidth;
// A colour as two half words.
layout(location = 3) in uvec2 aColor;
// Bits: 1 joined at the start, 2 joined at the end; then the cap and the join.
layout(location = 4) in uvec2 aStyle;

uniform vec3 uOffset;
flat out uint vColor;

void main() {
    vec2 o = uOffset.xy;
    // Below a pixel's width, a line gets paler, not thinner.
    float width = max(aWidth, 1.0);
    vec2 place = placeSegment(aFar.xy + o, aNear.xy + o, aNear.zw + o, aFar.zw + o,
                              (aStyle.x & 1u) != 0u, (aStyle.x & 2u) != 0u, 0.5 * width,
                              int(aStyle.y >> 4), 4.0, ivec2(aStyle.y & 15u), 0.0);
    vColor = aColor.x | (aColor.y << 16);
    vEnds |= uint(clamp(aWidth, 0.0, 1.0) * 65535.0 + 0.5) << 16;
    gl_Position = toClip(place);
}
