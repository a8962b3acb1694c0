import Geometry

/// Values of grid lines or ticks, prepared for drawing; places on scales that are not linear.
@MainActor
public final class RuleBuffer: SceneContent {
    /// The values.
    public private(set) var values: [Double] = []
    /// The opacity of each line, from 0 to 1.
    public private(set) var opacities: [Double] = []
    /// Whether all lines are fully opaque.
    package private(set) var isOpaque = true
    package let store = ElementStore<RuleVertex>()
    package private(set) var origin = 0.0

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// A buffer of values, none by default.
    public init(_ values: [Double] = []) { if !values.isEmpty { replace(values) } }

    /// Replaces the values; those that are not finite are omitted.
    ///
    /// The same values again cost nothing, and other opacities cost only the changes.
    ///
    /// - Parameter opacities: as many as values; nil if all lines are opaque.
    public func replace(_ new: [Double], opacities: [Double]? = nil) {
        let opacities = opacities ?? [Double](repeating: 1, count: new.count)
        precondition(opacities.count == new.count, "every line has an opacity")
        let finite = new.filter(\.isFinite)
        let shown = zip(new, opacities).filter { $0.0.isFinite }.map(\.1)
        if finite == values {
            for (index, opacity) in shown.enumerated() where opacity != self.opacities[index] {
                store.change(index..<index + 1) { $0.opacity = Float(opacity) }
            }
            self.opacities = shown
            isOpaque = shown.allSatisfy { $0 >= 1 }
            return
        }
        values = finite
        self.opacities = shown
        isOpaque = shown.allSatisfy { $0 >= 1 }
        origin = finite.first ?? 0
        store.replace(
            zip(finite, shown).map { value, opacity in
                let (high, low) = split(value - origin)
                return RuleVertex(high: high, low: low, opacity: Float(opacity))
            })
    }
}

/// A value: see `Rule/rule.vert`.
package struct RuleVertex: BitwiseCopyable {
    package var high: Float
    package var low: Float
    package var opacity: Float
}
