// The part of a column of device pixels that a line covers: a quad of whole pixels around it, and
// the distance of its corners from the ends of the covered part. With LINES, columns are one pixel
// wide, and this is a line through the pixels' middles. It extends into the next pixels, which have
// no coverage, so it does not matter how a driver treats the ends of lines. Column: number, low,
// high; the numbers count from the buffer's first column.
layout(location = 0) in vec3 aColumn;
#ifdef WIDE
// Low and high of the covered part together with the stroke's partly covered sides.
layout(location = 1) in vec2 aOuter;
uniform vec4 uColor;
// The coverage of the sides.
uniform float uSides;
// How much farther the covered part's ends are at the sides, in 256ths; the weights of middle and
// sides.
flat out vec4 vSides;
flat out vec4 vColor;
#endif
out vec2 vReach;

// The place of the first column, its width, and how far strokes extend beyond values; device
// pixels.
uniform vec3 uColumns;

// Edges are whole pixels and neighbours share them.
float edge(float number) { return toEdge(uColumns.x + number * uColumns.y); }

// Ends in whole 256ths.
vec2 ends(float top, float bottom) { return floor(256.0 * vec2(top, bottom) + 0.5); }

// How far a row's lower edge is below the top of a span, and its upper edge above the bottom, in
// 256ths. The values are whole numbers and a half, so that the rasteriser's result is truncated to
// the same number wherever the column is.
vec2 reach(float row, vec2 ends) {
    return vec2(256.0 * row + 128.5 - ends.x, ends.y - 256.0 * row + 128.5);
}

void main() {
    // A place far outside the plot need not be exact, but must stay in the range of float.
    vec2 limits = uPlot.yw + vec2(-1024.0, 1024.0);
    float top = clamp(projectY(aColumn.z) - uColumns.z, limits.x, limits.y);
    float bottom = clamp(projectY(aColumn.y) + uColumns.z, limits.x, limits.y);
    vec2 outer = vec2(top, bottom);
#ifdef WIDE
    outer = clamp(vec2(projectY(aOuter.y), projectY(aOuter.x)), limits.x, limits.y);
#endif
    float left = edge(aColumn.x);
    float first = floor(outer.x);
    float last = ceil(outer.y);
#ifdef LINES
    vec2 place = vec2(left + 0.5, gl_VertexID == 0 ? first - 0.5 : last + 0.5);
#else
    // A column narrower than a pixel still gets one.
    float right = max(edge(aColumn.x + 1.0), left + 1.0);
    vec2 place = vec2((gl_VertexID & 1) == 0 ? left : right, gl_VertexID < 2 ? first : last);
#endif
    vec2 inner = ends(top, bottom);
    vReach = reach(place.y, inner);
#ifdef WIDE
    vec2 beyond = ends(outer.x, outer.y) - inner;
    vSides = vec4(-beyond.x, beyond.y, 1.0 - uSides, uSides);
    vColor = uColor;
#endif
    gl_Position = toClip(place);
}
