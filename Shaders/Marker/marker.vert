// A disc, diamond or square with an optional stroke along the inside of its edge; from a retained
// list (places in device pixels) or, with DATA, from a series' samples in one style.
#ifdef DATA
layout(location = 0) in vec4 aSample;
uniform vec4 uFill;
uniform vec4 uStroke;
// Radius and stroke width in device pixels; shape: 0 disc, 1 diamond, 2 square.
uniform vec3 uMarker;
#else
layout(location = 0) in vec2 aCenter;
layout(location = 1) in vec2 aSize;
layout(location = 2) in vec4 aFill;
layout(location = 3) in vec4 aStroke;
layout(location = 4) in uvec2 aShape;
uniform vec3 uOffset;
#endif

out vec2 vPoint;
flat out vec2 vSize;
flat out int vShape;
flat out vec4 vFill;
flat out vec4 vStroke;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
#ifdef DATA
    vec2 center = vec2(projectX(aSample.x, aSample.y), projectY(aSample.z));
    vSize = uMarker.xy;
    vShape = int(uMarker.z);
    vFill = uFill;
    vStroke = uStroke;
    float reach = uMarker.x + 0.5;
    // A point is there or not: whole where its place is in the plot (but for rounding), else not at
    // all.
    bool outside = any(lessThan(center, uPlot.xy - 0.25)) || any(greaterThan(center, uPlot.zw + 0.25));
#else
    vec2 center = aCenter + uOffset.xy;
    vSize = aSize;
    vShape = int(aShape.x);
    vFill = vec4(aFill.rgb * aFill.a, aFill.a) * uOffset.z;
    vStroke = vec4(aStroke.rgb * aStroke.a, aStroke.a) * uOffset.z;
    float reach = aSize.x + 0.5;
    bool outside = false;
#endif
    vPoint = side * reach;
    gl_Position = outside ? nowhere : toClip(center + vPoint);
}
