import ChartCore
import ChartScene
import Geometry

/// The frame that a mark is encoded for.
public struct MarkFrame {
    /// Maps data to device pixels.
    public var projection: PlotProjection
    /// The opacity of the mark, above 0 and up to 1.
    public var opacity: Double
    /// Device pixels per point.
    public var scale: Double
    /// The drawn range, in places, and the columns of device pixels in it.
    public var place: PixelGrid.Place
    /// The plot's width in device pixels.
    public var pixels: Int
    /// The parts of the target in which the mark is drawn, in device pixels: usually one, and less
    /// than the plot if its picture is kept and only some of it is missing.
    public var parts: [PixelRect]
    /// The chart's colours; nil for a mark that is drawn without a chart, or for a chart that has a
    /// style and no theme.
    public var theme: ChartTheme?

    /// A frame put together.
    public init(
        _ projection: PlotProjection, opacity: Double, scale: Double, place: PixelGrid.Place,
        pixels: Int, parts: [PixelRect], theme: ChartTheme? = nil
    ) {
        (self.projection, self.opacity, self.scale) = (projection, opacity, scale)
        (self.place, self.pixels, self.parts, self.theme) = (place, pixels, parts, theme)
    }

    /// The frame of a mark that is drawn without a chart, limited only by a scene's clip.
    @MainActor
    public init(_ projection: PlotProjection, opacity: Double = 1, in scene: SceneBuilder) {
        let pixels = Int(projection.plot.width.rounded())
        let range = Extent(min: projection.x.lowerBound, max: projection.x.upperBound)
        self.init(
            projection, opacity: opacity, scale: scene.scale,
            place: PixelGrid().place(of: range, pixels: pixels), pixels: pixels,
            parts: [scene.clipRect])
    }

    /// The grid columns that are drawn, with `margin` more on each side of each part, in ascending
    /// ranges.
    public func columns(margin: Int) -> [Range<Int>] {
        let left = Int(projection.plot.minX.rounded())
        let ranges = parts.map { part in
            let lower = max(part.x - left, 0) - margin
            let upper = min(part.maxX - left, pixels) + margin
            return place.first + lower..<place.first + max(lower, upper)
        }
        .filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        return ranges.reduce(into: []) { joined, range in
            if let last = joined.last, last.upperBound >= range.lowerBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// The drawn range extended by a number of device pixels on each side.
    func reach(_ pixels: Double) -> Extent {
        place.range.expanded(by: pixels * place.columns.width)
    }
}
