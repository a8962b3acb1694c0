// Categories as bars.
//
// Data layout: the series, and a curve for each bar while bars move, all begun at one time. Only
// the bars in and near the visible range are on the GPU, so that any number of categories costs the
// same; a pan sends nothing until it has moved a screen. Method: a bar's height is a function of
// the time since its data came. Data that come during a motion begin new curves with the present
// value and velocity of the old ones. Rejected: one progress for all bars, which would stop those
// that are moving.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Painting

/// Named values as bars from zero, with every bar at the maximum in the accent colour.
///
/// Category i is at i of the x dimension. All pages share one range of values.
@MainActor
public final class CategoryMark: ReadableMark, AdaptiveMark {
    public let id: String
    public let kind = MarkKind.bars
    /// The colours, widths and type of the bars.
    public var style: CategoryStyle { didSet { if style != oldValue { change() } } }
    public var isHidden = false
    /// The emphasised bar, as the index of its category; nil for none.
    public var selected: Int? { didSet { if selected != oldValue { revision = .next() } } }
    /// The values with their names that were shown last.
    public private(set) var series = CategorySeries()
    /// The smallest and the largest value of all pages.
    public private(set) var extent = Extent.nothing
    /// Changes whenever the picture of the bars does.
    public private(set) var revision = Revision.next()
    /// The width of a bar as a fraction of its slot, as it is drawn.
    public internal(set) var drawnFraction = 0.56 {
        didSet { if drawnFraction != oldValue { revision = .next() } }
    }
    /// The categories whose bars are made.
    private(set) var made = 0..<0
    private var window = Extent.nothing
    private let buffer = BarBuffer()
    private var curves: [AnimationCurve] = []
    private var start = 0.0
    private var duration = 0.0
    private var time = -Double.infinity

    /// A mark without categories.
    public init(id: String, style: CategoryStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.ordinary }

    public var domain: Extent {
        series.count == 0 ? .nothing : Extent(min: -0.5, max: Double(series.count) - 0.5)
    }

    /// The values of all pages, whatever is visible: pages can be compared by eye.
    public func values(over range: Extent) -> Extent {
        extent.isEmpty ? .nothing : extent.union(Extent(min: 0, max: 0))
    }

    /// Whether a category has the largest value, alone or with others.
    ///
    /// If all values are zero, none has.
    public func isMaximum(_ index: Int) -> Bool {
        series.values[index] == extent.max && (extent.max != 0 || extent.min != 0)
    }

    /// Shows other categories; the bars grow to their values in `duration` seconds from `time`.
    public func show(_ series: CategorySeries, at time: Double, duration: Double = 0) {
        guard series.revision != self.series.revision || series.count != self.series.count else {
            return
        }
        let old = self.series.values.indices.map { (value($0, at: time), velocity($0, at: time)) }
        self.series = series
        extent = series.valueExtent
        curves = []
        if duration > 0 {
            curves = series.values.indices.map { index in
                let (from, velocity) = index < old.count ? old[index] : (0, 0)
                let isKnown = from.isFinite && index < old.count
                return AnimationCurve(
                    from: isKnown ? from : 0, to: series.values[index],
                    timing: .eased(duration, .easeOut),
                    velocity: isKnown && velocity != 0 ? velocity : nil)
            }
            start = time
            self.duration = duration
        }
        if let selected, selected >= series.count { self.selected = nil }
        change()
    }

    /// Ends the growth of bars at their values.
    func arrive() {
        guard isGrowing else { return }
        curves = []
        change()
    }

    private func change() {
        window = .nothing
        revision = .next()
    }

    /// Whether bars are growing to their values.
    public var isGrowing: Bool { !curves.isEmpty }

    /// The value up to which a bar is drawn.
    public func shownValue(_ index: Int) -> Double { value(index, at: time) }

    private func value(_ index: Int, at time: Double) -> Double {
        curves.isEmpty ? series.values[index] : curves[index].value(at: time - start)
    }

    private func velocity(_ index: Int, at time: Double) -> Double {
        curves.isEmpty || time < start ? 0 : curves[index].velocity(at: time - start)
    }

    /// The categories whose slots overlap a range.
    public func indices(over range: Extent) -> Range<Int> {
        guard !range.isEmpty, series.count > 0 else { return 0..<0 }
        let count = Double(series.count)
        let first = min(max((range.min - 0.5).rounded(.up), 0), count)
        let last = min(max((range.max + 0.5).rounded(.down), -1), count - 1)
        return Int(first)..<max(Int(first), Int(last) + 1)
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let values = series.values
        return CrosshairStops(
            count: values.count,
            span: { Extent(min: Double($0) - 0.5, max: Double($0) + 0.5) },
            isPresent: { values[$0].isFinite })
    }

    private func reading(_ index: Int) -> MarkReading {
        let value = series.values[index]
        return MarkReading(
            x: Double(index), values: [value], drawn: [], end: value, index: index)
    }

    /// Always drawn as visible bars.
    public func sampleCount(over range: Extent) -> Int { 0 }

    public func update(_ update: MarkUpdate) -> Bool {
        time = update.time
        let wasGrowing = isGrowing
        if wasGrowing, time >= start + duration { curves = [] }
        if wasGrowing || !window.contains(update.range) {
            make(over: update.range)
            revision = .next()
        }
        return isGrowing
    }

    /// Makes the bars in a range and a screen to each side.
    private func make(over range: Extent) {
        window = range.expanded(by: range.length)
        made = indices(over: window)
        buffer.replace(
            made.map { index in
                Bar(
                    center: Double(index), slot: 1, value: shownValue(index),
                    color: isMaximum(index) ? 1 : 0)
            })
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        var bars = BarStyle(
            width: .fraction(drawnFraction), colors: [style.ordinary, style.accent],
            corners: Corners(top: style.corner))
        bars.selected = selected.map { $0 - made.lowerBound }
        scene.bars(buffer, bars, in: projection, alpha: alpha)
    }
}
