import ChartInteraction

/// The order in which annotations are prepared: each after those that it depends on.
@MainActor
final class PreparationOrder {
    /// Nil where it has to be found anew.
    private var known: [any Annotation]?

    /// Lets the annotations be asked anew what they depend on.
    func forget() { known = nil }

    /// Annotations in their order.
    func order(of annotations: [any Annotation]) -> [any Annotation] {
        if let known { return known }
        let order = DependencyOrder.order(
            annotations, identity: { ObjectIdentifier($0) }, dependencies: { $0.dependencies })
        known = order
        return order
    }
}
