// The segments of a series: one buffer of samples, bound four times at successive offsets.
// A sample: x high, x low, y, and the style of the segment that starts there
// (0 drawn, 1 not drawn, 2 not drawn but its start is a dot).
layout(location = 0) in vec4 aBefore;
layout(location = 1) in vec4 aStart;
layout(location = 2) in vec4 aEnd;
layout(location = 3) in vec4 aAfter;
#ifdef DASHED
// The line's length up to the start, in device pixels.
layout(location = 4) in float aDistance;
#endif

#ifdef ATTRIBUTED
// The attributes of the segments before, at and after this one.
layout(location = 5) in vec3 aAttributes;
// The drawn style, and the number of styles: an attribute of that number or more means style 0.
uniform vec2 uAttribute;
// A bit for each style: whether it is hidden; 16 bits per number.
uniform vec4 uHidden[4];

bool isHidden(float style) {
    uint s = uint(style);
    return (uint(uHidden[s >> 6][(s >> 4) & 3u]) >> (s & 15u) & 1u) == 1u;
}
#endif

// Half width, join, miter limit, cap.
uniform vec4 uStroke;

vec2 project(vec4 s) { return vec2(projectX(s.x, s.y), projectY(s.z)); }

void main() {
    vec2 start = project(aStart);
    vec2 end = project(aEnd);
    vec2 before = project(aBefore);
    vec2 after = project(aAfter);
    bool joinedStart = aBefore.w == 0.0;
    bool joinedEnd = aEnd.w == 0.0;
    bool drawn = aStart.w == 0.0;
    if (aStart.w == 2.0) {
        end = start;
        joinedStart = false;
        joinedEnd = false;
        drawn = true;
    }
    ivec2 caps = ivec2(uStroke.w);
#ifdef ATTRIBUTED
    // An end where another style continues is round, so that there is no notch on the outside. An
    // end where nothing continues has its cap.
    vec3 styles = mix(vec3(0.0), aAttributes, lessThan(aAttributes, uAttribute.yyy));
    drawn = drawn && styles.y == uAttribute.x;
    if (joinedStart && styles.x != styles.y) {
        joinedStart = false;
        if (!isHidden(styles.x)) caps.x = 0;
    }
    if (joinedEnd && styles.z != styles.y) {
        joinedEnd = false;
        if (!isHidden(styles.z)) caps.y = 0;
    }
#endif
    // Distant ends are cut off near the plot (Liang and Barsky's parameters): a segment between two
    // samples years apart keeps its slope to a hundredth of a pixel while a minute fills the plot.
    float margin = 4.0 * uStroke.x + 64.0;
    vec2 low = uPlot.xy - margin;
    vec2 high = uPlot.zw + margin;
    vec2 along = end - start;
    vec2 safe = vec2(abs(along.x) < 1e-6 ? 1e-6 : along.x, abs(along.y) < 1e-6 ? 1e-6 : along.y);
    vec2 t0 = (low - start) / safe;
    vec2 t1 = (high - start) / safe;
    vec2 enter = min(t0, t1);
    vec2 leave = max(t0, t1);
    float first = max(max(enter.x, enter.y), 0.0);
    float last = min(min(leave.x, leave.y), 1.0);
    float distance = 0.0;
#ifdef DASHED
    distance = aDistance;
#endif
    bool inside = first <= last;
    if (first > 0.0) {
        before = start;
        start += along * first;
        distance += length(along) * first;
        joinedStart = false;
    }
    if (last < 1.0) {
        after = end;
        end = aStart.w == 2.0 ? start : project(aStart) + along * last;
        joinedEnd = false;
    }
    vec2 place = placeSegment(before, start, end, after, joinedStart, joinedEnd, uStroke.x,
                              int(uStroke.y), uStroke.z, caps, distance);
    gl_Position = drawn && inside ? toClip(place) : nowhere;
}
