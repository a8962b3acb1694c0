// One colour; with MASK, through a coverage mask of the target's size.
uniform vec4 uColor;
#ifdef MASK
uniform sampler2D uMask;
#endif
out vec4 oColor;

void main() {
#ifdef MASK
    oColor = uColor * (texelFetch(uMask, ivec2(gl_FragCoord.xy), 0).r * clipCoverage());
#else
    oColor = uColor * clipCoverage();
#endif
}
