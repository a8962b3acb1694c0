import ChartCore
import ChartScene
import Geometry
import Painting

/// The area between samples of a polar space and a ring, or the centre.
///
/// It has one even tone, even if it is translucent and overlaps itself. It ends at a missing value
/// (NaN). It is recorded when samples, space or plot change: made for thousands of samples.
@MainActor
public final class PolarAreaMark: PolarMark {
    public let id: String
    public let kind = MarkKind.polarArea
    public let space: PolarSpace
    public var isHidden = false
    /// Its fill.
    public var color: Color
    /// The value of the ring that it ends at, from either side; nil for the hole's edge, or for the
    /// centre if there is no hole.
    public var base: Double? { didSet { if base != oldValue { picture = nil } } }
    /// How its edge runs from one sample to the next.
    public var interpolation = PolarInterpolation.straight {
        didSet { if interpolation != oldValue { picture = nil } }
    }
    /// Whether the last sample is joined to the first one.
    public var isClosed = true { didSet { if isClosed != oldValue { picture = nil } } }
    /// The samples.
    public private(set) var samples: [PolarSample] = []
    private var picture: Picture?
    private var drawn: PolarProjection?

    /// An area without samples.
    public init(id: String, in space: PolarSpace, color: Color, base: Double? = nil) {
        self.id = id
        self.space = space
        self.color = color
        self.base = base
    }

    public var overhang: Double { 0 }

    /// The smallest and the largest value, including the base.
    public var radii: Extent {
        var radii = samples.radii
        if let base, !radii.isEmpty { radii.include(base) }
        return radii
    }

    /// Shows other samples, in the order of the edge.
    public func show(_ samples: [PolarSample]) {
        guard !samples.isSame(as: self.samples) else { return }
        self.samples = samples
        picture = nil
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let polar = space.projection(projection, scale: scene.scale)
        guard polar.radius > 0 else { return }
        if polar != drawn || picture?.scale != scene.scale { picture = nil }
        drawn = polar
        let shown = picture ?? record(polar, scale: scene.scale)
        picture = shown
        scene.picture(shown, evenlyIn: color, alpha: alpha)
    }

    private func record(_ polar: PolarProjection, scale: Double) -> Picture {
        let canvas = Canvas(scale: scale)
        func places(_ points: [Point]) -> [Point] {
            points.map { polar.center + ($0 - .zero) * polar.radius }
        }
        let bands = polar.layout.bands(
            samples, interpolation, base: base, isClosed: isClosed,
            chord: PolarLayout.chord(radius: polar.radius * scale))
        for band in bands {
            canvas.band(
                places(band.outline), places(band.base), isClosed: band.isClosed,
                color: Color(hex: 0xFFFFFF))
        }
        return canvas.finish()
    }
}
