// Means or maxima of a grid of values over rectangles of any size.
//
// Data layout: blocks of 4^i columns × 4^j rows; for each direction as many levels as its length
// requires, or level 0 alone if the direction is never reduced. Level (0, 0) is the table. A block
// contains a sum of value × area and the area of the cells present, or a maximum.
// Method: a rectangle is the product of two runs of slots. Each run is cut once into the largest
// aligned blocks inside it and the rest at its ends, where the outermost slots may count in part.
// So every cell is counted exactly once and no sum is ever subtracted: a huge value does not
// destroy the digits of the others.
// Cost: 9/16 of the table's cells in addition, or a third if only one direction is reduced; a
// rectangle takes at most 7 blocks for each level and direction.
// Rejected: sums over everything below and to the left (four look-ups each, but differences of
// large sums, and no maximum); blocks of 2^i (2 more tables).

import Geometry

/// Means or maxima of a table over rectangles.
public struct HeatPyramid: Sendable {
    /// Slots of one direction that count as one.
    public struct Part: Hashable, Sendable {
        /// The exponent of the power of four that is the number of slots in the block.
        var level: Int
        /// The number of the block.
        var index: Int
        /// The fraction of it that counts, above 0 and up to 1.
        var share: Double
    }

    /// The table.
    public let table: HeatTable
    /// The value that is computed.
    public let reduction: HeatReduction
    /// Block (i, j) of a level is at `j · width + i`.
    private struct Level: Sendable {
        var width: Int
        var height: Int
        /// Sums of value × area, or maxima.
        var values: [Double]
        /// The areas of the cells present; empty for maxima.
        var areas: [Double]
    }

    /// By the level of x, and then of y; the first one is empty, because it is the table.
    private var levels: [[Level]]
    private let widths: [Double]
    private let heights: [Double]

    /// The blocks of a table, in the directions in which more than single slots will be requested.
    ///
    /// O(cells).
    public init(_ table: HeatTable, _ reduction: HeatReduction, reducesX: Bool, reducesY: Bool) {
        self.table = table
        self.reduction = reduction
        widths = HeatPyramid.relative(table.x)
        heights = HeatPyramid.relative(table.y)
        func depth(_ count: Int, _ isReduced: Bool) -> Int {
            var (levels, size) = (1, count)
            while isReduced, size > 1 {
                size = (size + 3) / 4
                levels += 1
            }
            return levels
        }
        levels = []
        for i in 0..<depth(table.x.count, reducesX) {
            levels.append([])
            for j in 0..<depth(table.y.count, reducesY) {
                levels[i].append(
                    i == 0 && j == 0
                        ? Level(
                            width: table.x.count, height: table.y.count, values: [], areas: [])
                        : merged(i, j))
            }
        }
    }

    /// The lengths of the slots relative to their mean, so that products cannot overflow.
    private static func relative(_ slots: [Extent]) -> [Double] {
        let mean = slots.reduce(0) { $0 + $1.length / Double(slots.count) }
        return slots.map { $0.length / mean }
    }

    private func merged(_ i: Int, _ j: Int) -> Level {
        let (fromX, fromY) = i > 0 ? (i - 1, j) : (i, j - 1)
        let below = levels[fromX][fromY]
        let width = i > 0 ? (below.width + 3) / 4 : below.width
        let height = i > 0 ? below.height : (below.height + 3) / 4
        let isMean = reduction == .mean
        var made = Level(width: width, height: height, values: [], areas: [])
        made.values.reserveCapacity(width * height)
        if isMean { made.areas.reserveCapacity(width * height) }
        for row in 0..<height {
            for column in 0..<width {
                var total = Total()
                for step in 0..<4 {
                    let x = i > 0 ? 4 * column + step : column
                    let y = i > 0 ? row : 4 * row + step
                    guard x < below.width, y < below.height else { break }
                    add(fromX, fromY, x, y, 1, to: &total)
                }
                made.values.append(isMean ? total.sum : total.most)
                if isMean { made.areas.append(total.area) }
            }
        }
        return made
    }

    private struct Total {
        var sum = 0.0
        var area = 0.0
        var most = -Double.infinity
    }

    private func add(
        _ i: Int, _ j: Int, _ x: Int, _ y: Int, _ share: Double, to total: inout Total
    ) {
        let place = y * levels[i][j].width + x
        if i == 0, j == 0 {
            let value = table.values[place]
            guard value.isFinite else { return }
            let area = widths[x] * heights[y] * share
            total.sum += value * area
            total.area += area
            total.most = max(total.most, value)
        } else if reduction == .mean {
            total.sum += levels[i][j].values[place] * share
            total.area += levels[i][j].areas[place] * share
        } else {
            total.most = max(total.most, levels[i][j].values[place])
        }
    }

    /// The value of the cells of two runs of slots; NaN if all of them are missing.
    public func value(_ columns: [Part], _ rows: [Part]) -> Double {
        var total = Total()
        for row in rows {
            for column in columns {
                add(
                    column.level, row.level, column.index, row.index, column.share * row.share,
                    to: &total)
            }
        }
        if reduction == .mean { return total.area > 0 ? total.sum / total.area : .nan }
        return total.most > -.infinity ? total.most : .nan
    }

    // MARK: Runs

    /// The slots along x that overlap a range, in as few parts as the blocks allow.
    public func columns(over range: Extent) -> [Part] {
        HeatPyramid.parts(table.x, over: range, levels: levels.count)
    }

    /// The slots along y that overlap a range.
    public func rows(over range: Extent) -> [Part] {
        HeatPyramid.parts(table.y, over: range, levels: levels[0].count)
    }

    /// One whole slot.
    public static func slot(_ index: Int) -> [Part] { [Part(level: 0, index: index, share: 1)] }

    /// The minimum fraction of a pixel that a slot must cover to count: less is a rounding error.
    private static let least = 1e-6

    private static func parts(_ slots: [Extent], over range: Extent, levels: Int) -> [Part] {
        let margin = range.length * least
        let inner = Extent(min: range.min + margin, max: range.max - margin)
        var run = HeatTable.indices(slots, over: inner)
        guard let first = run.first, let last = run.last else { return [] }
        func share(_ index: Int) -> Double {
            min(slots[index].intersection(range).length / slots[index].length, 1)
        }
        guard first < last else { return [Part(level: 0, index: first, share: share(first))] }
        var parts: [Part] = []
        if share(first) < 1 - least {
            parts.append(Part(level: 0, index: first, share: share(first)))
            run = run.lowerBound + 1..<run.upperBound
        }
        var end: Part?
        if share(last) < 1 - least {
            end = Part(level: 0, index: last, share: share(last))
            run = run.lowerBound..<run.upperBound - 1
        }
        var place = run.lowerBound
        while place < run.upperBound {
            var (level, size) = (0, 1)
            // The largest block that begins here and does not extend beyond the run.
            while level + 1 < levels, place % (4 * size) == 0, place + 4 * size <= run.upperBound {
                level += 1
                size *= 4
            }
            parts.append(Part(level: level, index: place / size, share: 1))
            place += size
        }
        if let end { parts.append(end) }
        return parts
    }
}
