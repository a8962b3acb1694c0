in vec2 vPoint;
flat in vec2 vExtent;
flat in vec4 vRadii;
flat in vec4 vColor;
#ifdef HATCHED
// The colour between stripes; that of the bar if it has none.
flat in vec4 vGap;
// The distance between stripes and their width, in device pixels.
uniform vec2 uHatching;
#endif
out vec4 oColor;

#ifdef HATCHED
// The colour at a point: stripes that rise to the right from the lower left corner of the bar.
vec4 hatchedColor() {
    float across = (vPoint.x + vExtent.x - (vExtent.y - vPoint.y)) * 0.70710678;
    float fromMiddle = abs(mod(across, uHatching.x) - 0.5 * uHatching.x);
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
