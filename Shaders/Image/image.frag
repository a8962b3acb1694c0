// An image: its nearest pixel, or a mixture of the four around a place. The pixels at its edge
// continue outside, as far as a smoothed edge extends.
in vec2 vPlace;
uniform sampler2D uImage;
// Its width and height in pixels, 1 for the nearest pixel, and the alpha.
uniform vec4 uPixels;
uniform vec2 uExtent;
out vec4 oColor;

vec4 pixel(vec2 place) {
    return texelFetch(uImage, ivec2(clamp(place, vec2(0.0), uPixels.xy - 1.0)), 0);
}

void main() {
    vec2 within = min(vPlace, 1.0 - vPlace) * uExtent + 0.5;
    float coverage = clamp(within.x, 0.0, 1.0) * clamp(within.y, 0.0, 1.0);
    vec2 place = vPlace * uPixels.xy;
    vec4 color;
    if (uPixels.z > 0.5) {
        color = pixel(floor(place));
    } else {
        vec2 first = floor(place - 0.5);
        vec2 part = place - 0.5 - first;
        color = mix(mix(pixel(first), pixel(first + vec2(1.0, 0.0)), part.x),
                    mix(pixel(first + vec2(0.0, 1.0)), pixel(first + 1.0), part.x), part.y);
    }
    oColor = color * (coverage * uPixels.w * clipCoverage());
}
