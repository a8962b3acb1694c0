// One colour in a rectangle of whole pixels. The inputs are counted as a glyph's are (why:
// Line/segment.glsl), though whole pixels need but a colour: the others are ones. Products of inputs
// are all that llvmpipe fills rectangles with in bytes, at half of the cost that it has in floats.
in vec2 vOne;
flat in vec4 vOnes;
flat in vec4 vColor;
out vec4 oColor;

void main() { oColor = vColor * vOnes * vOne.xyxy * clipCoverage(); }
