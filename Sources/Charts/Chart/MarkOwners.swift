/// The charts that marks are in: each is in one, so styling it in one chart changes no other.
@MainActor
struct MarkOwners {
    private struct Owner {
        weak var mark: AnyObject?
        weak var chart: Chart?
    }

    /// Those of the process, because charts of different figures know nothing of each other.
    private static var all = MarkOwners()

    private var owners: [ObjectIdentifier: Owner] = [:]
    /// The number of entries above which those of lost marks are removed.
    private var roomForEntries = 64

    /// Notes that marks are in a chart; a mark that another chart still has is a mistake of the
    /// program.
    static func claim(_ marks: [any Mark], for chart: Chart) {
        all.claim(marks, for: chart)
    }

    private mutating func claim(_ marks: [any Mark], for chart: Chart) {
        for mark in marks {
            let id = ObjectIdentifier(mark)
            if let owner = owners[id], owner.mark === mark, let other = owner.chart {
                if other === chart { continue }
                precondition(
                    !other.marks.contains { $0 === mark },
                    "the mark “\(mark.id)” is in two charts: give each chart a mark of its own, "
                        + "which can show the same samples")
            }
            owners[id] = Owner(mark: mark, chart: chart)
        }
        guard owners.count > roomForEntries else { return }
        owners = owners.filter { $0.value.mark != nil && $0.value.chart != nil }
        roomForEntries = max(64, 2 * owners.count)
    }
}
