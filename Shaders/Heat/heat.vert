// A cell of a grid. Every edge is rounded separately to a device pixel. Neighbours have the same
// numbers for their common edge, so they neither overlap nor leave a gap, at any zoom.
// From and to along x: start high, start low, end high, end low.
layout(location = 0) in vec4 aX;
// From and to along y.
layout(location = 1) in vec2 aY;
layout(location = 2) in vec4 aColor;

// The gap between cells along x and y, the radius of their corners, all in device pixels; the
// alpha.
uniform vec4 uCell;

out vec2 vPoint;
flat out vec2 vExtent;
flat out vec4 vRadii;
flat out vec4 vColor;

void main() {
    vec2 low = vec2(projectX(aX.x, aX.y), projectY(aY.y));
    vec2 high = vec2(projectX(aX.z, aX.w), projectY(aY.x));
    // A place far outside the plot need not be exact, but must stay in the range of float.
    low = clamp(toEdge(low), uPlot.xy - 2048.0, uPlot.zw + 2048.0);
    high = clamp(toEdge(high), uPlot.xy - 2048.0, uPlot.zw + 2048.0);
    vec2 before = floor(0.5 * uCell.xy);
    low += before;
    high -= uCell.xy - before;
    vec2 extent = 0.5 * (high - low);
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    vPoint = side * extent;
    vExtent = extent;
    vRadii = vec4(min(uCell.z, min(extent.x, extent.y)));
    vColor = vec4(aColor.rgb * aColor.a, aColor.a) * uCell.w;
    bool outside = any(lessThanEqual(high, uPlot.xy)) || any(greaterThanEqual(low, uPlot.zw))
        || extent.x <= 0.0 || extent.y <= 0.0;
    gl_Position = outside ? nowhere : toClip(0.5 * (low + high) + vPoint);
}
