in vec2 vPoint;
flat in vec2 vExtent;
flat in vec4 vRadii;
flat in vec4 vColor;
#ifdef HATCHED
// The colour between stripes; that of the bar if it has none.
flat in vec4 vGap;
// The distance across the stripes, in device pixels.
in float vAcross;
// The distance between stripes and their width, in device pixels.
uniform vec2 uHatching;
#endif
out vec4 oColor;

#ifdef HATCHED
// The colour at a point: each period has its stripe in the middle.
vec4 hatchedColor() {
    float fromMiddle = abs(mod(vAcross, uHatching.x) - 0.5 * uHatching.x);
    return mix(vColor, vGap, clamp(fromMiddle - 0.5 * uHatching.y + 0.5, 0.0, 1.0));
}
#endif

void main() {
    float radius = cornerRadius(vPoint, vRadii);
    float distance = boxDistance(vPoint, vExtent, radius);
#ifdef HATCHED
    vec4 color = hatchedColor();
#else
    vec4 color = vColor;
#endif
    oColor = color * (boxCoverage(vPoint, vExtent, radius, distance) * clipCoverage());
}
