/// Chooses a step and keeps it: a pan never changes it, and a zoom only if it must or if the gain
/// is large enough.
///
/// The step grows as soon as its ticks would be closer than allowed, and shrinks only if the ticks
/// of the finer step would be `slack` times as far apart as required. In between, the picture stays
/// the same in both directions of the zoom: it cannot flicker at a border.
public struct TickStepper<Step: TickStep>: Sendable {
    /// The step chosen last.
    public private(set) var step: Step?
    /// How much more room than necessary a finer step needs, 1.15 for 15 %.
    public var slack: Double

    /// A stepper without a step.
    public init(slack: Double = 1.15) { self.slack = slack }

    /// Continues from a step that was chosen elsewhere.
    public mutating func take(_ step: Step) { self.step = step }

    /// Forgets the step, as when the data or the text size changed.
    public mutating func reset() { step = nil }

    /// The step for a density.
    ///
    /// - Parameters:
    ///   - pointsPerUnit: The number of points for one unit of the scale.
    ///   - first: Where the first search begins; any step.
    ///   - finest: The smallest step allowed.
    ///   - room: The minimum distance of a step's ticks in points (the length of its labels and a
    ///     gap).
    public mutating func update(
        pointsPerUnit: Double, first: Step, finest: Step? = nil, room: (Step) -> Double
    ) -> Step {
        func fits(_ step: Step, _ slack: Double) -> Bool {
            step.length * pointsPerUnit >= room(step) * slack
        }
        var chosen = step ?? first
        let slack = step == nil ? 1 : slack
        if let finest, chosen.length < finest.length { chosen = finest }
        if fits(chosen, 1) {
            while let finer = chosen.finer, finest.map({ finer.length >= $0.length }) ?? true,
                fits(finer, slack)
            {
                chosen = finer
            }
        } else {
            while !fits(chosen, 1), let coarser = chosen.coarser { chosen = coarser }
        }
        step = chosen
        return chosen
    }
}
