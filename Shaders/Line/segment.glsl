// One segment of a polyline, as a quad around it, and what its fragments need to know.
//
// Places are in device pixels; q is the fragment's place along and across the segment, from its start,
// and that and all lengths that go to the fragment are in ramps. Coverage is the signed distance to the
// stroke's edge, half a ramp each way.
//
// Ramps. An edge goes from nothing to all over one device pixel where it is upright or lies, and over
// less the more it is oblique. The pixels that a row or a column cuts out of an oblique edge are closer
// than one to each other, and a ramp of one sums up to an eighth of a pixel more or less than the line
// is wide; along a diagonal, where all cuts are alike, the whole line is. A ramp as long as they are
// apart would be exact, but shows steps. One half-way keeps each cut within 0.1, and what it covers of a
// pixel is at all angles on the mean closer to the area.
//
// Joins. A pixel near a corner belongs to the segment on whose side of the bisector it lies; there
// the distance to the nearer segment is the distance to both, so each pixel is painted once and the
// union's edge is exact. That holds while the corner's inner part, half width · tan(turn / 2), is
// within the nearer half of both segments; where it is not (dense data, hairpin turns) both are
// painted whole and over each other, which never leaves a hole. Only behind its own start a bevelled
// or pointed one still stays on its side of the bisector, which is where the join is.
// A segment without a length has no direction: lines end round where a sample is repeated.
// (P. Rougier, Shader-Based Antialiased, Dashed, Stroked Polylines, JCGT 2(2), 2013, for the quad;
// the cut at the bisector replaces his joins.)
//
// Outputs. Software drivers build the set-up of triangles for every arrangement of inputs anew,
// some milliseconds each when a program starts. So all that a window is made of has the same one,
// round and undashed lines among them: two that vary, eight that do not, and no place of the
// fragment, which only rounded clips ask for. What follows from the rest (a bevel from the
// bisector and the width) is worked out where it is used.
//
// Caps: 0 round, 1 butt, 2 square.
// Joins: 0 round, 1 bevel, 2 miter up to a limit.

out vec2 vQ;
// The segment's length.
flat out float vSize;
flat out float vHalfWidth;
// The bisectors' directions at start and end, in q's frame; 0 where there is none.
flat out vec4 vCuts;
#ifdef SHAPED_ENDS
// How start and end are shaped, four bits each.
flat out uint vEnds;
#endif
#ifdef DASHED
// The line's length up to the start, and how many ramps a device pixel is.
flat out vec2 vDistance;
#endif
#if !defined(OWN_COLOR) && !defined(MASK)
uniform vec4 uColor;
// As inHalves gives it.
flat out uvec2 vColor;
#endif

struct Joint {
    vec2 cut;
    float reach;
    uint end;
};

// The joint at one end. e is the segment's direction away from the joint, other the neighbour's,
// also away from it; both in any one frame. join is the style, and free the end's style if alone.
Joint joint(vec2 e, vec2 other, bool joined, float shortest, float halfWidth, int join,
            float miterLimit, int cap) {
    Joint j;
    j.cut = vec2(0.0);
    j.end = ROUND_END;
    j.reach = halfWidth;
    if (!joined) {
        if (cap == 1) { j.end = BUTT_END; j.reach = 0.0; }
        if (cap == 2) j.end = SQUARE_END;
        return j;
    }
    // turn is the angle between going on and turning; tangent of its half.
    float cosine = -dot(e, other);
    float sine = e.x * other.y - e.y * other.x;
    // A turn back has none, and then the corner is deeper than anything.
    float tangent = cosine > -0.999999 ? abs(sine) / (1.0 + cosine) : 1e6;
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
    if (join != 0) {
        vec2 across = e - other;
        float stretch = sqrt(1.0 + tangent * tangent);
        // A turn back has no outer side.
        if (length(across) < 1e-4) {
            j.end = BUTT_END;
            j.reach = 0.0;
            return j;
        }
        j.cut = normalize(across);
        j.end = POINTED_END;
        j.reach = corner;
        // Where it goes straight on there is no corner to cut off.
        if (length(e + other) > 1e-4 && (join == 1 || stretch > miterLimit)) {
            j.end = BEVEL_END;
            j.reach = min(corner, halfWidth);
        }
        if (corner + 0.5 > 0.5 * shortest) j.end |= OVERLAID;
    }
#endif
    return j;
}

// Places the vertex of corner (0 or 1 along, −1 or 1 across) and sets the outputs. The caps are those
// of start and end.
vec2 placeSegment(vec2 before, vec2 start, vec2 end, vec2 after, bool joinedStart, bool joinedEnd,
                  float halfWidth, int join, float miterLimit, ivec2 caps, float distance) {
    vec2 along = end - start;
    float size = length(along);
    vec2 e = size > 1e-5 ? along / size : vec2(1.0, 0.0);
    vec2 n = vec2(-e.y, e.x);
    vec2 back = before - start;
    vec2 ahead = after - end;
    float backSize = length(back);
    float aheadSize = length(ahead);
    bool repeatsStart = joinedStart && backSize <= 1e-5;
    bool repeatsEnd = joinedEnd && aheadSize <= 1e-5;
    joinedStart = joinedStart && backSize > 1e-5 && size > 1e-5;
    joinedEnd = joinedEnd && aheadSize > 1e-5 && size > 1e-5;
    // A dot has no direction: only a round cap makes sense for it, and beside it.
    int startCap = size > 1e-5 && !repeatsStart ? caps.x : 0;
    int endCap = size > 1e-5 && !repeatsEnd ? caps.y : 0;
    back /= max(backSize, 1e-6);
    ahead /= max(aheadSize, 1e-6);
    // Both joints are looked at from the joint outwards, in the frame of the segment.
    Joint a = joint(vec2(1.0, 0.0), vec2(dot(back, e), dot(back, n)), joinedStart,
                    min(size, backSize), halfWidth, join, miterLimit, startCap);
    Joint b = joint(vec2(-1.0, 0.0), vec2(dot(ahead, e), dot(ahead, n)), joinedEnd,
                    min(size, aheadSize), halfWidth, join, miterLimit, endCap);
#ifdef DASHED
    // A round dash may reach over the corner.
    a.reach = max(a.reach, halfWidth);
    b.reach = max(b.reach, halfWidth);
#endif
    vec2 side = vec2(float(gl_VertexID >> 1), float(gl_VertexID & 1) * 2.0 - 1.0);
    float ramp = 0.5 + 0.5 * max(abs(e.x), abs(e.y));
    float far = side.x > 0.5 ? size + b.reach + 0.5 * ramp : -a.reach - 0.5 * ramp;
    vec2 q = vec2(far, side.y * (halfWidth + 0.5 * ramp));
    vQ = q / ramp;
    vSize = size / ramp;
    vHalfWidth = halfWidth / ramp;
    vCuts = vec4(a.cut, b.cut);
#ifdef SHAPED_ENDS
    vEnds = a.end | (b.end << 4);
#endif
#ifdef DASHED
    vDistance = vec2(distance, 1.0) / ramp;
#endif
#if !defined(OWN_COLOR) && !defined(MASK)
    vColor = inHalves(uColor);
#endif
    return start + e * q.x + n * q.y;
}
