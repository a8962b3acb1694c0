// The number of inputs is the same as for glyphs (why: Line/segment.glsl).
in vec2 vPoint;
flat in vec2 vExtent;
flat in uvec2 vRadii;
flat in uint vFrom;
flat in uint vTo;
flat in uint vBorder;
flat in uint vStyle;
uniform vec3 uOffset;
out vec4 oColor;

// The radius of the corner nearest to the place.
float nearestRadius() {
    uint pair = vPoint.y < 0.0 ? vRadii.x : vRadii.y;
    bool second = (vPoint.x < 0.0) != (vPoint.y < 0.0);
    return float(second ? pair >> 16 : pair & 65535u) * (1.0 / 16.0);
}

// The position of the place along the gradient.
float progress() {
    float turn = float(vStyle >> 16) * (1.0 / 16384.0);
    float x = turn < 2.0 ? 1.0 - turn : turn - 3.0;
    vec2 along = vec2(x, turn < 2.0 ? 1.0 - abs(x) : abs(x) - 1.0);
    return clamp(dot(vPoint, along) / max(2.0 * dot(abs(along), vExtent), 1e-6) + 0.5, 0.0, 1.0);
}

void main() {
    float radius = nearestRadius();
    float distance = boxDistance(vPoint, vExtent, radius);
    float outer = boxCoverage(vPoint, vExtent, radius, distance);
    float width = float(vStyle & 65535u) * (1.0 / 64.0);
    float inner = outer;
    if (width > 0.0) {
        inner = boxCoverage(
            vPoint, max(vExtent - width, 0.0), max(radius - width, 0.0), distance + width);
    }
    vec4 fill = mix(premultiplied(vFrom), premultiplied(vTo), progress());
    vec4 border = premultiplied(vBorder);
    oColor = (fill * inner + border * (outer - inner)) * (uOffset.z * clipCoverage());
}
