import Geometry
import Painting

/// An image, moved, stretched and turned.
public struct ImageItem: SceneItem {
    public static let kind = SceneItemKind("image")
    /// The image.
    public var image: PaintedImage
    /// Its rectangle, in points, before the map.
    public var rect: Rect
    /// The map applied to the rectangle.
    public var map: AffineTransform
    /// How the colour between its pixels is computed.
    public var sampling: ImageSampling
    /// Its opacity, from 0 to 1.
    public var alpha: Double

    /// An image from its parts.
    public init(
        _ image: PaintedImage, in rect: Rect, map: AffineTransform = .identity,
        sampling: ImageSampling = .linear, alpha: Double = 1
    ) {
        (self.image, self.rect, self.map) = (image, rect, map)
        (self.sampling, self.alpha) = (sampling, alpha)
    }
}
