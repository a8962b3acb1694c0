import Geometry

/// Something dragged over a window from elsewhere.
///
/// Positions are points of the content.
public enum DropEvent: Hashable, Sendable {
    /// Files came over the window.
    case entered(Point)
    /// They are at another place over the window.
    case moved(Point)
    /// They went away again, or the drop failed.
    case left
    /// They were dropped: `uris` is the text of type text/uri-list, as it came.
    case dropped(uris: String, Point)
}
