import ChartCore

/// The direction in which categories follow one another along a vertical axis.
public enum CategoryOrder: Hashable, Sendable {
    /// From the top down, as a list is read: category i is at -i.
    case downwards
    /// From the bottom up: category i is at i.
    case upwards

    /// The position of a category.
    public func place(of index: Int) -> Double {
        self == .upwards ? Double(index) : -Double(index)
    }

    /// The category at a position; it need not exist.
    public func index(at place: Double) -> Int? {
        let number = (self == .upwards ? place : -place).rounded()
        return abs(number) < 0x1p53 ? Int(number) : nil
    }

    /// The slot of a category, half a unit to either side.
    public func slot(of index: Int) -> Extent {
        Extent(min: place(of: index) - 0.5, max: place(of: index) + 0.5)
    }
}

/// The names of categories at the whole numbers of their positions, without grid lines.
///
/// If there is no room for all names, every second, fifth or tenth is written.
public struct CategoryNames: AxisLabeling {
    /// The names, in the order of the categories.
    public let names: [String]
    /// The direction of the categories.
    public let order: CategoryOrder

    /// The names of categories, by default upwards or to the right from 0 on.
    public init(_ names: [String], order: CategoryOrder = .upwards) {
        self.names = names
        self.order = order
    }

    /// The distances that let a vertical axis write every name that there is room for.
    public var spacing: TickSpacing? { TickSpacing(most: names.count + 2, least: 20) }

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard tick.value == tick.value.rounded(), let index = order.index(at: tick.value),
            names.indices.contains(index)
        else { return AxisLabel("", hasGridLine: false) }
        return AxisLabel(names[index], hasGridLine: false)
    }

    public func samples(step: AxisStep) -> [AxisLabel] { widest }

    /// The longest names; the widest is among them.
    public var widest: [AxisLabel] {
        names.sorted { $0.utf8.count > $1.utf8.count }.prefix(12).map { AxisLabel($0) }
    }

    /// There is nothing between two categories.
    public func allows(_ step: AxisStep) -> Bool { (step.length ?? 1) >= 1 }
}

extension ValueAxis {
    /// A vertical axis of names, from the first to the last slot.
    ///
    /// - Parameter side: right or left of the plot.
    public static func names(
        _ names: CategoryNames, _ side: ChartAxis.Side = .trailing
    ) -> ValueAxis {
        ValueAxis(
            side, labels: names,
            filters: [SourceFilter(alternative: .unit, expandMin: false, expandMax: false)])
    }
}
