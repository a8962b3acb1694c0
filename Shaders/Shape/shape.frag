in vec2 vPoint;
flat in vec2 vExtent;
flat in vec4 vRadii;
flat in vec4 vFrom;
flat in vec4 vTo;
flat in vec4 vBorder;
flat in vec3 vStyle;
out vec4 oColor;

void main() {
    float radius = cornerRadius(vPoint, vRadii);
    float distance = boxDistance(vPoint, vExtent, radius);
    float outer = boxCoverage(vPoint, vExtent, radius, distance);
    float width = vStyle.x;
    float inner = outer;
    if (width > 0.0) {
        inner = boxCoverage(
            vPoint, max(vExtent - width, 0.0), max(radius - width, 0.0), distance + width);
    }
    float t = clamp(dot(vPoint, vStyle.yz) + 0.5, 0.0, 1.0);
    vec4 fill = mix(vFrom, vTo, t);
    oColor = (fill * inner + vBorder * (outer - inner)) * clipCoverage();
}
