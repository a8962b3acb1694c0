in float vY;
in vec2 vEdges;
flat in vec2 vSlopes;
// Upper and lower colour, premultiplied, and the positions of both in device pixels.
uniform vec4 uUpper;
uniform vec4 uLower;
uniform vec2 uGradient;
out vec4 oColor;

void main() {
    float above = clamp((vY - vEdges.x) * vSlopes.x + 0.5, 0.0, 1.0);
    float below = clamp((vEdges.y - vY) * vSlopes.y + 0.5, 0.0, 1.0);
    float t = clamp((vY - uGradient.x) / max(uGradient.y - uGradient.x, 1e-6), 0.0, 1.0);
    oColor = mix(uUpper, uLower, t) * (above * below * clipCoverage());
}
