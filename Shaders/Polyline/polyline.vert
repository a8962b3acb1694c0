// A segment of a line through vertices of a plane that is moved, stretched and turned.
layout(location = 0) in vec2 aBefore;
layout(location = 1) in vec2 aStart;
layout(location = 2) in vec2 aEnd;
layout(location = 3) in vec2 aAfter;
// The colours of the segment before, of this one and of the next, each as two half words; the upper
// byte is the alpha, which is 0 if there is no segment.
layout(location = 4) in uvec2 aColorBefore;
layout(location = 5) in uvec2 aColor;
layout(location = 6) in uvec2 aColorAfter;

// The columns of the map from the plane to device pixels.
uniform vec4 uTurn;
// Its constant part, and the factor of the alpha.
uniform vec3 uOffset;
// Device pixels.
uniform float uWidth;
// The bytes of a colour in place of those of the segments, if its alpha is not 0.
uniform vec4 uColor;
flat out uint vColor;

vec2 toPixels(vec2 place) { return uTurn.xy * place.x + uTurn.zw * place.y + uOffset.xy; }

void main() {
    if (aColor.y < 256u) {
        gl_Position = nowhere;
        return;
    }
    // Below a pixel's width, a line gets paler, not thinner.
    float width = max(uWidth, 1.0);
    vec2 place = placeSegment(toPixels(aBefore), toPixels(aStart), toPixels(aEnd),
                              toPixels(aAfter), aColorBefore.y >= 256u, aColorAfter.y >= 256u,
                              0.5 * width, 0, 4.0, ivec2(0), 0.0);
    uvec4 own = uvec4(uColor);
    vColor = own.a != 0u ? own.r | (own.g << 8) | (own.b << 16) | (own.a << 24)
                         : aColor.x | (aColor.y << 16);
    vEnds |= uint(clamp(uWidth, 0.0, 1.0) * 65535.0 + 0.5) << 16;
    gl_Position = toClip(place);
}
