// A rounded rectangle as a ring around its middle, a strip of 26 vertices. Each corner has three
// points: its begin on one edge, its tip, and its end on the next edge, in pairs of outside and
// inside. A hollow rectangle has a hole in the form of a cross: the area outside all corners and
// borders, which is painted by cheaper means.
layout(location = 0) in vec4 aRect;
// Sixteenths of a device pixel: left top, right top, right bottom, left bottom.
layout(location = 1) in uvec4 aRadii;
// Two colours, each as two half words.
layout(location = 2) in uvec4 aPaint;
layout(location = 3) in uvec2 aBorder;
// The border's width in 64ths of a device pixel, the gradient's angle, and 1 if hollow.
layout(location = 4) in uvec4 aStyle;

// Translation in whole device pixels, and alpha.
uniform vec3 uOffset;

// The place relative to the middle. All other values are in eight words (why: Line/segment.glsl).
out vec2 vPoint;
// Half of the size.
flat out vec2 vExtent;
// The radii, two per word.
flat out uvec2 vRadii;
flat out uint vFrom;
flat out uint vTo;
flat out uint vBorder;
// The border's width in the low half, the gradient's direction in the high half.
flat out uint vStyle;

// A direction in 16 bits: its position around the square |x| + |y| = 1.
uint around(float angle) {
    vec2 d = vec2(cos(angle), sin(angle));
    float x = d.x / (abs(d.x) + abs(d.y));
    return uint((d.y >= 0.0 ? 1.0 - x : 3.0 + x) * 16384.0 + 0.5) & 65535u;
}

void main() {
    int place = gl_VertexID >> 1;
    int corner = (place / 3) & 3;
    int part = place % 3;
    bool isInside = (gl_VertexID & 1) == 1;
    vec2 side = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 extent = 0.5 * aRect.zw;
    vec2 p = isInside ? vec2(0.0) : side * (extent + 0.5);
    if ((aStyle.z & 1u) != 0u) {
        float border = ceil(float(aStyle.x) / 64.0);
        float radius = float(max(max(aRadii.x, aRadii.y), max(aRadii.z, aRadii.w))) / 16.0;
        vec2 within = max(extent - max(ceil(radius), border), 0.0);
        vec2 edge = isInside ? extent - border : extent + 0.5;
        vec2 tip = isInside ? within : edge;
        // Clockwise, corners begin alternately on a vertical and a horizontal edge.
        bool isLevel = (part == 2) != ((corner & 1) == 1);
        p = side * (part == 1 ? tip : isLevel ? vec2(within.x, edge.y) : vec2(edge.x, within.y));
    }
    vPoint = p;
    vExtent = extent;
    vRadii = aRadii.xz | (aRadii.yw << 16);
    vFrom = aPaint.x | (aPaint.y << 16);
    vTo = aPaint.z | (aPaint.w << 16);
    vBorder = aBorder.x | (aBorder.y << 16);
    vStyle = aStyle.x | (around(float(aStyle.y) * (6.283185307179586 / 65536.0)) << 16);
    gl_Position = toClip(p + aRect.xy + extent + uOffset.xy);
}
