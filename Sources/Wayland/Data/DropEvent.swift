import Geometry

/// A drag from another program over a window.
///
/// Positions are in points of the content.
public enum DropEvent: Hashable, Sendable {
    /// Files entered the window.
    case entered(Point)
    /// They moved over the window.
    case moved(Point)
    /// They left the window, or the drop failed.
    case left
    /// They were dropped: `uris` is the unchanged text of type text/uri-list.
    case dropped(uris: String, Point)
}
