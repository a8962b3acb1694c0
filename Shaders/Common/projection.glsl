// Data to device pixels. A value is two floats, high and low, relative to the buffer's origin. The
// projection's own origin is subtracted in the same split form before any rounding, so decades of
// seconds keep their precision. (origin high, origin low, pixels per unit, pixel at the origin)
uniform vec4 uProjectionX;
uniform vec4 uProjectionY;
// The plot rectangle: left, top, right, bottom in device pixels.
uniform vec4 uPlot;

float projectX(float high, float low) {
    return ((high - uProjectionX.x) + (low - uProjectionX.y)) * uProjectionX.z + uProjectionX.w;
}

float projectY(float value) {
    return ((value - uProjectionY.x) - uProjectionY.y) * uProjectionY.z + uProjectionY.w;
}

float projectY(float high, float low) {
    return ((high - uProjectionY.x) + (low - uProjectionY.y)) * uProjectionY.z + uProjectionY.w;
}
