// The inputs are counted as a stroke's are (why: Line/segment.glsl).
in vec3 vPoint;
flat in vec4 vRadii;
flat in vec4 vFrom;
flat in vec4 vTo;
flat in vec4 vBorder;
flat in vec3 vBox;
out vec4 oColor;

void main() {
    vec2 extent = vBox.xy;
    float radius = cornerRadius(vPoint.xy, vRadii);
    float distance = boxDistance(vPoint.xy, extent, radius);
    float outer = boxCoverage(vPoint.xy, extent, radius, distance);
    float width = vBox.z;
    float inner = outer;
    if (width > 0.0) {
        inner = boxCoverage(
            vPoint.xy, max(extent - width, 0.0), max(radius - width, 0.0), distance + width);
    }
    vec4 fill = mix(vFrom, vTo, clamp(vPoint.z, 0.0, 1.0));
    oColor = (fill * inner + vBorder * (outer - inner)) * clipCoverage();
}
