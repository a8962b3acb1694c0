import ChartScene
import Geometry

extension Chart {
    /// The theme whose colours the chart has: its own, else that of the figure it is in; nil for one
    /// that was given a style and no theme.
    public var shownTheme: ChartTheme? { wear.theme }

    /// Calls `body` with the chart and its theme, at once and whenever it takes another one: for what
    /// a program colours itself.
    ///
    ///     chart.onTheme { chart, theme in chart.style.tierGround = theme.board }
    ///
    /// The chart keeps `body` as long as it lives; one that names the chart itself, rather than the one
    /// it is called with, would keep the chart alive. Not called while the chart has a style that it was
    /// given and no theme.
    public func onTheme(_ body: @escaping (_ chart: Chart, _ theme: ChartTheme) -> Void) {
        wear.tell(body, of: self)
    }

    /// Takes the theme of what the chart is in, such as a figure.
    ///
    /// Changes nothing where the chart has a theme of its own, or was given a style and no theme.
    public func adopt(_ theme: ChartTheme) { wear.adopt(theme, for: self) }

    /// The theme of what stands on the ground that the chart was given with its style; nil where it
    /// has a theme or no such ground.
    var themeOfOwnGround: ChartTheme? { shownTheme == nil ? style.themeOfGround : nil }

    /// Begins with the colours of a theme, of its own where it is not nil.
    func begin(in theme: ChartTheme?) {
        wear.begin(in: theme ?? .light)
        self.theme = theme
    }
}
