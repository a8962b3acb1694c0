// One colour in a rectangle of whole pixels. The inputs are counted as a glyph's are (why:
// Line/segment.glsl), though whole pixels need but a colour: the others are ones.
// Rejected: a product of all inputs, which llvmpipe fills in bytes at half the cost; in windows whose
// pixels begin with blue it loses the blue of a swizzled input, tile by tile.
in vec2 vOne;
flat in vec4 vOnes;
flat in vec4 vColor;
out vec4 oColor;

void main() { oColor = vColor * min(vOnes, vOne.xyxy) * clipCoverage(); }
