// One piece of a band between two lines, or between a line and a base: a trapezium with vertical
// sides, so that neighbours meet without a seam. It has its own fringe above and below.
// Each end: x high, x low, low value, high value. An x low of 1e30 ends a run.
layout(location = 0) in vec4 aStart;
layout(location = 1) in vec4 aEnd;

// 1 if all low values are one base, and that base in device pixels.
uniform vec2 uBase;

out float vY;
// The band's upper and lower edge at this column.
out vec2 vEdges;
// The cosines of the edges' slopes.
flat out vec2 vSlopes;

void main() {
    float x0 = projectX(aStart.x, aStart.y);
    float x1 = projectX(aEnd.x, aEnd.y);
    vec2 e0 = vec2(projectY(aStart.w), mix(projectY(aStart.z), uBase.y, uBase.x));
    vec2 e1 = vec2(projectY(aEnd.w), mix(projectY(aEnd.z), uBase.y, uBase.x));
    // A horizontal edge far outside the plot need not be exact, but must not cost precision.
    if (e0.y == e1.y) {
        e0.y = clamp(e0.y, uPlot.y - 2048.0, uPlot.w + 2048.0);
        e1.y = e0.y;
    }
    if (e0.x + e1.x > e0.y + e1.y) {
        e0 = e0.yx;
        e1 = e1.yx;
    }
    bool outside = aStart.y > 1e29 || aEnd.y > 1e29 || x1 <= uPlot.x || x0 >= uPlot.z || x1 <= x0;
    float width = max(x1 - x0, 1e-6);
    // Only the part inside the plot, so that distant ends cost no precision.
    float t0 = clamp((uPlot.x - 1.0 - x0) / width, 0.0, 1.0);
    float t1 = clamp((uPlot.z + 1.0 - x0) / width, 0.0, 1.0);
    bool last = gl_VertexID > 1;
    float t = last ? t1 : t0;
    float x = last ? (t1 < 1.0 ? uPlot.z + 1.0 : x1) : (t0 > 0.0 ? uPlot.x - 1.0 : x0);
    vec2 edges = mix(e0, e1, t);
    vec2 rise = (e1 - e0) / width;
    vSlopes = inversesqrt(1.0 + rise * rise);
    vEdges = vec2(min(edges.x, edges.y), max(edges.x, edges.y));
    vec2 pads = 1.0 / max(vSlopes, 0.01);
    float y = (gl_VertexID & 1) == 0 ? vEdges.x - pads.x : vEdges.y + pads.y;
    vY = y;
    gl_Position = outside ? nowhere : toClip(vec2(x, y));
}
