import ChartCore
import ChartScene

/// The samples of a mark that draws each of them, or columns if they are denser than device pixels:
/// shared by lines, areas and points.
@MainActor
public struct SampledContent {
    /// The samples.
    public private(set) var source: any SampleSource = SampleSeries()
    /// The longest time between two samples that are joined.
    public private(set) var longestGap = Double.infinity
    /// The samples that are drawn instead; nil for `source`.
    public var blended: (any SampleSource)? { didSet { change() } }
    /// Changes whenever the mark would look different at the same position.
    public private(set) var revision = Revision.next()
    private var density: Density
    private var known: (range: Extent, pixels: Int)?
    private let scaled = ScaledSource()

    /// Starts without samples.
    init(rules: DensityRules) { density = Density(rules: rules) }

    /// Takes other samples; does nothing if they are the same.
    mutating func show(_ source: some SampleSource, longestGap: Double) {
        guard
            source.revision != self.source.revision || source.count != self.source.count
                || longestGap != self.longestGap
        else { return }
        self.source = source
        self.longestGap = longestGap
        change()
    }

    /// Marks the look as changed.
    mutating func change() { revision = .next() }

    /// The samples that are drawn.
    var drawn: any SampleSource { blended ?? source }
    /// The samples that are drawn, in places of the scales.
    func placed(on transforms: ScaleTransforms) -> any SampleSource {
        scaled.source(drawn, on: transforms)
    }
    /// The transforms of the last frame.
    var transforms: ScaleTransforms { scaled.transforms }

    /// The kind that is drawn, or is fading in; nil before the first frame.
    var kind: DensityKind? { density.kind }

    /// Chooses between samples and columns; returns whether one fades into the other.
    mutating func update(_ update: MarkUpdate) -> Bool {
        known = (update.range, update.pixels)
        if density.update(update) { change() }
        return density.isFading
    }

    /// The opacities of samples and columns in a frame, from 0 to 1; in a document, only samples.
    mutating func shares(
        in frame: MarkFrame, for purpose: ScenePurpose, isOpaque: Bool
    ) -> (samples: Double, columns: Double) {
        if known?.range != frame.place.range || known?.pixels != frame.pixels {
            // The mark got no update from a chart.
            let values = frame.projection.xTransform.values(of: frame.place.range)
            _ = update(
                MarkUpdate(
                    range: frame.place.range, pixels: frame.pixels,
                    samples: drawn.slice(over: values).count, total: 0, isHeld: false,
                    fades: false, time: 0))
        }
        return purpose.isPixels ? density.shares(isOpaque: isOpaque) : (1, 0)
    }
}

/// A mark of samples that are drawn one by one or as columns.
@MainActor
public protocol SampledMark: ReadableMark, AdaptiveMark, BlendingMark {
    /// The samples.
    var content: SampledContent { get set }
}

extension SampledMark {
    public var revision: Revision { content.revision }
    public var domain: Extent { content.source.timeExtent }
    public var source: any SampleSource { content.source }
    /// The longest time between two samples that are joined.
    public var longestGap: Double { content.longestGap }
    public var blended: (any SampleSource)? {
        get { content.blended }
        set { content.blended = newValue }
    }
    /// The kind it is drawn as, or is fading to; nil before the first frame.
    public var drawnAs: DensityKind? { content.kind }

    public func exchange(_ source: SampleSeries) {
        content.show(source, longestGap: content.longestGap)
    }

    public func values(over range: Extent) -> Extent { content.source.valueExtent(over: range) }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        content.source.placeExtent(over: range, on: transform)
    }

    public func sampleCount(over range: Extent) -> Int { content.drawn.slice(over: range).count }

    public func update(_ update: MarkUpdate) -> Bool { content.update(update) }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        content.source.stops.nearest(to: x, within: range).map(content.source.reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        content.source.stops.step(from: x, by: count).map(content.source.reading)
    }
}

extension SampleSource {
    /// The reading of a sample.
    fileprivate func reading(_ index: Int) -> MarkReading {
        MarkReading(x: time(at: index), values: [value(at: index)], index: index)
    }
}

extension Density {
    /// Updates the kind from an update; returns whether the picture changed.
    fileprivate mutating func update(_ update: MarkUpdate) -> Bool {
        self.update(
            cost: rules.cost(
                samples: Double(update.samples) / Double(max(update.pixels, 1)),
                total: update.total),
            isHeld: update.isHeld, at: update.time, fades: update.fades)
    }
}
