in vec2 vQ;
flat in float vSize;
flat in float vHalfWidth;
flat in vec4 vCuts;
#ifdef SHAPED_ENDS
flat in uint vEnds;
#endif
#ifdef DASHED
flat in vec2 vDistance;
// Dash length, period, start of the pattern (all in device pixels), and 1 for round dashes.
uniform vec4 uDash;
#endif
#ifdef OWN_COLOR
flat in uint vColor;
uniform vec3 uOffset;
#elif !defined(MASK)
flat in uvec2 vColor;
#endif
out vec4 oColor;

#ifdef SHAPED_ENDS
// How far a place is beyond the bevel of the start. The bevel's normal is perpendicular to the
// bisector's normal, and the bevel passes through the end of the stroke's outer edge at the corner.
float beyondBevel(vec2 q, vec2 cut, uint end) {
    vec2 normal = vec2(-abs(cut.y), cut.y < 0.0 ? -cut.x : cut.x);
    return end == BEVEL_END ? dot(q, normal) - vHalfWidth * abs(cut.x) : -1e6;
}
#endif

#ifdef DASHED
// How far a place x along the segment is from the nearest round dash, or from the part of it on
// this segment; last is where the last dash before x begins. So a dot near a corner is drawn whole
// by the segment that holds its middle, and not at all by the other.
float fromDash(float x, float last, vec3 dash) {
    // A rounding error in the distance must not make both segments drop a dot.
    const float slack = 0.01;
    float next = last + dash.y;
    float back = min(last + dash.x, vSize);
    float before = back < -slack ? 1e6 : max(x - back, max(last, 0.0) - x);
    float after = next > vSize + slack ? 1e6 : next - x;
    return max(min(before, after), 0.0);
}
#endif

void main() {
    // From the start, and from the end.
    vec2 q = vQ;
    vec2 r = vec2(q.x - vSize, q.y);
    vec2 ends = vec2(-q.x, r.x);
    float across = abs(q.y) - vHalfWidth;
#ifdef SHAPED_ENDS
    uvec2 kinds = uvec2(vEnds, vEnds >> 4) & 7u;
    bvec2 isRound = equal(kinds, uvec2(ROUND_END));
    vec2 limits = vec2(kinds.x == SQUARE_END ? vHalfWidth : 0.0,
                       kinds.y == SQUARE_END ? vHalfWidth : 0.0);
    float beyond = max(max(isRound.x ? ends.x : 0.0, isRound.y ? ends.y : 0.0), 0.0);
    float distance = length(vec2(beyond, q.y)) - vHalfWidth;
    vec2 past = mix(vec2(-1e6), ends - limits, lessThanEqual(kinds - 1u, uvec2(SQUARE_END - 1u)));
    distance = max(distance, max(past.x, past.y));
    distance = max(distance, beyondBevel(q, vCuts.xy, kinds.x));
    distance = max(distance, beyondBevel(-r, vCuts.zw, kinds.y));
#else
    float distance = length(vec2(max(max(ends.x, ends.y), 0.0), q.y)) - vHalfWidth;
#endif
#ifdef DASHED
    // Beyond an end the pattern keeps its state at the end: a join or a cap is there.
    float along = clamp(q.x, 0.0, vSize);
    vec3 dash = uDash.xyz * vDistance.y;
    float s = mod(vDistance.x + along - dash.z, dash.y);
    bool isRoundDash = uDash.w > 0.5;
    if (isRoundDash) {
        distance = length(vec2(fromDash(q.x, along - s, dash), q.y)) - vHalfWidth;
    } else {
        if (s > 0.5 * (dash.x + dash.y)) s -= dash.y;
        float gap = max(-s, s - dash.x);
        // A dash that ends before the corner is not continued into it.
        if (gap > 0.0 && max(ends.x, ends.y) > 0.0) gap = 1e6;
        distance = max(distance, max(gap, across));
    }
#endif
    float coverage = clamp(0.5 - distance, 0.0, 1.0);
    // Both segments paint a tie at the bisector: slight excess is better than a hole.
    vec2 kept = vec2(dot(q, vCuts.xy), dot(r, vCuts.zw));
#ifdef SHAPED_ENDS
    // An end that overlays its neighbour is whole up to the end.
    bvec2 isOverlaid = notEqual(uvec2(vEnds, vEnds >> 4) & OVERLAID, uvec2(0u));
    kept = mix(kept, max(kept, vec2(0.0)), vec2(isOverlaid) * vec2(lessThanEqual(ends, vec2(0.0))));
#endif
#ifdef DASHED
    // Round dashes are whole, and overlap in corners.
    if (isRoundDash) kept = vec2(0.0);
#endif
    coverage = min(kept.x, kept.y) < -0.001 ? 0.0 : coverage;
#ifdef MASK
    oColor = vec4(coverage);
#elif defined(OWN_COLOR)
    float alpha = uOffset.z * float(vEnds >> 16) * (1.0 / 65535.0);
    oColor = premultiplied(vColor) * (alpha * coverage * clipCoverage());
#else
    oColor = fromHalves(vColor) * (coverage * clipCoverage());
#endif
}
