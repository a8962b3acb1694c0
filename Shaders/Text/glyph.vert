// A glyph's picture, drawn one texel per pixel, at a place that is projected and rounded to a
// device pixel here. In a retained list that place is a device pixel already, and no limits apply.
// Anchor: x high, x low, y.
layout(location = 0) in vec3 aAnchor;
layout(location = 3) in ivec2 aPlace;
// Which axes are anchored (1 or 0 each), and the place in device pixels on an axis that is not.
uniform vec4 uAnchoring;
// The left and right end of the label, in eighths of device pixels from its anchor.
layout(location = 4) in ivec2 aReach;
// Left, top, right and bottom limits of an anchor; outside them a label fades.
uniform vec4 uLimits;
// The places between which a whole text must be, inside which it fades; the loss of alpha per
// device pixel; and 1 if a label's middle must be in the limits too.
uniform vec4 uEnds;
// Width, height, and the place on the page, with the page's number in the top 4 bits of both.
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
    float alpha = uOffset.z;
    vTexel = side * size;
    vColor = vec4(aColor.rgb * aColor.a, aColor.a);
    vec2 anchor = vec2(projectX(aAnchor.x, aAnchor.y), projectY(aAnchor.z));
    anchor = mix(uAnchoring.zw, anchor, uAnchoring.xy);
    vec2 reach = vec2(aReach) * 0.125;
    float late = anchor.x + uEnds.w * max(0.5 * (reach.x + reach.y), 0.0);
    vec2 inside = min(anchor - uLimits.xy, uLimits.zw - vec2(late, anchor.y));
    alpha *= clamp(1.0 + uEnds.z * min(inside.x, inside.y), 0.0, 1.0);
    vec2 room = vec2(anchor.x + reach.x - uEnds.x, uEnds.y - anchor.x - reach.y);
    alpha *= clamp(uEnds.z * min(room.x, room.y), 0.0, 1.0);
    vec2 place = floor(anchor + 0.5) + vec2(aPlace) + uOffset.xy;
    gl_Position = alpha <= 0.0 ? nowhere : toClip(place + side * size);
    vSource = vec4(vec2(aGlyph.zw & 4095u), float(page), alpha);
}
