/// Named values side by side, with no time: the bars of a survey, the slices of a pie.
///
/// The position of a category on its axis is its index. NaN is a missing value.
public struct CategorySeries: Sendable {
    /// The names, in order.
    public private(set) var names: [String] = []
    /// The values, in the order of the names.
    public private(set) var values: [Double] = []
    /// Changes with every change of the content.
    public private(set) var revision = Revision.none

    /// A series without categories.
    public init() {}

    /// A series of names with values.
    public init(_ pairs: [(name: String, value: Double)]) {
        names = pairs.map(\.name)
        values = pairs.map(\.value)
        revision = .next()
    }

    /// The categories from the largest value down; those of one value keep their order.
    ///
    /// A category without a value (NaN) is last.
    public func sorted() -> CategorySeries {
        func key(_ value: Double) -> Double { value.isNaN ? -.infinity : value }
        let order = values.indices.sorted {
            (key(values[$1]), $0) < (key(values[$0]), $1)
        }
        return CategorySeries(order.map { (names[$0], values[$0]) })
    }

    /// How many categories there are.
    public var count: Int { values.count }

    /// Adds a category at the end.
    public mutating func append(name: String, value: Double) {
        names.append(name)
        values.append(value)
        revision = .next()
    }

    /// Changes the value of a category.
    public mutating func set(_ value: Double, at index: Int) {
        precondition(values.indices.contains(index), "category \(index) of \(count)")
        values[index] = value
        revision = .next()
    }

    /// Removes all categories.
    public mutating func removeAll() {
        names.removeAll()
        values.removeAll()
        revision = .next()
    }

    /// The positions of the first and the last category; `Extent.nothing` if there are none.
    public var indexExtent: Extent {
        count == 0 ? .nothing : Extent(min: 0, max: Double(count - 1))
    }

    /// The smallest and the largest value; `Extent.nothing` if there are none.
    public var valueExtent: Extent {
        var result = Extent.nothing
        for value in values { result.include(value) }
        return result
    }

    /// The indices of all categories that have the largest value, including ties.
    public var indicesOfMaximum: [Int] {
        let largest = valueExtent.max
        return values.indices.filter { values[$0] == largest }
    }
}
