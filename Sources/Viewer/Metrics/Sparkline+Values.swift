import ChartCore

extension Sparkline {
    /// Values as parts 0…1 of the span that they cover; the middle where they are all one.
    ///
    /// - Parameter floor: a value that the span holds in any case; nil for none.
    static func normalized(_ values: [Double], from floor: Double? = nil) -> [Double] {
        var extent = Extent.nothing
        for value in values where value.isFinite { extent.include(value) }
        if let floor { extent.include(floor) }
        guard extent.length > 0 else { return values.map { $0.isFinite ? 0.5 : .nan } }
        return values.map { ($0 - extent.min) / extent.length }
    }
}
