/// Columns of equal width beside one another, numbered from an origin: the pixels of a chart.
///
/// Column k covers the instants from origin + k · width up to, and without, origin + (k + 1) ·
/// width. As long as origin and width stay, an instant lies in the same column wherever a chart is
/// panned to.
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

    /// The column that an instant lies in; of numbers beyond 2^62, the last one.
    public func column(containing position: Double) -> Int {
        let place = ((position - origin) / width).rounded(.down)
        guard abs(place) < 0x1p62 else { return place < 0 ? -(1 << 62) : 1 << 62 }
        var column = Int(place)
        // The division may have rounded over a border.
        if abs(place) < 0x1p53 {
            if left(of: column) > position { column -= 1 }
            if left(of: column + 1) <= position { column += 1 }
        }
        return column
    }
}

/// What a line covers of a column.
public struct ColumnSpan: Hashable, Sendable {
    /// The lowest point of the line in the column; NaN where there is nothing.
    public var low: Double
    /// The highest; NaN where there is nothing.
    public var high: Double
    /// The value at which the line enters the column, or the first one where it begins inside.
    public var first: Double
    /// The value at which the line leaves the column, or the last one where it ends inside.
    public var last: Double

    /// A span put together.
    public init(low: Double, high: Double, first: Double, last: Double) {
        self.low = low
        self.high = high
        self.first = first
        self.last = last
    }

    /// What a line covers of a column, out of the samples in it and where it passes its borders.
    ///
    /// - Parameters:
    ///   - samples: the smallest and the largest value in the column.
    ///   - first: the first value in the column, NaN where there is none; `last` alike.
    ///   - entry: the value at which the line passes the left border, NaN where none does; `exit` alike
    ///     at the right one.
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

    /// A column of which a line covers nothing.
    public static let nothing = ColumnSpan(low: .nan, high: .nan, first: .nan, last: .nan)

    /// Whether nothing is covered.
    public var isEmpty: Bool { low.isNaN }
}
