// The positions of the plot and the bands of its axes.
//
// Each axis needs a band along one side of the plot: its tick marks, a gap, its labels. The
// thickness of the labels depends on the length of the axis (more room, other labels), which
// depends on the bands of the other two sides. Text heights hardly vary, but widths do: so the
// bands above and below are sized first, then those left and right for the remaining height, and
// then all once more for the final width.
//
// A band grows at once if labels need more, in steps of 4 points, and shrinks only if more than 12
// would be gained: so the plot does not change its size while a number gains and loses a digit
// during a pan.
//
// If the window is too small for all bands, they are removed, the last one first, until the plot
// has its minimum size.

import Geometry

/// A side of the plot.
public enum PlotSide: CaseIterable, Hashable, Sendable {
    /// At the smallest x; the axis is vertical.
    case left
    /// At the largest x; the axis is vertical.
    case right
    /// Above the plot, where y on the screen is smallest; the axis is horizontal.
    case top
    /// Below the plot; the axis is horizontal.
    case bottom

    /// Whether an axis on this side is along x.
    public var isHorizontal: Bool { self == .top || self == .bottom }
}

/// The requirements of one axis for the layout.
public struct AxisBand {
    /// The axis' name, unique in a layout.
    public var id: String
    /// The side of the plot where it is.
    public var side: PlotSide
    /// How far tick marks extend from the plot, in points.
    public var tickLength: Double
    /// From the tick marks to the labels, and from the labels to the outside.
    public var gap: Double
    /// The thickness of the labels across the axis, for an axis length in points.
    public var labelThickness: (_ axisLength: Double) -> Double

    /// A band; see the properties.
    public init(
        id: String, side: PlotSide, tickLength: Double = 0, gap: Double = 4,
        labelThickness: @escaping (_ axisLength: Double) -> Double
    ) {
        self.id = id
        self.side = side
        self.tickLength = tickLength
        self.gap = gap
        self.labelThickness = labelThickness
    }

    func thickness(_ axisLength: Double) -> Double {
        let labels = labelThickness(max(0, axisLength))
        return tickLength + (labels > 0 ? labels + 2 * gap : 0)
    }
}

/// The thickness of a band, which grows at once and shrinks only if enough is gained.
public struct Gutter: Hashable, Sendable {
    /// The present thickness, in points.
    public private(set) var thickness = 0.0
    /// Thicknesses are multiples of this.
    public var quantum: Double
    /// It shrinks only if more than this would be gained.
    public var slack: Double

    /// A gutter without thickness.
    public init(quantum: Double = 4, slack: Double = 12) {
        precondition(quantum > 0, "a gutter needs a quantum above zero")
        self.quantum = quantum
        self.slack = slack
    }

    /// The thickness for the present need.
    ///
    /// - Parameter canShrink: whether it may shrink now, if enough is gained.
    public mutating func update(needed: Double, canShrink: Bool = true) -> Double {
        let wanted = (max(0, needed) / quantum).nearlyRounded(.up) * quantum
        if wanted > thickness || (canShrink && thickness - wanted > slack) { thickness = wanted }
        return thickness
    }
}

/// The rectangles of a chart.
public struct PlotLayout: Hashable, Sendable {
    /// The whole area, as given.
    public var bounds: Rect
    /// The area in which series are drawn.
    public var plot: Rect
    /// The band of each axis that has one, by the axis' id: along the plot's side, as long as the
    /// plot.
    public var bands: [String: Rect]
    /// The axes that had no room.
    public var hidden: [String]

    /// Creates a layout.
    public init(bounds: Rect, plot: Rect, bands: [String: Rect] = [:], hidden: [String] = []) {
        self.bounds = bounds
        self.plot = plot
        self.bands = bands
        self.hidden = hidden
    }
}

/// Arranges plot and bands, and stores the thicknesses of the bands.
public struct PlotArranger: Sendable {
    /// The minimum size of the plot, below which bands are removed.
    public var minimumPlot: Size
    private var gutters: [String: Gutter] = [:]

    /// An arranger without stored thicknesses.
    public init(minimumPlot: Size = Size(width: 80, height: 48)) {
        self.minimumPlot = minimumPlot
    }

    /// Forgets the thicknesses, as when another metric is shown.
    public mutating func reset() { gutters.removeAll() }

    /// The layout of a chart in `bounds`.
    ///
    /// - Parameters:
    ///   - padding: Kept free inside the bounds, around plot and bands.
    ///   - axes: The bands; if two are on one side, the first is nearer to the plot.
    public mutating func arrange(
        bounds: Rect, padding: Insets = .zero, axes: [AxisBand]
    ) -> PlotLayout {
        precondition(Set(axes.map(\.id)).count == axes.count, "two axes of a layout share an id")
        let inner = bounds.inset(by: padding)
        var shown = axes
        var hidden: [String] = []
        while true {
            var thickness: [String: Double] = [:]
            func total(_ side: PlotSide) -> Double {
                shown.reduce(0) { $0 + ($1.side == side ? thickness[$1.id] ?? 0 : 0) }
            }
            // The last widths are the best guess for the first round.
            for axis in shown { thickness[axis.id] = gutters[axis.id]?.thickness ?? 0 }
            for _ in 0..<2 {
                for horizontal in [true, false] {
                    let length =
                        horizontal
                        ? inner.width - total(.left) - total(.right)
                        : inner.height - total(.top) - total(.bottom)
                    for axis in shown where axis.side.isHorizontal == horizontal {
                        let needed = axis.thickness(length)
                        thickness[axis.id] = gutters[axis.id, default: Gutter()].update(
                            needed: needed)
                    }
                }
            }
            let plot = inner.inset(
                by: Insets(
                    left: total(.left), top: total(.top), right: total(.right),
                    bottom: total(.bottom)))
            let fits = plot.width >= minimumPlot.width && plot.height >= minimumPlot.height
            if fits || shown.isEmpty {
                return PlotLayout(
                    bounds: bounds, plot: plot, bands: bands(shown, thickness, plot),
                    hidden: hidden)
            }
            // Remove the last band that helps in the direction in which room is short.
            let short: (AxisBand) -> Bool = {
                $0.side.isHorizontal
                    ? plot.height < self.minimumPlot.height : plot.width < self.minimumPlot.width
            }
            let victim = shown.lastIndex(where: short) ?? shown.count - 1
            hidden.append(shown.remove(at: victim).id)
        }
    }

    private func bands(
        _ axes: [AxisBand], _ thickness: [String: Double], _ plot: Rect
    ) -> [String: Rect] {
        var result: [String: Rect] = [:]
        var used: [PlotSide: Double] = [:]
        for axis in axes {
            let size = thickness[axis.id] ?? 0
            let before = used[axis.side] ?? 0
            used[axis.side] = before + size
            result[axis.id] =
                switch axis.side {
                case .left:
                    Rect(x: plot.minX - before - size, y: plot.y, width: size, height: plot.height)
                case .right:
                    Rect(x: plot.maxX + before, y: plot.y, width: size, height: plot.height)
                case .top:
                    Rect(x: plot.x, y: plot.minY - before - size, width: plot.width, height: size)
                case .bottom:
                    Rect(x: plot.x, y: plot.maxY + before, width: plot.width, height: size)
                }
        }
        return result
    }
}
