// Up to three colours through the channels of a mask of the target's size. Each colour covers what
// the colours before it, and earlier masks (alpha), leave of the pixel.
uniform vec4 uColors[3];
uniform sampler2D uMask;
out vec4 oColor;

void main() {
    vec4 mask = texelFetch(uMask, ivec2(gl_FragCoord.xy), 0);
    vec3 before = vec3(mask.a, max(mask.a, mask.r), max(max(mask.a, mask.r), mask.g));
    vec3 shares = max(mask.rgb - before, 0.0);
    oColor = (uColors[0] * shares.r + uColors[1] * shares.g + uColors[2] * shares.b)
        * clipCoverage();
}
