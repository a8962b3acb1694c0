// A bar in its slot. Its left edge and width are whole device pixels, so that bars are crisp and
// equally wide. Its base is on a whole pixel; its value end is not, so that it grows smoothly.
//
// Rounding must not form groups of bars that the data do not have. Bars narrower than their slots
// are at least a pixel apart, and give up some width for that. Slots narrower than two pixels have
// no room for the gap. In slots narrower than three pixels, bars wider than half a slot would
// become hairlines. In both cases bars fill their slots from pixel to pixel, like bars as wide as
// their slots.
// Slot: start high, start low, length, colour.
layout(location = 0) in vec4 aSlot;
// Base and value.
layout(location = 1) in vec2 aRange;

// Width as a fraction of the slot; width in device pixels if above 0; 1 if bars are horizontal; 1
// if bars are ranges with two free ends.
uniform vec4 uBar;
// Value end left and right, base end left and right, for a bar that points up; in device pixels.
uniform vec4 uRadii;
// The alpha of all bars except the selected one, and that bar's number, counted from the first
// drawn.
uniform vec2 uSelection;
#ifdef PALETTE
// Straight alpha, 256 colours per row.
uniform sampler2D uPalette;
// The number of colours, and the factor for their alpha.
uniform vec2 uColors;

vec4 paletteColor(float number) {
    int index = int(min(number, uColors.x - 1.0));
    vec4 color = texelFetch(uPalette, ivec2(index & 255, index >> 8), 0);
    return vec4(color.rgb * color.a, color.a) * uColors.y;
}
#else
uniform vec4 uPalette[8];

vec4 paletteColor(float number) { return uPalette[int(min(number, 7.0))]; }
#endif
#ifdef HATCHED
// The colours between the stripes of bars, by the number of their colour.
uniform vec4 uGaps[8];
// Where the stripes of all bars begin along their axis, in device pixels, up to whole periods.
uniform float uAnchor;
flat out vec4 vGap;
out float vAcross;
#endif

out vec2 vPoint;
flat out vec2 vExtent;
flat out vec4 vRadii;
flat out vec4 vColor;

void main() {
    bool lying = uBar.z > 0.5;
    float start;
    float length;
    float base;
    float value;
    vec2 limits;
    if (lying) {
        start = projectY(aSlot.x, aSlot.y);
        length = aSlot.z * uProjectionY.z;
        base = projectX(aRange.x, 0.0);
        value = projectX(aRange.y, 0.0);
        limits = uPlot.xz;
    } else {
        start = projectX(aSlot.x, aSlot.y);
        length = aSlot.z * uProjectionX.z;
        base = projectY(aRange.x);
        value = projectY(aRange.y);
        limits = uPlot.yw;
    }
    float wanted = uBar.y > 0.0 ? uBar.y : abs(length) * uBar.x;
    float width = max(toEdge(wanted), 1.0);
    float slot = abs(length);
    // Corrects the rounding error of float in a slot of whole pixels.
    float whole = floor(slot + 0.00390625);
    float roomy = uBar.x > 0.5 ? 3.0 : 2.0;
    bool fills = uBar.y <= 0.0 && slot >= 1.0
        && (uBar.x == 1.0 || uBar.x < 1.0 && whole < roomy);
    float left;
    if (fills) {
        left = toEdge(min(start, start + length));
        width = max(toEdge(max(start, start + length)) - left, 1.0);
    } else {
        if (uBar.y <= 0.0 && uBar.x < 1.0) width = min(width, max(whole - 1.0, 1.0));
        left = toEdge(start + 0.5 * (length - width));
    }
    bool grows = lying ? value >= base : value <= base;
    // A place far outside the plot need not be exact, but must stay in the range of float.
    limits += vec2(-2048.0, 2048.0);
    base = clamp(floor(base + 0.5), limits.x, limits.y);
    value = clamp(value, limits.x, limits.y);
    // A range is at least as long as it is wide; a value other than the base is visible, however
    // small.
    bool drawn = aSlot.z >= 0.0 && (aRange.x != aRange.y || uBar.w > 0.5);
    if (uBar.w > 0.5 && abs(value - base) < width) {
        float middle = 0.5 * (value + base);
        float reach = grows == lying ? 0.5 * width : -0.5 * width;
        base = middle - reach;
        value = middle + reach;
    } else if (aRange.x != aRange.y && abs(value - base) < 1.0) {
        value = base + (grows == lying ? 1.0 : -1.0);
    }
    vec2 low = vec2(left, min(base, value));
    vec2 high = vec2(left + width, max(base, value));
    if (lying) {
        low = low.yx;
        high = high.yx;
    }
    vec2 extent = 0.5 * (high - low);
    vec4 r = min(uRadii, vec4(min(extent.x, extent.y)));
    // In the shape's order: left top, right top, right bottom, left bottom.
    if (lying) {
        vRadii = grows ? vec4(r.z, r.x, r.y, r.w) : vec4(r.x, r.z, r.w, r.y);
    } else {
        vRadii = grows ? vec4(r.x, r.y, r.w, r.z) : vec4(r.z, r.w, r.y, r.x);
    }
    vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    // Across the bar, edges are on pixels; along it, the value's end may cover part of one.
    vPoint = side * (extent + (lying ? vec2(0.5, 0.0) : vec2(0.0, 0.5)));
    vExtent = extent;
    float shown = float(gl_InstanceID) == uSelection.y ? 1.0 : uSelection.x;
    vColor = paletteColor(aSlot.w) * shown;
#ifdef HATCHED
    vGap = uGaps[int(min(aSlot.w, 7.0))] * shown;
#endif
    vec2 center = 0.5 * (low + high);
#ifdef HATCHED
    // Stripes rise to the right. They begin at a side of the bar and at the place of 0 along it, so
    // the parts of a stack have stripes in common.
    vec2 origin = lying ? vec2(uAnchor, high.y) : vec2(low.x, uAnchor);
    vec2 fromOrigin = center + vPoint - origin;
    vAcross = (fromOrigin.x + fromOrigin.y) * 0.70710678;
#endif
    bool outside = any(lessThan(high, uPlot.xy - 1.0)) || any(greaterThan(low, uPlot.zw + 1.0));
    // A bar without a slot is drawn whole or not at all, like a point; one with a slot is cut at
    // the plot's edge.
    vec2 ends = lying ? uPlot.yw : uPlot.xz;
    outside = outside || aSlot.z == 0.0 && (start < ends.x - 0.25 || start > ends.y + 0.25);
    gl_Position = outside || !drawn ? nowhere : toClip(center + vPoint);
}
