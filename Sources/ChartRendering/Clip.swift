import ChartScene
import Geometry

/// The limits of drawing: device pixels, and the rounded rectangle inside if there is one.
struct Clip {
    var rect: PixelRect
    var rounded: Rounded?

    struct Rounded {
        var rect: Rect
        var radius: Double
    }
}

extension Clip.Rounded {
    /// The rounded rectangle of a limit, whose radius is at most half its size.
    init(_ limit: SceneLayer.Clip) {
        let edges = Rect(
            x: Double(limit.rect.x), y: Double(limit.rect.y), width: Double(limit.rect.width),
            height: Double(limit.rect.height))
        self.init(
            rect: edges, radius: min(limit.radius, min(edges.width, edges.height) / 2))
    }

    private var side: Int { Int(radius.rounded(.up)) }

    private var pixels: PixelRect { PixelRect(enclosing: rect) }

    /// The squares that contain the area removed by the corners.
    var corners: [PixelRect] {
        let all = pixels
        return [
            (all.x, all.y), (all.maxX - side, all.y), (all.x, all.maxY - side),
            (all.maxX - side, all.maxY - side),
        ]
        .map { PixelRect(x: $0.0, y: $0.1, width: side, height: side) }
    }

    /// The rest, as rectangles.
    var bands: [PixelRect] {
        let all = pixels
        return [
            PixelRect(x: all.x + side, y: all.y, width: all.width - 2 * side, height: side),
            PixelRect(x: all.x, y: all.y + side, width: all.width, height: all.height - 2 * side),
            PixelRect(
                x: all.x + side, y: all.maxY - side, width: all.width - 2 * side, height: side),
        ]
    }

    /// Whether the corners remove some of `part`.
    func cuts(_ part: PixelRect) -> Bool {
        let side = (radius * (1 - 0.5.squareRoot())).rounded(.up)
        let tall = rect.inset(by: side)
        let inner = Rect(
            x: Double(part.x), y: Double(part.y), width: Double(part.width),
            height: Double(part.height))
        let wide = Rect(
            x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius)
        let high = Rect(
            x: rect.x + radius, y: rect.y, width: rect.width - 2 * radius, height: rect.height)
        return !(tall.contains(inner) || wide.contains(inner) || high.contains(inner))
    }
}
