// Colours of device pixels; the columns form a ring.
in vec2 vTexel;
uniform sampler2D uSheet;
// The number of columns in the ring, and the alpha.
uniform vec2 uSheetRing;
out vec4 oColor;

void main() {
    ivec2 place = ivec2(floor(vTexel));
    int ring = int(uSheetRing.x);
    place.x -= place.x >= ring ? ring : 0;
    oColor = texelFetch(uSheet, place, 0) * (uSheetRing.y * clipCoverage());
}
