import ChartCore
import ChartScene
import Geometry

/// How a series is shown.
///
/// A mark keeps its samples in contents of scenes (`SampleBuffer`, `BarBuffer`, …) and adds items of them
/// to a scene: whoever draws that sends what changed of a content, so that another place or zoom sends
/// nothing, or a few kilobytes where columns are drawn.
///
/// What it is asked and tells is in values, on every kind of scale. Only what it adds to scenes is in
/// places (see `ScaleTransform`): a `MarkFrame` holds ranges of places, and contents are made anew when
/// a frame comes with other transforms.
///
/// A mark that can be read by a crosshair is a `ReadableMark`, one that looks different at different
/// densities or changes by itself an `AdaptiveMark`.
@MainActor
public protocol Mark: AnyObject {
    /// The name of the series, as layouts and legends say it.
    var id: String { get }
    /// What is drawn.
    var kind: MarkKind { get }
    /// The colour that stands for the series.
    var color: Color { get }
    /// Whether it is left out.
    var isHidden: Bool { get set }
    /// How far the picture of a sample reaches beyond its place, in points: so much of it is drawn
    /// beyond the plot's edge, so that a sample just inside is whole. (One just outside is not drawn
    /// at all.)
    var overhang: Double { get }
    /// From the first to the last place with data.
    var domain: Extent { get }
    /// Changes whenever the mark would look different at the same place: its style, its data, a
    /// fade.
    ///
    /// Another one every time where a mark does not keep one: its picture is then never used again.
    var revision: Revision { get }
    /// The smallest and largest value that can be seen over a range; `nothing` where there is none.
    func values(over range: Extent) -> Extent
    /// The lowest and highest place, on a scale that lays values out in a way, of what can be seen over
    /// a range (of values of x); `nothing` where there is none.
    ///
    /// What has no place counts nowhere: on a logarithmic scale only values above zero do.
    func places(over range: Extent, on transform: ScaleTransform) -> Extent
    /// Adds what can be seen to a scene. The caller has set the clip.
    func encode(into scene: SceneBuilder, _ frame: MarkFrame)
}

extension Mark {
    public var revision: Revision { .next() }
    public var overhang: Double { 0 }
    /// The places of `values(over:)`; of a range that reaches down to where nothing has a place, the
    /// upper `ScaleTransform.depth` decades.
    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var places = transform.places(of: values(over: range))
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
}

/// What a mark draws, by the word that layouts have for it.
public struct MarkKind: Hashable, Sendable, RawRepresentable {
    /// The word.
    public var rawValue: String

    /// A kind from its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A kind of a program's own, from its word.
    public init(_ word: String) { rawValue = word }

    /// Bars that stand on a base or lie along one.
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
    /// What a closure draws.
    public static let drawn = MarkKind("drawn")
}

/// A mark that tells of its samples.
@MainActor
public protocol ReadableMark: Mark {
    /// The sample nearest to a place of x among those that lie in a range; of two as near, the
    /// earlier one.
    ///
    /// Nil where there is none: gaps are no samples.
    func nearest(to x: Double, within range: Extent) -> MarkReading?
    /// The sample that lies so many samples after a place of x, before it where negative; the last
    /// one there is where there are fewer, nil where there are none.
    func step(from x: Double, by count: Int) -> MarkReading?
}

/// A mark whose look depends on how dense its samples are, or changes by itself.
@MainActor
public protocol AdaptiveMark: Mark {
    /// How many samples it has to draw over a range, where it would rather draw columns than too
    /// many of them; 0 where it always draws the same.
    func sampleCount(over range: Extent) -> Int
    /// Takes over how the next frames are drawn, and chooses between samples and columns.
    ///
    /// - Returns: whether its look changes by itself, so that another frame is needed.
    func update(_ update: MarkUpdate) -> Bool
}

/// What a mark is told when what is drawn of a chart changes.
public struct MarkUpdate: Hashable, Sendable {
    /// The drawn range, in places.
    public var range: Extent
    /// The plot's width in device pixels.
    public var pixels: Int
    /// How many samples the mark has over the range, as it said.
    public var samples: Int
    /// How many samples a device pixel all marks of the chart have.
    public var total: Double
    /// Whether the range is under a finger or moves.
    public var isHeld: Bool
    /// Whether a change of the look may take time.
    public var fades: Bool
    /// Of the frame clock, in seconds.
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
