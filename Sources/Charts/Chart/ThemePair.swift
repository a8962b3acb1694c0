/// A theme for light surroundings and one for dark ones: the desktop's setting decides which is
/// shown, in high contrast if that is preferred.
public struct ThemePair: Hashable, Sendable {
    /// Shown if light surroundings are preferred, or no preference is known.
    public var light: ChartTheme
    /// Shown if dark surroundings are preferred.
    public var dark: ChartTheme

    /// Creates a pair.
    public init(light: ChartTheme, dark: ChartTheme) {
        self.light = light
        self.dark = dark
    }

    /// The same theme in all surroundings.
    public init(_ theme: ChartTheme) { self.init(light: theme, dark: theme) }

    /// `ChartTheme.light` and `ChartTheme.dark`: the default.
    public static let automatic = ThemePair(light: .light, dark: .dark)

    /// Whether it is the same theme in all surroundings.
    public var isFixed: Bool { light == dark }

    /// The theme for light or dark surroundings.
    public func theme(isDark: Bool) -> ChartTheme { isDark ? dark : light }
}
