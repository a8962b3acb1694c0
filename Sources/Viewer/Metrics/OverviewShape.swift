import ChartCore

/// The small picture of the whole record: one value, or one low and high, for each column.
struct OverviewShape: Equatable {
    enum Kind: Equatable {
        case bars
        case line
        case ranges
    }

    var kind: Kind
    /// 0…1 per column, NaN where nothing is; the higher end for ranges.
    var high: [Double]
    /// The lower ends, for ranges alone.
    var low: [Double] = []
    /// Over how many columns without a value a line goes on.
    var bridged = 0

    /// Cuts a domain into columns and asks for what each has.
    ///
    /// - Parameters:
    ///   - longestGap: the longest time over which a line goes on.
    ///   - value: what a half-open column shows: from its lower to its higher end, or `nothing`.
    ///     Lines and bars go to the higher one.
    static func columns(
        _ kind: Kind, over domain: Extent, count: Int, longestGap: Double = 0,
        value: (Extent) -> Extent
    ) -> OverviewShape {
        guard domain.isProper, count > 0 else { return OverviewShape(kind: kind, high: []) }
        let width = domain.length / Double(count)
        let values = (0..<count).map { column in
            let start = domain.min + Double(column) * width
            return value(
                Extent(min: start, max: column == count - 1 ? domain.max : start + width))
        }
        var extent = kind == .bars ? Extent(min: 0, max: 0) : .nothing
        for value in values where !value.isEmpty { extent = extent.union(value) }
        guard !extent.isEmpty else { return OverviewShape(kind: kind, high: []) }
        func place(_ value: Extent, _ end: Double) -> Double {
            if value.isEmpty { return .nan }
            return extent.length > 0 ? (end - extent.min) / extent.length : 0.5
        }
        return OverviewShape(
            kind: kind, high: values.map { place($0, $0.max) },
            low: kind == .ranges ? values.map { place($0, $0.min) } : [],
            // Two readings have no more empty columns between them than fit into their distance.
            bridged: Int(min((longestGap / width).rounded(.down), Double(count))))
    }
}
