import ChartScene
import Geometry

extension Chart {
    /// The theme that the chart's colours come from: its own, else that of the figure it is in; nil
    /// if it was given a style and no theme.
    public var shownTheme: ChartTheme? { theming.theme }

    /// Calls `body` with the chart and its theme, at once and at every change of theme: for colours
    /// that a program sets itself.
    ///
    ///     chart.onTheme { chart, theme in chart.style.tierGround = theme.board }
    ///
    /// The chart keeps `body` for its whole life. Use the chart that `body` is given: a `body` that
    /// captures the chart would keep it alive. `body` is not called while the chart has a style
    /// that it was given and no theme.
    public func onTheme(_ body: @escaping (_ chart: Chart, _ theme: ChartTheme) -> Void) {
        theming.addFollower(body, of: self)
    }

    /// Takes the theme of the chart's container, such as a figure.
    ///
    /// Has no effect if the chart has a theme of its own, or was given a style and no theme.
    public func adopt(_ theme: ChartTheme) { theming.adopt(theme, for: self) }

    /// The theme for parts drawn on the ground of a style that the chart was given; nil if it has a
    /// theme or no such ground.
    var themeOfOwnGround: ChartTheme? { shownTheme == nil ? style.themeOfGround : nil }

    /// Starts with the colours of a theme, which becomes the chart's own unless it is nil.
    func begin(in theme: ChartTheme?) {
        theming.begin(in: theme ?? .light)
        self.theme = theme
    }
}
