import Geometry
import Painting

/// A tile of ink, pixel for pixel or stretched.
public struct InkTileItem: SceneItem {
    public static let kind = SceneItemKind("ink tile")
    /// The tile.
    public var tile: ContentState<InkTile>
    /// Where it is without its border, in device pixels of the target.
    public var rect: Rect

    /// A tile in a rectangle of device pixels.
    @MainActor
    public init(_ tile: InkTile, in rect: Rect) {
        (self.tile, self.rect) = (ContentState(tile), rect)
    }

    /// Whether its pixels are pixels of the target.
    @MainActor
    package var isExact: Bool {
        rect.width == Double(tile.content.width) && rect.height == Double(tile.content.height)
            && rect.minX == rect.minX.rounded() && rect.minY == rect.minY.rounded()
    }
}

@MainActor
extension InkTileItem {
    /// Records its pixels, unless a renderer has taken them: pictures of outlines are made from
    /// scenes without tiles.
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let tile = tile.content
        guard let texels = tile.texels else { return }
        let border = InkTile.border
        let image = PaintedImage(
            width: tile.width + 2 * border, height: tile.height + 2 * border, bytes: texels)
        let (x, y) = (rect.width / Double(tile.width), rect.height / Double(tile.height))
        let whole = Rect(
            x: rect.minX - Double(border) * x, y: rect.minY - Double(border) * y,
            width: rect.width + 2 * Double(border) * x, height: rect.height + 2 * Double(border) * y
        )
        canvas.clipped(to: canvas.rect(rect.minX, rect.minY, rect.maxX, rect.maxY)) {
            canvas.image(
                image, in: canvas.rect(whole.minX, whole.minY, whole.maxX, whole.maxY),
                sampling: isExact ? .nearest : .linear)
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("left", .number(rect.minX)), ("top", .number(rect.minY)),
            ("width", .number(rect.width)), ("height", .number(rect.height)),
        ]
    }
}
