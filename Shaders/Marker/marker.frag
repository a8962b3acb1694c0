in vec2 vPoint;
flat in vec2 vSize;
flat in int vShape;
flat in vec4 vFill;
flat in vec4 vStroke;
out vec4 oColor;

void main() {
    vec2 a = abs(vPoint);
    float distance = length(vPoint) - vSize.x;
    if (vShape == 1) distance = (a.x + a.y - vSize.x) * 0.70710678;
    if (vShape == 2) distance = max(a.x, a.y) - vSize.x;
    float outer = clamp(0.5 - distance, 0.0, 1.0);
    float inner = vSize.y > 0.0 ? clamp(0.5 - distance - vSize.y, 0.0, 1.0) : outer;
    oColor = (vFill * inner + vStroke * (outer - inner)) * clipCoverage();
}
