/// What an axis writes, in the way that suits what is visible.
@MainActor
struct LabelWriting {
    /// What it was told to write.
    var labeling: any AxisLabeling {
        didSet { current = labeling.variant(variant) }
    }
    /// The labeling in the way of `variant`.
    private(set) var current: any AxisLabeling
    /// The number of the way.
    private(set) var variant = 0

    init(_ labeling: any AxisLabeling) {
        self.labeling = labeling
        current = labeling.variant(0)
    }

    /// Takes the way for a range of a length; whether it is another one.
    ///
    /// - Parameter isFirst: whether nothing was written so far: else the way for longer ranges comes only
    ///   where they are somewhat longer than they have to be.
    mutating func update(over length: Double, isFirst: Bool) -> Bool {
        let exact = labeling.variant(over: length)
        guard exact != variant, isFirst || labeling.variant(over: length / 1.04) != variant
        else { return false }
        variant = exact
        current = labeling.variant(exact)
        return true
    }
}
