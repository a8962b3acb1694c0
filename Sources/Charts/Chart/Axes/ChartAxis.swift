// One axis: ticks, labels, grid lines.
//
// Everything hangs on places in the data, and ticks are made for more than is visible: a pan makes
// nothing, shapes nothing and sends nothing until it leaves what was made. Which labels have room
// among each other depends on the zoom alone, and what was left out comes back only when there is
// a little more room than it needs. What is shown and what was shown before go over into each other
// by `LabelFades`; at the ends of a horizontal axis, where a label must not reach out of the chart, the
// GPU lets it pale by its place.
//
// Labels of two looks (times, and the day where one begins) keep the same distance as those of one:
// a step has to leave room for both, the stronger one in its short form if need be, and where the
// calendar is uneven the weaker one gives way (`LabelRow`). While the values of an upright axis glide to
// another range its ticks are already those of the target; as long as they would crowd only some of
// them are drawn (`LabelColumn`).
//
// The axis chooses ticks and keeps what was made as long as it holds; what labels take of room is in
// `LabelMeasures`, where they lie in `AxisLayout` and `AxisEnds`, what is seen of them in `ShownLabels`
// and of the lines in `AxisRules`.

import ChartCore
import ChartScene
import Geometry
import Text

/// One axis of a chart: the ticks of a scale, their labels and grid lines.
@MainActor
public final class ChartAxis {
    /// What it shows.
    public let scale: Scale
    /// On which side of the plot it lies, and its labels.
    public let side: Side
    /// Where it lies in the plot: at a value of the dimension across it, or at a part of the plot.
    ///
    /// Nil, the default, is beside the plot. Of an axis of x the dimension is the chart's first one,
    /// unless the axis was assigned to another (`Chart.assign`).
    public var placement: AxisPlacement?
    /// Its line and tick marks; none unless told otherwise.
    public var lines = AxisLines()
    /// Whether grid lines stand at its ticks: by default those of a chart's first two axes.
    public var hasGrid = true {
        didSet { if hasGrid != oldValue { look = .next() } }
    }
    /// The colour of its labels, such as that of the only series that it is for; nil for the chart's
    /// own.
    public var labelColor: Color? {
        didSet { if labelColor != oldValue { generation += 1 } }
    }
    /// How its ticks are chosen.
    public var ticks = AxisTicks.automatic {
        didSet { if ticks != oldValue { forgetSteps() } }
    }
    /// The values at which other axes lie across it in the plot: their lines would strike the labels
    /// there out.
    var crossings: [Double] = [] {
        didSet { if crossings != oldValue { generation += 1 } }
    }
    /// From the plot's edge to where it begins, in points: the room of those nearer to the plot.
    var offset = 0.0
    /// The room it takes beside the plot, which shrinks reluctantly.
    var gutter = Gutter(quantum: 1, slack: 16)
    /// What is written at ticks; another one makes all labels anew, which then fade over.
    public var labeling: any AxisLabeling {
        get { writing.labeling }
        set {
            writing.labeling = newValue
            generation += 1
        }
    }
    /// The ticks as they were made last, with their step.
    public private(set) var ticker: AxisTicker
    /// The least distance between labels, in points.
    public var labelGap = 10.0 {
        didSet { if labelGap != oldValue { generation += 1 } }
    }
    /// How far apart the ticks of a value axis stand.
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
    /// The unit in which the values of a value axis are shown: in it ticks are round.
    public var unit: ShownUnit {
        get { ticker.unit }
        set {
            guard newValue != ticker.unit else { return }
            ticker.unit = newValue
            forgetSteps()
        }
    }
    /// No finer step of a value axis on the decimal ladder.
    public var finest: DecimalStep? {
        get { ticker.finest }
        set { ticker.finest = newValue }
    }
    /// Raise it when the labeling writes other texts for the same ticks.
    public var generation = 0 {
        didSet { measures.forget() }
    }
    /// Changes whenever grid lines would look different at the same place of the data; ticks made
    /// anew further along the axis are no change.
    public private(set) var look = Revision.next()
    /// The width of the widest label within the range that ticks were made for, in points.
    public var widestLabel: Double { measures.widest }
    /// Where its grid lines and tick marks stand.
    let rules = AxisRules()
    /// What can be seen of the labels.
    let labels = ShownLabels()
    /// How labels go at its ends.
    private(set) var ends: AxisEnds
    private(set) var measures = LabelMeasures()
    private var row = LabelRow()
    private var column = LabelColumn()
    private var transitions = LabelTransitions<Announcement>()
    /// The step by which the range was made round that the axis was told of last.
    private(set) var rangeStep: AxisStep?
    /// The labels of all ticks that were made.
    private var made: [TickLabel] = []
    private var state: State?
    private var density = 0.0
    private var writing: LabelWriting
    /// Of the last frame in which something was brought up to date.
    private var lastTime = 0.0

