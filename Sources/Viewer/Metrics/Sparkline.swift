import ChartCore

/// A small picture of a metric's latest values.
struct Sparkline: Equatable {
    enum Shape: Equatable {
        /// 0…1 from the bottom; the last bar is emphasised.
        case bars([Double])
        /// Broken where a value is NaN.
        case line([Double])
        /// Low and high, 0…1.
        case ranges([ClosedRange<Double>])
    }

    var shape: Shape
    /// The bars or ranges that are emphasised; nil for the last one.
    var strong: Set<Int>?

    /// Whether one of `count` is emphasised.
    func isStrong(_ index: Int, of count: Int) -> Bool {
        strong?.contains(index) ?? (index == count - 1)
    }
}

extension Sparkline {
    /// Values with those between two that are near each other: a line goes on over a few missing ones.
    ///
    /// - Parameter gap: the most missing values in a row.
    static func joined(_ values: [Double], over gap: Int) -> [Double] {
        var result = values
        var last: Int?
        for index in values.indices where values[index].isFinite {
            if let last, index - last > 1, index - last <= gap + 1 {
                for between in last + 1..<index {
                    let part = Double(between - last) / Double(index - last)
                    result[between] = values[last] + part * (values[index] - values[last])
                }
            }
            last = index
        }
        return result
    }

    /// Values scaled to 0…1 over their span; the middle if all are equal.
    ///
    /// - Parameter floor: a value that the span includes in any case; nil for none.
    static func normalized(_ values: [Double], from floor: Double? = nil) -> [Double] {
        var extent = Extent.nothing
        for value in values where value.isFinite { extent.include(value) }
        if let floor { extent.include(floor) }
        guard extent.length > 0 else { return values.map { $0.isFinite ? 0.5 : .nan } }
        return values.map { ($0 - extent.min) / extent.length }
    }
}
