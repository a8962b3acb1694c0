import ChartCore
import ChartScene
import Geometry

/// A series in a chart.
///
/// A mark keeps its samples in contents of scenes (`SampleBuffer`, `BarBuffer`, …) and adds items
/// of them to a scene. The renderer sends only what changed in a content, so another position or
/// zoom sends nothing, or a few kilobytes when columns are drawn.
///
/// Its arguments and results are values, on every kind of scale. Only what it adds to scenes is in
/// places (see `ScaleTransform`): a `MarkFrame` holds ranges of places, and contents are rebuilt
/// when a frame comes with other transforms.
///
/// A mark that a crosshair can read is a `ReadableMark`; one that looks different at different
/// densities, or changes without outside cause, is an `AdaptiveMark`.
@MainActor
public protocol Mark: AnyObject {
    /// The name of the series, as layouts and legends show it.
    var id: String { get }
    /// The kind of picture.
    var kind: MarkKind { get }
    /// The colour that represents the series.
    var color: Color { get }
    /// Whether it is not drawn.
    var isHidden: Bool { get set }
    /// How far the picture of a sample reaches beyond its position, in points: that much is drawn
    /// beyond the plot's edge, so that a sample just inside is whole. (A sample just outside is not
    /// drawn at all.)
    var overhang: Double { get }
    /// The extent from the first to the last position with data.
    var domain: Extent { get }
    /// Changes whenever the mark would look different at the same position: its style, its data, a
    /// fade.
    ///
    /// By default a new one at each access: the picture is then never reused.
    var revision: Revision { get }
    /// The smallest and largest visible value over a range; `nothing` if there is none.
    func values(over range: Extent) -> Extent
    /// The lowest and highest place of what is visible over a range of x values, on a scale with a
    /// transform; `nothing` if there is none.
    ///
    /// A value without a place is ignored: a logarithmic scale counts only values above zero.
    func places(over range: Extent, on transform: ScaleTransform) -> Extent
    /// Adds what is visible to a scene. The caller has set the clip.
    func encode(into scene: SceneBuilder, _ frame: MarkFrame)
}

extension Mark {
    public var revision: Revision { .next() }
    public var overhang: Double { 0 }
    /// The places of `values(over:)`; if the range reaches down to where there are no places, its
    /// upper `ScaleTransform.depth` decades.
    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var places = transform.places(of: values(over: range))
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
}

/// The kind of picture a mark draws, named by the word that layouts use.
public struct MarkKind: Hashable, Sendable, RawRepresentable {
    /// The word.
    public var rawValue: String

    /// A kind from its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A kind that a program defines, from its word.
    public init(_ word: String) { rawValue = word }

    /// Bars on a base, vertical or horizontal.
    public static let bars = MarkKind("bars")
    /// Samples joined by a line.
    public static let line = MarkKind("line")
    /// Samples as points.
    public static let points = MarkKind("points")
    /// Bars from a low to a high value.
    public static let ranges = MarkKind("ranges")
    /// The area between two lines.
    public static let band = MarkKind("band")
    /// The area between a line and a base.
    public static let area = MarkKind("area")
    /// Values with their error bars.
    public static let errors = MarkKind("errors")
    /// Slices of a whole.
    public static let pie = MarkKind("pie")
    /// Coloured cells.
    public static let heat = MarkKind("heat")
    /// A line about a centre.
    public static let polarLine = MarkKind("polarLine")
    /// An area about a centre.
    public static let polarArea = MarkKind("polarArea")
    /// Points about a centre.
    public static let polarPoints = MarkKind("polarPoints")
    /// Bars about a centre.
    public static let polarBars = MarkKind("polarBars")
    /// Drawn by a closure.
    public static let drawn = MarkKind("drawn")
}

/// A mark whose samples can be read.
@MainActor
public protocol ReadableMark: Mark {
    /// The sample nearest to a position of x among those in a range; the earlier one of two at the
    /// same distance.
    ///
    /// Nil if there is none: gaps are no samples.
    func nearest(to x: Double, within range: Extent) -> MarkReading?
    /// The sample `count` samples after a position of x (before it if negative); the last one in
    /// that direction if there are fewer, nil if there are none.
    func step(from x: Double, by count: Int) -> MarkReading?
}

/// A mark whose look depends on the density of its samples, or changes without outside cause.
@MainActor
public protocol AdaptiveMark: Mark {
    /// How many samples it has to draw over a range, if it draws columns in place of too many; 0 if
    /// it always draws the same.
    func sampleCount(over range: Extent) -> Int
    /// Takes the conditions of the next frames, and chooses between samples and columns.
    ///
    /// - Returns: whether its look is changing, so that another frame is needed.
    func update(_ update: MarkUpdate) -> Bool
}

/// The conditions under which a mark is drawn next; sent when they change.
public struct MarkUpdate: Hashable, Sendable {
    /// The drawn range, in places.
    public var range: Extent
    /// The plot's width in device pixels.
    public var pixels: Int
    /// The number of samples that the mark reported for the range.
    public var samples: Int
    /// The number of samples of all the chart's marks per device pixel.
    public var total: Double
    /// Whether the x range is held by a finger or moving.
    public var isHeld: Bool
    /// Whether a change of the look may take time.
    public var fades: Bool
    /// The time of the frame clock, in seconds.
    public var time: Double

    /// An update put together.
    public init(
        range: Extent, pixels: Int, samples: Int, total: Double, isHeld: Bool, fades: Bool,
        time: Double
    ) {
        (self.range, self.pixels, self.samples) = (range, pixels, samples)
        (self.total, self.isHeld, self.fades, self.time) = (total, isHeld, fades, time)
    }
}
