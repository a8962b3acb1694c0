in vec2 vPoint;
flat in vec2 vExtent;
flat in vec4 vRadii;
flat in vec4 vColor;
out vec4 oColor;

void main() {
    float radius = cornerRadius(vPoint, vRadii);
    float distance = boxDistance(vPoint, vExtent, radius);
    oColor = vColor * (boxCoverage(vPoint, vExtent, radius, distance) * clipCoverage());
}