    /// Where the axis was told to go.
    private struct Announcement: Equatable {
        var range: Extent
        var step: AxisStep?
    }

    /// What the labels were made for.
    private struct State: Equatable {
        var ticks: Revision
        var look: Look
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// What makes ticks alike wherever they are.
    private struct Look: Equatable {
        var step: AxisStep
        var kind: ScaleKind
        var style: ChartStyle
        var generation: Int
        var variant: Int
    }

    /// An axis of a scale.
    ///
    /// - Parameter ticker: what makes its ticks; nil for one that has them ready for a pan over half
    ///   a plot of values, or a whole one of x.
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

    /// Other values are round from now on, whatever was announced.
    private func forgetSteps() {
        transitions = LabelTransitions()
        rangeStep = nil
        generation += 1
    }

    // MARK: Where it goes

    /// Tells a value axis where it is going: labels change for it at once, or as soon as the change
    /// before is old enough to have been read.
    ///
    /// - Parameters:
    ///   - step: the one that made the range round.
    ///   - duration: how long it takes there; 0 where it is there.
    func announce(_ range: Extent, step: AxisStep?, at time: Double, duration: Double) {
        rangeStep = step
        if duration > 0 { transitions.duration = duration }
        if transitions.request(
            Announcement(range: range, step: step), at: time, isAtOnce: duration <= 0)
        {
            accept()
        }
    }

    /// Lets ticks go by where a value axis is, beginning with those it has: a person moves it.
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

    /// Whether something is coming or going, or waits for its time to.
    func isFading(at time: Double) -> Bool {
        transitions.opening != nil || labels.isFading(at: time) || rules.isFading(at: time)
    }

    /// Brings ticks and labels up to date with a range over `length` points.
    ///
    /// - Parameters:
    ///   - shown: where the axis is now; what was announced is what ticks are chosen for.
    ///   - room: from where to where labels of a bottom axis may reach, in points from the axis'
    ///     beginning.
    ///   - time: of the frame.
    ///   - fades: whether what changes takes its time.
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
        // A range that pans is as long as before but for its last digits.
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
        // Under a hand a step does not change about its border: the last digits would do it.
        let kept = transitions.current == nil ? ticker.step : nil
        let (unit, preferred) = (ticker.unit, ticker.preferred)
        ticker.fixed = ticks.interval(over: unit.shown(range).length)
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            // Labels of no width would stand too close: nothing need be measured.
            guard writing.current.allows(step),
                (step.length(in: unit) ?? .infinity) * length >= labelGap * range.length
            else { return .infinity }
            guard !side.isHorizontal else { return distances(step, style, typesetter).least }
            let spacing = labeling.spacing ?? self.spacing
            // A range was made round for this step: its ends are ticks if there is any room.
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

    /// Chooses the labels that have room at the present zoom; whether they are others than before.
    private func chooseLabels(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Bool {
        let distance = step.length(in: ticker.unit).map { $0 * density }
        guard side.isHorizontal else { return column.thin(&made, distance: distance) }
        return row.choose(
            among: &made, density: density, distance: distance ?? .infinity,
            full: distances(step, style, typesetter).full, gap: labelGap)
    }

    /// Tells what is to be seen from now on; on a value axis grid lines are those of the labels.
    private func show(at time: Double, over visible: Extent, fades: Bool) {
        let isCrossed = { (value: Double) in self.crossings.contains { abs($0 - value) < 1e-9 } }
        labels.show(
            made.filter { $0.isShown && !$0.text.isEmpty && !isCrossed($0.tick.value) },
            isHorizontal: side.isHorizontal, at: time, over: visible, isFading: fades)
        rules.show(
            made.filter { $0.label.hasGridLine && (side.isHorizontal || $0.isShown) }
                .map(\.tick.value), at: time, over: visible, isFading: fades)
    }

    /// The step of its ticks; nil before the first frame.
    var step: AxisStep? { ticker.step }

    /// The larger unit that holds a value.
    func tier(at value: Double) -> AxisTier? {
        ticker.step.flatMap { writing.current.tier(at: value, step: $0) }
    }
}
