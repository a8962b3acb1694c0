// One colour through a coverage mask of the target's size.
uniform vec4 uColor;
uniform sampler2D uMask;
out vec4 oColor;

void main() {
    oColor = uColor * (texelFetch(uMask, ivec2(gl_FragCoord.xy), 0).r * clipCoverage());
}
