// A piece of a stroke: the convex hull of two circles, in device pixels. Its quad is along the line
// between their centres, with a pixel around it for the soft edge.
// A circle: its centre and its radius, which is negative if nothing joins it to the next.
layout(location = 0) in vec3 aStart;
layout(location = 1) in vec3 aEnd;

uniform vec2 uShift;

// A place from the start: along the piece, and across it.
out vec2 vPlace;
// The two radii, the distance of the centres, and the slope of the tangents: the sine of their angle
// with the piece.
flat out vec4 vPiece;

void main() {
    vec2 radii = vec2(abs(aStart.z), aEnd.z);
    vec2 end = aEnd.xy;
    if (aStart.z < 0.0) {
        end = aStart.xy;
        radii.y = radii.x;
    }
    radii.y = abs(radii.y);
    vec2 way = end - aStart.xy;
    float size = length(way);
    vec2 along = size > 0.0 ? way / size : vec2(1.0, 0.0);
    float slope = size > 0.0 ? (radii.x - radii.y) / size : 2.0;
    // If one circle contains the other, only the larger one is drawn.
    vec2 origin = aStart.xy;
    if (abs(slope) >= 1.0) {
        if (radii.y > radii.x) origin = end;
        radii = vec2(max(radii.x, radii.y));
        size = 0.0;
        slope = 0.0;
    }
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    float reach = max(radii.x, radii.y) + 1.0;
    vPlace = vec2(mix(-radii.x - 1.0, size + radii.y + 1.0, side.x), mix(-reach, reach, side.y));
    vPiece = vec4(radii, size, slope);
    vec2 across = vec2(-along.y, along.x);
    gl_Position = toClip(origin + uShift + along * vPlace.x + across * vPlace.y);
}
