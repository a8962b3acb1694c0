/// The ticks of one axis while it moves.
///
/// Keeps the step by the rule of `TickStepper`, and makes ticks beyond the visible range, so that a
/// pan needs no work until the view leaves the range they were made for.
public struct AxisTicker: Sendable {
    /// How far beyond the view ticks are made on each side, in lengths of the view.
    public var margin: Double
    /// The round steps of a linear axis.
    public var ladder: ValueLadder {
        didSet { if ladder != oldValue { restart() } }
    }
    /// The unit in which the values of a linear axis are shown, and in which its steps are round.
    public var unit: ShownUnit {
        didSet { if unit != oldValue { restart() } }
    }
    /// The finest step of a linear decimal axis; the step of 1 if values are whole numbers.
    public var finest: DecimalStep?
    /// The step to which the range was rounded, so that there are ticks at both ends.
    ///
    /// Used as long as there is room for it; linear and logarithmic axes only.
    public var preferred: AxisStep?
    /// A fixed interval instead of a step chosen by room; linear axes only.
    public var fixed: IntervalTicks?
    /// The ticks made last, in order, over `coverage`.
    public private(set) var ticks: [Tick] = []
    /// The minor ticks made last, without the major ones.
    public private(set) var minorTicks: [Double] = []
    /// The step of the ticks; nil before the first update.
    public private(set) var step: AxisStep?
    /// The range that `ticks` are for.
    public private(set) var coverage = Extent.nothing
    /// Changes whenever ticks are made again.
    public private(set) var revision = Revision.none

    private var kind: ScaleKind?
    private var decimal = TickStepper<DecimalStep>()
    private var duration = TickStepper<DurationStep>()
    private var compound = TickStepper<CompoundStep>()
    private var calendar = TickStepper<CalendarStep>()
    private var logarithmic = TickStepper<LogarithmicStep>()

    /// A ticker that has not made any ticks yet.
    public init(
        margin: Double = 1, ladder: ValueLadder = .decimal, unit: ShownUnit = .same,
        finest: DecimalStep? = nil, fixed: IntervalTicks? = nil
    ) {
        self.margin = margin
        self.ladder = ladder
        self.unit = unit
        self.finest = finest
        self.fixed = fixed
    }

    /// Forgets the step, as when the text size changed.
    public mutating func reset() {
        decimal.reset()
        duration.reset()
        compound.reset()
        calendar.reset()
        logarithmic.reset()
        step = nil
    }

    /// Forgets the step and the preferred step: other values are round.
    private mutating func restart() {
        preferred = nil
        reset()
    }

    /// From now on lets the available room alone choose the step, without a preference, starting
    /// with the present step.
    public mutating func release() {
        preferred = nil
        switch step {
        case .decimal(let step): decimal.take(step)
        case .duration(let step): duration.take(step)
        case .compound(let step): compound.take(step)
        case .calendar(let step): calendar.take(step)
        case .logarithmic(let step): logarithmic.take(step)
        case .category, .fixed, nil: break
        }
    }

    /// Brings the ticks up to date with a view.
    ///
    /// - Parameters:
    ///   - mapping: The kind and the visible range of the scale.
    ///   - length: The length of the axis in points.
    ///   - room: The minimum distance of a step's ticks in points: the labels' length and a gap.
    /// - Returns: Whether ticks were made again.
    @discardableResult
    public mutating func update(
        _ mapping: ScaleMapping, length: Double, room: (AxisStep) -> Double
    ) -> Bool {
        let range = mapping.range
        guard range.isProper, length > 0 else { return clear() }
        if mapping.kind != kind {
            kind = mapping.kind
            reset()
        }
        let chosen = choose(mapping, pointsPerUnit: length / range.length, room: room)
        // A zoom out must not leave far more ticks than the view can use.
        let roomy = coverage.length <= range.length * (1 + 2 * margin) * 4
        if chosen == step, coverage.contains(range), roomy { return false }
        step = chosen
        make(chosen, over: range.expanded(by: range.length * margin), kind: mapping.kind)
        return true
    }

    /// The ticks of a closed range.
    public func ticks(in range: Extent) -> [Tick] {
        ticks.filter { range.contains($0.value) }
    }

    private mutating func clear() -> Bool {
        let had = !ticks.isEmpty || !minorTicks.isEmpty
        ticks = []
        minorTicks = []
        coverage = .nothing
        if had { revision = .next() }
        return had
    }

