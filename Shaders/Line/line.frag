in vec3 vQ;
flat in float vHalfWidth;
flat in vec4 vCuts;
#ifdef SHAPED_ENDS
flat in vec4 vEnds;
flat in vec3 vBevelStart;
flat in vec3 vBevelEnd;
#endif
#ifdef DASHED
flat in float vDistance;
// Dash length, period, where the pattern starts (all in device pixels), and 1 for round dashes.
uniform vec4 uDash;
#endif
#ifdef OWN_COLOR
flat in vec4 vColor;
#else
uniform vec4 uColor;
#endif
out vec4 oColor;

void main() {
    vec2 ends = vec2(-vQ.x, vQ.z);
    float across = abs(vQ.y) - vHalfWidth;
#ifdef SHAPED_ENDS
    float beyond = max(max(ends.x * vEnds.z, ends.y * vEnds.w), 0.0);
    float distance = length(vec2(beyond, vQ.y)) - vHalfWidth;
    distance = max(distance, max(ends.x - vEnds.x, ends.y - vEnds.y));
    distance = max(distance, dot(vQ.xy, vBevelStart.xy) - vBevelStart.z);
    distance = max(distance, dot(vQ.zy, vBevelEnd.xy) - vBevelEnd.z);
#else
    float distance = length(vec2(max(max(ends.x, ends.y), 0.0), vQ.y)) - vHalfWidth;
#endif
#ifdef DASHED
    float s = mod(vDistance + vQ.x - uDash.z, uDash.y);
    if (s > 0.5 * (uDash.x + uDash.y)) s -= uDash.y;
    float past = max(-s, s - uDash.x);
    float dash = uDash.w > 0.5 ? length(vec2(max(past, 0.0), vQ.y)) - vHalfWidth : max(past, across);
    distance = max(distance, dash);
#endif
    float coverage = clamp(0.5 - distance, 0.0, 1.0);
    // A tie at the bisector is painted by both: a hair too much is better than a hole.
    float kept = min(dot(vQ.xy, vCuts.xy), dot(vQ.zy, vCuts.zw));
    coverage = kept < -0.001 ? 0.0 : coverage;
#ifdef MASK
    oColor = vec4(coverage);
#elif defined(OWN_COLOR)
    oColor = vColor * (coverage * clipCoverage());
#else
    oColor = uColor * (coverage * clipCoverage());
#endif
}
