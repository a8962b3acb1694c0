// The coverage of a piece of a stroke, by the signed distance to two circles and their tangents.
in vec2 vPlace;
flat in vec4 vPiece;
out vec4 oColor;

void main() {
    vec2 p = vec2(vPlace.x, abs(vPlace.y));
    // In the frame of the tangent: along it from where it touches the first circle, and away from
    // it.
    vec2 normal = vec2(vPiece.w, sqrt(max(1.0 - vPiece.w * vPiece.w, 0.0)));
    float along = dot(p, vec2(normal.y, -normal.x));
    float distance;
    if (along <= 0.0) distance = length(p) - vPiece.x;
    else if (along >= vPiece.z * normal.y) distance = length(p - vec2(vPiece.z, 0.0)) - vPiece.y;
    else distance = dot(p, normal) - vPiece.x;
    oColor = vec4(clamp(0.5 - distance, 0.0, 1.0));
}
