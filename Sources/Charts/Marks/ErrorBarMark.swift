import ChartCore
import ChartScene
import Geometry

/// Values with an error bar from a low to a high value, and a cap at each end.
///
/// If a low or a high value is missing (NaN), the bar ends at the value, without a cap. Bars are
/// clipped at the plot's edge. New samples are sent once, O(count); a pan and a zoom send nothing.
@MainActor
public final class ErrorBarMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.errors
    /// Colour, width and caps of the bars, and the point at the value.
    public var style: ErrorBarStyle { didSet { if style != oldValue { revision = .next() } } }
    public var isHidden = false
    public private(set) var revision = Revision.next()
    private var times: [Double] = []
    private var values: [Double] = []
    private var lows: [Double] = []
    private var highs: [Double] = []
    private let buffer = ErrorBarBuffer()
    /// The transforms of the places in the buffer.
    private var transforms = ScaleTransforms.identity

    /// A mark without samples.
    public init(id: String, style: ErrorBarStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.point?.fill ?? style.color }
    public var overhang: Double { style.reach }

    public var domain: Extent {
        guard let first = times.first, let last = times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    /// Shows other samples, in order of time; times must be finite.
    public func show(times: [Double], values: [Double], lows: [Double], highs: [Double]) {
        precondition(
            values.count == times.count && lows.count == times.count && highs.count == times.count,
            "\(times.count) times need as many values, lows and highs")
        precondition(
            times.allSatisfy(\.isFinite) && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 },
            "samples are in order of time")
        self.times = times
        self.values = values
        self.lows = lows
        self.highs = highs
        fill()
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

    /// The value, the low and the high one; the ring is drawn at the value.
    private func reading(_ index: Int) -> MarkReading {
        MarkReading(
            x: times[index], values: [values[index], lows[index], highs[index]],
            drawn: [values[index]], index: index)
    }

    // MARK: Drawing

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        if projection.transforms != transforms {
            transforms = projection.transforms
            fill()
        }
        scene.errorBars(buffer, style, in: projection, alpha: alpha)
    }

    /// Fills the buffer with the places of all samples.
    private func fill() {
        let (x, y) = (transforms.x, transforms.y)
        // A bar that reaches down to a value too low for a place comes from below.
        func ends(_ values: [Double]) -> [Double] {
            values.map { $0.isFinite ? y.bound(of: $0) : .nan }
        }
        buffer.replace(
            times: times.map { x.place(of: $0) }, values: ends(values), lows: ends(lows),
            highs: ends(highs))
    }
}
