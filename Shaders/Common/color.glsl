// A colour in one word, as lists carry it (red in the lowest byte, straight alpha), premultiplied.
vec4 premultiplied(uint color) {
    vec4 c = vec4(uvec4(color, color >> 8, color >> 16, color >> 24) & 255u) * (1.0 / 255.0);
    return vec4(c.rgb * c.a, c.a);
}
