import ChartInteraction

/// The order in which annotations are prepared: each after its dependencies.
@MainActor
final class PreparationOrder {
    /// Nil if it has to be computed again.
    private var known: [any Annotation]?

    /// Makes the annotations report their dependencies again.
    func forget() { known = nil }

    /// Annotations in that order.
    func order(of annotations: [any Annotation]) -> [any Annotation] {
        if let known { return known }
        let order = DependencyOrder.order(
            annotations, identity: { ObjectIdentifier($0) }, dependencies: { $0.dependencies })
        known = order
        return order
    }
}
