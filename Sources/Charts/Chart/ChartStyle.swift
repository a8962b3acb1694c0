import ChartScene
import Geometry
import Text

/// The colours and type of a chart's axes and grid.
public struct ChartStyle: Hashable, Sendable {
    /// Grid lines, one device pixel wide.
    public var grid: Color
    /// What the chart is drawn on, opaque, in its plot and as far around it as marks reach.
    ///
    /// With it the picture of the plot is used again while it only moves sideways. Nil where the
    /// ground is not of one colour: then everything is drawn in every frame.
    public var ground: Color?
    /// A card that the plot is drawn as; nil for none.
    ///
    /// What is in the plot is cut by its corners: grid, marks and what lies under and over them.
    /// Where the card is of one colour, without a border, the picture of the plot is used again as
    /// with a `ground` of that colour; else everything is drawn in every frame.
    public var plotArea: PlotAreaStyle?
    /// The text of labels.
    public var label: Color
    /// For labels that carry a larger unit: the day on which a month begins.
    public var strongLabel: Color
    /// What stands under the name of the month or year that is visible; nil is the grid's colour.
    public var tierGround: Color?
    /// The type of labels.
    public var type: TextStyle
    /// The type of labels that carry a larger unit.
    public var strongType: TextStyle
    /// From the chart's frame to its plot.
    ///
    /// The right one is the least width of the value axis.
    public var insets: Insets
    /// Of the room over the plot what belongs to an `EventLane`, next to the plot.
    public var eventLane: Double
    /// From the plot's right edge to the value labels.
    public var valueLabelGap: Double
    /// From the plot's bottom to the baseline of the time labels.
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

    /// The type of labels, or of those that carry a larger unit.
    func type(isStrong: Bool) -> TextStyle { isStrong ? strongType : type }
}

extension ChartStyle: Recolorable {}

extension ChartStyle {
    /// The light theme or the dark one: that on whose ground its labels stand out more.
    var suitedTheme: ChartTheme {
        let (light, dark) = (ChartTheme.light, ChartTheme.dark)
        return label.contrast(with: dark.ground) > label.contrast(with: light.ground) ? dark : light
    }

    /// The theme of what stands on the style's ground; nil where it has none.
    var themeOfGround: ChartTheme? {
        guard let ground else { return nil }
        var theme = suitedTheme
        (theme.ground, theme.grid) = (ground, grid)
        (theme.label, theme.strongLabel) = (label, strongLabel)
        return theme
    }
}
