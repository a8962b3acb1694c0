/// The labeling of an axis, in the variant that suits what is visible.
@MainActor
struct LabelWriting {
    /// The labeling that was set.
    var labeling: any AxisLabeling {
        didSet { current = labeling.variant(variant) }
    }
    /// The labeling in the variant `variant`.
    private(set) var current: any AxisLabeling
    /// The number of the variant.
    private(set) var variant = 0

    init(_ labeling: any AxisLabeling) {
        self.labeling = labeling
        current = labeling.variant(0)
    }

    /// Takes the variant for a range of a length; returns whether it changed.
    ///
    /// - Parameter isFirst: whether nothing was written so far; otherwise the variant for longer
    ///   ranges is taken only if they are somewhat longer than necessary.
    mutating func update(over length: Double, isFirst: Bool) -> Bool {
        let exact = labeling.variant(over: length)
        guard exact != variant, isFirst || labeling.variant(over: length / 1.04) != variant
        else { return false }
        variant = exact
        current = labeling.variant(exact)
        return true
    }
}
