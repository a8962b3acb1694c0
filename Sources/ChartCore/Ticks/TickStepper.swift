/// Chooses a step and keeps it: a pan never changes it, a zoom only when it must or is worth it.
///
/// The step grows as soon as its ticks would stand closer than they may, and shrinks only when the
/// ticks of the finer one would stand `slack` times as far apart as they must. Between the two the
/// same picture stays, whichever way the zoom went: it cannot flicker at a border.
public struct TickStepper<Step: TickStep>: Sendable {
    /// The step chosen last.
    public private(set) var step: Step?
    /// How much more than the necessary room a finer step needs, 1.15 for 15 %.
    public var slack: Double

    /// A stepper without a step.
    public init(slack: Double = 1.15) { self.slack = slack }

    /// Goes on from a step that was chosen elsewhere.
    public mutating func take(_ step: Step) { self.step = step }

    /// Forgets the step, as when the data or the size of the type changed.
    public mutating func reset() { step = nil }

    /// The step for a density.
    ///
    /// - Parameters:
    ///   - pointsPerUnit: How many points one unit of the scale takes.
    ///   - first: Where to begin the search the first time; any step.
    ///   - finest: No step below this one.
    ///   - room: How many points apart the ticks of a step must stand (its labels' length and a
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
