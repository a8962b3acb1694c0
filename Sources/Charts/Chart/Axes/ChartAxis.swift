// One axis: ticks, labels, grid lines.
//
// All positions are in data, and ticks are made for more than is visible: a pan makes, shapes and
// sends nothing until it leaves the range that ticks were made for. Which labels have room depends
// on the zoom alone, and a label that was left out comes back only when there is a little more room
// than it needs. `LabelFades` fades from the previous labels to the present ones; at the ends of a
// horizontal axis, where a label must not reach out of the chart, the GPU fades it by its position.
//
// Labels of two looks (times, and the day at its beginning) keep the same distance as those of one:
// a step has to leave room for both, the stronger one in its short form if needed. Where the
// calendar is uneven the weaker one is left out (`LabelRow`). While the values of a vertical axis
// glide to another range, its ticks are already those of the target; as long as they would be too
// close, only some of them are drawn (`LabelColumn`).
//
// The axis chooses ticks and keeps them as long as they are valid. `LabelMeasures` has the room
// that labels take, `AxisLayout` and `AxisEnds` their positions, `ShownLabels` what is visible of
// them, and `AxisRules` what is visible of the lines.

import ChartCore
import ChartScene
import Geometry
import Text

/// One axis of a chart: the ticks of a scale, their labels and grid lines.
@MainActor
public final class ChartAxis {
    /// The scale that it shows.
    public let scale: Scale
    /// The side of the plot that the axis and its labels are on.
    public let side: Side
    /// Its position in the plot: at a value of the dimension across it, or at a fraction of the
    /// plot.
    ///
    /// Nil, the default, for an axis outside the plot. For an x axis the dimension is the chart's
    /// first one, unless the axis was assigned to another (`Chart.assign`).
    public var placement: AxisPlacement?
    /// Its line and tick marks; none by default.
    public var lines = AxisLines()
    /// Whether grid lines are drawn at its ticks: by default only for a chart's first two axes.
    public var hasGrid = true {
        didSet { if hasGrid != oldValue { look = .next() } }
    }
    /// Whether its labels are written; without them it takes no room, and its grid lines stay.
    var hasLabels = true {
        didSet {
            guard hasLabels != oldValue else { return }
            generation += 1
            gutter = Self.emptyGutter
        }
    }
    /// The colour of its labels, such as that of the only series that it belongs to; nil for the
    /// chart's own.
    public var labelColor: Color? {
        didSet { if labelColor != oldValue { generation += 1 } }
    }
    /// How its ticks are chosen.
    public var ticks = AxisTicks.automatic {
        didSet { if ticks != oldValue { forgetSteps() } }
    }
    /// The values at which other axes cross it in the plot: their lines would cross out the labels
    /// there.
    var crossings: [Double] = [] {
        didSet { if crossings != oldValue { generation += 1 } }
    }
    /// The distance from the plot's edge to its beginning, in points: the room of the axes nearer
    /// to the plot.
    var offset = 0.0
    /// The room it takes outside the plot, which shrinks reluctantly.
    var gutter = ChartAxis.emptyGutter
    /// No room yet, for an axis or a whole side.
    nonisolated static let emptyGutter = Gutter(quantum: 1, slack: 16)
    /// Writes the labels at ticks; another one rebuilds all labels, which then fade in.
    public var labeling: any AxisLabeling {
        get { writing.labeling }
        set {
            writing.labeling = newValue
            generation += 1
        }
    }
    /// The ticks that were made last, with their step.
    public private(set) var ticker: AxisTicker
    /// The least distance between labels, in points.
    public var labelGap = 10.0 {
        didSet { if labelGap != oldValue { generation += 1 } }
    }
    /// The distance of ticks on a value axis.
    public var spacing = TickSpacing()
    /// The round steps of a value axis.
    public var ladder: ValueLadder {
        get { ticker.ladder }
        set {
            guard newValue != ticker.ladder else { return }
            ticker.ladder = newValue
            forgetSteps()
        }
    }
    /// The unit in which the values of a value axis are shown: ticks are round in it.
    public var unit: ShownUnit {
        get { ticker.unit }
        set {
            guard newValue != ticker.unit else { return }
            ticker.unit = newValue
            forgetSteps()
        }
    }
    /// The finest step of a value axis on the decimal ladder.
    public var finest: DecimalStep? {
        get { ticker.finest }
        set { ticker.finest = newValue }
    }
    /// Increase it when the labeling writes other texts for the same ticks.
    public var generation = 0 {
        didSet { measures.forget() }
    }
    /// Changes whenever grid lines would look different at the same position in the data; ticks
    /// added further along the axis do not change it.
    public private(set) var look = Revision.next()
    /// The width of the widest label within the range that ticks were made for, in points.
    public var widestLabel: Double { measures.widest }
    /// The positions of its grid lines and tick marks.
    let rules = AxisRules()
    /// The visible labels.
    let labels = ShownLabels()
    /// How labels fade at its ends.
    private(set) var ends: AxisEnds
    private(set) var measures = LabelMeasures()
    private var row = LabelRow()
    private var column = LabelColumn()
    private var transitions = LabelTransitions<TickTarget>()
    /// The step by which the last announced range was rounded.
    private(set) var rangeStep: AxisStep?
    /// The labels of all ticks that were made.
    private var made: [TickLabel] = []
    private var state: State?
    private var density = 0.0
    private var writing: LabelWriting
    /// The time of the last frame in which something was updated.
    private var lastTime = 0.0

