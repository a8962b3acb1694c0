import Geometry

/// A rectangle of whole device pixels in one colour.
public struct FillItem: SceneItem {
    public static let kind = SceneItemKind("fill")
    /// In device pixels.
    public var rect: PixelRect
    /// The fill colour.
    public var color: Color

    /// A rectangle in a colour.
    public init(_ rect: PixelRect, _ color: Color) { (self.rect, self.color) = (rect, color) }
}
