// A rounded rectangle blurred by a Gaussian. Along x the integral has a closed form with the error
// function, and so it has along y while rows are equally long; near a corner, where they are not,
// four slabs of rows are summed. (E. Wallace, Fast Rounded Rectangle Shadows, 2013, sums everywhere
// and takes the Gaussian from the middles of the slabs: several times the work along the edges.)
// The error function is an odd polynomial fitted to it up to 2.2, where it ends: good to 0.0012,
// and nothing is divided.
// The inputs are counted as a glyph's are (why: Line/segment.glsl).
in vec2 vPoint;
flat in vec4 vBox;
flat in vec4 vColor;
out vec4 oColor;

// Places in standard deviations to the error function of each divided by √2.
vec2 errorFunction(vec2 places) {
    vec2 x = clamp(places * 0.70710678, -2.2, 2.2);
    vec2 s = x * x;
    vec2 high = 0.08964643 + s * (-0.012904 + s * 0.0007842087);
    return x * (1.124772 + s * (-0.3591062 + s * high));
}

void main() {
    // Where rows begin to be shorter, and from where on that can be seen: what is beyond so many
    // standard deviations has less than a hundredth of the weight.
    vec2 straight = vBox.xy - vBox.z;
    float blur = 3.0 * vBox.w;
    bool isNearCorner = all(greaterThan(abs(vPoint) + 2.4 * vBox.w, straight));
    float low = clamp(vPoint.y - blur, -vBox.y, vBox.y);
    float high = clamp(vPoint.y + blur, -vBox.y, vBox.y);
    int slabs = isNearCorner ? 4 : 1;
    float height = (high - low) / float(slabs);
    float scale = 1.0 / vBox.w;
    float before = errorFunction(vec2(low - vPoint.y) * scale).x;
    float sum = 0.0;
    for (int i = 0; i < slabs; i++) {
        float bottom = low + float(i + 1) * height;
        float into = max(abs(bottom - 0.5 * height) - straight.y, 0.0);
        float reach = straight.x + sqrt(max(vBox.z * vBox.z - into * into, 0.0));
        vec2 row = errorFunction((vPoint.x + vec2(-reach, reach)) * scale);
        float after = errorFunction(vec2(bottom - vPoint.y) * scale).x;
        sum += (row.y - row.x) * (after - before);
        before = after;
    }
    oColor = vColor * (0.25 * sum * clipCoverage());
}