    /// The announced target of the axis.
    private struct TickTarget: Equatable {
        var range: Extent
        var step: AxisStep?
    }

    /// The conditions that the labels were made for.
    private struct State: Equatable {
        var ticks: Revision
        var look: Look
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// The conditions under which ticks look alike wherever they are.
    private struct Look: Equatable {
        var step: AxisStep
        var kind: ScaleKind
        var style: ChartStyle
        var generation: Int
        var variant: Int
    }

    /// An axis of a scale.
    ///
    /// - Parameter ticker: makes its ticks; nil for one that keeps them ready for a pan over half a
    ///   plot of values, or a whole plot of x.
    public init(
        scale: Scale, side: Side, labeling: any AxisLabeling, ticker: AxisTicker? = nil
    ) {
        let ticker = ticker ?? AxisTicker(margin: side.isHorizontal ? 1.1 : 0.5)
        self.scale = scale
        self.side = side
        self.ticker = ticker
        ends = AxisEnds(isHorizontal: side.isHorizontal)
        writing = LabelWriting(labeling)
    }

    /// Forgets the steps: other values are round from now on, whatever was announced.
    private func forgetSteps() {
        transitions = LabelTransitions()
        rangeStep = nil
        generation += 1
    }

    // MARK: Target

    /// Announces the target of a value axis: labels change to it at once, or as soon as the
    /// previous change has lasted long enough to be read.
    ///
    /// - Parameters:
    ///   - step: the one that made the range round.
    ///   - duration: how long the motion takes; 0 if it is there.
    func announce(_ range: Extent, step: AxisStep?, at time: Double, duration: Double) {
        rangeStep = step
        if duration > 0 { transitions.duration = duration }
        if transitions.request(
            TickTarget(range: range, step: step), at: time, isAtOnce: duration <= 0)
        {
            accept()
        }
    }

    /// Makes ticks follow the present position of a value axis, starting with those it has: a
    /// person is moving it.
    func follow() {
        guard transitions.current != nil else { return }
        transitions = LabelTransitions()
        rangeStep = nil
        ticker.release()
    }

    private func accept() {
        ticker.reset()
        ticker.preferred = transitions.current?.step
    }

    // MARK: Frames

    /// Whether something fades, or waits for its time to.
    func isFading(at time: Double) -> Bool {
        transitions.opening != nil || labels.isFading(at: time) || rules.isFading(at: time)
    }

    /// Sets the distance over which labels fade at its ends, in points, above zero.
    func setSoftness(_ softness: Double) { ends.softness = softness }

