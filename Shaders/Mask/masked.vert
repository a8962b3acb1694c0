// One rectangle of device pixels, from uniforms alone: left, top, right, bottom.
uniform vec4 uRect;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    gl_Position = toClip(mix(uRect.xy, uRect.zw, side));
}
