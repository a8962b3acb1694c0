import Geometry
import Painting

/// A picture at a place.
public struct PictureItem: SceneItem {
    public static let kind = SceneItemKind("picture")
    /// The picture.
    public var picture: Picture
    /// The position of its origin, in points; it is moved to a whole device pixel.
    public var place: Point
    /// Its opacity, from 0 to 1.
    public var alpha: Double
    /// The single tone for the area that the picture covers, even where it is covered repeatedly;
    /// nil for its own colours.
    ///
    /// Such a picture is recorded in white, and has bands, polygons and sectors without clips.
    public var evenColor: Color?

    /// A picture at a place.
    public init(
        _ picture: Picture, at place: Point = .zero, alpha: Double = 1, evenColor: Color? = nil
    ) {
        (self.picture, self.place, self.alpha) = (picture, place, alpha)
        self.evenColor = evenColor
    }

    public static func == (a: PictureItem, b: PictureItem) -> Bool {
        (a.picture === b.picture || a.picture.elements == b.picture.elements)
            && a.place == b.place && a.alpha == b.alpha && a.evenColor == b.evenColor
    }
}
