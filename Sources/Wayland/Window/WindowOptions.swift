import Geometry

/// What a window is made with.
public struct WindowOptions: Sendable {
    /// What stands in the title bar and in lists of windows.
    public var title: String
    /// The reverse-DNS name that the desktop file has as well.
    public var appID: String
    /// The content's first size in points, where the compositor leaves the choice.
    public var size: Size
    /// The smallest content that makes sense, in points; zero for none.
    public var minimumSize: Size
    /// The width of the shadow around the content in points, where the program draws it.
    public var shadow: Double
    /// The radius of the corners the program draws, in points: what is outside is see-through.
    public var cornerRadius: Double
    /// Whether to ask the compositor for a frame around the window.
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
