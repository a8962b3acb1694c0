// How much of its pixel a span of a column covers; with WIDE, the span and its partly covered
// sides.
uniform vec4 uColor;
#ifdef WIDE
in vec4 vReach;
// How far the sides are covered.
uniform float uSides;
#else
in vec2 vReach;
#endif
out vec4 oColor;

float covered(vec2 reach) {
    vec2 within = min(floor(reach), 256.0);
    return max(within.x + within.y - 256.0, 0.0) / 256.0;
}

void main() {
    float coverage = covered(vReach.xy);
#ifdef WIDE
    coverage = mix(coverage, covered(vReach.zw), uSides);
#endif
#ifdef MASK
    oColor = vec4(coverage);
#else
    oColor = uColor * (coverage * clipCoverage());
#endif
}
