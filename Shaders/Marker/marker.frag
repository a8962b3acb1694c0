#ifndef SPRITES
in vec2 vPoint;
#endif
flat in vec2 vSize;
flat in vec2 vShape;
flat in uvec2 vFill;
flat in uvec2 vStroke;
out vec4 oColor;

void main() {
#ifdef SPRITES
    vec2 place = (gl_PointCoord * 2.0 - 1.0) * (vSize.x + 0.5);
#else
    vec2 place = vPoint;
#endif
    vec2 a = abs(place);
    float distance = length(place) - vSize.x;
    distance = mix(distance, (a.x + a.y - vSize.x) * 0.70710678, vShape.x);
    distance = mix(distance, max(a.x, a.y) - vSize.x, vShape.y);
    float outer = clamp(0.5 - distance, 0.0, 1.0);
    float inner = clamp(0.5 - distance - vSize.y, 0.0, 1.0);
    oColor = (fromHalves(vFill) * inner + fromHalves(vStroke) * (outer - inner)) * clipCoverage();
}
