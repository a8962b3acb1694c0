// The transition of bars from one calendar unit to another.
//
// Every bar is a stack of pieces, the totals of days (of hours if hours are shown before or after):
// a sum is its stack. If the bar is an average, each piece has its share of the height. A piece has
// a place in the bar it comes from and one in the bar it moves to: the bar's slot, as its base the
// pieces before it, and the scale of its height. Between the two it moves on a straight line. So at
// the start the pieces make up exactly the old bars, at the end exactly the new ones, and weeks can
// become months although neither contains the other. A transition that begins during another starts
// from the current places of the pieces.
//
// Rejected: moving whole bars of the longer unit's parts (weeks do not make up months), a fade (it
// does not show where a bar comes from); a fade is used only if there are too many pieces.

import ChartCore
import ChartScene

/// The pieces of bars during the transition from one unit to another.
struct BarTransition {
    /// The place of a piece.
    struct Place: Equatable {
        var slot: Extent
        var base: Double
        /// The height of a piece with a total of 1.
        var scale: Double
        /// Whether it belongs to a bar that covers only a part of its unit.
        var isPartial: Bool

        func mixed(with other: Place, _ part: Double) -> Place {
            Place(
                slot: slot.mixed(with: other.slot, part),
                base: part == 1 ? other.base : base + (other.base - base) * part,
                scale: part == 1 ? other.scale : scale + (other.scale - scale) * part,
                isPartial: part < 0.5 ? isPartial : other.isPartial)
        }
    }

    /// A day or hour, with its total, and its places before and after.
    struct Piece: Equatable {
        var from: Place
        var to: Place
        var total: Double
    }

    /// More pieces than this are not moved individually.
    static let mostPieces = 2_000

    let unit: CalendarUnit
    private let pieceUnit: CalendarUnit
    private let indices: Range<Int>
    private let ladder: CalendarLadder
    private(set) var pieces: [Piece] = []

    /// Creates the transition to the bars of `unit`, from those of `old` or a running transition.
    ///
    /// It is nil if there are too many pieces, or no totals of such units.
    /// - Parameter range: the range that is visible during the transition.
    init?(
        _ heights: BarHeights, from old: CalendarUnit, to unit: CalendarUnit, over range: Extent,
        interrupting running: (transition: BarTransition, part: Double)? = nil
    ) {
        let ladder = heights.ladder
        let finest = min(old, unit, running?.transition.pieceUnit ?? .year)
        let pieceUnit = finest == .hour ? CalendarUnit.hour : .day
        guard let totals = ladder[pieceUnit], let before = ladder[old], let after = ladder[unit]
        else { return nil }
        // Bars that are cut by the edges of the picture consist of all their pieces.
        var window = range
        for rung in [before, after] {
            let shown = rung.indices(over: range)
            guard let first = shown.first, let last = shown.last else { continue }
            window = window.union(
                Extent(min: rung.buckets[first].span.min, max: rung.buckets[last].span.max))
        }
        let indices = totals.indices(over: window)
        guard indices.count <= Self.mostPieces else { return nil }
        self.unit = unit
        self.pieceUnit = pieceUnit
        self.indices = indices
        self.ladder = ladder
        var from = Self.places(of: indices, totals, in: before, heights)
        if let running {
            for (place, index) in indices.enumerated() {
                if let moving = running.transition.place(
                    of: index, totals, at: running.part)
                {
                    from[place] = moving
                }
            }
        }
        let to = Self.places(of: indices, totals, in: after, heights)
        pieces = indices.enumerated().map { place, index in
            Piece(from: from[place], to: to[place], total: totals.buckets[index].sum)
        }
    }

    /// The places of the pieces in the bars of a unit.
    private static func places(
        of indices: Range<Int>, _ pieces: CalendarTotals, in bars: CalendarTotals,
        _ heights: BarHeights
    ) -> [Place] {
        guard let start = indices.first else { return [] }
        if bars.unit == pieces.unit {
            return indices.map {
                Place(slot: pieces.buckets[$0].span, base: 0, scale: 1, isPartial: false)
            }
        }
        let middle = pieces.buckets[start].span.mid
        var bar = bars.buckets.indices.partitioningIndex { bars.buckets[$0].span.max > middle }
        var first = -1
        var scale = 1.0
        var isPartial = false
        return indices.map { index in
            let middle = pieces.buckets[index].span.mid
            while bar < bars.buckets.count - 1, bars.buckets[bar].span.max <= middle {
                bar += 1
                first = -1
            }
            let span = bars.buckets[bar].span
            if first < 0 {
                let own = pieces.indices(over: span)
                first = own.lowerBound
                let sum = pieces.sum(of: own)
                scale = sum > 0 ? heights.value(at: bar, of: bars) / sum : 0
                isPartial = heights.isPartial(at: bar, of: bars)
            }
            return Place(
                slot: span, base: pieces.sum(of: min(first, index)..<index) * scale,
                scale: scale, isPartial: isPartial)
        }
    }

    /// The place of a piece of `totals` at a fraction of the transition; nil if it is not part of
    /// it.
    private func place(of index: Int, _ totals: CalendarTotals, at part: Double) -> Place? {
        if totals.unit == pieceUnit {
            guard indices.contains(index) else { return nil }
            let piece = pieces[index - indices.lowerBound]
            return piece.from.mixed(with: piece.to, part)
        }
        // An hour in a day that moves as a whole.
        guard let own = ladder[pieceUnit],
            let outer = own.index(containing: totals.buckets[index].span.mid),
            indices.contains(outer)
        else { return nil }
        let piece = pieces[outer - indices.lowerBound]
        var place = piece.from.mixed(with: piece.to, part)
        let first = totals.indices(over: own.buckets[outer].span).lowerBound
        place.base += totals.sum(of: min(first, index)..<index) * place.scale
        return place
    }

    /// The pieces as bars at a fraction of the transition.
    ///
    /// The colour indices are 0 for a piece of complete bars before and after, 1 for one of a
    /// partial bar before, 2 for one of a partial bar after, 3 for both.
    /// - Parameter overlap: how far a piece extends into the one below it, in values, so that round
    ///   tops leave no notches in a stack.
    func bars(at part: Double, overlap: Double = 0) -> [Bar] {
        pieces.compactMap { piece in
            let place = piece.from.mixed(with: piece.to, part)
            let height = piece.total * place.scale
            guard height > 0 else { return nil }
            return Bar(
                start: place.slot.min, end: place.slot.max, base: max(0, place.base - overlap),
                value: place.base + height,
                color: (piece.from.isPartial ? 1 : 0) + (piece.to.isPartial ? 2 : 0))
        }
    }
}
