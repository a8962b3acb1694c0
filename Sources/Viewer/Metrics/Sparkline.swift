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
