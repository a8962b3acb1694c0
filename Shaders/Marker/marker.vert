// A disc, diamond or square with an optional stroke along the inside of its edge. It comes from a
// retained list (places in device pixels) or, with DATA, from a series' samples in one style. With
// ON_BARS the samples are those of error bars.
// With SPRITES each vertex is a square, and its fragments know where in it they are.
// The number of outputs is the same as for segments (why: Line/segment.glsl).
#ifdef DATA
layout(location = 0) in vec4 aSample;
uniform vec4 uFill;
uniform vec4 uStroke;
// Radius and stroke width in device pixels; shape: 0 disc, 1 diamond, 2 square.
uniform vec3 uMarker;
#ifdef ON_BARS
// The width of bars in device pixels: points are in their middle.
uniform float uBar;
#endif
#ifdef ATTRIBUTED
layout(location = 5) in float aAttribute;
// The drawn style, and the number of styles: an attribute of that number or more means style 0.
uniform vec2 uAttribute;
#endif
#else
layout(location = 0) in vec2 aCenter;
layout(location = 1) in vec2 aSize;
layout(location = 2) in vec4 aFill;
layout(location = 3) in vec4 aStroke;
layout(location = 4) in uvec2 aShape;
uniform vec3 uOffset;
#endif

#ifndef SPRITES
out vec2 vPoint;
#endif
flat out vec2 vSize;
// Whether it is a diamond, and whether a square: 0 or 1.
flat out vec2 vShape;
// In the format of inHalves.
flat out uvec2 vFill;
flat out uvec2 vStroke;

void main() {
#ifndef SPRITES
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
#endif
#ifdef DATA
    vec2 center = vec2(projectX(aSample.x, aSample.y), projectY(aSample.z));
#ifdef ON_BARS
    center.x = toEdge(center.x - 0.5 * uBar) + 0.5 * uBar;
    center.y = projectY(aSample.z, aSample.w);
    // A point is cut at the plot's edge, like its bar.
    bool outside = aSample.z > 0.5e30;
#else
    // A point is drawn whole if its place is in the plot (allowing for rounding), else not at all.
    bool outside = any(lessThan(center, uPlot.xy - 0.25)) || any(greaterThan(center, uPlot.zw + 0.25));
#endif
    vSize = uMarker.xy;
    float shape = uMarker.z;
    vFill = inHalves(uFill);
    vStroke = inHalves(uStroke);
    float reach = uMarker.x + 0.5;
#ifdef ATTRIBUTED
    outside = outside || (aAttribute < uAttribute.y ? aAttribute : 0.0) != uAttribute.x;
#endif
#else
    vec2 center = aCenter + uOffset.xy;
    vSize = aSize;
    float shape = float(aShape.x);
    vFill = inHalves(vec4(aFill.rgb * aFill.a, aFill.a) * uOffset.z);
    vStroke = inHalves(vec4(aStroke.rgb * aStroke.a, aStroke.a) * uOffset.z);
    float reach = aSize.x + 0.5;
    bool outside = false;
#endif
    vShape = vec2(equal(vec2(shape), vec2(1.0, 2.0)));
#ifdef SPRITES
    gl_PointSize = 2.0 * reach;
    gl_Position = outside ? nowhere : toClip(center);
#else
    vPoint = side * reach;
    gl_Position = outside ? nowhere : toClip(center + vPoint);
#endif
}
