// The fraction of the pixel at p (relative to the middle of a box) that is inside the box: exact
// for straight edges, by distance in the rounded corners. radii: left top, right top, right bottom,
// left bottom.
float boxCoverage(vec2 p, vec2 extent, float radius, float distance) {
    vec2 straight = clamp(min(p + 0.5, extent) - max(p - 0.5, -extent), 0.0, 1.0);
    vec2 q = abs(p) - extent + radius;
    return min(q.x, q.y) > 0.0 ? clamp(0.5 - distance, 0.0, 1.0) : straight.x * straight.y;
}

float cornerRadius(vec2 p, vec4 radii) {
    vec2 pair = p.x < 0.0 ? radii.xw : radii.yz;
    return p.y < 0.0 ? pair.x : pair.y;
}

float boxDistance(vec2 p, vec2 extent, float radius) {
    vec2 q = abs(p) - extent + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}
