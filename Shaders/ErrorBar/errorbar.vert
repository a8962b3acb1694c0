// A bar between two values and a cap at either end, all of whole device pixels: crisp, and
// symmetric about their middle. The pieces do not overlap, so that translucent colours stay
// uniform: the bar, and one arm of each cap on either side of it. If caps share rows, the lower one
// gets the remaining rows.
// Place: x high and low, and the value's, which is that of the point. A missing value is 1e30.
layout(location = 0) in vec4 aPlace;
// The bar's lower and upper end, high and low.
layout(location = 1) in vec4 aBar;
// The caps' values, the low one and the high one, high and low.
layout(location = 2) in vec4 aCaps;

// The width of a bar, which is also the height of a cap, and how far a cap extends on either side
// of the bar; both in whole device pixels.
uniform vec2 uBar;
uniform vec4 uColor;

out vec2 vOne;
flat out vec4 vOnes;
flat out vec4 vColor;

// The first edge of something as wide as a bar, centred at a place.
float edge(float place) { return toEdge(place - 0.5 * uBar.x); }

// The first of a value's rows.
float row(vec2 value) {
    // A place far outside the plot need not be exact, but must stay in the range of float.
    float reach = 4.0 * (uBar.x + 1.0);
    return edge(clamp(projectY(value.x, value.y), uPlot.y - reach, uPlot.w + reach));
}

bool isMissing(vec2 value) { return value.x > 0.5e30; }

void main() {
    int piece = gl_VertexID / 6;
    int corner = gl_VertexID - 6 * piece;
    if (corner > 2) corner -= 2;
    float left = edge(projectX(aPlace.x, aPlace.y));
    // Left, top, right, bottom.
    vec4 box = vec4(left, row(aBar.zw), left + uBar.x, row(aBar.xy) + uBar.x);
    bool missing = isMissing(aBar.xy);
    if (piece > 0) {
        bool isLow = piece > 2;
        vec2 own = isLow ? aCaps.xy : aCaps.zw;
        vec2 other = isLow ? aCaps.zw : aCaps.xy;
        missing = missing || isMissing(own);
        float top = row(own);
        float bottom = top + uBar.x;
        float taken = row(other);
        if (!isMissing(other) && (taken < top || taken == top && isLow)) {
            top = max(top, taken + uBar.x);
        }
        float arm = (piece & 1) == 1 ? left - uBar.y : left + uBar.x;
        box = vec4(arm, top, arm + uBar.y, bottom);
    }
    vec2 side = vec2(float(corner & 1), float(corner >> 1));
    // Ones, as an alpha is at most 1. A linker would remove values that it sees to be constant.
    vOnes = max(uColor.a - vec4(0.0, 1.0, 2.0, 3.0), 1.0);
    vOne = max(uColor.a - vec2(4.0, 5.0), 1.0);
    vColor = uColor;
    gl_Position = missing || box.w <= box.y ? nowhere : toClip(mix(box.xy, box.zw, side));
}