    /// Updates ticks and labels for a range over `length` points.
    ///
    /// - Parameters:
    ///   - shown: the present range of the axis; ticks are chosen for the announced range.
    ///   - room: the extent that labels of a bottom axis may take, in points from the axis'
    ///     beginning.
    ///   - time: of the frame.
    ///   - fades: whether changes fade.
    func update(
        shown: Extent, length: Double, room: Extent, style: ChartStyle, deviceScale: Double,
        typesetter: Typesetter, at time: Double, fades: Bool
    ) {
        (ends.room, ends.length) = (room, length)
        if transitions.advance(to: time) { accept() }
        let range = transitions.current?.range ?? shown
        chooseTicks(over: range, length, style, typesetter)
        guard let step = ticker.step else { return }
        let now = State(
            ticks: ticker.revision,
            look: Look(
                step: step, kind: scale.kind, style: style, generation: generation,
                variant: writing.variant), scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        let isNew = now != state
        if isNew {
            if now.look != state?.look { look = .next() }
            if now.look.step != state?.look.step { column.restart() }
            makeLabels(step, style, typesetter)
            measures.take(made, over: range)
        }
        let isFirst = state == nil
        state = now
        let density = length / max(shown.length, .leastNormalMagnitude)
        // A range that pans keeps its length except for the last digits.
        let isZoomed = isNew || abs(density - self.density) > 1e-9 * density
        var isOther = isNew
        if isZoomed {
            self.density = density
            isOther = chooseLabels(step, style, typesetter) || isNew
        }
        if isOther {
            let visible = shown.expanded(by: 100 / max(density, .leastNormalMagnitude))
            show(at: time, over: visible, fades: fades && !isFirst)
        }
        if lines.minor != nil { rules.takeMinor(of: ticker) }
        guard isOther || isZoomed || isFading(at: lastTime) else { return }
        lastTime = time
        if rules.update(at: time, density: density) { look = .next() }
        if labels.update(at: time, density: density, from: shown.min, ends) {
            labels.send(drawing(style, deviceScale), layout, typesetter)
        }
    }

    /// Chooses the ticks of a range, by the room that their labels take.
    private func chooseTicks(
        over range: Extent, _ length: Double, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        if style.type != state?.look.style.type
            || style.strongType != state?.look.style.strongType
        {
            measures.forget()
        }
        if !side.isHorizontal { measures.reserve(labeling, style, typesetter) }
        if writing.update(over: range.length, isFirst: state == nil) { measures.forgetDistances() }
        // While a hand moves the axis, a step does not change near its threshold: the last digits
        // would do it.
        let kept = transitions.current == nil ? ticker.step : nil
        let (unit, preferred) = (ticker.unit, ticker.preferred)
        ticker.fixed = ticks.interval(over: unit.shown(range).length)
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            // Labels without width would be too close: nothing needs measuring.
            guard writing.current.allows(step),
                (step.length(in: unit) ?? .infinity) * length >= labelGap * range.length
            else { return .infinity }
            guard !side.isHorizontal else { return distances(step, style, typesetter).least }
            let spacing = labeling.spacing ?? self.spacing
            // A range was rounded for this step: its ends are ticks if there is any room.
            if step == preferred { return spacing.least }
            return LabelColumn.distance(step, spacing, length: length, isKept: step == kept)
        }
    }

    private func distances(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> LabelMeasures.Distances {
        measures.distances(step, writing.current, gap: labelGap, style, typesetter)
    }

    private func makeLabels(_ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter) {
        var hidden: Set<LabelFades<TickLabel>.Identity> = []
        for label in made where !label.isShown { hidden.insert(label.id) }
        made = ticker.ticks.map { tick in
            var label = TickLabel(tick, writing.current.label(tick, step: step), style, typesetter)
            label.isShort = row.isTight && label.hasShort
            label.wasHidden = hidden.contains(label.id)
            return label
        }
    }

    /// Chooses the labels that have room at the present zoom; returns whether they changed.
    private func chooseLabels(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Bool {
        let distance = step.length(in: ticker.unit).map { $0 * density }
        guard side.isHorizontal else { return column.thin(&made, distance: distance) }
        return row.choose(
            among: &made, density: density, distance: distance ?? .infinity,
            full: distances(step, style, typesetter).full, gap: labelGap)
    }

    /// Sets what is visible from now on; on a value axis grid lines are those of the labels.
    private func show(at time: Double, over visible: Extent, fades: Bool) {
        let isCrossed = { (value: Double) in self.crossings.contains { abs($0 - value) < 1e-9 } }
        labels.show(
            made.filter {
                hasLabels && $0.isShown && !$0.text.isEmpty && !isCrossed($0.tick.value)
            },
            isHorizontal: side.isHorizontal, at: time, over: visible, isFading: fades)
        rules.show(
            made.filter { $0.label.hasGridLine && (side.isHorizontal || $0.isShown) }
                .map(\.tick.value), at: time, over: visible, isFading: fades)
    }

    /// The step of its ticks; nil before the first frame.
    var step: AxisStep? { ticker.step }

    /// The larger unit that contains a value.
    func tier(at value: Double) -> AxisTier? {
        ticker.step.flatMap { writing.current.tier(at: value, step: $0) }
    }
}
