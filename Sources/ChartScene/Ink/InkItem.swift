import Geometry

/// Strokes of ink, each with soft edges and one even tone, even where it crosses itself.
public struct InkItem: SceneItem {
    public static let kind = SceneItemKind("ink")
    /// The strokes.
    public var ink: ContentState<InkBuffer>
    /// What they are moved by, in device pixels.
    public var offset: Vector
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// Strokes, moved by a number of device pixels.
    @MainActor
    public init(_ ink: InkBuffer, offset: Vector = .zero, alpha: Double = 1) {
        self.ink = ContentState(ink)
        (self.offset, self.alpha) = (offset, alpha)
    }
}
