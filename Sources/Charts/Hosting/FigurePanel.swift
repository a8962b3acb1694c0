import ChartCore
import ChartScene
import Geometry
import Painting

/// A chart in a figure, with its share of the height and the texts of its board.
@MainActor
public final class FigurePanel {
    /// Its content: a chart, or an object that lays one out.
    public let content: any PanelContent
    /// The chart that is drawn.
    public let chart: Chart
    /// Its share of the height, relative to the other panels' shares.
    public var share: Double
    /// Formats the position of the crosshair; nil for the x scale's own format.
    public var title: ((Double) -> String)?
    /// Formats a value of a mark; nil for a number of the locale.
    public var value: ((_ mark: String, _ value: Double) -> String)?
    let crosshair: Crosshair
    let board: InfoBoard
    /// Lets the values follow the range.
    public let fitting: ValueFitting
    /// The span that is selected, drawn under the crosshair.
    let highlight: SpanHighlight
    private var theme: ChartTheme
    private var ground: (key: GroundKey, picture: Picture)?

    private struct GroundKey: Equatable {
        var frame: Rect
        var color: Color
        var scale: Double
    }

    /// A panel for a chart.
    init(_ content: any PanelContent, share: Double, theme: ChartTheme) {
        precondition(share > 0 && share.isFinite, "a panel needs a share above zero")
        self.content = content
        chart = content.chart
        self.share = share
        self.theme = theme
        fitting = ValueFitting(content)
        crosshair = Crosshair(style: theme.crosshair)
        crosshair.chart = chart
        board = InfoBoard(style: InfoBoard.Style(theme))
        crosshair.board = board
        highlight = SpanHighlight(style: theme.selection)
    }

    /// Adds the parts that a tool of the figure shows to the chart, once there is something to
    /// show.
    func attach(_ parts: [any Attachment]) {
        chart.overlay += parts.filter { part in !chart.overlay.contains { $0 === part } }
    }

    /// Removes the figure's parts from the chart.
    func detach() {
        chart.overlay.removeAll { $0 === crosshair || $0 === highlight }
        for axis in chart.axes { axis.hasLabels = true }
    }

    /// Takes the theme of the figure, or the chart's own: its crosshair and board are drawn on
    /// the chart's ground.
    func apply(_ theme: ChartTheme) {
        chart.adopt(theme)
        let applied = chart.theme ?? chart.themeOfOwnGround ?? theme
        guard applied != self.theme else { return }
        self.theme = applied
        crosshair.style = applied.crosshair
        board.style = InfoBoard.Style(applied)
        highlight.style = applied.selection
    }

    /// Gives a tooltip of the chart what the figure knows.
    func equip(_ words: FigureWords) {
        guard let tooltip = chart.tooltip else { return }
        tooltip.theme = theme
        tooltip.usualTexts = { [unowned self] element, _ in words.texts(of: element, self) }
    }

    /// Records the ground of a chart if it differs from the figure's.
    func prepareGround(_ figure: ChartTheme, deviceScale: Double) {
        let color = chart.style.ground ?? theme.ground
        guard color != figure.ground else {
            ground = nil
            return
        }
        let key = GroundKey(
            frame: chart.frame, color: color, scale: deviceScale)
        guard ground?.key != key else { return }
        let canvas = Canvas(scale: deviceScale)
        canvas.fill(chart.frame, color)
        ground = (key, canvas.finish())
    }

    func encode(into scene: SceneBuilder) {
        if let ground { scene.picture(ground.picture) }
        chart.encode(into: scene)
    }
}