    private mutating func choose(
        _ mapping: ScaleMapping, pointsPerUnit: Double, room: (AxisStep) -> Double
    ) -> AxisStep {
        switch mapping.kind {
        case .category: return .category
        case .linear:
            let pointsPerUnit = pointsPerUnit * unit.size
            let quarter = mapping.range.length / unit.size / 4
            if let fixed { return .fixed(fixed) }
            if let preferred, preferred.isOfValues, let length = preferred.length,
                length * pointsPerUnit >= room(preferred) * (1 - 1e-9)
            {
                return preferred
            }
            switch ladder {
            case .decimal:
                let first = DecimalStep(atLeast: quarter)
                return .decimal(
                    decimal.update(pointsPerUnit: pointsPerUnit, first: first, finest: finest) {
                        room(.decimal($0))
                    })
            case .duration:
                let first = DurationStep(atLeast: quarter)
                return .duration(
                    duration.update(pointsPerUnit: pointsPerUnit, first: first) {
                        room(.duration($0))
                    })
            case .compound(let parts):
                let first = CompoundStep(parts: parts, atLeast: quarter)
                return .compound(
                    compound.update(pointsPerUnit: pointsPerUnit, first: first) {
                        room(.compound($0))
                    })
            }
        case .time:
            return .calendar(
                calendar.update(
                    pointsPerUnit: pointsPerUnit, first: .finestStep
                ) { room(.calendar($0)) })
        case .logarithmic, .symmetricLogarithmic:
            if case .logarithmic(let step) = preferred, step.belongs(to: mapping.kind) {
                // Over a part of a decade ticks need not be as close as they are elsewhere.
                let wanted = AxisStep.logarithmic(step)
                let least = room(wanted) / wanted.unevenness * (1 - 1e-9)
                let places = step.ticks(over: mapping.range, in: unit).map(\.value)
                if zip(places, places.dropFirst()).allSatisfy({
                    ($1 - $0) * pointsPerUnit >= least
                }) {
                    return wanted
                }
            }
            let first = LogarithmicStep(linearTo: mapping.kind.transform.linearTo)
            return .logarithmic(
                logarithmic.update(pointsPerUnit: pointsPerUnit, first: first) {
                    room(.logarithmic($0))
                })
        }
    }

    private mutating func make(_ step: AxisStep, over range: Extent, kind: ScaleKind) {
        coverage = range
        revision = .next()
        switch (step, kind) {
        case (.decimal(let fine), _):
            ticks = step.ticks(over: range, in: unit)
            minorTicks = minor(of: fine, over: range, finest: finest)
        case (.duration(let fine), _):
            ticks = step.ticks(over: range, in: unit)
            minorTicks = minor(of: fine, over: range, finest: nil)
        case (.compound(let fine), _):
            ticks = step.ticks(over: range, in: unit)
            minorTicks = minor(of: fine, over: range, finest: nil)
        case (.logarithmic(let coarse), _):
            ticks = step.ticks(over: range, in: unit)
            let major = Set(ticks.map(\.shown))
            minorTicks =
                coarse.minor.map { minor in
                    minor.ticks(over: range, in: unit).filter { !major.contains($0.shown) }
                        .map(\.value)
                } ?? []
        case (.fixed, _):
            ticks = step.ticks(over: range, in: unit)
            minorTicks = []
        case (.calendar(let step), .time(let calendar)):
            ticks = step.ticks(over: range, in: calendar)
            let major = Set(ticks.map(\.value))
            minorTicks =
                step.minor.map { minor in
                    minor.ticks(over: range, in: calendar).map(\.value).filter {
                        !major.contains($0)
                    }
                } ?? []
        case (.category, .category(let count)):
            let low = max(0, range.min.rounded(.up))
            let high = min(Double(count - 1), range.max.rounded(.down))
            ticks =
                low <= high
                ? (Int(low)...Int(high)).map { Tick(value: Double($0), ordinal: $0) } : []
            minorTicks = []
        default:
            ticks = []
            minorTicks = []
        }
    }

    private func minor<Step: ValueStep>(
        of step: Step, over range: Extent, finest: Step?
    ) -> [Double] {
        guard let fine = step.minor, finest.map({ fine >= $0 }) ?? true else { return [] }
        let ratio = Int((step.length / fine.length).rounded())
        return fine.ticks(over: range, in: unit).filter { $0.ordinal % ratio != 0 }.map(\.value)
    }
}
