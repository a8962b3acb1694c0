// A colour in one word, as in draw lists (red in the lowest byte, straight alpha), premultiplied.
vec4 premultiplied(uint color) {
    vec4 c = vec4(uvec4(color, color >> 8, color >> 16, color >> 24) & 255u) * (1.0 / 255.0);
    return vec4(c.rgb * c.a, c.a);
}

// A premultiplied colour as two words, 16 bits per channel, and back.
uvec2 inHalves(vec4 color) { return uvec2(packUnorm2x16(color.rg), packUnorm2x16(color.ba)); }

vec4 fromHalves(uvec2 color) { return vec4(unpackUnorm2x16(color.x), unpackUnorm2x16(color.y)); }
