import ChartScene
import Geometry

/// The active clips of a target, one inside the other.
struct ClipStack {
    /// The present limit of drawing.
    private(set) var current: Clip
    private var outer: [Clip] = []

    /// Drawing is limited only by a region of the target.
    init(_ region: PixelRect) { current = Clip(rect: region, rounded: nil) }

    /// Whether no clip is pushed.
    var isEmpty: Bool { outer.isEmpty }

    /// Adds a further limit to drawing.
    mutating func push(_ rect: PixelRect, radius: Double = 0) {
        outer.append(current)
        current.rect = current.rect.intersection(rect)
        if radius > 0 { current.rounded = Clip.Rounded(SceneLayer.Clip(rect, radius: radius)) }
    }

    /// Removes the limit that was pushed last.
    mutating func pop() {
        guard let last = outer.popLast() else { preconditionFailure("no clip to pop") }
        current = last
    }
}
