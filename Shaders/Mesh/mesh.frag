in vec4 vColor;
out vec4 oColor;

void main() {
    oColor = vColor * clipCoverage();
}
