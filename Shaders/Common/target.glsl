// Device pixels, y downwards, to clip space. uTarget is (2 / width, 2 / height); the second is
// negative if the target's rows are stored from the top down.
uniform vec2 uTarget;

vec4 toClip(vec2 p) {
    return vec4(p.x * uTarget.x - 1.0, sign(uTarget.y) - p.y * uTarget.y, 0.0, 1.0);
}

// The pixel edge nearest to a place. Exact ties always round the same way in spite of float's
// errors, so that a pan moves everything equally and neighbours share their edges.
float toEdge(float place) { return floor(place + 0.501953125); }
vec2 toEdge(vec2 place) { return floor(place + 0.501953125); }

// Outside the clip space: the position of all vertices of a culled instance.
const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);
