// The error function: an odd polynomial fitted to it up to 2.2, where it ends. Accurate to 0.0012,
// without a division.
float errorFunction(float place) {
    float x = clamp(place, -2.2, 2.2);
    float s = x * x;
    float high = 0.08964643 + s * (-0.012904 + s * 0.0007842087);
    return x * (1.124772 + s * (-0.3591062 + s * high));
}
