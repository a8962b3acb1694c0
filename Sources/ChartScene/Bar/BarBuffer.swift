import ChartCore
import Geometry

/// One bar: a slot along one axis, and a base and a value along the other.
public struct Bar: Hashable, Sendable {
    /// Where the slot starts.
    public var start: Double
    /// Where the slot ends.
    public var end: Double
    /// Where the bar begins; for a range, its lower end.
    public var base: Double
    /// Where the bar ends; NaN for no bar (it still counts in the numbering).
    public var value: Double
    /// The number of its colour in the style.
    public var color: Int

    /// A bar in a slot from its start to its end.
    public init(start: Double, end: Double, base: Double = 0, value: Double, color: Int = 0) {
        self.start = start
        self.end = end
        self.base = base
        self.value = value
        self.color = color
    }

    /// A bar around the middle of its slot.
    public init(center: Double, slot: Double, base: Double = 0, value: Double, color: Int = 0) {
        self.init(
            start: center - slot / 2, end: center + slot / 2, base: base, value: value, color: color
        )
    }

    /// A bar from a low to a high value.
    public init(center: Double, slot: Double, low: Double, high: Double, color: Int = 0) {
        self.init(center: center, slot: slot, base: low, value: high, color: color)
    }
}

extension Bar {
    /// The bar in places of two scales, as stored in a buffer for them.
    ///
    /// If its value has no place, there is no bar; if its base is too low for a place, it comes
    /// from far below the visible range.
    /// - Parameters:
    ///   - slots: the transform along which bars are next to one another.
    ///   - values: the transform along which they grow.
    public func placed(slots: ScaleTransform, values: ScaleTransform) -> Bar {
        var bar = self
        bar.start = slots.place(of: start)
        bar.end = slots.place(of: end)
        bar.base = values.bound(of: base)
        bar.value = values.place(of: value)
        return bar
    }
}

/// Bars, prepared for drawing.
///
/// Slots should ascend; then only visible ones are drawn. On scales that are not linear their bars
/// are made from places (`Bar.placed(slots:values:)`).
@MainActor
public final class BarBuffer: SceneContent {
    /// The number of bars.
    public var count: Int { store.count }
    package let store = ElementStore<BarVertex>()
    package private(set) var originSlot = 0.0
    package private(set) var originValue = 0.0
    private var ascending = true

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// An empty buffer.
    public init() {}

    /// Replaces all bars.
    ///
    /// A bar with a place that is not finite is not drawn.
    public func replace(_ bars: [Bar]) {
        originSlot = bars.first { $0.start.isFinite }?.start ?? 0
        originValue = bars.first { $0.base.isFinite }?.base ?? 0
        if originValue == ScaleTransform.lowest {
            // Values are near one another, but not near the base.
            originValue = bars.first { $0.value.isFinite }?.value ?? 0
        }
        ascending = zip(bars, bars.dropFirst()).allSatisfy { $0.start <= $1.start }
        store.replace(bars.map(vertex))
    }

    /// Replaces the bars from `index` on; only they are sent.
    public func replace(from index: Int, with bars: [Bar]) {
        guard index > 0 else { return replace(bars) }
        precondition(index <= count, "no bar \(index) among \(count) to replace from")
        let first = bars.first?.start ?? .infinity
        ascending =
            ascending && originSlot + slot(index - 1) <= first
            && zip(bars, bars.dropFirst()).allSatisfy { $0.start <= $1.start }
        store.replace(from: index, with: bars.map(vertex))
    }

    private func vertex(_ bar: Bar) -> BarVertex {
        let known =
            bar.start.isFinite && bar.end.isFinite && bar.base.isFinite && bar.value.isFinite
        let (high, low) = bar.start.isFinite ? split(bar.start - originSlot) : (0, 0)
        return BarVertex(
            slotHigh: high, slotLow: low, length: known ? Float(bar.end - bar.start) : -1,
            color: Float(max(bar.color, 0)), base: known ? Float(bar.base - originValue) : 0,
            value: known ? Float(bar.value - originValue) : 0)
    }

    private func slot(_ index: Int) -> Double {
        let vertex = store.elements[index]
        return Double(vertex.slotHigh) + Double(vertex.slotLow)
    }

    /// The bars whose slots overlap a range.
    package func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        guard ascending else { return 0..<count }
        let left = range.lowerBound - originSlot
        let right = range.upperBound - originSlot
        // For a missing bar only the beginning is known.
        let first = (0..<count).partitioningIndex {
            slot($0) + Double(max(store.elements[$0].length, 0)) >= left
        }
        return first..<(first..<count).partitioningIndex { slot($0) > right }
    }
}

/// A bar: see `Bar/bar.vert`.
package struct BarVertex: BitwiseCopyable {
    package var slotHigh: Float
    package var slotLow: Float
    /// Below 0: not drawn.
    package var length: Float
    package var color: Float
    package var base: Float
    package var value: Float
}
