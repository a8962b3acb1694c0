// Bars of several series over shared slots.
//
// A stack is drawn as bars that all begin at its base, the longest first, so that each covers the
// beginning of the one before. So there is no seam where two meet, however little of a pixel either
// covers. Translucent colours would mix, so the parts of a translucent stack are drawn from end to
// end, and the row of pixels where two meet may be paler. Only the outermost parts have rounded
// corners; they are drawn in a call of their own.

import ChartCore
import ChartScene
import Geometry
import Painting

extension BarTable {
    /// The slots in which at least one series has a value.
    var stops: CrosshairStops {
        CrosshairStops(
            count: slots.count, span: { slots[$0] }, isPresent: { hasValue(at: $0) })
    }

    /// From the first to the last slot.
    fileprivate var domain: Extent {
        guard let first = slots.first, let last = slots.last else { return .nothing }
        return Extent(min: first.min, max: last.max)
    }

    /// The reading of a slot: the values of all series, NaN if missing.
    fileprivate func reading(_ slot: Int, end: Double) -> MarkReading {
        MarkReading(x: slots[slot].mid, values: values(at: slot), drawn: [], end: end, index: slot)
    }

    /// Whether it has the same slots and values as another, missing ones included.
    fileprivate func isSame(as other: BarTable) -> Bool {
        guard slots == other.slots, series.count == other.series.count else { return false }
        return zip(series, other.series).allSatisfy { mine, theirs in
            zip(mine, theirs).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
        }
    }
}

extension Bar {
    /// The bar of a part.
    fileprivate init(_ part: BarPart, from base: Double) {
        self.init(
            start: part.place.min, end: part.place.max, base: base, value: part.value,
            color: part.series)
    }
}

/// Bars of several series side by side in each slot.
///
/// The style has one colour for each series; its width, as a fraction, is that of a bar in its part
/// of the group.
@MainActor
public final class GroupedBarMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.bars
    /// Width, corners, and the colours of the series.
    public var style: BarStyle {
        didSet { if !style.looksLike(oldValue) { revision = .next() } }
    }
    public var isHidden = false
    /// How the bars are arranged in their slots.
    public var layout: GroupedBars { didSet { if layout != oldValue { make() } } }
    /// The slots and the values.
    public private(set) var table = BarTable()
    public private(set) var revision = Revision.next()
    private let buffer = PlacedBars()

    /// A mark without slots; one colour of the style for each series.
    public init(id: String, style: BarStyle, layout: GroupedBars = GroupedBars()) {
        self.id = id
        self.style = style
        self.layout = layout
    }

    public var color: Color { style.colors[0] }
    public var domain: Extent { table.domain }

    /// Shows other values.
    public func show(_ table: BarTable) {
        guard !table.isSame(as: self.table) else { return }
        self.table = table
        make()
    }

    private func make() {
        buffer.replace(bars)
        revision = .next()
    }

    private var bars: [Bar] { layout.parts(of: table).map { Bar($0, from: $0.base) } }

    public func values(over range: Extent) -> Extent {
        layout.extent(of: table, in: table.slots(over: range))
    }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        table.slots(over: range).reduce(.nothing) { extent, slot in
            var extent = extent
            for value in table.values(at: slot) where value.isFinite {
                extent.include(transform.place(of: value))
                extent.include(transform.place(of: layout.base))
            }
            return extent
        }
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        table.stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        table.stops.step(from: x, by: count).map(reading)
    }

    /// A line from above ends at the highest bar.
    private func reading(_ slot: Int) -> MarkReading {
        table.reading(
            slot, end: table.values(at: slot).filter(\.isFinite).max() ?? layout.base)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let shown = buffer.buffer(for: projection) { bars }
        scene.bars(shown, style, in: projection, alpha: alpha)
    }
}

/// Bars of several series stacked in each slot: values above zero upwards from the base, values
/// below zero downwards.
///
/// The style has one colour for each series; its corners are those of the outermost bars.
@MainActor
public final class StackedBarMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.bars
    /// Width, corners, and the colours of the series.
    public var style: BarStyle {
        didSet { if !style.looksLike(oldValue) { revision = .next() } }
    }
    public var isHidden = false
    /// How the bars are arranged in their slots.
    public var layout: StackedBars { didSet { if layout != oldValue { make() } } }
    /// The slots and the values.
    public private(set) var table = BarTable()
    public private(set) var revision = Revision.next()
    /// The outermost bars from their base, and the others, the longest first.
    private let solid = (outer: PlacedBars(), inner: PlacedBars())
    /// The same bars from end to end.
    private let pale = (outer: PlacedBars(), inner: PlacedBars())

    /// A mark without slots; one colour of the style for each series.
    public init(id: String, style: BarStyle, layout: StackedBars = StackedBars()) {
        self.id = id
        self.style = style
        self.layout = layout
    }

    public var color: Color { style.colors[0] }
    public var domain: Extent { table.domain }

    /// Shows other values.
    public func show(_ table: BarTable) {
        guard !table.isSame(as: self.table) else { return }
        self.table = table
        make()
    }

    private func make() {
        let (outer, inner) = (parts(areOutermost: true), parts(areOutermost: false))
        solid.outer.replace(solidBars(outer))
        solid.inner.replace(solidBars(inner))
        pale.outer.replace(paleBars(outer))
        pale.inner.replace(paleBars(inner))
        revision = .next()
    }

    /// The outermost parts, or the others from the outside in, slot by slot.
    private func parts(areOutermost: Bool) -> [BarPart] {
        table.slots.indices.flatMap { slot in
            let parts = layout.parts(of: table, at: slot)
            return areOutermost
                ? parts.filter(\.isOutermost) : parts.filter { !$0.isOutermost }.reversed()
        }
    }

    private func solidBars(_ parts: [BarPart]) -> [Bar] {
        parts.map { Bar($0, from: layout.base) }
    }

    private func paleBars(_ parts: [BarPart]) -> [Bar] { parts.map { Bar($0, from: $0.base) } }

    public func values(over range: Extent) -> Extent {
        layout.extent(of: table, in: table.slots(over: range))
    }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        table.slots(over: range).reduce(.nothing) { extent, slot in
            var extent = extent
            for part in layout.parts(of: table, at: slot) {
                extent.include(transform.place(of: part.base))
                extent.include(transform.place(of: part.value))
            }
            return extent
        }
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        table.stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        table.stops.step(from: x, by: count).map(reading)
    }

    /// A line from above ends at the stack's upper end.
    private func reading(_ slot: Int) -> MarkReading {
        table.reading(slot, end: layout.extent(of: table, at: slot).max)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let isSolid = alpha >= 1 && style.colors.allSatisfy { $0.alpha >= 1 }
        let buffers = isSolid ? solid : pale
        let bars = isSolid ? solidBars : paleBars
        var square = style
        square.corners = 0
        let outer = buffers.outer.buffer(for: projection) { bars(parts(areOutermost: true)) }
        let inner = buffers.inner.buffer(for: projection) { bars(parts(areOutermost: false)) }
        scene.bars(outer, style, in: projection, alpha: alpha)
        scene.bars(inner, square, in: projection, alpha: alpha)
    }
}
