// The rounded clip. Straight edges are the scissor's; only the corners are worked out here.
#ifdef ROUNDED_CLIP
// Left, top, right, bottom in device pixels.
uniform vec4 uClip;
// The radius, and where fragment coordinates have the target's top: at its height where they grow
// upwards, at 0 where its rows are stored from the top down.
uniform vec2 uClipRadius;

float clipCoverage() {
    vec2 p = vec2(gl_FragCoord.x, abs(uClipRadius.y - gl_FragCoord.y));
    vec2 q = abs(p - 0.5 * (uClip.xy + uClip.zw)) - 0.5 * (uClip.zw - uClip.xy) + uClipRadius.x;
    return clamp(0.5 + uClipRadius.x - length(max(q, 0.0)), 0.0, 1.0);
}
#else
#define clipCoverage() 1.0
#endif
