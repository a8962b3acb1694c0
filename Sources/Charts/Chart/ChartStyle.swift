import ChartScene
import Geometry
import Text

/// The colours and type of a chart's axes and grid.
public struct ChartStyle: Hashable, Sendable {
    /// Grid lines, one device pixel wide.
    public var grid: Color
    /// The opaque colour that the chart is drawn on, in its plot and as far around it as marks
    /// reach.
    ///
    /// With it, the picture of the plot is reused while it only moves sideways. Nil if the ground
    /// has more than one colour: then every frame is drawn in full.
    public var ground: Color?
    /// A card that the plot is drawn as; nil for none.
    ///
    /// Its corners clip the plot's contents: the grid, the marks and everything under and over
    /// them. If the card has one colour and no border, the picture of the plot is reused as with a
    /// `ground` of that colour; otherwise every frame is drawn in full.
    public var plotArea: PlotAreaStyle?
    /// The text of labels.
    public var label: Color
    /// Labels that carry a larger unit: the day on which a month begins.
    public var strongLabel: Color
    /// The fill under the name of the visible month or year; nil for the grid's colour.
    public var tierGround: Color?
    /// The type of labels.
    public var type: TextStyle
    /// The type of labels that carry a larger unit.
    public var strongType: TextStyle
    /// The distances from the chart's frame to its plot.
    ///
    /// The right one is the least width of the value axis.
    public var insets: Insets
    /// The part of the room above the plot that belongs to an `EventLane`, next to the plot.
    public var eventLane: Double
    /// The distance from the plot's right edge to the value labels.
    public var valueLabelGap: Double
    /// The distance from the plot's bottom to the baseline of the time labels.
    public var timeLabelBaseline: Double

    /// A style from its parts; distances are in points.
    public init(
        grid: Color, label: Color, strongLabel: Color, type: TextStyle = TextStyle(size: 11),
        strongType: TextStyle = TextStyle(size: 11, weight: .semibold), ground: Color? = nil,
        plotArea: PlotAreaStyle? = nil, tierGround: Color? = nil,
        insets: Insets = Insets(left: 18, top: 18, right: 52, bottom: 34),
        eventLane: Double = 0, valueLabelGap: Double = 8, timeLabelBaseline: Double = 22
    ) {
        self.grid = grid
        self.ground = ground
        self.plotArea = plotArea
        self.tierGround = tierGround
        self.label = label
        self.strongLabel = strongLabel
        self.type = type
        self.strongType = strongType
        self.insets = insets
        self.eventLane = eventLane
        self.valueLabelGap = valueLabelGap
        self.timeLabelBaseline = timeLabelBaseline
    }

    /// The type of normal labels, or of labels that carry a larger unit.
    func type(isStrong: Bool) -> TextStyle { isStrong ? strongType : type }
}

extension ChartStyle: Recolorable {}

extension ChartStyle {
    /// The light or the dark theme, whichever ground gives the labels more contrast.
    var suitedTheme: ChartTheme {
        let (light, dark) = (ChartTheme.light, ChartTheme.dark)
        return label.contrast(with: dark.ground) > label.contrast(with: light.ground) ? dark : light
    }

    /// The theme for parts drawn on the style's ground; nil if it has none.
    var themeOfGround: ChartTheme? {
        guard let ground else { return nil }
        var theme = suitedTheme
        (theme.ground, theme.grid) = (ground, grid)
        (theme.label, theme.strongLabel) = (label, strongLabel)
        return theme
    }
}
