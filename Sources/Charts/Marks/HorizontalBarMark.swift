import ChartCore
import ChartScene
import Geometry

/// Horizontal bars: slots along y, values along x from a base, those below it to the left.
///
/// The chart's x axis shows the values, and its y axis the slots, whose names `CategoryNames`
/// draws. There is no crosshair, because a position on x belongs to no one bar. A `Tooltip`
/// describes the bar under the pointer, and `bar(at:)` finds the bar of a row.
@MainActor
public final class HorizontalBarMark: Mark {
    public let id: String
    public let kind = MarkKind.bars
    /// How bars are drawn; they are horizontal whatever it specifies.
    ///
    /// Corners are given as for vertical bars: `leftTop` and `rightTop` are at the value's end.
    public var style: BarStyle {
        didSet {
            style.isHorizontal = true
            if !style.looksLike(oldValue) { revision = .next() }
        }
    }
    public var isHidden = false
    /// The bars, in the order of their slots, from the bottom up.
    public private(set) var bars: [Bar] = []
    /// The direction of the categories whose values were shown.
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

    /// Shows other bars, whose `start` and `end` are positions along y, in any order.
    public func show(_ bars: [Bar]) {
        let bars = bars.sorted { $0.start < $1.start }
        guard bars != self.bars else { return }
        self.bars = bars
        placed.replace(bars)
        revision = .next()
    }

    /// Shows a value for each category, in order.
    ///
    /// - Parameter color: the index of the style's colour for the bar of a category.
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

    /// The values and the bases of all bars: the range that the x axis has to show.
    public var domain: Extent {
        var extent = Extent.nothing
        for bar in bars where bar.value.isFinite {
            extent.include(bar.value)
            extent.include(bar.base)
        }
        return extent
    }

    /// From the first to the last slot, whatever part of the values is visible.
    public func values(over range: Extent) -> Extent {
        bars.reduce(.nothing) { $0.union(Extent(min: $1.start, max: $1.end)) }
    }

    /// The bar whose slot contains a position of y; nil if there is none.
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
