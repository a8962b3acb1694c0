import ChartCore
import ChartRendering
import GPU
import Geometry

/// The area between a line and a base value, with a fill for either side of the base.
///
/// Drawn under the line through the samples where they stand apart, and as far as that reaches in
/// each column of device pixels where they stand closer than those (see `Density`): any number of
/// samples costs the same. Where a value is missing (NaN) or the next sample further away than
/// `longestGap` the area has a gap. The line itself is a `LineMark`'s, over it.
@MainActor
public final class AreaMark: Mark, FramedMark, BlendingMark {
    /// What one side of the base is filled with.
    public struct Fill: Hashable, Sendable {
        /// The colour at the upper end of the gradient.
        public var upper: Color
        /// The colour at the lower end.
        public var lower: Color
        /// The values at which the gradient begins and ends; nil is the plot's height.
        public var gradient: ClosedRange<Double>?

        /// A gradient from its parts.
        public init(upper: Color, lower: Color, gradient: ClosedRange<Double>? = nil) {
            self.upper = upper
            self.lower = lower
            self.gradient = gradient
        }

        /// One colour all over.
        public init(_ color: Color) { self.init(upper: color, lower: color) }

        fileprivate var style: AreaStyle {
            AreaStyle(upper: upper, lower: lower, gradient: gradient)
        }
    }

    public let id: String
    public let kind = "area"
    /// What lies above the base.
    public var positive: Fill { didSet { if positive != oldValue { revision = .next() } } }
    /// What lies below the base.
    public var negative: Fill { didSet { if negative != oldValue { revision = .next() } } }
    /// The value at which the area ends; a number.
    public var base: Double {
        didSet {
            precondition(base.isFinite, "the base of an area is a number")
            if base != oldValue { revision = .next() }
        }
    }
    /// How the edge goes from one sample to the next.
    public var interpolation = LineInterpolation.linear {
        didSet { if interpolation != oldValue { revision = .next() } }
    }
    public var isHidden = false
    /// The samples.
    public private(set) var source: any SampleSource = SampleSeries()
    /// The longest time between two samples that are joined.
    public private(set) var longestGap = Double.infinity
    public var blended: (any SampleSource)? { didSet { revision = .next() } }
    public private(set) var revision = Revision.next()
    private var density: Density
    private(set) var frame: MarkFrame?
    private let samples = AreaPicture()
    private let columns = AreaPicture()
    private let scaled = ScaledSource()

    /// An area without samples; both sides have one fill where `negative` is nil.
    public init(
        id: String, positive: Fill, negative: Fill? = nil, base: Double = 0,
        rules: DensityRules = DensityRules()
    ) {
        precondition(base.isFinite, "the base of an area is a number")
        self.id = id
        self.positive = positive
        self.negative = negative ?? positive
        self.base = base
        density = Density(rules: rules)
    }

    public var color: Color { positive.upper }
    public var overhang: Double { 0 }
    public var domain: Extent { source.timeExtent }
    /// What it is drawn as, or is becoming; nil before the first frame.
    public var drawnAs: DensityKind? { density.kind }

    /// Shows other samples; the area ends where the next one is further away than `longestGap`.
    ///
    /// Costs nothing where they are the same ones. No view and no range changes.
    public func show(_ source: some SampleSource, longestGap: Double = .infinity) {
        guard
            source.revision != self.source.revision || source.count != self.source.count
                || longestGap != self.longestGap
        else { return }
        self.source = source
        self.longestGap = longestGap
        revision = .next()
    }

    public func exchange(_ source: SampleSeries) { show(source, longestGap: longestGap) }

    /// The samples that are drawn.
    private var drawn: any SampleSource { blended ?? source }

    /// The values over a range, and the base where there are any.
    public func values(over range: Extent) -> Extent {
        var extent = source.valueExtent(over: range)
        if !extent.isEmpty { extent.include(base) }
        return extent
    }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var places = source.placeExtent(over: range, on: transform)
        if !places.isEmpty { places.include(transform.place(of: base)) }
        return places
    }

    public func sampleCount(over range: Extent) -> Int { drawn.slice(over: range).count }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        source.stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        source.stops.step(from: x, by: count).map(reading)
    }

    private func reading(_ index: Int) -> MarkReading {
        MarkReading(x: source.time(at: index), values: [source.value(at: index)], index: index)
    }

    public func update(_ frame: MarkFrame) -> Bool {
        self.frame = frame
        if density.update(frame) { revision = .next() }
        return density.isFading
    }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        guard drawn.count > 0 else { return }
        let frame = frame(for: projection)
        let drawn = scaled.source(drawn, on: projection.transforms)
        let base = projection.yTransform.bound(of: base)
        let isOpaque = [positive, negative].allSatisfy {
            $0.upper.alpha >= 1 && $0.lower.alpha >= 1
        }
        let shares = density.shares(isOpaque: isOpaque)
        if shares.samples > 0 {
            samples.update(
                drawn, interpolation, longestGap: longestGap, base: base,
                visible: drawn.slice(over: frame.reach(1), withNeighbours: true), in: projection)
            try draw(samples, renderer, projection, alpha * shares.samples)
        }
        if shares.columns > 0 {
            columns.update(
                drawn, longestGap: longestGap, base: base, frame.place.columns,
                frame.columns(renderer.clipRect, projection, margin: 1))
            try draw(columns, renderer, projection, alpha * shares.columns)
        }
    }

    private func draw(
        _ picture: AreaPicture, _ renderer: Renderer, _ projection: PlotProjection, _ alpha: Double
    ) throws(GPUError) {
        try renderer.drawArea(picture.above, positive.style, in: projection, alpha: alpha)
        try renderer.drawArea(picture.below, negative.style, in: projection, alpha: alpha)
    }
}
