// One colour in a rectangle with straight edges; with MASK, through a coverage mask of the target's
// size.
#ifdef MASK
uniform vec4 uColor;
uniform sampler2D uMask;
#else
// The inputs are counted as a glyph's are (why: Line/segment.glsl), though whole pixels need but a
// colour: that saves 1.4 ms of a first frame's pixels and costs 3 of its set-up.
in vec2 vPoint;
// Left, top, right, bottom.
flat in vec4 vEdges;
flat in vec4 vColor;
#endif
out vec4 oColor;

void main() {
#ifdef MASK
    oColor = uColor * (texelFetch(uMask, ivec2(gl_FragCoord.xy), 0).r * clipCoverage());
#else
    vec2 covered = clamp(min(vPoint + 0.5, vEdges.zw) - max(vPoint - 0.5, vEdges.xy), 0.0, 1.0);
    oColor = vColor * (covered.x * covered.y * clipCoverage());
#endif
}
