import Charts
import Geometry

extension ChartProgram {
    /// Shows charts until the window is closed, or writes their picture.
    ///
    /// A figure without themes of its own takes the requested ones.
    ///
    /// - Parameters:
    ///   - time: motions are drawn as at this time, in seconds after the first frame.
    ///   - start: is given the window before it is shown, to begin tasks and observations.
    /// - Throws: what `ChartWindow` and its `run` throw, or `ChartImage.write`.
    public func show(
        _ figure: ChartFigure, picturedAt time: Double = 0,
        start: (ChartWindow) -> Void = { _ in }
    ) throws {
        if figure.themes == nil { figure.themes = themes }
        guard let picture else {
            let window = try ChartWindow(title, figure, size: size)
            start(window)
            return try window.run()
        }
        // Animations that begin with the first frame have begun then.
        if time > 0 { figure.advance(to: 0) }
        try ChartImage().write(
            figure, toFile: picture, size: size, title: title, scale: scale, at: time)
    }

    /// Shows a chart in the requested theme.
    ///
    /// - Parameter start: is given the window before it is shown, to begin tasks and observations.
    public func show(
        _ chart: some PanelContent, picturedAt time: Double = 0,
        start: (ChartWindow) -> Void = { _ in }
    ) throws {
        try show(ChartFigure([chart]), picturedAt: time, start: start)
    }
}
