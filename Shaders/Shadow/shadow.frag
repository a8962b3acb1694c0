// A rounded rectangle blurred by a Gaussian. Along x the integral has a closed form with the error
// function; along y it is summed at four places. (E. Wallace, Fast Rounded Rectangle Shadows, 2013.)
// The error function is Abramowitz and Stegun's 7.1.27, good to 0.0005.
// The inputs are counted as a glyph's are (why: Line/segment.glsl).
in vec2 vPoint;
flat in vec4 vBox;
flat in vec4 vColor;
out vec4 oColor;

vec2 errorFunction(vec2 x) {
    vec2 a = abs(x);
    vec2 d = 1.0 + (0.278393 + (0.230389 + (0.000972 + 0.078108 * a) * a) * a) * a;
    d *= d;
    return sign(x) * (1.0 - 1.0 / (d * d));
}

// The blurred row at height y, at x.
float row(float x, float y) {
    float into = max(abs(y) - (vBox.y - vBox.z), 0.0);
    float reach = vBox.x - vBox.z + sqrt(max(vBox.z * vBox.z - into * into, 0.0));
    vec2 edges = errorFunction((x + vec2(-reach, reach)) * (0.70710678 / vBox.w));
    return 0.5 * (edges.y - edges.x);
}

void main() {
    float sigma = vBox.w;
    float low = clamp(-3.0 * sigma, vPoint.y - vBox.y, vPoint.y + vBox.y);
    float high = clamp(3.0 * sigma, vPoint.y - vBox.y, vPoint.y + vBox.y);
    float stride = (high - low) / 4.0;
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        float y = low + (float(i) + 0.5) * stride;
        sum += row(vPoint.x, vPoint.y - y) * exp(-0.5 * y * y / (sigma * sigma));
    }
    oColor = vColor * (sum * stride * 0.39894228 / sigma) * clipCoverage();
}
