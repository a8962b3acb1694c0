// One straight line between two places in device pixels, from uniforms alone.
uniform vec4 uEndpoints;
// Half width, join (none), miter limit (none), cap.
uniform vec4 uStroke;

void main() {
    vec2 place = placeSegment(uEndpoints.xy, uEndpoints.xy, uEndpoints.zw, uEndpoints.zw, false,
                              false, uStroke.x, 0, 1.0, ivec2(uStroke.w), 0.0);
    gl_Position = toClip(place);
}
