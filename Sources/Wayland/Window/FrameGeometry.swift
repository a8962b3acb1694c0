// The position of a window's content on its surface.
//
// With client-side decoration the surface is larger than the window: a margin on every side
// contains the shadow, `xdg_surface.set_window_geometry` describes the window proper, and clicks in
// the shadow go to the windows below, except in a resize grip just outside the edge. A window that
// is maximised, fullscreen or tiled, or decorated by the compositor, has no margin.
// All sizes are whole points, as in the protocol.

import Geometry

/// The surface of a window: its size, the content on it and the regions for the compositor.
struct FrameGeometry: Hashable {
    /// The width of the resize grip outside the edge, in points.
    static let grip = 8

    /// The content in points, with its origin on the surface.
    let content: Rect
    /// The width of the shadow around the content in points, the same on all sides.
    let margin: Int
    /// The whole surface in points.
    let surface: PixelSize
    /// The part of the surface that accepts input.
    let input: Rect
    /// The rectangles that are certainly opaque: the content without its rounded corners.
    let opaque: [Rect]

    init(
        size: PixelSize, states: WindowStates, decoration: WindowDecoration, shadow: Int,
        cornerRadius: Int, scale: SurfaceScale
    ) {
        let isFramed = decoration == .client && states.isFloating
        margin = isFramed ? scale.aligned(max(0, shadow)) : 0
        let width = max(1, size.width)
        let height = max(1, size.height)
        surface = PixelSize(width: width + 2 * margin, height: height + 2 * margin)
        content = Rect(
            x: Double(margin), y: Double(margin), width: Double(width), height: Double(height))
        input = content.inset(by: -Double(min(margin, Self.grip)))
        let radius = isFramed ? max(0, min(cornerRadius, width / 2, height / 2)) : 0
        if radius == 0 {
            opaque = [content]
        } else {
            let inward = Double(radius)
            opaque = [
                content.inset(by: Insets(top: inward, bottom: inward)),
                content.inset(by: Insets(left: inward, right: inward)),
            ]
        }
    }
}
