import ChartCore
import ChartScene
import Geometry

/// The area between a line and a base value, with a fill for each side of the base.
///
/// Where samples are wider apart than device pixels, the area is drawn under the line through them.
/// Where they are denser, it is drawn to the extremes of each column of device pixels (see
/// `Density`), so any number of samples costs the same. The area has a gap at a missing value
/// (NaN), and where the next sample is further away than `longestGap`. Draw the line itself with a
/// `LineMark` over the area.
@MainActor
public final class AreaMark: SampledMark {
    /// The fill of one side of the base.
    public struct Fill: Hashable, Sendable {
        /// The colour at the upper end of the gradient.
        public var upper: Color
        /// The colour at the lower end.
        public var lower: Color
        /// The values at which the gradient begins and ends; nil for the plot's height.
        public var gradient: ClosedRange<Double>?

        /// A gradient from its parts.
        public init(upper: Color, lower: Color, gradient: ClosedRange<Double>? = nil) {
            self.upper = upper
            self.lower = lower
            self.gradient = gradient
        }

        /// A single colour.
        public init(_ color: Color) { self.init(upper: color, lower: color) }

        fileprivate var style: AreaStyle {
            AreaStyle(upper: upper, lower: lower, gradient: gradient)
        }
    }

    public let id: String
    public let kind = MarkKind.area
    /// The fill above the base.
    public var positive: Fill { didSet { if positive != oldValue { content.change() } } }
    /// The fill below the base.
    public var negative: Fill { didSet { if negative != oldValue { content.change() } } }
    /// The value at which the area ends; not NaN.
    public var base: Double {
        didSet {
            precondition(base.isFinite, "the base of an area is a number")
            if base != oldValue { content.change() }
        }
    }
    /// How the edge runs from one sample to the next.
    public var interpolation = LineInterpolation.linear {
        didSet { if interpolation != oldValue { content.change() } }
    }
    public var isHidden = false
    public var content: SampledContent
    private let samples = AreaPicture()
    private let columns = AreaPicture()
    private let printed = PrintedSamples()

    /// An area without samples; both sides have the same fill if `negative` is nil.
    public init(
        id: String, positive: Fill, negative: Fill? = nil, base: Double = 0,
        rules: DensityRules = DensityRules()
    ) {
        precondition(base.isFinite, "the base of an area is a number")
        self.id = id
        self.positive = positive
        self.negative = negative ?? positive
        self.base = base
        content = SampledContent(rules: rules)
    }

    public var color: Color { positive.upper }

    /// Shows other samples; the area ends where the next one is further away than `longestGap`.
    ///
    /// Costs nothing if they are the same samples. Changes no view and no range.
    public func show(_ source: some SampleSource, longestGap: Double = .infinity) {
        content.show(source, longestGap: longestGap)
    }

    /// The values over a range, and the base if there are any.
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

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        guard content.drawn.count > 0 else { return }
        let (projection, alpha) = (frame.projection, frame.opacity)
        let isOpaque = [positive, negative].allSatisfy {
            $0.upper.alpha >= 1 && $0.lower.alpha >= 1
        }
        let shares = content.shares(in: frame, for: scene.purpose, isOpaque: isOpaque)
        let drawn = content.placed(on: projection.transforms)
        let base = projection.yTransform.bound(of: base)
        if shares.samples > 0 {
            let visible = drawn.slice(over: frame.reach(1), withNeighbours: true)
            if scene.purpose.isPixels || !printed.thins(visible, frame) {
                samples.update(
                    drawn, interpolation, longestGap: longestGap, base: base, visible: visible,
                    in: projection)
            } else {
                let thinned = printed.samples(drawn, visible, frame)
                samples.update(
                    thinned, .linear, longestGap: longestGap, base: base,
                    visible: 0..<thinned.count, in: projection)
            }
            add(samples, to: scene, projection, alpha * shares.samples)
        }
        if shares.columns > 0 {
            columns.update(
                drawn, longestGap: longestGap, base: base, frame.place.columns,
                frame.columns(margin: 1))
            add(columns, to: scene, projection, alpha * shares.columns)
        }
    }

    private func add(
        _ picture: AreaPicture, to scene: SceneBuilder, _ projection: PlotProjection,
        _ alpha: Double
    ) {
        scene.area(picture.above, positive.style, in: projection, alpha: alpha)
        scene.area(picture.below, negative.style, in: projection, alpha: alpha)
    }
}
