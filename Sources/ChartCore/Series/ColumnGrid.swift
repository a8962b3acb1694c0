/// Adjacent columns of equal width, numbered from an origin: the pixels of a chart.
///
/// Column k covers the instants from origin + k · width up to, but not including, origin + (k + 1)
/// · width. As long as origin and width do not change, an instant is in the same column however the
/// chart is panned.
public struct ColumnGrid: Hashable, Sendable {
    /// Where column 0 begins.
    public var origin: Double
    /// The width of a column.
    public var width: Double

    /// Columns of a width above zero.
    public init(origin: Double, width: Double) {
        precondition(
            width > 0 && width.isFinite && origin.isFinite,
            "columns need a finite origin and a width above zero")
        self.origin = origin
        self.width = width
    }

    /// Where a column begins.
    public func left(of column: Int) -> Double { origin + Double(column) * width }

    /// The column that contains an instant; for numbers beyond 2^62, the last one.
    public func column(containing position: Double) -> Int {
        let place = ((position - origin) / width).rounded(.down)
        guard abs(place) < 0x1p62 else { return place < 0 ? -(1 << 62) : 1 << 62 }
        var column = Int(place)
        // The division may have been rounded across a border.
        if abs(place) < 0x1p53 {
            if left(of: column) > position { column -= 1 }
            if left(of: column + 1) <= position { column += 1 }
        }
        return column
    }
}

/// The part of a column that a line covers.
public struct ColumnSpan: Hashable, Sendable {
    /// The lowest point of the line in the column; NaN if there is nothing.
    public var low: Double
    /// The highest point; NaN if there is nothing.
    public var high: Double
    /// The value at which the line enters the column, or the first one if it begins inside.
    public var first: Double
    /// The value at which the line leaves the column, or the last one if it ends inside.
    public var last: Double

    /// Creates a span.
    public init(low: Double, high: Double, first: Double, last: Double) {
        self.low = low
        self.high = high
        self.first = first
        self.last = last
    }

    /// The part of a column that a line covers, from the samples in it and the values at which the
    /// line crosses its borders.
    ///
    /// - Parameters:
    ///   - samples: the smallest and the largest value in the column.
    ///   - first: the first value in the column, NaN if there is none; `last` likewise.
    ///   - entry: the value at which the line crosses the left border, NaN if it does not; `exit`
    ///     likewise at the right border.
    @inline(__always)
    init(samples: Extent, first: Double, last: Double, entry: Double, exit: Double) {
        var extent = samples
        (self.first, self.last) = (first, last)
        if !entry.isNaN {
            extent.include(entry)
            self.first = entry
        }
        if !exit.isNaN {
            extent.include(exit)
            self.last = exit
        }
        (low, high) = extent.isEmpty ? (.nan, .nan) : (extent.min, extent.max)
        // A line that enters and ends before the next sample has one value.
        if self.first.isNaN { self.first = self.last }
        if self.last.isNaN { self.last = self.first }
    }

    /// A column without any part of a line.
    public static let nothing = ColumnSpan(low: .nan, high: .nan, first: .nan, last: .nan)

    /// Whether nothing is covered.
    public var isEmpty: Bool { low.isNaN }
}
