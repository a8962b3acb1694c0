// One segment of a polyline, as a quad around it, and the inputs of its fragments.
//
// Places are in device pixels. q is the fragment's place along and across the segment, from its
// start. q and all lengths passed to the fragment are in ramps. Coverage is the signed distance to
// the stroke's edge, half a ramp each way.
//
// Ramps. The coverage of a vertical or horizontal edge goes from 0 to 1 over one device pixel; an
// oblique edge takes less, depending on its angle. The pixels that a row or a column cuts out of an
// oblique edge are less than one pixel apart. A ramp of one would therefore make the sum of a cut
// up to an eighth of a pixel larger or smaller than the line's width. Along a diagonal, where all
// cuts are alike, that would hold for the whole line. A ramp as long as that spacing would be
// exact, but shows steps. A ramp half-way between keeps each cut within 0.1, and the coverage of a
// pixel is closer to the area on the mean of all angles.
//
// Joins. A pixel near a corner belongs to the segment on its side of the bisector. There the
// distance to the nearer segment is the distance to both, so each pixel is painted once and the
// union's edge is exact. That holds while the corner's inner part, half width · tan(turn / 2), is
// within the nearer half of both segments. Otherwise (dense data, hairpin turns) both are painted
// whole and overlap, which never leaves a hole. A segment with a bevelled or pointed start then
// stays on its side of the bisector only behind that start, where the join is.
// A segment without a length has no direction: lines have round ends at a repeated sample.
// (P. Rougier, Shader-Based Antialiased, Dashed, Stroked Polylines, JCGT 2(2), 2013, for the quad;
// the cut at the bisector replaces his joins.)
//
// Outputs. Software drivers compile the set-up of triangles for every layout of inputs, which takes
// some milliseconds each when a program starts. So all parts of a window use the same layout,
// including round and undashed lines: two inputs that vary, eight that do not, and no fragment
// position, which only rounded clips need. Values that follow from the others (a bevel from the
// bisector and the width) are computed where they are used.
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
// The line's length up to the start, and the number of ramps per device pixel.
flat out vec2 vDistance;
#endif
#if !defined(OWN_COLOR) && !defined(MASK)
uniform vec4 uColor;
// In the format of inHalves.
flat out uvec2 vColor;
#endif

struct Joint {
    vec2 cut;
    float reach;
    uint end;
};

// The joint at one end. e is the segment's direction away from the joint, other is the neighbour's,
// also away from it, in the same frame. join is the style, cap the style of an end without a
// neighbour.
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
    // turn is the angle between straight on and the new direction; this is the tangent of its half.
    float cosine = -dot(e, other);
    float sine = e.x * other.y - e.y * other.x;
    // A reversal has no tangent; its corner is then deeper than any segment.
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
        // A reversal has no outer side.
        if (length(across) < 1e-4) {
            j.end = BUTT_END;
            j.reach = 0.0;
            return j;
        }
        j.cut = normalize(across);
        j.end = POINTED_END;
        j.reach = corner;
        // A straight continuation has no corner to cut off.
        if (length(e + other) > 1e-4 && (join == 1 || stretch > miterLimit)) {
            j.end = BEVEL_END;
            j.reach = min(corner, halfWidth);
        }
        if (corner + 0.5 > 0.5 * shortest) j.end |= OVERLAID;
    }
#endif
    return j;
}

// Computes the place of a corner's vertex (0 or 1 along, −1 or 1 across) and sets the outputs. The
// caps are those of start and end.
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
    // A dot has no direction: only a round cap makes sense for it and for its neighbours.
    int startCap = size > 1e-5 && !repeatsStart ? caps.x : 0;
    int endCap = size > 1e-5 && !repeatsEnd ? caps.y : 0;
    back /= max(backSize, 1e-6);
    ahead /= max(aheadSize, 1e-6);
    // Both joints are computed in the frame of the segment, seen from the joint outwards.
    Joint a = joint(vec2(1.0, 0.0), vec2(dot(back, e), dot(back, n)), joinedStart,
                    min(size, backSize), halfWidth, join, miterLimit, startCap);
    Joint b = joint(vec2(-1.0, 0.0), vec2(dot(ahead, e), dot(ahead, n)), joinedEnd,
                    min(size, aheadSize), halfWidth, join, miterLimit, endCap);
#ifdef DASHED
    // A round dash may extend past the corner.
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
