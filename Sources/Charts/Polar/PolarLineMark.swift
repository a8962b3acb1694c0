import ChartCore
import ChartScene
import Geometry

/// A line through samples of a polar space, of constant width.
///
/// It has a gap at a missing value (NaN). The GPU data follow the samples and the layout of the
/// space: another size of the plot usually sends nothing.
@MainActor
public final class PolarLineMark: PolarMark {
    public let id: String
    public let kind = MarkKind.polarLine
    public let space: PolarSpace
    public var isHidden = false
    /// The look of the line.
    public var style: LineStyle
    /// How it runs from one sample to the next.
    public var interpolation = PolarInterpolation.straight {
        didSet { if interpolation != oldValue { made = nil } }
    }
    /// Whether the last sample is joined to the first one.
    public var isClosed = false { didSet { if isClosed != oldValue { made = nil } } }
    /// The samples.
    public private(set) var samples: [PolarSample] = []
    private let buffer = SampleBuffer()
    private var made: Made?

    private struct Made: Equatable {
        var layout: PolarLayout
        var chord: Double
    }

    /// A line without samples.
    public init(id: String, in space: PolarSpace, style: LineStyle) {
        self.id = id
        self.space = space
        self.style = style
    }

    public var color: Color { style.color }
    public var overhang: Double { style.width / 2 }
    public var radii: Extent { samples.radii }

    /// Shows other samples, in the order of the line.
    public func show(_ samples: [PolarSample]) {
        guard !samples.isSame(as: self.samples) else { return }
        self.samples = samples
        made = nil
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let polar = space.projection(projection, scale: scene.scale)
        guard let unit = polar.unit(in: projection, scale: scene.scale) else { return }
        let chord = PolarLayout.chord(radius: polar.radius * scene.scale)
        let now = Made(layout: space.layout, chord: chord)
        if now != made {
            made = now
            buffer.replace(
                space.layout.line(samples, interpolation, isClosed: isClosed, chord: chord))
        }
        scene.line(buffer, style, in: unit, alpha: alpha)
    }
}

/// Points at samples of a polar space.
@MainActor
public final class PolarPointMark: PolarMark {
    public let id: String
    public let kind = MarkKind.polarPoints
    public let space: PolarSpace
    public var isHidden = false
    /// The look of a point.
    public var style: PointStyle
    /// The samples.
    public private(set) var samples: [PolarSample] = []
    private let buffer = SampleBuffer()
    private var made: PolarLayout?

    /// Points without samples.
    public init(id: String, in space: PolarSpace, style: PointStyle) {
        self.id = id
        self.space = space
        self.style = style
    }

    public var color: Color { style.fill }
    public var overhang: Double { style.radius }
    public var radii: Extent { samples.radii }

    /// Shows other samples; those without a value have no point.
    public func show(_ samples: [PolarSample]) {
        guard !samples.isSame(as: self.samples) else { return }
        self.samples = samples
        made = nil
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let polar = space.projection(projection, scale: scene.scale)
        guard let unit = polar.unit(in: projection, scale: scene.scale) else { return }
        if made != space.layout {
            made = space.layout
            buffer.replace(
                samples.filter { $0.angle.isFinite && $0.value.isFinite }
                    .map(space.layout.unitPoint))
        }
        scene.points(buffer, style, in: unit, alpha: alpha)
    }
}
