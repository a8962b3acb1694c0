import Geometry

extension InkMark {
    /// The opacity of the tint inside a range box or a span.
    private static let tint: Float = 0.1

    /// The colour of its tint on a ground, with the opacity that a view leaves it.
    public func tintPaint(on ground: Color, presence: Double = 1) -> Color {
        color.color(on: ground).opacity(Self.tint * Float(presence))
    }

    /// The rectangle that a range box or a span tints, in whole device pixels of a view, as far as
    /// they are near it; nil for other marks.
    public func tintedPixels(in view: InkView) -> PixelRect? {
        guard case .figure(let figure) = content, figure.kind.isTinted else { return nil }
        var (a, b) = (pixel(of: figure.start, in: view), pixel(of: figure.end, in: view))
        if figure.kind.crossesHeight {
            (a.y, b.y) = (view.y.start, view.y.start + view.y.length)
        }
        guard a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return nil }
        let far = 1e6
        let (left, right) = (max(min(a.x, b.x), -far), min(max(a.x, b.x), far))
        let (top, bottom) = (max(min(a.y, b.y), -far), min(max(a.y, b.y), far))
        guard left < right, top < bottom else { return nil }
        return PixelRect(
            snapping: Rect(x: left, y: top, width: right - left, height: bottom - top), scale: 1)
    }
}
