// The shadow of a rounded rectangle; hollow if the rectangle itself will cover the middle.
layout(location = 0) in vec4 aRect;
// Offset x and y, radius, standard deviation; all in device pixels.
layout(location = 1) in vec4 aStyle;
layout(location = 2) in vec4 aColor;
layout(location = 3) in uvec2 aFlags;

uniform vec3 uOffset;

out vec2 vPoint;
// The distance from the middle to the start of the corners, their radius, and the factor from a
// distance to the argument of the error function.
flat out vec4 vBox;
flat out vec4 vColor;

void main() {
    int corner = (gl_VertexID >> 1) & 3;
    vec2 side = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    vec2 extent = 0.5 * aRect.zw;
    // The shadow extends as far as it changes a byte of a colour by half, which is less far for a
    // pale one. At this number of standard deviations the tail of the Gaussian is at most 1 / 512
    // of the colour's opacity (Chernoff's bound, minus the least amount by which it is too large).
    float reach = min(sqrt(2.0 * log(max(256.0 * aColor.a, 1.1))) - 0.43, 3.0);
    vec2 p = side * (extent + max(reach, 0.0) * aStyle.w) + aStyle.xy;
    if ((gl_VertexID & 1) == 1) {
        // The largest rectangle with equal insets that is inside the rounded corners.
        float inset = ceil(0.2929 * aStyle.z) + 1.0;
        p = aFlags.x != 0u ? side * max(extent - inset, 0.0) : vec2(0.0);
    }
    vPoint = p - aStyle.xy;
    // The corner's radius after the blur, fitted to integrals for radii from none to twelve
    // deviations.
    float sharpest = min(extent.x, extent.y);
    float radius = min(sqrt(aStyle.z * aStyle.z + 3.5 * aStyle.w * aStyle.w), sharpest);
    float scale = 0.70710678 / aStyle.w;
    vBox = vec4(extent - radius, radius, scale);
    // A shadow narrower than its blur is pale in its middle too: by the integral there.
    float middle = errorFunction(extent.x * scale) * errorFunction(extent.y * scale);
    float whole = 0.5 + 0.5 * errorFunction(sharpest * scale);
    vColor = vec4(aColor.rgb * aColor.a, aColor.a) * (uOffset.z * middle / whole);
    gl_Position = toClip(p + aRect.xy + extent + uOffset.xy);
}
