// Grid lines and ticks: one value each, drawn as whole device pixels across a span.
layout(location = 0) in vec2 aValue;
layout(location = 1) in float aOpacity;
// The axis' projection, in the format of uProjectionX.
uniform vec4 uAxis;
// From and to along the line, its width, and 1 if lines are horizontal; in device pixels.
uniform vec4 uSpan;
// The first and last pixel position at which a line is drawn.
uniform vec2 uLimits;
uniform vec4 uColor;

out vec2 vOne;
flat out vec4 vOnes;
flat out vec4 vColor;

void main() {
    float place = ((aValue.x - uAxis.x) + (aValue.y - uAxis.y)) * uAxis.z + uAxis.w;
    // The pixel column that contains the place, so that a line at the left edge is inside.
    float first = toEdge(place - 0.5 * uSpan.z);
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec4 edges = vec4(first, uSpan.x, first + uSpan.z, uSpan.y);
    vec2 p = mix(edges.xy, edges.zw, side);
    // Ones, as an opacity is at most 1. A linker would remove values that it sees to be constant.
    vOnes = max(aOpacity - vec4(0.0, 1.0, 2.0, 3.0), 1.0);
    vOne = max(aOpacity - vec2(4.0, 5.0), 1.0);
    vColor = uColor * aOpacity;
    bool outside = place < uLimits.x || place > uLimits.y;
    gl_Position = outside ? nowhere : toClip(uSpan.w > 0.5 ? p.yx : p);
}
