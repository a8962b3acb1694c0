import ChartCore
import ChartRendering
import GPU
import Geometry

/// How a series is shown.
///
/// A mark keeps its samples in memory and a copy on the GPU that follows when they change; drawing it
/// at another place or zoom sends nothing, or a few kilobytes where it draws columns.
///
/// What it is asked and tells is in values, on every kind of scale. Only what it draws is in places
/// (see `ScaleTransform`): a projection and a `MarkFrame` hold ranges of places, and what is on the
/// GPU is made anew when a projection comes with other transforms.
@MainActor
public protocol Mark: AnyObject {
    /// The name of the series, as layouts and legends say it.
    var id: String { get }
    /// What is drawn, in a word: `bars`, `line`, `points`, `ranges`, `band`, `area`, `errors`, `pie`,
    /// `heat`, `polarLine`, `polarArea`, `polarPoints`, `polarBars`, `drawn`.
    var kind: String { get }
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
    /// How many samples it has to draw over a range, where it would rather draw columns than too
    /// many of them; 0 where it always draws the same.
    func sampleCount(over range: Extent) -> Int
    /// Takes over how the next frames are drawn, and chooses between samples and columns.
    ///
    /// - Returns: whether its look changes by itself, so that another frame is needed.
    func update(_ frame: MarkFrame) -> Bool
    /// The sample nearest to a place of x among those that lie in a range; of two as near, the
    /// earlier one.
    ///
    /// Nil where there is none: gaps are no samples.
    func nearest(to x: Double, within range: Extent) -> MarkReading?
    /// The sample that lies so many samples after a place of x, before it where negative; the last
    /// one there is where there are fewer, nil where there are none.
    func step(from x: Double, by count: Int) -> MarkReading?
    /// Draws what is visible. The caller has set the clip.
    func draw(_ renderer: Renderer, _ projection: PlotProjection, alpha: Double) throws(GPUError)
}

extension Mark {
    public var revision: Revision { .next() }
    /// The places of `values(over:)`; of a range that reaches down to where nothing has a place, the
    /// upper `ScaleTransform.depth` decades.
    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        var places = transform.places(of: values(over: range))
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
    public func sampleCount(over range: Extent) -> Int { 0 }
    public func update(_ frame: MarkFrame) -> Bool { false }
    public func nearest(to x: Double, within range: Extent) -> MarkReading? { nil }
    public func step(from x: Double, by count: Int) -> MarkReading? { nil }
}

/// What a mark is told before it is drawn.
public struct MarkFrame: Hashable, Sendable {
    /// The drawn range, in places, and the columns of device pixels in it.
    public var place: PixelGrid.Place
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

    /// A frame put together.
    public init(
        place: PixelGrid.Place, pixels: Int, samples: Int, total: Double, isHeld: Bool,
        fades: Bool, time: Double
    ) {
        self.place = place
        self.pixels = pixels
        self.samples = samples
        self.total = total
        self.isHeld = isHeld
        self.fades = fades
        self.time = time
    }

    /// The columns that a projection draws, for a mark that is drawn without a chart.
    init(_ projection: PlotProjection) {
        let pixels = Int(projection.plot.width.rounded())
        let range = Extent(min: projection.x.lowerBound, max: projection.x.upperBound)
        self.init(
            place: PixelGrid().place(of: range, pixels: pixels), pixels: pixels, samples: 0,
            total: 0, isHeld: false, fades: false, time: 0)
    }

    /// Whether a projection draws this frame's range, in whatever place.
    func matches(_ projection: PlotProjection) -> Bool {
        pixels == Int(projection.plot.width.rounded())
            && place.range.min == projection.x.lowerBound
            && place.range.max == projection.x.upperBound
    }

    /// The columns of the grid that lie in a clip of device pixels, with so many more on each side.
    func columns(_ clip: PixelRect, _ projection: PlotProjection, margin: Int) -> Range<Int> {
        let left = Int(projection.plot.minX.rounded())
        let lower = max(clip.x - left, 0) - margin
        let upper = min(clip.maxX - left, pixels) + margin
        return place.first + lower..<place.first + max(lower, upper)
    }
}
