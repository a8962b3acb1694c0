// The part of each pixel that a mask has covered in all its channels, as the alpha of the next
// mask.
uniform sampler2D uMask;
out vec4 oColor;

void main() {
    vec4 mask = texelFetch(uMask, ivec2(gl_FragCoord.xy), 0);
    oColor = vec4(0.0, 0.0, 0.0, max(max(mask.r, mask.g), max(mask.b, mask.a)));
}
