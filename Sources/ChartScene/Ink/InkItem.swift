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

    /// Whether it is one stroke that grows from frame to frame: a renderer keeps what it has drawn
    /// of it, so that a frame costs what is new.
    public var isGrowing: Bool

    /// Strokes, moved by a number of device pixels.
    @MainActor
    public init(
        _ ink: InkBuffer, offset: Vector = .zero, alpha: Double = 1, isGrowing: Bool = false
    ) {
        self.ink = ContentState(ink)
        (self.offset, self.alpha, self.isGrowing) = (offset, alpha, isGrowing)
    }
}
