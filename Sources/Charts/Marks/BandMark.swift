import ChartCore
import ChartScene
import Geometry

/// The area between two lines, such as a mean and the spread on either side of it.
///
/// Made for hundreds of samples, such as means of weeks and months: all of them are sent to the
/// GPU. The area has a gap where a low or a high value is missing.
@MainActor
public final class BandMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.band
    /// The colours of the area, from its upper to its lower edge.
    public var style: AreaStyle {
        didSet { if style != oldValue { revision = .next() } }
    }
    public var isHidden = false
    public private(set) var revision = Revision.next()
    private var times: [Double] = []
    private var lows: [Double] = []
    private var highs: [Double] = []
    private let buffer = BandBuffer()
    /// The transforms that the buffer was filled for.
    private var transforms = ScaleTransforms.identity

    /// A band without samples.
    public init(id: String, style: AreaStyle) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.upper }

    public var domain: Extent {
        guard let first = times.first, let last = times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    /// Shows other samples, in order of time; times must be finite.
    public func show(times: [Double], lows: [Double], highs: [Double]) {
        guard times != self.times || lows != self.lows || highs != self.highs else { return }
        self.times = times
        self.lows = lows
        self.highs = highs
        fill()
        revision = .next()
    }

    private func fill() {
        guard !transforms.isIdentity else {
            return buffer.replace(times: times, low: lows, high: highs)
        }
        let (x, y) = (transforms.x, transforms.y)
        buffer.replace(
            times: times.map(x.place(of:)), low: lows.map(y.bound(of:)),
            high: highs.map(y.place(of:)))
    }

    public func values(over range: Extent) -> Extent {
        var extent = Extent.nothing
        let first = times.indices.partitioningIndex { times[$0] >= range.min }
        for index in first..<times.count {
            if times[index] > range.max { break }
            guard lows[index].isFinite, highs[index].isFinite else { continue }
            extent.include(lows[index])
            extent.include(highs[index])
        }
        return extent
    }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var extent = Extent.nothing
        let first = times.indices.partitioningIndex { times[$0] >= range.min }
        for index in first..<times.count {
            if times[index] > range.max { break }
            guard lows[index].isFinite, highs[index].isFinite else { continue }
            extent.include(transform.place(of: lows[index]))
            extent.include(transform.place(of: highs[index]))
        }
        return extent
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let (times, lows, highs) = (times, lows, highs)
        return CrosshairStops(
            count: times.count, span: { Extent(min: times[$0], max: times[$0]) },
            isPresent: { lows[$0].isFinite && highs[$0].isFinite })
    }

    private func reading(_ index: Int) -> MarkReading {
        MarkReading(x: times[index], values: [lows[index], highs[index]], index: index)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        if projection.transforms != transforms {
            transforms = projection.transforms
            fill()
        }
        scene.area(buffer, style, in: projection, alpha: alpha)
    }
}
