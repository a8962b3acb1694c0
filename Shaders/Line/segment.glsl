// One segment of a polyline, as a quad around it, and what its fragments need to know.
//
// Everything is in device pixels; q is the fragment's place along and across the segment, from its
// start, and along it from its end. Coverage is the signed distance to the stroke's edge, half a
// pixel each way.
//
// Joins. A pixel near a corner belongs to the segment on whose side of the bisector it lies; there
// the distance to the nearer segment is the distance to both, so each pixel is painted once and the
// union's edge is exact. That holds while the corner's inner part, half width · tan(turn / 2), is
// within the nearer half of both segments; where it is not (dense data, hairpin turns) the round
// ends of both are simply painted over each other, which never leaves a hole.
// (P. Rougier, Shader-Based Antialiased, Dashed, Stroked Polylines, JCGT 2(2), 2013, for the quad;
// the cut at the bisector replaces his joins.)
//
// Outputs. Software drivers build the set-up of triangles for every arrangement of inputs anew, some
// milliseconds each when a program starts; so a stroke with a colour of its own and a shape have the
// same one: three that vary and nineteen that do not.
//
// Ends of a segment: 0 round, 1 butt, 2 square, 3 join with the neighbour.
// Joins: 0 round, 1 bevel, 2 miter up to a limit.

out vec3 vQ;
flat out float vHalfWidth;
// The bisectors' directions at start and end, in q's frame; 0 where there is none.
flat out vec4 vCuts;
#ifdef SHAPED_ENDS
// Start and end: how far the stroke reaches beyond them, 1e6 without limit; and 1 where round.
flat out vec4 vEnds;
// The bevels of start and end: outward normal in q's frame and distance from the corner.
flat out vec3 vBevelStart;
flat out vec3 vBevelEnd;
#endif
#ifdef DASHED
flat out float vDistance;
#endif

struct Joint {
    vec2 cut;
    float reach;
    float limit;
    float round;
    vec3 bevel;
};

// The joint at one end. e is the segment's direction away from the joint, other the neighbour's,
// also away from it; both in any one frame. join is the style, and free the end's style if alone.
Joint joint(vec2 e, vec2 other, bool joined, float shortest, float halfWidth, int join,
            float miterLimit, int cap) {
    Joint j;
    j.cut = vec2(0.0);
    j.bevel = vec3(0.0, 0.0, 1e6);
    j.round = 1.0;
    j.limit = 1e6;
    j.reach = halfWidth;
    if (!joined) {
        if (cap == 1) { j.limit = 0.0; j.reach = 0.0; j.round = 0.0; }
        if (cap == 2) { j.limit = halfWidth; j.round = 0.0; }
        return j;
    }
    // turn is the angle between going on and turning; tangent of its half.
    float cosine = -dot(e, other);
    float sine = e.x * other.y - e.y * other.x;
    float tangent = abs(sine) / max(1.0 + cosine, 1e-6);
    float corner = halfWidth * tangent;
#ifndef OVERLAP
    if (corner + 0.5 <= 0.5 * shortest) {
        j.cut = normalize(e - other);
        j.reach = min(halfWidth, corner);
    }
#else
    j.reach = halfWidth;
#endif
#ifdef SHAPED_ENDS
    if (join != 0 && corner + 0.5 <= 0.5 * shortest) {
        j.cut = normalize(e - other);
        j.round = 0.0;
        j.reach = corner;
        float stretch = sqrt(1.0 + tangent * tangent);
        if (join == 1 || stretch > miterLimit) {
            // Outwards is away from both neighbours.
            vec2 outward = -(e + other);
            float size = length(outward);
            if (size > 1e-4) j.bevel = vec3(outward / size, halfWidth / stretch);
        }
    }
#endif
    return j;
}

// Places the vertex of corner (0 or 1 along, −1 or 1 across) and sets the outputs.
vec2 placeSegment(vec2 before, vec2 start, vec2 end, vec2 after, bool joinedStart, bool joinedEnd,
                  float halfWidth, int join, float miterLimit, int cap, float distance) {
    vec2 along = end - start;
    float size = length(along);
    vec2 e = size > 1e-5 ? along / size : vec2(1.0, 0.0);
    vec2 n = vec2(-e.y, e.x);
    vec2 back = before - start;
    vec2 ahead = after - end;
    float backSize = length(back);
    float aheadSize = length(ahead);
    joinedStart = joinedStart && backSize > 1e-5 && size > 1e-5;
    joinedEnd = joinedEnd && aheadSize > 1e-5 && size > 1e-5;
    // A dot has no direction: only a round cap makes sense for it.
    int ends = size > 1e-5 ? cap : 0;
    back /= max(backSize, 1e-6);
    ahead /= max(aheadSize, 1e-6);
    // Both joints are looked at from the joint outwards, in the frame of the segment.
    Joint a = joint(vec2(1.0, 0.0), vec2(dot(back, e), dot(back, n)), joinedStart,
                    min(size, backSize), halfWidth, join, miterLimit, ends);
    Joint b = joint(vec2(-1.0, 0.0), vec2(dot(ahead, e), dot(ahead, n)), joinedEnd,
                    min(size, aheadSize), halfWidth, join, miterLimit, ends);
    vec2 side = vec2(float(gl_VertexID >> 1), float(gl_VertexID & 1) * 2.0 - 1.0);
    float far = side.x > 0.5 ? size + b.reach + 0.5 : -a.reach - 0.5;
    vQ = vec3(far, side.y * (halfWidth + 0.5), far - size);
    vHalfWidth = halfWidth;
    vCuts = vec4(a.cut, b.cut);
#ifdef SHAPED_ENDS
    vEnds = vec4(a.limit, b.limit, a.round, b.round);
    vBevelStart = a.bevel;
    vBevelEnd = b.bevel;
#endif
#ifdef DASHED
    vDistance = distance;
#endif
    return start + e * vQ.x + n * vQ.y;
}
