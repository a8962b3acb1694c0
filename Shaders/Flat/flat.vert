// One rectangle of device pixels, from uniforms alone: left, top, right, bottom.
uniform vec4 uRect;
#ifndef MASK
uniform vec4 uColor;
out vec2 vPoint;
flat out vec4 vEdges;
flat out vec4 vColor;
#endif

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 p = mix(uRect.xy, uRect.zw, side);
#ifndef MASK
    vPoint = p;
    vEdges = uRect;
    vColor = uColor;
#endif
    gl_Position = toClip(p);
}
