// An image on a quad that may be rotated. The quad is a pixel larger than the image on all sides,
// for the smoothed edge.
// The image's upper left corner in device pixels; then the vectors along its width and its height.
uniform vec2 uCorner;
uniform vec4 uSides;
// The lengths of both sides.
uniform vec2 uExtent;

// The place in the image, 0 to 1 between its edges.
out vec2 vPlace;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 pad = 1.0 / max(uExtent, vec2(1e-6));
    vPlace = mix(-pad, 1.0 + pad, side);
    gl_Position = toClip(uCorner + uSides.xy * vPlace.x + uSides.zw * vPlace.y);
}
