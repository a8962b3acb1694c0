// A rounded rectangle as a ring of four trapezia, ten vertices of a strip. A hollow one has a hole
// where its inside is painted by other, cheaper means.
layout(location = 0) in vec4 aRect;
layout(location = 1) in uvec4 aRadii;
layout(location = 2) in vec4 aFrom;
layout(location = 3) in vec4 aTo;
layout(location = 4) in vec4 aBorder;
layout(location = 5) in uvec4 aStyle;

// Translation in whole device pixels, and alpha.
uniform vec3 uOffset;

// The place from the middle, and how far along the gradient it is.
out vec3 vPoint;
flat out vec4 vRadii;
flat out vec4 vFrom;
flat out vec4 vTo;
flat out vec4 vBorder;
// Half of the size, and the border's width.
flat out vec3 vBox;

void main() {
    int corner = (gl_VertexID >> 1) & 3;
    vec2 side = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 extent = 0.5 * aRect.zw;
    vec4 radii = vec4(aRadii) / 16.0;
    float border = float(aStyle.x) / 64.0;
    bool hollow = (aStyle.z & 1u) != 0u;
    vec2 p = side * (extent + 0.5);
    if ((gl_VertexID & 1) == 1) {
        float most = max(max(radii.x, radii.y), max(radii.z, radii.w));
        float inset = ceil(max(most, border));
        p = hollow ? side * max(extent - inset, 0.0) : vec2(0.0);
    }
    float angle = float(aStyle.y) * (6.283185307179586 / 65536.0);
    vec2 along = vec2(cos(angle), sin(angle));
    float reach = 2.0 * (abs(along.x) * extent.x + abs(along.y) * extent.y);
    vPoint = vec3(p, dot(p, along) / max(reach, 1e-6) + 0.5);
    vBox = vec3(extent, border);
    vRadii = radii;
    vFrom = vec4(aFrom.rgb * aFrom.a, aFrom.a) * uOffset.z;
    vTo = vec4(aTo.rgb * aTo.a, aTo.a) * uOffset.z;
    vBorder = vec4(aBorder.rgb * aBorder.a, aBorder.a) * uOffset.z;
    gl_Position = toClip(p + aRect.xy + extent + uOffset.xy);
}
