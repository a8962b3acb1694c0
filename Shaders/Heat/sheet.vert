// One rectangle of device pixels, from uniforms alone: left, top, right, bottom.
uniform vec4 uRect;
// The device pixel of the sheet's row 0, and the column's number there.
uniform vec3 uSheetPlace;

out vec2 vTexel;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 p = mix(uRect.xy, uRect.zw, side);
    vTexel = vec2(p.x - uSheetPlace.x + uSheetPlace.z, p.y - uSheetPlace.y);
    gl_Position = toClip(p);
}
