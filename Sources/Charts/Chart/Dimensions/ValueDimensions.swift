/// The value dimensions of a chart, and the parts assigned to each of them.
@MainActor
struct ValueDimensions {
    /// The dimensions, in the order in which they were added.
    private(set) var all: [ValueDimension] = []
    /// The parts assigned to a dimension other than the first.
    private var assignments: [ObjectIdentifier: Assignment] = [:]

    private struct Assignment {
        weak var part: AnyObject?
        var dimension: ValueDimension
    }

    /// The number of parts assigned to a dimension other than the first, deallocated ones included.
    var assignmentCount: Int { assignments.count }

    /// Adds a dimension after the others; returns whether it was new.
    mutating func add(_ dimension: ValueDimension) -> Bool {
        guard !contains(dimension) else { return false }
        precondition(
            self.dimension(dimension.id) == nil,
            "two dimensions of a chart share the id \(dimension.id)")
        all.append(dimension)
        return true
    }

    private func contains(_ dimension: ValueDimension) -> Bool {
        all.contains { $0 === dimension }
    }

    /// The dimension with an id; nil if there is none.
    func dimension(_ id: String) -> ValueDimension? { all.first { $0.id == id } }

    /// Assigns a part to a dimension.
    mutating func assign(_ part: AnyObject, to dimension: ValueDimension) {
        precondition(
            contains(dimension), "the dimension \(dimension.id) was not added to the chart")
        assignments = assignments.filter { $0.value.part != nil }
        assignments[ObjectIdentifier(part)] =
            dimension === all[0] ? nil : Assignment(part: part, dimension: dimension)
    }

    /// The dimension that a part is assigned to, or that a value axis shows: the first one by
    /// default.
    func dimension(of part: AnyObject) -> ValueDimension {
        if let axis = part as? ChartAxis, !axis.side.isHorizontal {
            return shown(by: axis) ?? all[0]
        }
        guard !assignments.isEmpty, let known = assignments[ObjectIdentifier(part)],
            known.part === part
        else { return all[0] }
        return known.dimension
    }

    /// Checks that a value axis shows one of the dimensions.
    func check(_ axis: ChartAxis) {
        precondition(
            axis.side.isHorizontal || shown(by: axis) != nil,
            "the scale \(axis.scale.id) of an axis is not of the chart")
    }

    private func shown(by axis: ChartAxis) -> ValueDimension? {
        all.first { $0.scale === axis.scale }
    }
}
