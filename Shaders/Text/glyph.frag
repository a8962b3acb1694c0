in vec2 vTexel;
flat in int vPage;
flat in vec4 vColor;
uniform sampler2DArray uGlyphs;
out vec4 oColor;

void main() {
    oColor = vColor * (texelFetch(uGlyphs, ivec3(ivec2(vTexel), vPage), 0).r * clipCoverage());
}
