/// A theme for light surroundings and one for dark ones: the one that suits what the person has
/// chosen for the whole desktop is shown, in high contrast where they want that.
public struct ThemePair: Hashable, Sendable {
    /// Shown where the person prefers light surroundings, or nothing is known.
    public var light: ChartTheme
    /// Shown where the person prefers dark surroundings.
    public var dark: ChartTheme

    /// A pair put together.
    public init(light: ChartTheme, dark: ChartTheme) {
        self.light = light
        self.dark = dark
    }

    /// The same theme in all surroundings.
    public init(_ theme: ChartTheme) { self.init(light: theme, dark: theme) }

    /// `ChartTheme.light` and `ChartTheme.dark`: what is shown where nobody has chosen.
    public static let automatic = ThemePair(light: .light, dark: .dark)

    /// Whether it is the same theme in all surroundings.
    public var isFixed: Bool { light == dark }

    /// The theme in light or dark surroundings.
    public func theme(isDark: Bool) -> ChartTheme { isDark ? dark : light }
}
