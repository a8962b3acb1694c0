import ChartCore
import ChartRendering
import GPU
import Geometry

/// How a series is shown.
///
/// A mark keeps its samples in memory and a copy on the GPU that follows when they change; drawing it
/// at another place or zoom sends nothing.
@MainActor
public protocol Mark: AnyObject {
    /// The name of the series, as layouts and legends say it.
    var id: String { get }
    /// What is drawn, in a word: `bars`, `line`, `points`, `ranges`.
    var kind: String { get }
    /// The colour that stands for the series.
    var color: Color { get }
    var isHidden: Bool { get set }
    /// How far the picture of a sample reaches beyond its place, in points: so much of it is drawn
    /// beyond the plot's edge, so that a sample just inside is not cut in half.
    var overhang: Double { get }
    /// From the first to the last place with data.
    var domain: Extent { get }
    /// The smallest and largest value that can be seen over a range; `nothing` where there is none.
    func values(over range: Extent) -> Extent
    /// Draws what is visible. The caller has set the clip.
    func draw(_ renderer: Renderer, _ projection: PlotProjection, alpha: Double) throws(GPUError)
}

/// Samples joined by a line of constant width.
@MainActor
public final class LineMark: Mark {
    public let id: String
    public let kind = "line"
    public var style: LineStyle
    public var isHidden = false
    public private(set) var series = SampleSeries()
    private let buffer = SampleBuffer()

    public init(id: String, style: LineStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.color }
    public var overhang: Double { 0 }
    public var domain: Extent { series.timeExtent }

    /// Shows other samples.
    ///
    /// The line is interrupted after the samples in `breaks`.
    public func show(_ series: SampleSeries, breaks: [Int] = []) {
        guard series.revision != self.series.revision || series.count != self.series.count else {
            return
        }
        self.series = series
        buffer.replace(times: series.times, values: series.values, breaks: breaks)
    }

    public func values(over range: Extent) -> Extent { series.valueExtent(over: range) }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        try renderer.drawLine(buffer, style, in: projection, alpha: alpha)
    }
}

/// Samples as points.
@MainActor
public final class PointMark: Mark {
    public let id: String
    public let kind = "points"
    public var style: PointStyle
    public var isHidden = false
    public private(set) var series = SampleSeries()
    private let buffer = SampleBuffer()

    public init(id: String, style: PointStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.fill }
    public var overhang: Double { style.radius }
    public var domain: Extent { series.timeExtent }

    public func show(_ series: SampleSeries) {
        guard series.revision != self.series.revision || series.count != self.series.count else {
            return
        }
        self.series = series
        buffer.replace(times: series.times, values: series.values)
    }

    public func values(over range: Extent) -> Extent { series.valueExtent(over: range) }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        try renderer.drawPoints(buffer, style, in: projection, alpha: alpha)
    }
}

/// Bars that stand on a base, one for each slot of the x axis.
@MainActor
public final class BarMark: Mark {
    public let id: String
    public let kind = "bars"
    public var style: BarStyle
    public var isHidden = false
    public private(set) var bars: [Bar] = []
    private let buffer = BarBuffer()

    public init(id: String, style: BarStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.colors[0] }
    public var overhang: Double { 0 }

    public var domain: Extent {
        guard let first = bars.first, let last = bars.last else { return .nothing }
        return Extent(min: first.start, max: last.end)
    }

    /// Shows other bars, in the order of their slots.
    public func show(_ bars: [Bar]) {
        guard bars != self.bars else { return }
        self.bars = bars
        buffer.replace(bars)
    }

    /// The bars whose slot shares some of a range.
    public func indices(over range: Extent) -> Range<Int> {
        let lower = bars.indices.partitioningIndex { bars[$0].end > range.min }
        let upper = bars.indices.partitioningIndex { bars[$0].start >= range.max }
        return lower..<max(lower, upper)
    }

    public func values(over range: Extent) -> Extent {
        var extent = Extent.nothing
        for bar in bars[indices(over: range)] where bar.value.isFinite {
            extent.include(bar.value)
            extent.include(bar.base)
        }
        return extent
    }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        try renderer.drawBars(buffer, style, in: projection, alpha: alpha)
    }
}

/// Bars from a low to a high value at an instant each.
@MainActor
public final class RangeBarMark: Mark {
    public let id: String
    public let kind = "ranges"
    public var style: BarStyle
    public var isHidden = false
    public private(set) var series = RangeSeries()
    private let buffer = BarBuffer()

    public init(id: String, style: BarStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.colors[0] }
    public var overhang: Double {
        if case .points(let width) = style.width { return width / 2 }
        return 0
    }
    public var domain: Extent { series.timeExtent }

    public func show(_ series: RangeSeries) {
        guard series.revision != self.series.revision || series.count != self.series.count else {
            return
        }
        self.series = series
        var bars: [Bar] = []
        bars.reserveCapacity(series.count)
        for index in 0..<series.count {
            bars.append(
                Bar(
                    center: series.times[index], slot: 0, low: series.lows[index],
                    high: series.highs[index]))
        }
        buffer.replace(bars)
    }

    public func values(over range: Extent) -> Extent { series.valueExtent(over: range) }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        try renderer.drawBars(buffer, style, in: projection, alpha: alpha)
    }
}
