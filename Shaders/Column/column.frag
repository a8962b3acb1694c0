// The fraction of its pixel that a span of a column covers; with WIDE, of the span and its partly
// covered sides.
#ifdef WIDE
// The number of inputs is the same as for glyphs (why: Line/segment.glsl).
flat in vec4 vSides;
flat in vec4 vColor;
#else
uniform vec4 uColor;
#define vColor uColor
#endif
in vec2 vReach;
out vec4 oColor;

float covered(vec2 reach) {
    vec2 within = min(floor(reach), 256.0);
    return max(within.x + within.y - 256.0, 0.0) / 256.0;
}

void main() {
    float coverage = covered(vReach);
#ifdef WIDE
    coverage = coverage * vSides.z + covered(vReach + vSides.xy) * vSides.w;
#endif
#ifdef MASK
    oColor = vec4(coverage);
#else
    oColor = vColor * (coverage * clipCoverage());
#endif
}
