// Where the plot and the bands of its axes lie.
//
// Each axis asks for a band along one side of the plot: its tick marks, a gap, its labels. How
// thick the labels are depends on how long the axis is (more room, other labels), and that on the
// bands of the other two sides. Heights of text hardly vary, widths do: so the bands above and
// below are sized first, then those left and right for the height that is left, and once more
// around for the final width.
//
// A band grows at once when labels need more, in steps of 4 points, and gives back only when more
// than 12 would be won: so the plot does not breathe while a number gains and loses a digit during
// a pan.
//
// Where the window is too small for all, bands are given up from the last one asked for, until the
// plot has its least size.

import Geometry

/// A side of the plot.
public enum PlotSide: CaseIterable, Hashable, Sendable {
    /// Where x is smallest; the axis stands upright.
    case left
    /// Where x is largest; the axis stands upright.
    case right
    /// Over the plot, where y on the screen is smallest; the axis lies.
    case top
    /// Under the plot; the axis lies.
    case bottom

    /// Whether an axis on this side lies along x.
    public var isHorizontal: Bool { self == .top || self == .bottom }
}

/// What one axis asks of the layout.
public struct AxisBand {
    /// The axis' name, unique in a layout.
    public var id: String
    /// The side of the plot it lies on.
    public var side: PlotSide
    /// How far tick marks reach out from the plot, in points.
    public var tickLength: Double
    /// From the tick marks to the labels, and from the labels to the outside.
    public var gap: Double
    /// How thick the labels are across the axis, for an axis of so many points.
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

/// The thickness of a band, which grows at once and shrinks reluctantly.
public struct Gutter: Hashable, Sendable {
    /// The thickness now, in points.
    public private(set) var thickness = 0.0
    /// Thicknesses are multiples of this.
    public var quantum: Double
    /// It shrinks only when more than this would be won.
    public var slack: Double

    /// A gutter without thickness.
    public init(quantum: Double = 4, slack: Double = 12) {
        precondition(quantum > 0, "a gutter's thickness comes in steps above zero")
        self.quantum = quantum
        self.slack = slack
    }

    /// The thickness for what is needed now.
    ///
    /// - Parameter canShrink: whether it may shrink now, where that is worth it.
    public mutating func update(needed: Double, canShrink: Bool = true) -> Double {
        let wanted = (max(0, needed) / quantum).nearlyRounded(.up) * quantum
        if wanted > thickness || (canShrink && thickness - wanted > slack) { thickness = wanted }
        return thickness
    }
}

/// The rectangles of a chart.
public struct PlotLayout: Hashable, Sendable {
    /// The whole, as it was given.
    public var bounds: Rect
    /// Where series are drawn.
    public var plot: Rect
    /// The band of each axis that has one, by the axis' id; along the plot's side, as long as the
    /// plot.
    public var bands: [String: Rect]
    /// The axes for which there was no room.
    public var hidden: [String]

    /// A layout put together.
    public init(bounds: Rect, plot: Rect, bands: [String: Rect] = [:], hidden: [String] = []) {
        self.bounds = bounds
        self.plot = plot
        self.bands = bands
        self.hidden = hidden
    }
}

/// Arranges plot and bands, and remembers how thick the bands were.
public struct PlotArranger: Sendable {
    /// The least size of the plot before bands are given up.
    public var minimumPlot: Size
    private var gutters: [String: Gutter] = [:]

    /// An arranger that has seen nothing yet.
    public init(minimumPlot: Size = Size(width: 80, height: 48)) {
        self.minimumPlot = minimumPlot
    }

    /// Forgets the thicknesses, as when another metric is shown.
    public mutating func reset() { gutters.removeAll() }

    /// The layout of a chart in `bounds`.
    ///
    /// - Parameters:
    ///   - padding: Kept free inside the bounds, around plot and bands.
    ///   - axes: The bands; of two on one side the first is nearer to the plot.
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
            // The widths of last time are the best guess for the first round.
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
            // Give up the last band that helps where room is short.
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
