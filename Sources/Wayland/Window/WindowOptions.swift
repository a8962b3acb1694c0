import Geometry

/// The initial properties of a window.
public struct WindowOptions: Sendable {
    /// The title in the title bar and in lists of windows.
    public var title: String
    /// The reverse-DNS name, the same as the desktop file's.
    public var appID: String
    /// The content's first size in points, if the compositor leaves the choice.
    public var size: Size
    /// The smallest sensible content, in points; zero for none.
    public var minimumSize: Size
    /// The width of the shadow around the content in points, if the program draws it.
    public var shadow: Double
    /// The radius of the corners that the program draws, in points; the area outside is
    /// transparent.
    public var cornerRadius: Double
    /// Whether to request a frame around the window from the compositor.
    public var prefersServerDecoration: Bool

    /// Options; sizes and distances are in points, see the properties.
    public init(
        title: String, appID: String, size: Size, minimumSize: Size = .zero,
        shadow: Double = 24, cornerRadius: Double = 0, prefersServerDecoration: Bool = true
    ) {
        self.title = title
        self.appID = appID
        self.size = size
        self.minimumSize = minimumSize
        self.shadow = shadow
        self.cornerRadius = cornerRadius
        self.prefersServerDecoration = prefersServerDecoration
    }
}
