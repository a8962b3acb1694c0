import ChartCore
import ChartScene
import Geometry

/// Bars on a base, one for each slot of the x axis.
@MainActor
public final class BarMark: ReadableMark, GrowingMark {
    public let id: String
    public let kind = MarkKind.bars
    /// Width, colours and corners of the bars.
    public var style: BarStyle {
        didSet { if !style.looksLike(oldValue) { revision = .next() } }
    }
    public var isHidden = false
    /// The bars that were shown last.
    public private(set) var bars: [Bar] = []
    public var growth = 1.0 {
        didSet { if growth != oldValue { revision = .next() } }
    }
    public private(set) var revision = Revision.next()
    private let buffer = PlacedBars()
    /// The bars that are drawn while they grow.
    private let growing = PlacedBars()

    /// A mark without bars.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public init(id: String, style: BarStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.colors[0] }

    public var domain: Extent {
        guard let first = bars.first, let last = bars.last else { return .nothing }
        return Extent(min: first.start, max: last.end)
    }

    /// Shows other bars, in the order of their slots.
    public func show(_ bars: [Bar]) {
        guard bars != self.bars else { return }
        self.bars = bars
        buffer.replace(bars)
        revision = .next()
    }

    /// The bars whose slots overlap a range.
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

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        bars[indices(over: range)].places(on: transform)
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let bars = bars
        return CrosshairStops(
            count: bars.count, span: { Extent(min: bars[$0].start, max: bars[$0].end) },
            isPresent: { bars[$0].value.isFinite })
    }

    private func reading(_ index: Int) -> MarkReading {
        let bar = bars[index]
        return MarkReading(
            x: Extent(min: bar.start, max: bar.end).mid, values: [bar.value], drawn: [],
            end: bar.value, span: Extent(min: bar.start, max: bar.end), index: index)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        if growth < 1 {
            let bars = bars.map { $0.grown(to: growth) }
            growing.replace(bars)
            let shown = growing.buffer(for: projection) { bars }
            scene.bars(shown, style, in: projection, alpha: alpha)
        } else {
            let shown = buffer.buffer(for: projection) { bars }
            scene.bars(shown, style, in: projection, alpha: alpha)
        }
    }
}

extension Bar {
    /// The bar cut to a fraction of its length.
    public func grown(to part: Double) -> Bar {
        var bar = self
        bar.value = base + (value - base) * part
        return bar
    }
}

/// Bars from a low to a high value, each at one instant.
@MainActor
public final class RangeBarMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.ranges
    /// Width, colours and corners of the bars.
    public var style: BarStyle {
        didSet { if !style.looksLike(oldValue) { revision = .next() } }
    }
    public var isHidden = false
    /// The ranges that were shown last.
    public private(set) var series = RangeSeries()
    public private(set) var revision = Revision.next()
    private let buffer = PlacedBars()

    /// A mark without ranges.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
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

    /// Shows these ranges from the next frame on; does nothing if they are shown already.
    ///
    /// Makes a bar for each, O(count); a missing value (NaN) has no bar.
    public func show(_ series: RangeSeries) {
        guard series.revision != self.series.revision || series.count != self.series.count else {
            return
        }
        self.series = series
        buffer.replace(bars)
        revision = .next()
    }

    private var bars: [Bar] {
        var bars: [Bar] = []
        bars.reserveCapacity(series.count)
        let (times, lows, highs) = (series.times, series.lows, series.highs)
        for index in 0..<series.count {
            bars.append(
                Bar(center: times[index], slot: 0, low: lows[index], high: highs[index]))
        }
        return bars
    }

    public func values(over range: Extent) -> Extent { series.valueExtent(over: range) }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        series.placeExtent(over: range, on: transform)
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        series.stops.nearest(to: x, within: range).map(series.reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        series.stops.step(from: x, by: count).map(series.reading)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let shown = buffer.buffer(for: projection) { bars }
        scene.bars(shown, style, in: projection, alpha: alpha)
    }
}

extension BarStyle {
    /// Whether bars look alike in both styles: a width derived from the visible range varies in its
    /// last digits while the range pans.
    func looksLike(_ other: BarStyle) -> Bool {
        var same = self
        switch (width, other.width) {
        case (.fraction(let a), .fraction(let b)) where abs(a - b) < 1e-9: same.width = other.width
        case (.points(let a), .points(let b)) where abs(a - b) < 1e-9: same.width = other.width
        default: break
        }
        return same == other
    }
}
