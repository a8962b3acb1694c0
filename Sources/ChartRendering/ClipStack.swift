import ChartScene
import Geometry

/// The clips that are in force on a target, one inside the other.
struct ClipStack {
    /// What is drawn now is limited by this.
    private(set) var current: Clip
    private var outer: [Clip] = []

    /// Only a region of the target limits what is drawn.
    init(_ region: PixelRect) { current = Clip(rect: region, rounded: nil) }

    /// Whether no clip is pushed.
    var isEmpty: Bool { outer.isEmpty }

    /// Limits what is drawn from now on further.
    mutating func push(_ rect: PixelRect, radius: Double = 0) {
        outer.append(current)
        current.rect = current.rect.intersection(rect)
        if radius > 0 { current.rounded = Clip.Rounded(SceneLayer.Clip(rect, radius: radius)) }
    }

    /// Takes away what was pushed last.
    mutating func pop() {
        guard let last = outer.popLast() else { preconditionFailure("no clip to pop") }
        current = last
    }
}
