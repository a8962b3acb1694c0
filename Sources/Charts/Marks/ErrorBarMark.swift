// Values with error bars.
//
// Method: bars, caps and points of the samples in and near the plot are recorded as one list on
// whole device pixels, so that they are crisp and even about their middle. A pan draws the list
// again further on, and records anew only where it leaves what was recorded or ends between two
// pixels. A cap's rows and the bar's do not overlap: see-through colours stay even.
// Limits: made for hundreds of samples; another zoom of either axis records those in view anew.
// Rejected: bars of the bar shader, whose caps would need a length in device pixels.

import ChartCore
import ChartRendering
import GPU
import Geometry

/// How error bars are drawn.
public struct ErrorBarStyle: Hashable, Sendable {
    /// Of the bars and their caps.
    public var color: Color
    /// The width of a bar and the height of a cap in points; at least one device pixel.
    public var width: Double
    /// The width of a cap in points; as wide as the bar where that is wider.
    public var cap: Double
    /// The point at the value itself; nil for none.
    public var point: PointStyle?

    /// A style from its parts.
    public init(color: Color, width: Double = 1, cap: Double = 8, point: PointStyle? = nil) {
        self.color = color
        self.width = width
        self.cap = cap
        self.point = point
    }
}

/// Values with a bar from a low to a high value about each, and a cap at either end.
///
/// Where a low or a high value is missing (NaN) the bar ends at the value, without a cap. Bars are
/// cut at the plot's edge.
@MainActor
public final class ErrorBarMark: Mark {
    public let id: String
    public let kind = "errors"
    /// Colour, width and caps of the bars, and the point at the value.
    public var style: ErrorBarStyle { didSet { if style != oldValue { revision = .next() } } }
    public var isHidden = false
    public private(set) var revision = Revision.next()
    private var times: [Double] = []
    private var values: [Double] = []
    private var lows: [Double] = []
    private var highs: [Double] = []
    private var list: DisplayList?
    private var key: Key?
    private var window = Extent.nothing
    /// A place, and the device pixel at which the list has it.
    private var anchor = (place: 0.0, pixel: 0.0)

    private struct Key: Equatable {
        var revision: Revision
        var scale: Double
        var scaleX: Double
        var y: ClosedRange<Double>
        var transforms: ScaleTransforms
        var top: Double
        var bottom: Double
    }

    /// A mark without samples.
    public init(id: String, style: ErrorBarStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.point?.fill ?? style.color }
    public var overhang: Double { max(style.cap / 2, style.point?.radius ?? 0) }

    public var domain: Extent {
        guard let first = times.first, let last = times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    /// Shows other samples, in the order of their times, which must be finite.
    public func show(times: [Double], values: [Double], lows: [Double], highs: [Double]) {
        precondition(
            values.count == times.count && lows.count == times.count && highs.count == times.count,
            "\(times.count) times need as many values, lows and highs")
        precondition(
            times.allSatisfy(\.isFinite) && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 },
            "samples come in the order of their times")
        self.times = times
        self.values = values
        self.lows = lows
        self.highs = highs
        revision = .next()
    }

