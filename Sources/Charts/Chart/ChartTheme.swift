import Geometry
import Text

/// The colours of a chart: its ground, its axes, and the colours assigned to series in turn.
///
/// `light` and `dark` are the design's: every text has a contrast of 4.5:1 with the ground, every
/// series 3:1. A program may change any of them.
public struct ChartTheme: Hashable, Sendable {
    /// The ground that a chart is drawn on.
    public var ground: Color
    /// Grid lines.
    public var grid: Color
    /// Labels of axes.
    public var label: Color
    /// Labels that carry a larger unit, titles, and the readings of a crosshair.
    public var strongLabel: Color
    /// The ground of the board next to a crosshair.
    public var board: Color
    /// The line around a board, and around a window.
    public var hairline: Color
    /// The shadow of a board.
    public var shadow: Color
    /// The colours assigned to series in turn.
    public var series: [Color]

    /// A theme from its parts; there is at least one colour for series.
    public init(
        ground: Color, grid: Color, label: Color, strongLabel: Color, board: Color,
        hairline: Color, shadow: Color, series: [Color]
    ) {
        precondition(!series.isEmpty, "a theme needs a colour for series")
        self.ground = ground
        self.grid = grid
        self.label = label
        self.strongLabel = strongLabel
        self.board = board
        self.hairline = hairline
        self.shadow = shadow
        self.series = series
    }

    /// Dark on white.
    public static let light = ChartTheme(
        ground: Color(hex: 0xFFFFFF), grid: Color(hex: 0xECEEF2), label: Color(hex: 0x666C79),
        strongLabel: Color(hex: 0x15171C), board: Color(hex: 0xFFFFFF),
        hairline: Color(hex: 0xE1E3E8), shadow: Color(hex: 0x15171C, alpha: 0.14),
        series: [
            0x7048E8, 0xE8590C, 0x1971C2, 0xD6336C, 0x0B8A66, 0x4263EB,
            0x8A6D00, 0x0B7285, 0xAE3EC9, 0x5C8A0E, 0xA61E1E, 0x495057,
        ].map { Color(hex: $0) })

    /// Light on near black.
    public static let dark = ChartTheme(
        ground: Color(hex: 0x1B1E24), grid: Color(hex: 0x262A31), label: Color(hex: 0x8E95A3),
        strongLabel: Color(hex: 0xF1F2F5), board: Color(hex: 0x272B33),
        hairline: Color(hex: 0x2B2F37), shadow: Color(hex: 0x000000, alpha: 0.4),
        series: [
            0x9B7DFF, 0xFF8A3D, 0x5AB0FF, 0xFF6B9A, 0x38D9A9, 0x7C93FF,
            0xFFD43B, 0x3BC9DB, 0xE599F7, 0xA9E34B, 0xFF8787, 0xADB5BD,
        ].map { Color(hex: $0) })

    /// The same theme in high contrast: a ground of pure white or black, all texts in the other,
    /// borders as strong as texts were, grid lines at 3:1, every series at 4.5:1 and as near to its
    /// colour as that allows, and no shadows.
    ///
    /// Computed on each call, in a few hundred microseconds.
    public var raisedContrast: ChartTheme {
        // The present ground of the texts decides what is light: a colour that contrasts with it.
        let ink = ground.ink
        let ground = ink.ink
        return ChartTheme(
            ground: ground, grid: ground.standingOut(on: [ground], at: 3, towards: ink),
            label: ink, strongLabel: ink, board: ground,
            hairline: label.over(ground).standingOut(on: [ground], at: 4.5, towards: ink),
            shadow: shadow.opacity(0),
            series: series.map { $0.over(ground).standingOut(on: [ground], at: 4.5, towards: ink) })
    }

    /// The colour of a series by its index from 0; the colours repeat.
    public func color(of series: Int) -> Color { self.series[series % self.series.count] }

    /// A chart style in these colours.
    public var style: ChartStyle {
        ChartStyle(grid: grid, label: label, strongLabel: strongLabel, ground: ground)
    }
}
