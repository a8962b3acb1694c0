// A group that was drawn separately, translucent as a whole.
uniform sampler2D uMask;
uniform float uOpacity;
out vec4 oColor;

void main() {
    oColor = texelFetch(uMask, ivec2(gl_FragCoord.xy), 0) * (uOpacity * clipCoverage());
}