    public func values(over range: Extent) -> Extent {
        var extent = Extent.nothing
        for index in indices(over: range) {
            for value in [values[index], lows[index], highs[index]] where value.isFinite {
                extent.include(value)
            }
        }
        return extent
    }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var extent = Extent.nothing
        for index in indices(over: range) {
            for value in [values[index], lows[index], highs[index]] where value.isFinite {
                extent.include(transform.place(of: value))
            }
        }
        return extent
    }

    private func indices(over range: Extent) -> Range<Int> {
        let lower = times.indices.partitioningIndex { times[$0] >= range.min }
        let upper = times.indices.partitioningIndex { times[$0] > range.max }
        return lower..<max(lower, upper)
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let (times, values) = (times, values)
        return CrosshairStops(
            count: times.count, span: { Extent(min: times[$0], max: times[$0]) },
            isPresent: { values[$0].isFinite })
    }

    /// The value, the low and the high one; the ring stands on the value.
    private func reading(_ index: Int) -> MarkReading {
        MarkReading(
            x: times[index], values: [values[index], lows[index], highs[index]],
            drawn: [values[index]], index: index)
    }

    // MARK: Drawing

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        guard !times.isEmpty, projection.scaleX > 0, projection.scaleY < 0 else { return }
        let scale = renderer.scale
        let now = Key(
            revision: revision, scale: scale, scaleX: projection.scaleX, y: projection.y,
            transforms: projection.transforms, top: projection.plot.minY,
            bottom: projection.plot.maxY)
        let reach = (max(style.cap, style.width, 2 * (style.point?.radius ?? 0)) * scale + 2)
        let seen = Extent(min: projection.x.lowerBound, max: projection.x.upperBound)
            .expanded(by: reach / projection.scaleX)
        var shift = projection.pixelX(ofPlace: anchor.place) - anchor.pixel
        // On the grid of pixels a pan moves everything by whole ones, but for rounding.
        if now != key || !window.contains(seen) || abs(shift - shift.rounded()) > 1e-3 {
            window = seen.expanded(by: seen.length)
            let shown = indices(over: projection.xTransform.values(of: window))
            list = record(shown, projection, renderer)
            anchor = (seen.mid, projection.pixelX(ofPlace: seen.mid))
            key = now
            shift = 0
        }
        guard let list else { return }
        try renderer.draw(list, at: Point(x: shift.rounded() / scale, y: 0), alpha: alpha)
    }

    /// Where so many device pixels about a place begin; exact ties all go one way, so that a pan
    /// moves all bars alike.
    private static func edge(_ middle: Double, _ width: Double) -> Double {
        (middle - width / 2 + 0.501953125).rounded(.down)
    }

    private func record(
        _ indices: Range<Int>, _ projection: PlotProjection, _ renderer: Renderer
    ) -> DisplayList {
        let scale = renderer.scale
        let canvas = Canvas(scale: scale, atlas: renderer.atlas)
        let width = max(1, (style.width * scale).rounded())
        // On both sides of the bar as many pixels.
        let arm = max(0, ((style.cap * scale - width) / 2).rounded())
        // What lies far outside of the plot need not be exact.
        let limits = Extent(min: projection.plot.minY, max: projection.plot.maxY)
            .expanded(by: 4 * (width + 1))
        func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            guard height > 0 else { return }
            canvas.fill(
                Rect(x: x / scale, y: y / scale, width: width / scale, height: height / scale),
                style.color)
        }
        for index in indices {
            let (value, low, high) = (values[index], lows[index], highs[index])
            let ends = [low, high].filter(\.isFinite) + (value.isFinite ? [value] : [])
            guard ends.count > 1, let least = ends.min(), let most = ends.max() else { continue }
            let left = Self.edge(projection.pixelX(times[index]), width)
            func row(_ value: Double) -> Double {
                Self.edge(limits.clamp(projection.boundY(value)), width)
            }
            var (top, bottom) = (row(most), row(least) + width)
            let capTop = high.isFinite ? row(high) : nil
            let capBottom = low.isFinite ? row(low) : nil
            for cap in Set([capTop, capBottom].compactMap(\.self)) {
                fill(left - arm, cap, width + 2 * arm, width)
            }
            if let capTop, capTop == top { top += width }
            if let capBottom, capBottom + width == bottom { bottom -= width }
            fill(left, top, width, bottom - top)
        }
        if let point = style.point {
            for index in indices where projection.pixelY(values[index]).isFinite {
                let left = Self.edge(projection.pixelX(times[index]), width)
                let y = limits.clamp(projection.pixelY(values[index]))
                canvas.marker(
                    point.shape, at: Point(x: (left + width / 2) / scale, y: y / scale),
                    radius: point.radius, fill: point.fill, stroke: point.stroke)
            }
        }
        return canvas.finish()
    }
}
