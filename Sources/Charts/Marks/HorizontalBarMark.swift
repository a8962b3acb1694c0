import ChartCore
import ChartScene
import Geometry

/// Bars that lie: slots along y, values along x from a base, those below it to the left.
///
/// The chart's x axis is that of the values, and its y axis that of the slots, whose names
/// `CategoryNames` writes. A crosshair has nothing to stand on, as a place of x is no place of a bar;
/// `bar(at:)` finds the bar of a row.
@MainActor
public final class HorizontalBarMark: Mark {
    public let id: String
    public let kind = MarkKind.bars
    /// How bars are drawn; they lie, whatever it says.
    ///
    /// Corners are given as if they stood: `leftTop` and `rightTop` are at the value's end.
    public var style: BarStyle {
        didSet {
            style.isHorizontal = true
            if !style.looksLike(oldValue) { revision = .next() }
        }
    }
    public var isHidden = false
    /// The bars, in the order of their slots, from the bottom up.
    public private(set) var bars: [Bar] = []
    /// In which direction the categories follow one another whose values were shown.
    public private(set) var order = CategoryOrder.downwards
    public private(set) var revision = Revision.next()
    private let placed = PlacedBars(isLying: true)

    /// A mark without bars.
    public init(id: String, style: BarStyle) {
        self.id = id
        self.style = style
        self.style.isHorizontal = true
    }

    public var color: Color { style.colors[0] }

    /// Shows other bars, whose `start` and `end` are places along y; any order will do.
    public func show(_ bars: [Bar]) {
        let bars = bars.sorted { $0.start < $1.start }
        guard bars != self.bars else { return }
        self.bars = bars
        placed.replace(bars)
        revision = .next()
    }

    /// Shows a value for each category, in its order.
    ///
    /// - Parameter color: which of the style's colours the bar of a category has.
    public func show(
        _ values: [Double], order: CategoryOrder = .downwards, base: Double = 0,
        color: (Int) -> Int = { _ in 0 }
    ) {
        self.order = order
        show(
            values.enumerated().map { index, value in
                let slot = order.slot(of: index)
                return Bar(
                    start: slot.min, end: slot.max, base: base, value: value, color: color(index))
            })
    }

    /// The values and the bases of all bars: what the x axis has to show.
    public var domain: Extent {
        var extent = Extent.nothing
        for bar in bars where bar.value.isFinite {
            extent.include(bar.value)
            extent.include(bar.base)
        }
        return extent
    }

    /// From the first to the last slot, whatever part of the values can be seen.
    public func values(over range: Extent) -> Extent {
        bars.reduce(.nothing) { $0.union(Extent(min: $1.start, max: $1.end)) }
    }

    /// The bar whose slot holds a place of y; nil where there is none.
    ///
    /// O(log bars).
    public func bar(at y: Double) -> Bar? {
        let next = bars.indices.partitioningIndex { bars[$0].start > y }
        guard next > 0, bars[next - 1].end > y else { return nil }
        return bars[next - 1]
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let buffer = placed.buffer(for: projection) { bars }
        scene.bars(buffer, style, in: projection, alpha: alpha)
    }
}
