// A rounded rectangle blurred by a Gaussian, computed from the distance to its edge. Along an edge
// that is exact, since there the Gaussian's integral depends only on the distance. At a corner the
// edge is treated as rounded with a radius enlarged by the blur. The result is within 0.04 of the
// integral in two dimensions, which is one level of a byte for a shadow of a tenth opacity, and
// within 0.11 if a side is only as long as the blur is wide. (E. Wallace, Fast Rounded Rectangle
// Shadows, 2013, and R. Levien, Blurred rounded rectangles, 2020, whose norm between circle and
// square is closer at corners that are not round. Both cost two to three times as much per pixel,
// and a software driver computes a hundred thousand of them in a window's first frame.)
// The number of inputs is the same as for glyphs (why: Line/segment.glsl).
in vec2 vPoint;
flat in vec4 vBox;
flat in vec4 vColor;
out vec4 oColor;

void main() {
    vec2 q = abs(vPoint) - vBox.xy;
    vec2 outside = max(q, 0.0);
    float distance = sqrt(dot(outside, outside)) + min(max(q.x, q.y), 0.0) - vBox.z;
    oColor = vColor * ((0.5 - 0.5 * errorFunction(distance * vBox.w)) * clipCoverage());
}
