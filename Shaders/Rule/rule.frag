// One colour in a rectangle of whole pixels. The number of inputs is the same as for glyphs (why:
// Line/segment.glsl). Whole pixels need only a colour, so the other inputs are ones.
// Rejected: a product of all inputs. llvmpipe fills that in bytes at half the cost, but in windows
// whose pixels begin with blue it loses the blue of a swizzled input, tile by tile.
in vec2 vOne;
flat in vec4 vOnes;
flat in vec4 vColor;
out vec4 oColor;

void main() { oColor = vColor * min(vOnes, vOne.xyxy) * clipCoverage(); }
