// A glyph's picture, drawn texel for pixel; from a retained list or, with DATA, hung on a place in
// the data that is projected and rounded to a device pixel here.
#ifdef DATA
// Anchor: x high, x low, y.
layout(location = 0) in vec3 aAnchor;
layout(location = 3) in ivec2 aPlace;
// Which axes are anchored (1 or 0 each), and the place in device pixels on an axis that is not.
uniform vec4 uAnchoring;
// Labels whose anchor lies outside left, top, right, bottom are not drawn.
uniform vec4 uLimits;
#else
layout(location = 0) in vec2 aPlace;
#endif
// Width, height, and the place on the page with the page's number in the top 4 bits of each.
layout(location = 1) in uvec4 aGlyph;
layout(location = 2) in vec4 aColor;
uniform vec3 uOffset;

out vec2 vTexel;
// The place on the page, the page's number, alpha.
flat out vec4 vSource;
flat out vec4 vColor;

void main() {
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 size = vec2(aGlyph.xy);
    uint page = (aGlyph.z >> 12) | ((aGlyph.w >> 12) << 4);
    vSource = vec4(vec2(aGlyph.zw & 4095u), float(page), uOffset.z);
    vTexel = side * size;
    vColor = vec4(aColor.rgb * aColor.a, aColor.a);
#ifdef DATA
    vec2 anchor = vec2(projectX(aAnchor.x, aAnchor.y), projectY(aAnchor.z));
    anchor = mix(uAnchoring.zw, anchor, uAnchoring.xy);
    bool outside = any(lessThan(anchor, uLimits.xy)) || any(greaterThan(anchor, uLimits.zw));
    vec2 place = floor(anchor + 0.5) + vec2(aPlace) + uOffset.xy;
    gl_Position = outside ? nowhere : toClip(place + side * size);
#else
    gl_Position = toClip(aPlace + side * size + uOffset.xy);
#endif
}
