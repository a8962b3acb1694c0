// The rounded clip. The scissor cuts straight edges; only the corners are computed here.
#ifdef ROUNDED_CLIP
// Left, top, right, bottom in device pixels.
uniform vec4 uClip;
// The radius, and the target's top in fragment coordinates: its height if they grow upwards, 0 if
// its rows are stored from the top down.
uniform vec2 uClipRadius;

float clipCoverage() {
    vec2 p = vec2(gl_FragCoord.x, abs(uClipRadius.y - gl_FragCoord.y));
    vec2 q = abs(p - 0.5 * (uClip.xy + uClip.zw)) - 0.5 * (uClip.zw - uClip.xy) + uClipRadius.x;
    return clamp(0.5 + uClipRadius.x - length(max(q, 0.0)), 0.0, 1.0);
}
#else
#define clipCoverage() 1.0
#endif
