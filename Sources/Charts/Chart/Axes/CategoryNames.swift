import ChartCore

/// In which direction categories follow one another along an upright axis.
public enum CategoryOrder: Hashable, Sendable {
    /// From the top down, as a list is read: category i stands at -i.
    case downwards
    /// From the bottom up: category i stands at i.
    case upwards

    /// Where a category stands.
    public func place(of index: Int) -> Double {
        self == .upwards ? Double(index) : -Double(index)
    }

    /// The category that stands at a place; it need not be one of those that there are.
    public func index(at place: Double) -> Int? {
        let number = (self == .upwards ? place : -place).rounded()
        return abs(number) < 0x1p53 ? Int(number) : nil
    }

    /// The slot of a category, half a unit to both sides.
    public func slot(of index: Int) -> Extent {
        Extent(min: place(of: index) - 0.5, max: place(of: index) + 0.5)
    }
}

/// The names of categories at the whole numbers at which they stand, without grid lines.
///
/// Of more names than there is room for every second, fifth, tenth is written.
public struct CategoryNames: AxisLabeling {
    /// What is written, in the order of the categories.
    public let names: [String]
    /// Where the categories stand.
    public let order: CategoryOrder

    /// The names of categories, upwards or to the right from 0 on unless said otherwise.
    public init(_ names: [String], order: CategoryOrder = .upwards) {
        self.names = names
        self.order = order
    }

    /// The distances that let an upright axis write every name for which there is room.
    public var spacing: TickSpacing? { TickSpacing(most: names.count + 2, least: 20) }

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard tick.value == tick.value.rounded(), let index = order.index(at: tick.value),
            names.indices.contains(index)
        else { return AxisLabel("", hasGridLine: false) }
        return AxisLabel(names[index], hasGridLine: false)
    }

    public func samples(step: AxisStep) -> [AxisLabel] { widest }

    /// The longest names, among which the widest is.
    public var widest: [AxisLabel] {
        names.sorted { $0.utf8.count > $1.utf8.count }.prefix(12).map { AxisLabel($0) }
    }

    /// There is nothing between two categories.
    public func allows(_ step: AxisStep) -> Bool { (step.length ?? 1) >= 1 }
}

extension ValueAxis {
    /// An upright axis of names, from the first to the last slot.
    ///
    /// - Parameter side: at the right of the plot, or at its left.
    public static func names(
        _ names: CategoryNames, _ side: ChartAxis.Side = .trailing
    ) -> ValueAxis {
        ValueAxis(
            side, labels: names,
            filters: [SourceFilter(alternative: .unit, expandMin: false, expandMax: false)])
    }
}
