// Triangles whose colours are premultiplied and carry the coverage of their anti-aliased edge.
layout(location = 0) in vec2 aPlace;
layout(location = 1) in vec4 aColor;
uniform vec3 uOffset;
out vec4 vColor;

void main() {
    vColor = aColor * uOffset.z;
    gl_Position = toClip(aPlace + uOffset.xy);
}
