// A rounded rectangle blurred by a Gaussian, by the distance from its edge: along an edge that is exact,
// since there a Gaussian's integral depends on nothing else. At a corner the edge is taken to turn with
// a radius that is larger by what the blur rounds off; what results is within 0.04 of the integral in
// two dimensions, one level of a byte where a shadow is a tenth opaque, and within 0.11 where a side is
// only as long as the blur is wide. (E. Wallace, Fast Rounded Rectangle Shadows, 2013, and R. Levien,
// Blurred rounded rectangles, 2020, whose norm between circle and square is nearer at corners that are
// not round. Both cost two to three times as much for each pixel, which a software driver pays for a
// hundred thousand of them in a window's first frame.)
// The inputs are counted as a glyph's are (why: Line/segment.glsl).
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
