// The number of inputs is the same as for shadows (why: Line/segment.glsl).
in vec2 vTexel;
flat in vec4 vSource;
flat in vec4 vColor;
uniform sampler2DArray uGlyphs;
out vec4 oColor;

void main() {
    ivec3 texel = ivec3(vec3(floor(vTexel), 0.0) + vSource.xyz);
    oColor = vColor * (texelFetch(uGlyphs, texel, 0).r * vSource.w * clipCoverage());
}
