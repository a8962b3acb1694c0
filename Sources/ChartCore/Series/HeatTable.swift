import Geometry

/// The values of a grid: one for each pair of a slot along x and a slot along y.
///
/// Slots may have any length and gaps between them: hours of days, days of years, categories.
public struct HeatTable: Sendable {
    /// The slots along x, in the order of their places.
    public let x: [Extent]
    /// The slots along y, in the order of their places: from the bottom up.
    public let y: [Extent]
    /// The values row by row, from the lowest row up; a row has one value for each slot along x.
    ///
    /// NaN if one is missing; an infinite one counts as missing too.
    public let values: [Double]
    /// Different from that of any other table.
    public let revision: Revision

    /// A table without cells.
    public init() {
        (x, y, values, revision) = ([], [], [], .none)
    }

    /// A table of slots, with the value of each cell by the numbers of its slots.
    ///
    /// ```swift
    /// HeatTable(x: days, y: hours) { day, hour in steps[day][hour] }
    /// ```
    ///
    /// - Parameters:
    ///   - x: slots along x; each has a length above zero and does not begin before the previous one
    ///     ends.
    ///   - y: slots along y, from the bottom up, like those of x.
    ///   - value: the value of the cell at a number of `x` and a number of `y`; NaN if it is missing.
    public init(
        x: [Extent], y: [Extent], value: (_ column: Int, _ row: Int) throws -> Double
    ) rethrows {
        var values: [Double] = []
        values.reserveCapacity(x.count * y.count)
        for row in y.indices {
            for column in x.indices { values.append(try value(column, row)) }
        }
        self.init(x: x, y: y, values: values)
    }

    /// A table of slots, with the values of each slot along x: from the bottom up, one for each slot
    /// along y.
    public init(x: [Extent], y: [Extent], columns: [[Double]]) {
        precondition(
            columns.count == x.count && columns.allSatisfy { $0.count == y.count },
            "\(x.count) slots along x need as many columns, each with \(y.count) values")
        self.init(x: x, y: y) { columns[$0][$1] }
    }

    /// A table of slots, with the values of each slot along y: the first row is the lowest one, and
    /// each has one value for each slot along x.
    public init(x: [Extent], y: [Extent], rowsFromBottom rows: [[Double]]) {
        precondition(
            rows.count == y.count && rows.allSatisfy { $0.count == x.count },
            "\(y.count) slots along y need as many rows, each with \(x.count) values")
        self.init(x: x, y: y) { rows[$1][$0] }
    }

    /// A table of slots, with the values in the order of `values`.
    package init(x: [Extent], y: [Extent], values: [Double]) {
        precondition(
            values.count == x.count * y.count,
            "\(x.count) × \(y.count) cells need as many values, not \(values.count)")
        for slots in [x, y] {
            precondition(
                slots.allSatisfy(\.isProper)
                    && zip(slots, slots.dropFirst()).allSatisfy { $0.max <= $1.min },
                "slots have a length, and come one after the other")
        }
        self.x = x
        self.y = y
        self.values = values
        revision = .next()
    }

    /// Slots between neighbouring places, which ascend; one fewer than there are places.
    public static func slots(between edges: [Double]) -> [Extent] {
        zip(edges, edges.dropFirst()).map { Extent(min: $0, max: $1) }
    }

    /// Slots of length 1 around the whole numbers from 0 on, as for categories.
    public static func slots(count: Int) -> [Extent] {
        (0..<max(count, 0)).map { Extent(min: Double($0) - 0.5, max: Double($0) + 0.5) }
    }

    /// The value of a cell.
    public subscript(column: Int, row: Int) -> Double { values[row * x.count + column] }

    /// The values of a slot of x, from the bottom up.
    public func column(_ column: Int) -> [Double] { y.indices.map { self[column, $0] } }

    /// From the first to the last slot along x.
    public var domain: Extent { HeatTable.reach(x) }
    /// From the first to the last slot along y.
    public var height: Extent { HeatTable.reach(y) }

    private static func reach(_ slots: [Extent]) -> Extent {
        guard let first = slots.first, let last = slots.last else { return .nothing }
        return Extent(min: first.min, max: last.max)
    }

    /// The smallest and the largest value; nothing if all are missing.
    ///
    /// O(cells).
    public var extent: Extent {
        var extent = Extent.nothing
        for value in values where value.isFinite { extent.include(value) }
        return extent
    }

    /// The slots along x that overlap a range.
    ///
    /// O(log slots).
    public func columns(over range: Extent) -> Range<Int> { HeatTable.indices(x, over: range) }

    /// The slots along y that overlap a range.
    ///
    /// O(log slots).
    public func rows(over range: Extent) -> Range<Int> { HeatTable.indices(y, over: range) }

    static func indices(_ slots: [Extent], over range: Extent) -> Range<Int> {
        let lower = slots.indices.partitioningIndex { slots[$0].max > range.min }
        let upper = slots.indices.partitioningIndex { slots[$0].min >= range.max }
        return lower..<max(lower, upper)
    }

    /// The cell that contains a place; nil outside all slots.
    ///
    /// O(log slots).
    public func cell(x place: Double, y height: Double) -> (column: Int, row: Int)? {
        func slot(_ slots: [Extent], _ place: Double) -> Int? {
            let index = slots.indices.partitioningIndex { slots[$0].max > place }
            return index < slots.count && slots[index].min <= place ? index : nil
        }
        guard let column = slot(x, place), let row = slot(y, height) else { return nil }
        return (column, row)
    }

    /// Whether a slot along x has any value.
    public func hasValue(in column: Int) -> Bool {
        y.indices.contains { self[column, $0].isFinite }
    }
}

/// How cells that are smaller than a device pixel are combined into one.
public enum HeatReduction: Hashable, Sendable {
    /// Their mean, each cell weighted by the part of the pixel that it covers; missing ones do not
    /// count.
    case mean
    /// The largest value of all cells that the pixel touches: no peak disappears.
    case maximum
}
