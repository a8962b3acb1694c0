// A glyph's picture, drawn texel for pixel, hung on a place that is projected and rounded to a device
// pixel here. In a retained list that place is a device pixel already, and nothing limits it.
// Anchor: x high, x low, y.
layout(location = 0) in vec3 aAnchor;
layout(location = 3) in ivec2 aPlace;
// Which axes are anchored (1 or 0 each), and the place in device pixels on an axis that is not.
uniform vec4 uAnchoring;
// From where to where the label goes, in eighths of device pixels from its anchor.
layout(location = 4) in ivec2 aReach;
// Between left, top, right, bottom an anchor has to be; outside a label pales.
uniform vec4 uLimits;
// Between which places all of a text has to be, inside which it pales; how much a device pixel pales
// it; and 1 where a label's middle has to be in the limits too.
uniform vec4 uEnds;
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
